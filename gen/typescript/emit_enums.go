package typescript

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// enum writes the methods of an enum's codec, and what they need.
func (w *codecWriter) enum() {
	w.add(append(w.payloadMembers(), w.tagsOf())...)
	w.reader("override read", w.self(), w.readEnum()...)
	w.writer("override write", w.self(), w.writeEnum()...)
	w.comparison("override compare", w.self(), w.enumCompares(), w.compareEnum()...)
	for i := range w.t.constructors {
		if c := &w.t.constructors[i]; c.parts.Kind == gen.NamedParts {
			w.group("private "+c.method("read"), "private "+c.method("write"), "private "+c.method("compare"),
				w.t.name.String()+"."+c.decl.Name, c.codec.members.String(), w.payloadType(c), c.parts)
		}
	}
}

// method names what reads, writes or compares a constructor's named payload.
func (c *constructorPlan) method(verb string) string { return verb + c.name.String() + "Value" }

// tags is the name of the constant that knows the enum's constructors.
func (w *codecWriter) tags() string { return w.t.codec.members.String() }

func (w *codecWriter) tagsOf() doc {
	var names, bare []string
	for _, c := range w.t.constructors {
		names = append(names, c.decl.Name)
		if c.parts.Kind == gen.NoParts {
			bare = append(bare, c.decl.Name)
		}
	}
	class := "new " + w.support("Tags", forValues)
	if len(names) == 0 {
		class += "<never>"
	}
	return statement(assigned(text("const ", w.tags()), call(class,
		text(literal(w.t.name.String())), array(literals(names), false), array(literals(bare), false))))
}

// payloadMembers writes what the named payloads need: the constants that know their members, and their types.
func (w *codecWriter) payloadMembers() []doc {
	var parts []doc
	for i := range w.t.constructors {
		c := &w.t.constructors[i]
		if c.parts.Kind != gen.NamedParts {
			continue
		}
		label := w.t.name.String() + "." + c.decl.Name
		of := w.self()
		if len(w.t.constructors) > 1 {
			tag := object(";", []doc{text("readonly tag: ", literal(c.decl.Name))})
			of = instance("Extract", []doc{of, tag})
		}
		head := sequence(text("type ", c.codec.class.String()), typeParameters(texts(w.t.parameters())))
		parts = append(parts,
			w.membersOf(c.codec.members, label, c.parts), hardLine,
			statement(assigned(head, sequence(of, text(`["value"]`)))), hardLine)
	}
	return parts
}

// payloadType writes the type of a named payload.
func (w *codecWriter) payloadType(c *constructorPlan) doc {
	return instance(c.codec.class.String(), texts(w.t.parameters()))
}

func (w *codecWriter) areAllBare() bool {
	for _, c := range w.t.constructors {
		if c.parts.Kind != gen.NoParts {
			return false
		}
	}
	return true
}

func (w *codecWriter) readEnum() []doc {
	tag := call("r.tag", text(w.tags()))
	constructors := w.t.constructors
	switch {
	case len(constructors) == 0:
		return []doc{statement(text("return "), tag)}
	case w.areAllBare():
		return []doc{statement(text("return "), element(chain(text("types"), "."+w.t.name.String()), tag))}
	}
	first := statement(made("=", text("const tag"), "r.tag", w.tags()))
	if len(constructors) == 1 {
		return append([]doc{first}, w.readConstructor(&constructors[0])...)
	}
	var cases []doc
	for i := range constructors {
		c := &constructors[i]
		head := text("case ", literal(c.decl.Name), ":")
		if c.parts.Kind == gen.NoParts {
			cases = append(cases, sequence(head, indent(hardLine, lines(w.readConstructor(c)...))))
		} else {
			cases = append(cases, sequence(head, text(" "), block(w.readConstructor(c)...)))
		}
	}
	return []doc{first, sequence(text("switch (tag) "), block(cases...))}
}

