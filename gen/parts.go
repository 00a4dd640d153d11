package gen

import (
	"strconv"

	"github.com/flow-toolkit/flowgen/typespec"
)

// GroupKind says how the parts of a record or payload stand together.
type GroupKind uint8

const (
	// NoParts is a constructor without payload.
	NoParts GroupKind = iota
	// NamedParts are the fields of a record or the named parts of a payload, of which there may be none.
	NamedParts
	// OnePart is a payload's only positional part.
	OnePart
	// SeveralParts are positional parts, two or more.
	SeveralParts
)

// Group is the parts of a record or payload, in declaration order.
type Group struct {
	Kind  GroupKind
	Parts []Part
}

// Part is a field, a payload part or a parameter, with the name that it has in the target language.
type Part struct {
	// Wire is its name in JSON; for one of several positional parts its place in the array, for an only one "".
	Wire string
	// Name is its name in the language.
	Name string
	// Term is its type as declared.
	Term *typespec.Term
	// Doc is its doc comment, nil where there is none.
	Doc *string
}

// PartNaming is how a language names fields, payload parts and parameters.
type PartNaming struct {
	// Scope makes the scope of one record, payload or parameter list; the title names it in faults.
	Scope func(title string) *Scope
	// Want asks for the name of a part that has one in Flow.
	Want func(owner Subject, name string) Want
	// Only is the name of a payload's only positional part, and Numbered begins those of several, before their places.
	Only, Numbered string
}

// Fields names the fields of a record, or the named parts of a payload, in a scope of their own. The error reports names
// that collide and renames that cannot be followed.
func (n PartNaming) Fields(owner Subject, fields []typespec.Field) (Group, error) {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	given, err := n.names("the fields of ", owner, names)
	g := Group{Kind: NamedParts}
	for i, f := range fields {
		g.Parts = append(g.Parts, Part{Wire: f.Name, Name: given[i], Term: f.Type, Doc: f.Doc})
	}
	return g, err
}

// Payload names the parts of a payload, which is nil for a constructor without one. The error is as that of Fields.
func (n PartNaming) Payload(owner Subject, payload *typespec.Payload) (Group, error) {
	switch {
	case payload == nil:
		return Group{Kind: NoParts}, nil
	case payload.Named != nil:
		return n.Fields(owner, payload.Named)
	case len(payload.Positional) == 1:
		return Group{Kind: OnePart, Parts: []Part{{Name: n.Only, Term: payload.Positional[0]}}}, nil
	}
	g := Group{Kind: SeveralParts}
	for i, term := range payload.Positional {
		at := strconv.Itoa(i)
		g.Parts = append(g.Parts, Part{Wire: at, Name: n.Numbered + at, Term: term})
	}
	return g, nil
}

// Parameters names the parameters of a Tool. The error is as that of Fields.
func (n PartNaming) Parameters(tool *typespec.Tool) ([]Part, error) {
	names := make([]string, len(tool.Params))
	for i, q := range tool.Params {
		names[i] = q.Name
	}
	given, err := n.names("the parameters of ", SubjectOfTool(tool), names)
	parts := make([]Part, len(tool.Params))
	for i, q := range tool.Params {
		parts[i] = Part{Wire: q.Name, Name: given[i], Term: q.Type}
	}
	return parts, err
}

// names resolves a scope of parts.
func (n PartNaming) names(title string, owner Subject, names []string) ([]string, error) {
	scope := n.Scope(title + string(owner))
	wanted := make([]*Name, len(names))
	for i, name := range names {
		wanted[i] = scope.Want(n.Want(owner, name))
	}
	err := scope.Resolve()
	given := make([]string, len(names))
	for i, name := range wanted {
		given[i] = name.String()
	}
	return given, err
}
