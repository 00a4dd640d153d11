package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/gen"
)

// typesFile writes types.go: the declared types.
func (p *plan) typesFile(f *jen.File) {
	for _, t := range p.order {
		p.writeType(f, t)
	}
	p.writeTuples(f)
}

func (p *plan) writeType(f *jen.File, t *typePlan) {
	switch t.form {
	case record:
		p.writeRecord(f, t)
	case sealed:
		p.writeSealed(f, t)
	case constants:
		p.writeConstants(f, t)
	case hostValue:
		p.writeToken(f, t)
	default:
		p.writeEmpty(f, t)
	}
}

// whatItIs says what a type is in Flow.
func (t *typePlan) whatItIs(kind string) string {
	return t.name.String() + " is the " + kind + " " + docLine(t.decl.Identity) + " of Flow."
}

func (p *plan) writeRecord(f *jen.File, t *typePlan) {
	lines := described(t.decl.Doc, t.whatItIs("record"))
	f.Add(comment(lines))
	f.Add(t.declared(t.name.String())).Struct(p.fields(t, t.parts)...)
	f.Line()
	if t.isError {
		p.writeError(f, t.self(), t.name.String(), p.shownWhole(t))
	}
}

// fields writes the fields of a struct.
func (p *plan) fields(t *typePlan, g gen.Group) []jen.Code {
	var list []jen.Code
	for i, part := range g.Parts {
		lines := docLines(part.Doc)
		if len(lines) > 0 {
			if i > 0 {
				list = append(list, jen.Line())
			}
			list = append(list, comment(lines))
		}
		list = append(list, jen.Id(part.Name).Add(p.in(t.decl).goType(part.Term)))
	}
	return list
}

// shownWhole writes the message of a declared error v that has a payload: its name and its JSON. A generic one has no codec
// at hand for its JSON.
func (p *plan) shownWhole(t *typePlan) *jen.Statement {
	if len(t.generic) > 0 {
		return jen.Lit(t.decl.Name)
	}
	return support("ErrorText").Types(t.self()).Call(jen.Lit(t.decl.Name), jen.Id(t.codec.String()).Call(), jen.Id("v"))
}

// writeError makes a type an error, whose message for a value v is text.
func (p *plan) writeError(f *jen.File, self jen.Code, name string, text *jen.Statement) {
	f.Comment("// Error says which declared error it is, so that " + name + " is an error that errors.As finds.")
	f.Func().Params(jen.Id("v").Add(self)).Id("Error").Params().String().Block(jen.Return(text))
	f.Line()
	f.Comment("// As makes errors.As find the error behind a pointer too.")
	f.Func().Params(jen.Id("v").Add(self)).Id("As").Params(jen.Id("target").Any()).Bool().Block(
		jen.List(jen.Id("into"), jen.Id("ok")).Op(":=").Id("target").Assert(jen.Op("*").Add(self)),
		jen.If(jen.Id("ok")).Block(jen.Op("*").Id("into").Op("=").Id("v")),
		jen.Return(jen.Id("ok")))
	f.Line()
}

func (p *plan) writeToken(f *jen.File, t *typePlan) {
	f.Add(comment(described(t.decl.Doc, t.whatItIs("host type"),
		"Only the host's side makes its values: each is a token, which Flow stores and hands back unchanged.")))
	f.Add(t.declared(t.name.String())).Struct(
		jen.Comment("// Token is what stands for the value in Flow."),
		jen.Id("Token").Add(support("JSON")))
	f.Line()
	f.Comment("// FlowToken gives the token.")
	f.Func().Params(jen.Id("v").Add(t.self())).Id("FlowToken").Params().Add(support("JSON")).Block(jen.Return(jen.Id("v").Dot("Token")))
	f.Line()
	if t.isError {
		p.writeError(f, t.self(), t.name.String(), p.shownWhole(t))
	}
}

// writeEmpty writes a type without values.
func (p *plan) writeEmpty(f *jen.File, t *typePlan) {
	sentence := "It has no values."
	if !p.reach.Valued(t.decl) {
		sentence = "It stands in type arguments alone: no value of it crosses."
	}
	var embedded []jen.Code
	if t.isError {
		embedded = append(embedded, jen.Error())
	}
	f.Add(comment(described(t.decl.Doc, t.whatItIs(t.decl.Kind.String()), sentence)))
	f.Add(t.declared(t.name.String())).Interface(append(embedded, jen.Id("is"+t.name.String()).Params(t.arguments()...))...)
	f.Line()
}

func (p *plan) writeConstants(f *jen.File, t *typePlan) {
	name := t.name.String()
	f.Add(comment(described(t.decl.Doc, t.whatItIs("enum"), "The zero value is none of its constructors.")))
	f.Add(t.declared(name)).Uint32()
	f.Line()
	p.writeConstantList(f, t, name, func(c *constructorPlan) (string, []string) {
		return c.name.String(), described(c.decl.Doc, c.name.String()+" is its constructor "+c.decl.Name+".")
	})
	p.writeString(f, t, name, func(c *constructorPlan) string { return c.name.String() })
	p.writeParse(f, t)
	if t.isError {
		f.Comment("// Error names the declared error, so that " + name + " is an error that errors.As finds.")
		f.Func().Params(jen.Id("v").Id(name)).Id("Error").Params().String().
			Block(jen.Return(jen.Lit(t.decl.Name + ".").Op("+").Id("v").Dot("String").Call()))
		f.Line()
	}
}

