package golang

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// read writes an expression that reads the value form of a term: straight from the Reader where it can.
func (c *codecs) read(t *typespec.Term) *jen.Statement {
	if primitiveTypes[t.Kind] != nil {
		return jen.Id("r").Dot(kindWords[t.Kind]).Call()
	}
	return c.direct(t).Dot("Decode").Call(jen.Id("r"))
}

// direct writes a term's codec for a call of one of its methods: a declared type's own struct, which needs no dispatch.
func (c *codecs) direct(t *typespec.Term) *jen.Statement {
	if t.Kind == typespec.Named && !c.boxes.needed(c.owner, t) && len(t.Args) == 0 {
		return jen.Id(c.types[t.Decl].codecType()).Values()
	}
	return c.of(t)
}

// append writes a statement that writes the value form of a term.
func (c *codecs) append(t *typespec.Term, value *jen.Statement) *jen.Statement {
	if primitiveTypes[t.Kind] != nil {
		return jen.Id("w").Dot(kindWords[t.Kind]).Call(value)
	}
	return c.direct(t).Dot("Append").Call(jen.Id("w"), value)
}

// compare writes an expression that compares two values of a term.
func (c *codecs) compare(t *typespec.Term, a, b *jen.Statement) *jen.Statement {
	switch t.Kind {
	case typespec.Int, typespec.Decimal, typespec.Instant, typespec.Duration, typespec.JSONValue:
		return a.Dot("Compare").Call(b)
	case typespec.Bool:
		return support("CompareBool").Call(a, b)
	case typespec.Text:
		return jen.Qual("strings", "Compare").Call(a, b)
	case typespec.Bytes:
		return jen.Qual("bytes", "Compare").Call(a, b)
	}
	return c.of(t).Dot("Compare").Call(a, b)
}

// readGroup writes the statements that read a record or payload into v.
func (w *codecWriter) readGroup(g *jen.Group, parts gen.Group) {
	switch parts.Kind {
	case gen.OnePart:
		g.Id("v").Dot(parts.Parts[0].Name).Op("=").Add(w.read(parts.Parts[0].Term))
	case gen.SeveralParts:
		g.Id("t").Op(":=").Id("r").Dot("Tuple").Call(jen.Lit(len(parts.Parts)))
		for _, part := range parts.Parts {
			g.Id("t").Dot("Item").Call()
			g.Id("v").Dot(part.Name).Op("=").Add(w.read(part.Term))
		}
		g.Id("t").Dot("End").Call()
	case gen.NamedParts:
		w.readObject(g, parts.Parts)
	}
}

func (w *codecWriter) readObject(g *jen.Group, parts []gen.Part) {
	g.Id("o").Op(":=").Id("r").Dot("Object").Call()
	if len(parts) == 0 {
		g.For(jen.Id("o").Dot("Next").Call()).Block(jen.Id("o").Dot("Skip").Call())
		return
	}
	g.For(jen.Id("o").Dot("Next").Call()).Block(jen.Switch(jen.Id("o").Dot("Name")).BlockFunc(func(g *jen.Group) {
		for i, part := range parts {
			g.Case(jen.Lit(part.Wire)).Block(
				jen.Id("o").Dot("Known").Call(jen.Lit(i)),
				jen.Id("v").Dot(part.Name).Op("=").Add(w.readField(part.Term)))
		}
		g.Default().Block(jen.Id("o").Dot("Skip").Call())
	}))
	for i, part := range parts {
		switch part.Term.Kind {
		case typespec.Option:
		case typespec.Param:
			g.If(jen.Op("!").Id("o").Dot("Has").Call(jen.Lit(i))).Block(
				jen.Id("v").Dot(part.Name).Op("=").Id("c").Dot(fieldName(part.Term.Index)).Dot("Absent").
					Call(jen.Op("&").Id("o"), jen.Lit(part.Wire)))
		default:
			g.Id("o").Dot("Require").Call(jen.Lit(i), jen.Lit(part.Wire))
		}
	}
}

