package typescript

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// typesModule writes types.ts: the declared types with values that cross, and what makes values of them.
func (p *plan) typesModule() ([]byte, error) {
	m := newModule("The types of the Tools, as Flow declares them.")
	w := &typesWriter{types: types{plan: p, module: m, own: true, deep: &aliases{}}}
	for _, t := range p.order {
		w.declaration(t)
	}
	m.aliases(w.deep)
	m.importFlow(importData)
	return m.bytes(), nil
}

type typesWriter struct {
	types
	t *typePlan
}

func (w *typesWriter) declaration(t *typePlan) {
	w.t = t
	w.parameter = asNamed(t.generic)
	switch t.decl.Kind {
	case typespec.Record:
		w.record()
	case typespec.Host:
		w.host()
	default:
		w.enum()
	}
}

// describe gives the doc of a type, or says what it is where it has none.
func (t *typePlan) describe(what string) doc {
	return comment(orElse(t.decl.Doc, what+" "+quoted(t.decl.Identity)+" of Flow."))
}

// parameters are the names of those type parameters of a declaration that values hold values of.
func (t *typePlan) parameters() []string { return t.named(t.params) }

func (t *typePlan) named(places []int) []string {
	names := make([]string, len(places))
	for i, place := range places {
		names[i] = t.generic[place]
	}
	return names
}

// head writes the beginning of a declaration: its name and its type parameters.
func (t *typePlan) head(word string) doc {
	return sequence(text("export ", word, " ", t.name.String()), typeParameters(texts(t.parameters())))
}

// self writes the type at its own type parameters.
func (w *typesWriter) self() doc { return instance(w.t.name.String(), texts(w.t.parameters())) }

func (w *typesWriter) record() {
	t := w.t
	if len(t.record.Parts) == 0 {
		empty := instance(w.global("Readonly"), []doc{instance(w.global("Record"), texts([]string{"string", "never"}))})
		w.add(t.describe("Record"), statement(assigned(t.head("type"), empty)))
		return
	}
	w.add(t.describe("Record"), t.head("interface"), text(" "), onLines(";", w.membersOf(t.record, documented)))
	if !hasOptional(t.record) {
		return
	}
	fields := parameter{typed("fields", object(";", w.membersOf(t.record, optional))), true}
	of := functionType(texts(t.parameters()), true, []parameter{fields}, w.self(), false)
	w.maker(
		[]doc{sequence(comment(described(&makesOne, describeNeeded(t.record)...)), text("readonly of: "), of)},
		[]doc{memberOf("of", arrow("fields", w.filled("fields", t.record)))})
}

// isOptional says whether what makes values may do without a field: an Option, but for one called as what every object
// has. Left out, that would be found all the same, and TypeScript refuses objects without it.
func isOptional(part gen.Part) bool {
	return part.Term.Kind == typespec.Option && !reservedWords()[objectScope].Has(part.Name)
}

func hasOptional(g gen.Group) bool { return slices.ContainsFunc(g.Parts, isOptional) }

// describeNeeded says which Options may not be left out, if there are such.
func describeNeeded(g gen.Group) []string {
	var needed []string
	for _, part := range g.Parts {
		if part.Term.Kind == typespec.Option && !isOptional(part) {
			needed = append(needed, quoted(part.Name))
		}
	}
	if len(needed) == 0 {
		return nil
	}
	return []string{"Give these fields always, as every object has members of their names: " + strings.Join(needed, ", ") + "."}
}

// makesOne describes what makes values of a record.
var makesOne = "Makes one; the fields that are left out are `none`."

// filled writes an object of the fields of another one, where what may be left out is none.
func (w *typesWriter) filled(source string, g gen.Group) doc {
	members := []doc{text("..." + source)}
	for _, part := range g.Parts {
		if isOptional(part) {
			value := group(text(source, ".", part.Name), text(" "), group(text("??"), line, text(w.support("none", forValues))))
			members = append(members, member(part.Name, value))
		}
	}
	return onLines(",", members)
}