// writeConstantList writes the constants of a type, from 1.
func (p *plan) writeConstantList(f *jen.File, t *typePlan, name string, of func(*constructorPlan) (string, []string)) {
	f.Comment("// The constructors of " + t.name.String() + ".")
	f.Const().DefsFunc(func(g *jen.Group) {
		for i := range t.constructors {
			constant, lines := of(&t.constructors[i])
			g.Add(comment(lines))
			if i == 0 {
				g.Id(constant).Id(name).Op("=").Iota().Op("+").Lit(1)
			} else {
				g.Id(constant)
			}
		}
	})
	f.Line()
}

// writeString writes the method that prints the constants of a type as Flow spells them.
func (p *plan) writeString(f *jen.File, t *typePlan, name string, of func(*constructorPlan) string) {
	f.Comment("// String gives the constructor's name in Flow; what is no constructor prints as such.")
	f.Func().Params(jen.Id("v").Id(name)).Id("String").Params().String().Block(
		jen.Switch(jen.Id("v")).BlockFunc(func(g *jen.Group) {
			for i := range t.constructors {
				g.Case(jen.Id(of(&t.constructors[i]))).Block(jen.Return(jen.Lit(t.constructors[i].decl.Name)))
			}
		}),
		jen.Return(support("NoConstructor").Call(jen.Lit(name), jen.Uint32().Call(jen.Id("v")))))
	f.Line()
}

func (p *plan) writeParse(f *jen.File, t *typePlan) {
	name, parse := t.name.String(), t.parse.String()
	f.Comment("// " + parse + " gives the constructor of this name in Flow; ok is false where there is none.")
	f.Func().Id(parse).Params(jen.Id("text").String()).Params(jen.Id("v").Id(name), jen.Id("ok").Bool()).Block(
		jen.Switch(jen.Id("text")).BlockFunc(func(g *jen.Group) {
			for _, c := range t.constructors {
				g.Case(jen.Lit(c.decl.Name)).Block(jen.Return(jen.Id(c.name.String()), jen.True()))
			}
		}),
		jen.Return(jen.Lit(0), jen.False()))
	f.Line()
}

// writeSealed writes an interface and a struct for each constructor.
func (p *plan) writeSealed(f *jen.File, t *typePlan) {
	name, kind := t.name.String(), t.kind.String()
	var names []string
	for _, c := range t.constructors {
		names = append(names, c.name.String())
	}
	lines := described(t.decl.Doc, t.whatItIs("enum"),
		"A value is one of its constructors: "+strings.Join(names, ", ")+".",
		"Switch over its type, or over its Kind, which linters can hold to all constants.")
	f.Add(comment(lines))
	f.Comment("//")
	f.Comment("//sumtype:decl")
	f.Add(t.declared(name)).InterfaceFunc(func(g *jen.Group) {
		if t.isError {
			g.Error()
		}
		g.Comment("// Kind says which constructor it is.")
		g.Id("Kind").Params().Id(kind)
		g.Id(sealMethod(t)).Params().Add(t.self())
	})
	f.Line()
	f.Comment("// " + kind + " says which constructor of " + name + " a value is.")
	f.Type().Id(kind).Uint32()
	f.Line()
	p.writeConstantList(f, t, kind, func(c *constructorPlan) (string, []string) {
		return c.kind.String(), []string{c.kind.String() + " is the kind of " + c.name.String() + "."}
	})
	p.writeString(f, t, kind, func(c *constructorPlan) string { return c.kind.String() })
	for i := range t.constructors {
		p.writeConstructor(f, t, &t.constructors[i])
	}
}

// sealMethod names the method that only constructors of the enum have. It gives the constructor as a value of the enum,
// so that a pointer to one means the same.
func sealMethod(t *typePlan) string { return "as" + t.name.String() }

func (p *plan) writeConstructor(f *jen.File, t *typePlan, c *constructorPlan) {
	name := c.name.String()
	f.Add(comment(described(c.decl.Doc, name+" is the constructor "+c.decl.Name+" of "+t.name.String()+".")))
	f.Add(t.declared(name)).Struct(p.fields(t, c.parts)...)
	f.Line()
	f.Comment("// Kind gives " + c.kind.String() + ".")
	f.Func().Params(t.selfOf(c)).Id("Kind").Params().Id(t.kind.String()).Block(jen.Return(jen.Id(c.kind.String())))
	f.Line()
	if t.isError {
		text := jen.Lit(t.decl.Name + "." + c.decl.Name)
		if c.parts.Kind != gen.NoParts && len(t.generic) == 0 {
			text = p.shownWhole(t)
		}
		p.writeError(f, t.selfOf(c), name, text)
	}
	f.Func().Params(jen.Id("v").Add(t.selfOf(c))).Id(sealMethod(t)).Params().Add(t.self()).Block(jen.Return(jen.Id("v")))
	f.Line()
}
