package typescript

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// types writes types in one module.
type types struct {
	*plan
	*module
	// own is true in types.ts itself, where declared types stand without "types." before them.
	own bool
	// parameter writes the type that a Param stands for, and names the type parameter in it.
	parameter func(*typespec.Term) (written doc, name string)
	// deep names the types that nest too deep to be written out.
	deep *aliases
	// usesTypes says that types.ts was named.
	usesTypes bool
}

// plainTypes are the types of primitives that the language has, supportTypes those that the support code has.
var (
	plainTypes = map[typespec.TermKind]string{
		typespec.Int: "bigint", typespec.Bool: "boolean", typespec.Text: "string", typespec.Unit: "null", typespec.Never: "never",
	}
	supportTypes = map[typespec.TermKind]string{
		typespec.Decimal: "Decimal", typespec.Duration: "Duration", typespec.Instant: "Instant", typespec.JSONValue: "Json",
		typespec.Set: "FlowSet", typespec.Dict: "FlowDict", typespec.Option: "Option",
	}
)

// asNamed lets type parameters stand for themselves, each under its name.
func asNamed(generic []string) func(*typespec.Term) (doc, string) {
	return func(q *typespec.Term) (doc, string) { return text(generic[q.Index]), generic[q.Index] }
}

// term writes a type, or the name of one that nests deep.
func (w *types) term(t *typespec.Term) doc {
	if isNamedApart(t) {
		return w.deep.of(t, w)
	}
	return w.written(t)
}

// written writes a type out.
func (w *types) written(t *typespec.Term) doc {
	switch t.Kind {
	case typespec.List:
		return w.list(t.Args[0])
	case typespec.Tuple:
		return w.tuple(t.Args)
	case typespec.Param:
		written, _ := w.parameter(t)
		return written
	case typespec.Named:
		return w.named(t)
	case typespec.Bytes:
		return text(w.global("Uint8Array"))
	}
	if name, ok := supportTypes[t.Kind]; ok {
		return instance(w.support(name, forTypes), w.terms(t.Args))
	}
	return text(plainTypes[t.Kind])
}

func (w *types) terms(terms []*typespec.Term) []doc {
	docs := make([]doc, len(terms))
	for i, t := range terms {
		docs[i] = w.term(t)
	}
	return docs
}

func (w *types) tuple(terms []*typespec.Term) doc {
	return sequence(text("readonly "), list("[", w.terms(terms), "]"))
}

// list writes an array. Of an array in another one, "readonly" would count for the outer one without parentheses.
func (w *types) list(item *typespec.Term) doc {
	inner := w.term(item)
	if item.Kind == typespec.List || item.Kind == typespec.Tuple {
		if !isNamedApart(item) {
			inner = sequence(text("("), inner, text(")"))
		}
	}
	return sequence(text("readonly "), inner, text("[]"))
}

// global writes the name of a global type or value, which a declared type may hide.
func (w *types) global(name string) string {
	if w.own && w.names[name] {
		return "globalThis." + name
	}
	return name
}

// named writes a declared type with those of its arguments that its values hold.
func (w *types) named(t *typespec.Term) doc {
	p := w.plan.types[t.Decl]
	args := make([]doc, len(p.params))
	for i, place := range p.params {
		args[i] = w.term(t.Args[place])
	}
	return instance(w.declared(p), args)
}

// declared is the name of a declared type.
func (w *types) declared(t *typePlan) string {
	if w.own {
		return t.name.String()
	}
	w.usesTypes = true
	return "types." + t.name.String()
}

// manner says how fields are written in an object type.
type manner uint8

const (
	plain manner = iota
	// documented has the docs of the fields.
	documented
	// optional lets those be left out that may be.
	optional
)

// membersOf writes fields as the members of an object type.
func (w *types) membersOf(g gen.Group, how manner) []doc {
	members := make([]doc, len(g.Parts))
	for i, part := range g.Parts {
		name := "readonly " + part.Name
		if how == optional && isOptional(part) {
			name += "?"
		}
		members[i] = typed(name, w.term(part.Term))
		if how == documented {
			members[i] = sequence(comment(describePart(part)), members[i])
		}
	}
	return members
}

// describePart gives the doc of a field, and its name in Flow where TypeScript has another.
func describePart(part gen.Part) []string {
	if part.Name == part.Wire {
		return described(part.Doc)
	}
	return described(part.Doc, "In Flow: "+quoted(docLine(part.Wire))+".")
}