// readConstructor writes the statements that give a constructor's value, behind its tag.
func (w *codecWriter) readConstructor(c *constructorPlan) []doc {
	if c.parts.Kind == gen.NoParts {
		return []doc{statement(text("return "), chain(text("types"), "."+w.t.name.String(), lookupOf(c.decl.Name)))}
	}
	value := call("this."+c.method("read"), text("r"))
	if c.parts.Kind != gen.NamedParts {
		value = w.read(payloadTerm(c.parts))
	}
	return []doc{statement(moved(text("const value"), value)), text("r.endTag();"), text("return { tag, value };")}
}

// payloadTerm is the type of a payload without names: that of its only part, or the tuple of several.
func payloadTerm(g gen.Group) *typespec.Term {
	if g.Kind == gen.OnePart {
		return g.Parts[0].Term
	}
	terms := make([]*typespec.Term, len(g.Parts))
	for i, part := range g.Parts {
		terms[i] = part.Term
	}
	return &typespec.Term{Kind: typespec.Tuple, Args: terms}
}

func (w *codecWriter) writeEnum() []doc {
	refusal := statement(call("w.noConstructor", text(w.tags()), text("v")))
	constructors := w.t.constructors
	switch len(constructors) {
	case 0:
		return []doc{refusal}
	case 1: // whose tag is the right one, says its type
		c := &constructors[0]
		check := when(condition("(v.tag as string)", "!==", literal(c.decl.Name)), refusal)
		return append([]doc{check}, w.writeConstructor(c)...)
	}
	var cases []doc
	for i := range constructors {
		c := &constructors[i]
		statements := append(w.writeConstructor(c), text("return;"))
		cases = append(cases, sequence(text("case ", literal(c.decl.Name), ":"), indent(hardLine, lines(statements...))))
	}
	cases = append(cases, sequence(text("default:"), indent(hardLine, refusal)))
	return []doc{sequence(text("switch (v.tag) "), block(cases...))}
}

func (w *codecWriter) writeConstructor(c *constructorPlan) []doc {
	tag := text(literal(c.decl.Name))
	if c.parts.Kind == gen.NoParts {
		return []doc{statement(call("w.tag", tag))}
	}
	value := statement(call("this."+c.method("write"), text("w"), text("v.value")))
	if c.parts.Kind != gen.NamedParts {
		value = w.write(payloadTerm(c.parts), text("v.value"))
	}
	return []doc{statement(call("w.openTag", tag)), value, text("w.endObject();")}
}

// constructorCompares says whether two values of a constructor may differ.
func constructorCompares(c *constructorPlan) bool {
	for _, part := range c.parts.Parts {
		if compares(part.Term) {
			return true
		}
	}
	return false
}

// enumCompares says whether two values of the enum may differ.
func (w *codecWriter) enumCompares() bool {
	return len(w.t.constructors) > 1 || len(w.t.constructors) == 1 && constructorCompares(&w.t.constructors[0])
}

func (w *codecWriter) compareEnum() []doc {
	constructors := w.t.constructors
	if !w.enumCompares() {
		return []doc{text("return 0;")}
	}
	if len(constructors) == 1 {
		return []doc{statement(text("return "), w.compareConstructor(&constructors[0], text("b.value")))}
	}
	byTag := statement(text("return "), call(w.tags()+".compare", text("a.tag"), text("b.tag")))
	var cases []doc
	for i := range constructors {
		if c := &constructors[i]; constructorCompares(c) {
			cases = append(cases, sequence(text("case ", literal(c.decl.Name), ":"),
				indent(hardLine, statement(text("return "), w.compareConstructor(c, chain(text("(b as typeof a)"), ".value"))))))
		}
	}
	if len(cases) == 0 {
		return []doc{byTag}
	}
	if len(cases) < len(constructors) {
		cases = append(cases, sequence(text("default:"), indent(hardLine, text("return 0;"))))
	}
	return []doc{when(condition("a.tag", "!==", "b.tag"), byTag), sequence(text("switch (a.tag) "), block(cases...))}
}

func (w *codecWriter) compareConstructor(c *constructorPlan, other doc) doc {
	if c.parts.Kind == gen.NamedParts {
		return call("this."+c.method("compare"), text("a.value"), other)
	}
	return w.compare(payloadTerm(c.parts), text("a.value"), other)
}
