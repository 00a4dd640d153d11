package python

import (
	"strconv"
	"unicode"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// typesModule writes types.py: a class for each declared type with values that cross.
func (p *plan) typesModule() ([]byte, error) {
	m := newModule("The types of the Tools, as Flow declares them.")
	w := &typesWriter{module: m, plan: p, deep: &aliases{imports: m.imports}}
	parameters := map[string]bool{}
	for _, t := range p.order {
		for _, place := range t.params {
			parameters[t.decl.Generic[place]] = true
		}
	}
	var err error
	if w.variables, err = newVariables(parameters); err != nil {
		return nil, err
	}
	if names := w.variables.sorted(); len(names) > 0 {
		m.imports["from typing import TypeVar"] = true
		m.imports["from typing import Generic"] = true
		for _, name := range names {
			m.assign(name, call("TypeVar", atom(literal(name))))
		}
	}
	for _, t := range p.order {
		w.declaration(t)
	}
	m.aliases(w.deep)
	return m.bytes(), nil
}

type typesWriter struct {
	*module
	plan      *plan
	variables variables
	deep      *aliases
}

// annotations are those of a class whose members have these names.
func (w *typesWriter) annotations(members []gen.Part) *annotations {
	hidden := map[string]bool{}
	for _, part := range members {
		hidden[part.Name] = true
	}
	return &annotations{plan: w.plan, own: true, hidden: hidden, imports: w.imports, deep: w.deep, variable: w.variable}
}

func (w *typesWriter) variable(t *typespec.Term) string {
	return w.variables[t.Owner.Generic[t.Index]].String()
}

func (w *typesWriter) declaration(t *typePlan) {
	switch {
	case t.decl.Kind == typespec.Record:
		w.record(classPlan{
			name: t.name.String(), doc: t.describe("Record"), params: t.params, generic: t.decl.Generic, parts: t.record,
		})
	case t.decl.Kind == typespec.Host:
		w.host(t)
	case t.isBare:
		w.bareEnum(t)
	default:
		w.enum(t)
	}
}

// describe gives the doc of a type, or says what it is where it has none.
func (t *typePlan) describe(what string) []string {
	return orElse(t.decl.Doc, what+" "+quoted(t.decl.Identity)+" of Flow.")
}

// orElse gives the lines of a doc, or a line for what has none.
func orElse(doc *string, otherwise string) []string {
	if doc != nil {
		if lines := docLines(*doc); len(lines) > 0 {
			return lines
		}
	}
	return []string{otherwise}
}

func quoted(text string) string { return "`" + text + "`" }

// classPlan is what the class of a record or a constructor consists of.
type classPlan struct {
	name    string
	doc     []string
	params  []int
	generic []string
	parts   gen.Group
	// index is the constructor's place in its enum.
	index int
}

func (w *typesWriter) record(c classPlan) {
	w.imports[importFlow] = true
	bases := []expr{atom("flow.Record")}
	if len(c.params) > 0 {
		var names []expr
		for _, place := range c.params {
			names = append(names, atom(w.variables[c.generic[place]].String()))
		}
		bases = append(bases, subscript("Generic", names...))
	}
	if c.parts.Kind == gen.OnePart || c.parts.Kind == gen.SeveralParts {
		bases = append(bases, keyword("kw_only", atom("False")))
	}
	if c.index > 0 {
		bases = append(bases, keyword("index", atom(strconv.Itoa(c.index))))
	}
	w.blank(2)
	w.expression("class ", call(c.name, bases...), ":")
	w.within(func() {
		w.docstring(c.doc)
		w.fields(c.parts)
	})
}

func (w *typesWriter) fields(g gen.Group) {
	a := w.annotations(g.Parts)
	before := true
	for _, part := range g.Parts {
		doc := describePart(part, g.Kind)
		if before || len(doc) > 0 {
			w.blank(1)
		}
		before = len(doc) > 0
		after := ""
		if g.Kind == gen.NamedParts && part.Term.Kind == typespec.Option {
			after = " = None"
		}
		w.expression(part.Name+": ", a.term(part.Term), after)
		w.docstring(doc)
	}
}

// describePart gives the doc of a field, and its name in Flow where Python has another.
func describePart(q gen.Part, kind gen.GroupKind) []string {
	var lines []string
	if q.Doc != nil {
		lines = docLines(*q.Doc)
	}
	if kind == gen.NamedParts && q.Name != q.Wire {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, "In Flow: "+quoted(q.Wire)+".")
	}
	return lines
}

func (w *typesWriter) host(t *typePlan) {
	w.imports[importFlow] = true
	w.blank(2)
	w.line("class ", t.name.String(), "(flow.HostValue):")
	w.within(func() {
		w.docstring(t.describe("Host type"))
		w.blank(1)
		w.line("__slots__ = ()")
	})
}

func (w *typesWriter) bareEnum(t *typePlan) {
	w.imports[importFlow] = true
	w.blank(2)
	w.line("class ", t.name.String(), "(flow.Enum):")
	w.within(func() {
		w.docstring(t.describe("Enum"))
		for i, c := range t.constructors {
			if i == 0 || c.decl.Doc != nil || t.constructors[i-1].decl.Doc != nil {
				w.blank(1)
			}
			w.assign(c.name.String(), atom(literal(c.decl.Name)))
			if c.decl.Doc != nil {
				w.docstring(docLines(*c.decl.Doc))
			}
		}
	})
}

// enum writes a class for each constructor, and the alias that unites them.
func (w *typesWriter) enum(t *typePlan) {
	a := w.annotations(nil)
	var alternatives []expr
	for _, c := range t.constructors {
		w.record(classPlan{
			name:   c.name.String(),
			doc:    orElse(c.decl.Doc, "Constructor "+quoted(c.decl.Name)+" of "+t.name.String()+"."),
			params: c.params, generic: t.decl.Generic, parts: c.parts, index: c.index,
		})
		var args []expr
		for _, place := range c.params {
			args = append(args, atom(w.variables[t.decl.Generic[place]].String()))
		}
		if len(args) == 0 {
			alternatives = append(alternatives, atom(c.name.String()))
		} else {
			alternatives = append(alternatives, subscript(c.name.String(), args...))
		}
	}
	if len(alternatives) == 0 {
		alternatives = []expr{atom(a.refer(neverReference))}
	}
	w.checked[importTypeAlias] = true
	w.blank(2)
	if first := []rune(t.name.String())[0]; !unicode.IsUpper(first) {
		w.spared = append(w.spared, "PYI042") // an alias in CamelCase
	}
	w.assign(t.name.String()+": TypeAlias", w.alternatives(alternatives))
	w.docstring(t.describe("Enum"))
	w.blank(2)
}

// longestUnion is how many alternatives "|" may join: checkers bound how deep an expression nests.
const longestUnion = 100

func (w *typesWriter) alternatives(classes []expr) expr {
	if len(classes) <= longestUnion {
		return union(classes)
	}
	w.imports["from typing import Union"] = true
	w.spared = append(w.spared, "UP007") // "X | Y" rather than Union
	return subscript("Union", classes...)
}
