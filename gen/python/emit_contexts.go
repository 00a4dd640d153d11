package python

// context writes the class of a generic Tool's context: the codecs at the caller's types, each with its type.
func (w *toolsWriter) context(t *toolPlan) {
	w.imports[fromHints("Generic")] = true
	a := &annotations{plan: w.plan, imports: w.imports, deep: w.deep}
	w.in(a, t)
	var variables []expr
	for _, name := range t.tool.Generic {
		variables = append(variables, atom(w.variables[name].String()))
	}
	bases := []expr{subscript("flow.GenericContext", a.term(t.tool.Err)), subscript("Generic", variables...)}
	w.blank(2)
	w.expression("class ", call(t.context.String(), bases...), ":")
	w.within(func() {
		w.docstring([]string{"The context of a call to " + quoted(t.method.String()) + ", with the codecs at the caller's types."})
		lookups := make([]lookup, len(t.tool.Generic))
		for i, name := range t.tool.Generic {
			lookups[i] = lookup{name, variables[i]}
		}
		w.lookup("codec", "The codec of the type bound to a type parameter; it raises where no value of it can cross.", lookups)
		lookups = nil
		for _, q := range t.params {
			lookups = append(lookups, lookup{q.Wire, a.term(q.Term)})
		}
		if len(lookups) > 0 {
			w.lookup("param", "The codec of the parameter of this name in Flow.", lookups)
		}
		w.property("ok", "The codec of the success type.", a.term(t.tool.Ok))
		w.property("err", "The codec of the declared error's type.", a.term(t.tool.Err))
	})
	w.blank(2)
}

// lookup is a name by which a codec is found, and the type of its values.
type lookup struct {
	name  string
	value expr
}

// lookup writes a method that finds codecs by name, with an overload for each.
func (w *toolsWriter) lookup(method, doc string, lookups []lookup) {
	w.imports[fromHints("overload")] = true
	w.spared = append(w.spared, "F811") // ruff knows the overload of typing alone
	w.checked["from typing import Literal"] = true
	w.checked[importAny] = true
	self := parameter{"self", nil}
	for _, l := range lookups {
		name := subscript("Literal", atom(literal(l.name)))
		w.blank(1)
		w.line("@overload")
		w.function("def "+method, []parameter{self, {"name", &name}}, subscript("flow.Codec", l.value), " ...")
	}
	name, result := atom("str"), subscript("flow.Codec", atom("Any"))
	w.line("@overload")
	w.function("def "+method, []parameter{self, {"name", &name}}, result, " ...")
	w.function("def "+method, []parameter{self, {"name", &name}}, result, "")
	w.within(func() {
		w.docstring([]string{doc})
		w.line("return super().", method, "(name)")
	})
}

func (w *toolsWriter) property(name, doc string, value expr) {
	w.blank(1)
	w.line("@property")
	w.function("def "+name, []parameter{{"self", nil}}, subscript("flow.Codec", value), "")
	w.within(func() {
		w.docstring([]string{doc})
		w.line("return super().", name)
	})
}