// maker writes the constant beside a type that makes values of it.
func (w *typesWriter) maker(members, values []doc) {
	name := w.t.name.String()
	w.add(
		comment([]string{"Makes values of " + quoted(name) + "."}),
		statement(assigned(
			typed("export const "+name, onLines(";", members)),
			sequence(text(w.global("Object"), ".freeze("), onLines(",", values), text(")")))))
}

func (w *typesWriter) host() {
	m := &mark{}
	w.add(
		w.t.describe("Host type"),
		text("export class"), marked(m, text(" ", w.t.name.String()), indent(line, text("extends ", w.support("HostValue", forValues)))),
		ifMarked(m, hardLine, text(" ")),
		block(statement(text("declare private readonly brand: ", literal(w.t.name.String())))))
}

// enum writes the union of an enum's constructors, and what makes them.
func (w *typesWriter) enum() {
	t := w.t
	if len(t.constructors) == 0 {
		w.add(t.describe("Enum"), statement(assigned(t.head("type"), text("never"))))
		return
	}
	alternatives := make([]doc, len(t.constructors))
	members := make([]doc, len(t.constructors))
	values := make([]doc, len(t.constructors))
	for i, c := range t.constructors {
		alternatives[i] = object(";", w.variant(c, documented))
		members[i] = w.constructorType(c)
		values[i] = w.constructor(c)
	}
	if len(alternatives) == 1 { // for which linters want an interface
		w.add(t.describe("Enum"), t.head("interface"), text(" "), onLines(";", w.variant(t.constructors[0], documented)))
	} else {
		w.add(t.describe("Enum"), statement(moved(t.head("type"), union(alternatives))))
	}
	w.maker(members, values)
}

// variant writes the members of the object type of a constructor.
func (w *typesWriter) variant(c constructorPlan, how manner) []doc {
	members := []doc{text("readonly tag: ", literal(c.decl.Name))}
	if c.parts.Kind != gen.NoParts {
		payload, _ := w.payload(c.parts, how)
		members = append(members, typed("readonly value", payload))
	}
	return members
}

// payload writes the type of a constructor's value, and says whether it is an object type.
func (w *typesWriter) payload(g gen.Group, how manner) (of doc, isObject bool) {
	switch g.Kind {
	case gen.OnePart:
		return w.term(g.Parts[0].Term), false
	case gen.SeveralParts:
		terms := make([]*typespec.Term, len(g.Parts))
		for i, part := range g.Parts {
			terms[i] = part.Term
		}
		return w.tuple(terms), false
	}
	return object(";", w.membersOf(g, how)), true
}

// constructorType writes the type of what makes a constructor's values.
func (w *typesWriter) constructorType(c constructorPlan) doc {
	made := object(";", w.variant(c, plain))
	var needed []string
	if c.parts.Kind == gen.NamedParts {
		needed = describeNeeded(c.parts)
	}
	if c.parts.Kind != gen.NoParts {
		payload, isObject := w.payload(c.parts, optional)
		generic := texts(w.t.named(w.places(c.parts)))
		made = functionType(generic, true, []parameter{{typed("value", payload), isObject}}, made, true)
	}
	return sequence(comment(described(c.decl.Doc, needed...)), typed("readonly "+typeKey(c.decl.Name), made))
}

// places are those of the type parameters that the parts of a payload hold values of.
func (w *typesWriter) places(g gen.Group) []int {
	seen := map[int]bool{}
	for _, part := range g.Parts {
		w.reach.Places(part.Term, seen)
	}
	var places []int
	for _, place := range w.t.params {
		if seen[place] {
			places = append(places, place)
		}
	}
	return places
}

// constructor writes what makes a constructor's values.
func (w *typesWriter) constructor(c constructorPlan) doc {
	name, tag := key(c.decl.Name), text("tag: ", literal(c.decl.Name))
	switch {
	case c.parts.Kind == gen.NoParts:
		return memberOf(name, callWith(w.global("Object")+".freeze", nil, object(",", []doc{tag})))
	case c.parts.Kind == gen.NamedParts && hasOptional(c.parts):
		value := typed("value", w.filled("value", c.parts))
		return memberOf(name, arrow("value", object(",", []doc{tag, value})))
	}
	return memberOf(name, arrow("value", object(",", []doc{tag, text("value")})))
}
