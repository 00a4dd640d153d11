// Package typespec holds what a listing of Flow Tools says: its declarations, the terms between them, the rules that
// they keep, and what follows from them: schemas, signatures, fingerprints and the views of generic calls. It knows no
// target language and no file system.
package typespec

// TermKind says which form a Term has.
type TermKind uint8

// The forms of a term: the primitives, the compounds, and the two kinds of reference.
const (
	Int TermKind = iota
	Decimal
	Bool
	Text
	Bytes
	Duration
	Instant
	Unit
	Never
	JSONValue
	List
	Set
	Option
	Task
	Dict
	Tuple
	Function
	Named
	Param

	// unreadable stands where a term could not be read, for which a fault was noted; no Program holds one.
	unreadable
)

// Term is one type term. Terms are shared and never changed once read; a template's terms are unsubstituted.
type Term struct {
	// Kind says which of the other members count.
	Kind TermKind
	// Args are the parts in order: one for List, Set, Option and Task, key and value for Dict, the items of a Tuple, a
	// Function's parameters followed by its result, a Named term's arguments.
	Args []*Term
	// Decl is the declaration that a Named term refers to.
	Decl *Declaration
	// Owner is the declaration whose type parameter a Param names; nil where it is the Tool's own.
	Owner *Declaration
	// Index is a Param's place among its owner's type parameters, from 0.
	Index int
}

// DeclarationKind says what a declaration declares.
type DeclarationKind uint8

// The kinds of declaration.
const (
	Record DeclarationKind = iota
	Enum
	Host
	NonData
)

var kindNames = [...]string{Record: "record", Enum: "enum", Host: "host", NonData: "nondata"}

// String gives the kind as a template spells it.
func (k DeclarationKind) String() string { return kindNames[k] }

// Declaration is a named type's template, unsubstituted.
type Declaration struct {
	// ID is the local id: a reference inside one listing or view, not an identity.
	ID string
	// Name is what Identity ends in.
	Name string
	// Identity names the declaration the world over: its package with the version, the file, the name.
	Identity string
	// Ordinal tells declarations of one identity apart, from 1.
	Ordinal int
	// Generic names the type parameters in order.
	Generic []string
	// Opaque says that Flow code alone makes its values: they cross as arguments, and nothing decodes them from a reply.
	Opaque bool
	// Kind says whether Fields, Constructors or neither count.
	Kind DeclarationKind
	// Doc is the doc comment, nil where there is none.
	Doc *string
	// Fields are a Record's, in declaration order.
	Fields []Field
	// Constructors are an Enum's, in declaration order.
	Constructors []Constructor
}

// Field is a record's field or a named payload's part.
type Field struct {
	// Name is as declared, and the member's name in JSON.
	Name string
	// Type is the declared type, unsubstituted.
	Type *Term
	// Doc is the doc comment, nil where there is none.
	Doc *string
}

// Constructor is one alternative of an enum.
type Constructor struct {
	// Name is as declared, and the constructor's tag in JSON.
	Name string
	// Doc is the doc comment, nil where there is none.
	Doc *string
	// Payload is nil for a constructor without one.
	Payload *Payload
}

// Payload is what a constructor carries: positional parts or named ones, never both, never none.
type Payload struct {
	// Positional are the types of the parts in order; nil where they are named.
	Positional []*Term
	// Named are the named parts in declaration order; nil where they are positional.
	Named []Field
}

// Parameter is one of a Tool's parameters.
type Parameter struct {
	// Name is as declared, and the argument's name in JSON.
	Name string
	// Type is the declared type, unsubstituted in a Tool and concrete in a View.
	Type *Term
}

// Tool is one declared Tool.
type Tool struct {
	// Identity names the Tool the world over, as a call's "tool" does.
	Identity string
	// Doc is the doc comment, nil where there is none.
	Doc *string
	// Generic names the type parameters in order.
	Generic []string
	// Params are the parameters in declaration order.
	Params []Parameter
	// Ok and Err are T and E of the declared Result<T, E>.
	Ok, Err *Term
}

// Program is a checked listing.
type Program struct {
	// Data is the data version that the listing bears.
	Data string
	// Tools stand in the listing's order.
	Tools []*Tool
	// Declarations are sorted by identity, then ordinal, so that nothing depends on the order of JSON members.
	Declarations []*Declaration
}