// readField writes an expression that reads the field form of a term: an Option's is that of what it holds.
func (w *codecWriter) readField(t *typespec.Term) *jen.Statement {
	switch t.Kind {
	case typespec.Option:
		return support("Some").Call(w.read(t.Args[0]))
	case typespec.Param:
		return jen.Id("c").Dot(fieldName(t.Index)).Dot("Decode").Call(jen.Id("r"))
	}
	return w.read(t)
}

// appendGroup writes the statements that write a record or payload v.
func (w *codecWriter) appendGroup(g *jen.Group, parts gen.Group) {
	v := func(part gen.Part) *jen.Statement { return jen.Id("v").Dot(part.Name) }
	switch parts.Kind {
	case gen.OnePart:
		g.Add(w.append(parts.Parts[0].Term, v(parts.Parts[0])))
	case gen.SeveralParts:
		g.If(jen.Op("!").Id("w").Dot("Array").Call()).Block(jen.Return())
		for _, part := range parts.Parts {
			g.Id("w").Dot("Item").Call()
			g.Add(w.append(part.Term, v(part)))
		}
		g.Id("w").Dot("EndArray").Call()
	case gen.NamedParts:
		g.If(jen.Op("!").Id("w").Dot("Object").Call()).Block(jen.Return())
		inOrder := slices.SortedFunc(slices.Values(parts.Parts), func(a, b gen.Part) int { return strings.Compare(a.Wire, b.Wire) })
		for _, part := range inOrder {
			w.appendField(g, part, v(part))
		}
		g.Id("w").Dot("EndObject").Call()
	}
}

func (w *codecWriter) appendField(g *jen.Group, part gen.Part, value *jen.Statement) {
	switch part.Term.Kind {
	case typespec.Option:
		g.If(jen.List(jen.Id("some"), jen.Id("ok")).Op(":=").Add(value).Dot("Get").Call(), jen.Id("ok")).Block(
			jen.Id("w").Dot("Member").Call(jen.Lit(part.Wire)),
			w.append(part.Term.Args[0], jen.Id("some")))
	case typespec.Param:
		g.Id("c").Dot(fieldName(part.Term.Index)).Dot("Append").Call(jen.Id("w"), jen.Lit(part.Wire), value)
	default:
		g.Id("w").Dot("Member").Call(jen.Lit(part.Wire))
		g.Add(w.append(part.Term, value))
	}
}

// compareGroup writes the statements that return the order of a and b, part by part. The last part decides.
func (w *codecWriter) compareGroup(g *jen.Group, parts gen.Group) {
	compared := slices.DeleteFunc(slices.Clone(parts.Parts), func(part gen.Part) bool { return part.Term.Kind == typespec.Unit })
	for i, part := range compared {
		order := w.compare(part.Term, jen.Id("a").Dot(part.Name), jen.Id("b").Dot(part.Name))
		if i == len(compared)-1 {
			g.Return(order)
			return
		}
		g.If(jen.Id("order").Op(":=").Add(order), jen.Id("order").Op("!=").Lit(0)).Block(jen.Return(jen.Id("order")))
	}
	g.Return(jen.Lit(0))
}

// fieldForms are the places of the type parameters that stand as the type of a field, and so decide whether it is there.
func (w *codecWriter) fieldForms() []int {
	found := map[int]bool{}
	note := func(parts gen.Group) {
		for _, part := range parts.Parts {
			if parts.Kind == gen.NamedParts && part.Term.Kind == typespec.Param {
				found[part.Term.Index] = true
			}
		}
	}
	note(w.t.parts)
	for _, c := range w.t.constructors {
		note(c.parts)
	}
	var places []int
	for _, place := range w.t.held {
		if found[place] {
			places = append(places, place)
		}
	}
	return places
}
