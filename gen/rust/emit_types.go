package rust

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// typesFile writes types.rs: the declared types.
func (p *plan) typesFile(w *printer) {
	body := &printer{}
	for _, t := range p.order {
		body.blank()
		p.writeType(body, t)
	}
	for _, n := range slices.Sorted(maps.Keys(p.tuples)) {
		body.blank()
		p.writeTuple(body, n)
	}
	w.line()
	w.line("//! The types of the Tools, as Flow declares them.")
	if namesFlow(body.String()) {
		w.blank()
		w.line("use super::flow;")
	}
	w.WriteString(body.String())
}

// namesFlow says whether code, comments aside, names the support code.
func namesFlow(text string) bool {
	for _, line := range strings.Split(text, "\n") {
		if code, _, _ := strings.Cut(line, "///"); strings.Contains(code, "flow::") {
			return true
		}
	}
	return false
}

func (p *plan) writeType(w *printer, t *typePlan) {
	w.doc(t.describe())
	w.line("#[derive(", strings.Join(p.derives(t), ", "), ")]")
	switch t.form {
	case record:
		p.writeRecord(w, t)
	case hostValue:
		parts := []rustType{{name: "pub flow::Json"}}
		if len(t.phantom) > 0 {
			of := t.markerType()
			of.name = "pub " + of.name
			parts = append(parts, of)
		}
		w.variant("pub struct "+t.head(), parts, ";")
	default:
		p.writeEnum(w, t)
	}
}

// describe gives the doc of a type, and says what it is in Flow.
func (t *typePlan) describe() []string {
	kind := t.decl.Kind.String()
	if t.decl.Kind == typespec.Host {
		kind = "host type"
	}
	sentences := []string{"The " + kind + " " + code(t.decl.Identity) + " of Flow."}
	switch {
	case !t.isValued:
		sentences = append(sentences, "It stands in type arguments alone: no value of it crosses.")
	case t.form == hostValue:
		sentences = append(sentences, "Only the host's side makes its values: each is a token, which Flow stores and hands back unchanged.")
	}
	return described(t.decl.Doc, sentences...)
}

// head is a type's name with its parameters.
func (t *typePlan) head() string { return generic(t.rustName(), t.generic) }

// generic writes a name with arguments, if it has any.
func generic(name string, args []string) string {
	if len(args) == 0 {
		return name
	}
	return name + "<" + strings.Join(args, ", ") + ">"
}

// markerType is the type of what holds the phantom parameters. It is of any thread, and owns nothing.
func (t *typePlan) markerType() rustType {
	var names []rustType
	for _, place := range t.phantom {
		names = append(names, rustType{name: t.generic[place]})
	}
	of := names[0]
	if len(names) > 1 {
		of = rustType{isTuple: true, args: names}
	}
	return marker(rustType{name: "fn", isTuple: true, result: &of})
}

func (p *plan) writeRecord(w *printer, t *typePlan) {
	if len(t.parts.Parts) == 0 && t.marker == "" {
		w.line("pub struct ", t.head(), " {}")
		return
	}
	w.open("pub struct ", t.rustName(), t.generic)
	w.within(func() {
		for _, part := range t.parts.Parts {
			w.doc(orElse(part.Doc, "The field "+code(part.Wire)+"."))
			w.field("pub "+identifier(part.Name), p.inTypes(t.decl).rustType(part.Term))
		}
		if t.marker != "" {
			w.doc([]string{markerDoc})
			w.field("pub "+t.marker, t.markerType())
		}
	})
	w.line("}")
}

const markerDoc = "Holds the type parameters of which there are no values."

// writeEnum writes an enum, a variant for each constructor.
func (p *plan) writeEnum(w *printer, t *typePlan) {
	if len(t.constructors) == 0 && t.marker == "" {
		w.line("pub enum ", t.head(), " {}")
		return
	}
	w.open("pub enum ", t.rustName(), t.generic)
	w.within(func() {
		for i := range t.constructors {
			p.writeVariant(w, t, &t.constructors[i])
		}
		if t.marker != "" {
			w.doc([]string{"There are no such values: it holds the type parameters of which there are none."})
			w.line("#[doc(hidden)]")
			w.variant(t.marker, []rustType{{name: "flow::Never"}, t.markerType()}, ",")
		}
	})
	w.line("}")
}

func (p *plan) writeVariant(w *printer, t *typePlan, c *constructorPlan) {
	w.doc(orElse(c.decl.Doc, "The constructor "+code(c.decl.Name)+"."))
	name, s := identifier(c.name.String()), p.inTypes(t.decl)
	switch c.parts.Kind {
	case gen.NoParts:
		w.line(name, ",")
	case gen.NamedParts:
		w.blockThen(name, func() {
			for _, part := range c.parts.Parts {
				w.doc(orElse(part.Doc, "The part "+code(part.Wire)+"."))
				w.field(identifier(part.Name), s.rustType(part.Term))
			}
		}, ",")
	default:
		var parts []rustType
		for _, part := range c.parts.Parts {
			parts = append(parts, s.rustType(part.Term))
		}
		w.variant(name, parts, ",")
	}
}

// open writes the head of a type's body: its parameters on one line, or one on each.
func (w *printer) open(before, name string, parameters []string) {
	if head := before + generic(name, parameters) + " {"; len(parameters) == 0 || w.fits(head) {
		w.line(head)
		return
	}
	w.line(before, name, "<")
	w.items(parameters)
	w.line("> {")
}

// tupleParameters are the type parameters of the struct of a long tuple.
func tupleParameters(length int) []string {
	names := make([]string, length)
	for i := range names {
		names[i] = "T" + strconv.Itoa(i)
	}
	return names
}

// writeTuple writes the struct of a tuple that is longer than those that std's traits know.
func (p *plan) writeTuple(w *printer, length int) {
	name, parameters := p.tuples[length].String(), tupleParameters(length)
	w.line("/// A tuple of ", strconv.Itoa(length), ".")
	w.line("#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]")
	var parts []rustType
	for _, each := range parameters {
		parts = append(parts, rustType{name: "pub " + each})
	}
	if before := "pub struct " + generic(name, parameters); w.fits(before + "(") {
		w.variant(before, parts, ";")
		return
	}
	w.line("pub struct ", name, "<")
	w.items(parameters)
	w.variant(">", parts, ";")
}
