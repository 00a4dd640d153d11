package typescript

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// record writes the methods of a record's codec.
func (w *codecWriter) record() {
	w.group("override read", "override write", "override compare", w.t.name.String(), w.t.codec.members.String(), w.self(), w.t.record)
}

// group writes the methods that read, write and compare a record or a named payload; none compares a payload of which
// no two values differ.
func (w *codecWriter) group(read, write, compare, label, members string, of doc, g gen.Group) {
	w.reader(read, of, w.readGroup(members, g)...)
	w.writer(write, of, w.writeGroup(label, g)...)
	operands := w.compareParts(g)
	switch {
	case len(operands) > 0:
		w.comparison(compare, of, true, returned("||", operands))
	case strings.HasPrefix(compare, "override"):
		w.comparison(compare, of, false, text("return 0;"))
	}
}

// inOrder are the parts in canonical order, by code point of their names.
func inOrder(g gen.Group) []gen.Part {
	return slices.SortedFunc(slices.Values(g.Parts), func(a, b gen.Part) int { return strings.Compare(a.Wire, b.Wire) })
}

// locals name the variables of a group's parts: as the members are called, where nothing else is called so.
func (w *codecWriter) locals(g gen.Group) map[string]string {
	members := map[string]bool{}
	for _, part := range g.Parts {
		members[part.Name] = true
	}
	locals := map[string]string{}
	for _, part := range g.Parts {
		name := part.Name
		for isTaken(name) || w.codecNames[name] || name != part.Name && members[name] {
			name += "_"
		}
		locals[part.Name] = name
	}
	return locals
}

// isTaken reports what cannot be a variable where a value is read.
func isTaken(name string) bool {
	return reservedWords()["keywords"].Has(name) || reservedWords()[localScope].Has(name)
}

func (w *codecWriter) readGroup(members string, g gen.Group) []doc {
	if len(g.Parts) == 0 {
		return []doc{statement(call("r.object", text(members)), text(".next()")), text("return {};")}
	}
	locals := w.locals(g)
	var statements, cases, given []doc
	for _, part := range g.Parts {
		statements = append(statements, w.declareLocal(locals[part.Name], part.Term))
		if name := locals[part.Name]; name == part.Name {
			given = append(given, text(name))
		} else {
			given = append(given, memberOf(key(part.Name), text(name)))
		}
	}
	for _, part := range inOrder(g) {
		cases = append(cases, sequence(text("case ", literal(part.Wire), ":"), indent(
			hardLine, w.readField(locals[part.Name], part.Term), hardLine, text("break;"))))
	}
	statements = append(statements,
		statement(made("=", text("const o"), "r.object", members)),
		sequence(text("while (o.next()) "), block(sequence(text("switch (o.name) "), block(cases...)))))
	for _, part := range g.Parts {
		if part.Term.Kind == typespec.Param {
			name := locals[part.Name]
			absent := call("o.absent", text(literal(part.Wire)), reference("this."+w.t.argument(part.Term.Index)))
			statements = append(statements, when(condition(name, "===", "undefined"), statement(assigned(text(name), absent))))
		}
	}
	return append(statements, statement(text("return "), object(",", given)))
}

// declareLocal declares a part's variable: what may be left out has the value that it then has.
func (w *codecWriter) declareLocal(name string, t *typespec.Term) doc {
	switch t.Kind {
	case typespec.Option:
		return statement(moved(typed("let "+name, w.ts.term(t)), text(w.support("none", forValues))))
	case typespec.Param:
		return statement(typed("let "+name, orUndefined(w.ts.term(t))))
	}
	return statement(typed("let "+name+"!", w.ts.term(t)))
}

// readField reads the field form of a term into a variable: an Option's is that of what it holds.
func (w *codecWriter) readField(name string, t *typespec.Term) doc {
	switch t.Kind {
	case typespec.Option:
		return statement(assigned(text(name), call(w.support("some", forValues), w.read(t.Args[0]))))
	case typespec.Param:
		return statement(moved(text(name), call("this."+w.t.argument(t.Index)+".readField", text("r"))))
	}
	return statement(moved(text(name), w.read(t)))
}

func (w *codecWriter) writeGroup(label string, g gen.Group) []doc {
	statements := []doc{statement(call("w.object", text("v"), text(literal(label))))}
	for _, part := range inOrder(g) {
		name, value := text(literal(part.Wire)), text("v.", part.Name)
		switch part.Term.Kind {
		case typespec.Option:
			then := w.write(part.Term.Args[0], chain(text("v"), "."+part.Name, ".value"))
			statements = append(statements, when(call("w.some", name, value), then))
		case typespec.Param:
			codec := reference("this." + w.t.argument(part.Term.Index))
			statements = append(statements, statement(call("w.field", name, codec, value)))
		default:
			statements = append(statements, statement(call("w.member", name)), w.write(part.Term, value))
		}
	}
	return append(statements, text("w.endObject();"))
}

// compareParts writes the comparisons of the parts of a and b that may differ, in declaration order.
func (w *codecWriter) compareParts(g gen.Group) []doc {
	var operands []doc
	for _, part := range g.Parts {
		if compares(part.Term) {
			operands = append(operands, w.compare(part.Term, text("a.", part.Name), text("b.", part.Name)))
		}
	}
	return operands
}
