package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/gen"
)

// choose writes the switch over a constructor's name that reads a value into v.
func (w *codecWriter) choose(g *jen.Group, each func(g *jen.Group, c *constructorPlan)) {
	g.Id("k").Op(":=").Id("r").Dot("Constructor").Call(jen.Lit(w.t.name.String()))
	g.Switch(jen.Id("k").Dot("Name")).BlockFunc(func(g *jen.Group) {
		for i := range w.t.constructors {
			c := &w.t.constructors[i]
			g.Case(jen.Lit(c.decl.Name)).BlockFunc(func(g *jen.Group) {
				if c.parts.Kind == gen.NoParts {
					g.Id("k").Dot("Bare").Call()
				} else {
					g.Id("k").Dot("Payload").Call()
				}
				each(g, c)
			})
		}
		g.Default().Block(jen.Id("k").Dot("Unknown").Call())
	})
	g.Id("k").Dot("End").Call()
}

func (w *codecWriter) writeConstantsCodec() {
	t := w.t
	w.decode(func(g *jen.Group) {
		w.choose(g, func(g *jen.Group, c *constructorPlan) { g.Id("v").Op("=").Id(c.name.String()) })
	})
	w.appendMethod("Append", t.self(), func(g *jen.Group) {
		g.Switch(jen.Id("v")).BlockFunc(func(g *jen.Group) {
			for _, c := range t.constructors {
				g.Case(jen.Id(c.name.String())).Block(jen.Id("w").Dot("Constructor").Call(jen.Lit(c.decl.Name)))
			}
			g.Default().Block(w.misfit(jen.Lit("no constructor of " + t.name.String() + ": ").Op("+").Id("v").Dot("String").Call()))
		})
	})
	w.compareMethod("Compare", t.self(), func(g *jen.Group) {
		g.Return(jen.Qual("cmp", "Compare").Call(jen.Id("a"), jen.Id("b")))
	})
}

// misfit writes the statement that refuses a Go value which is none of the type.
func (w *codecWriter) misfit(message *jen.Statement) *jen.Statement {
	return jen.Id("w").Dot("Fail").Call(support("CodeType"), message)
}

func (w *codecWriter) writeSealedCodec() {
	t := w.t
	w.decode(func(g *jen.Group) {
		w.choose(g, func(g *jen.Group, c *constructorPlan) {
			if c.parts.Kind == gen.NoParts {
				g.Id("v").Op("=").Add(t.selfOf(c)).Values()
				return
			}
			g.Id("v").Op("=").Id("c").Dot("decode" + c.name.String()).Call(jen.Id("r"))
		})
	})
	w.appendMethod("Append", t.self(), w.appendSealed)
	w.compareMethod("Compare", t.self(), w.compareSealed)
	for i := range t.constructors {
		if c := &t.constructors[i]; c.parts.Kind != gen.NoParts {
			w.writePayload(c)
		}
	}
}

// writePayload writes the methods that read, write and compare the payload of a constructor.
func (w *codecWriter) writePayload(c *constructorPlan) {
	self, name := w.t.selfOf(c), c.name.String()
	w.method("decode"+name, []jen.Code{jen.Id("r").Op("*").Add(support("Reader"))}, []jen.Code{jen.Id("v").Add(self)},
		func(g *jen.Group) {
			w.readGroup(g, c.parts)
			g.Return(jen.Id("v"))
		})
	w.appendMethod("append"+name, self, func(g *jen.Group) { w.appendGroup(g, c.parts) })
	w.compareMethod("compare"+name, self, func(g *jen.Group) { w.compareGroup(g, c.parts) })
}

func (w *codecWriter) appendSealed(g *jen.Group) {
	t := w.t
	g.Switch(jen.Id("v").Op(":=").Id("v").Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
		for i := range t.constructors {
			c := &t.constructors[i]
			body := jen.Id("w").Dot("Constructor").Call(jen.Lit(c.decl.Name))
			if c.parts.Kind != gen.NoParts {
				body = jen.If(jen.Id("w").Dot("Payload").Call(jen.Lit(c.decl.Name))).Block(
					jen.Id("c").Dot("append"+c.name.String()).Call(jen.Id("w"), jen.Id("v")),
					jen.Id("w").Dot("EndObject").Call())
			}
			g.Case(t.selfOf(c)).Block(body)
		}
		g.Default().Block(
			jen.If(support("IsNil").Call(jen.Id("v"))).Block(
				w.misfit(jen.Lit("no constructor of "+t.name.String()+": nil")),
				jen.Return()),
			jen.Comment("// a pointer to a constructor"),
			jen.Id("c").Dot("Append").Call(jen.Id("w"), jen.Id("v").Dot(sealMethod(t)).Call()))
	})
}

func (w *codecWriter) compareSealed(g *jen.Group) {
	t := w.t
	order := jen.Qual("cmp", "Compare").Call(jen.Id("a").Dot("Kind").Call(), jen.Id("b").Dot("Kind").Call())
	var cases []jen.Code
	for i := range t.constructors {
		c := &t.constructors[i]
		if c.parts.Kind == gen.NoParts {
			continue
		}
		cases = append(cases, jen.Case(t.selfOf(c)).Block(
			jen.Return(jen.Id("c").Dot("compare"+c.name.String()).Call(jen.Id("a"), jen.Id("b").Assert(t.selfOf(c))))))
	}
	if len(cases) == 0 {
		g.Return(order)
		return
	}
	seal := sealMethod(t)
	g.List(jen.Id("a"), jen.Id("b")).Op("=").List(jen.Id("a").Dot(seal).Call(), jen.Id("b").Dot(seal).Call())
	g.If(jen.Id("order").Op(":=").Add(order), jen.Id("order").Op("!=").Lit(0)).Block(jen.Return(jen.Id("order")))
	g.Switch(jen.Id("a").Op(":=").Id("a").Assert(jen.Type())).Block(cases...)
	g.Return(jen.Lit(0))
}
