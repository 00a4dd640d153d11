package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// toolsFile writes tools.go: the interface that an author implements, and how it is served.
func (p *plan) toolsFile(f *jen.File) {
	f.PackageComment("// Package " + p.pkg + " has Tools that are declared in Flow, to implement in Go: give Serve an implementation of Tools.")
	p.writeInterface(f)
	p.writeServe(f)
	p.writeToolkit(f)
	for _, t := range p.tools {
		p.writeTool(f, t)
	}
}

func (p *plan) writeInterface(f *jen.File) {
	f.Comment("// Tools is what an author implements: a method for each Tool, which may run in several goroutines at once.")
	f.Comment("//")
	f.Comment("// A method gives the success value, or the declared error as its error. flow.NotRun and flow.Unknown make errors that")
	f.Comment("// are answered as what they say; any other error is answered Unknown. flow.CallOf(ctx) knows the ids of the call, and")
	f.Comment("// for a generic Tool the caller's types; ctx is cancelled when the host asks to stop.")
	f.Type().Id("Tools").InterfaceFunc(func(g *jen.Group) {
		for i, t := range p.tools {
			if i > 0 {
				g.Line()
			}
			g.Add(comment(t.doc()))
			params := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
			for _, q := range t.params {
				params = append(params, jen.Id(q.Name).Add(p.in(nil).goType(q.Term)))
			}
			method := g.Id(t.method.String()).Params(params...)
			if t.hasValue() {
				method.Params(p.in(nil).goType(t.tool.Ok), jen.Error())
			} else {
				method.Error()
			}
		}
	})
	f.Line()
}

// hasValue says whether a Tool's method gives a value beside its error: Unit says nothing, and Never does not exist.
func (t *toolPlan) hasValue() bool {
	return t.tool.Ok.Kind != typespec.Unit && t.tool.Ok.Kind != typespec.Never
}

// doc says what a Tool does, which error it declares, and what it is in Flow.
func (t *toolPlan) doc() []string {
	var sentences []string
	for _, q := range t.params {
		if q.Name != q.Wire {
			sentences = append(sentences, q.Name+" is the parameter "+q.Wire+" of Flow.")
		}
	}
	if t.tool.Ok.Kind == typespec.Never {
		sentences = append(sentences, "It never succeeds: a nil error is answered Unknown.")
	}
	switch t.tool.Err.Kind {
	case typespec.Never:
	case typespec.Named:
		sentences = append(sentences, "Its declared error is "+docLine(t.flowType(t.tool.Err))+".")
	default:
		sentences = append(sentences, "Its declared error is "+docLine(t.flowType(t.tool.Err))+", which flow.Fail makes an error.")
	}
	sentences = append(sentences, "", "In Flow:", "", "\t"+docLine(gen.Signature(t.tool)), "", "Identity: "+docLine(t.tool.Identity))
	return described(t.tool.Doc, append([]string{t.method.String() + " answers the Tool " + t.flowName() + "."}, sentences...)...)
}

func (t *toolPlan) flowType(of *typespec.Term) string { return typespec.FlowType(of, t.tool.Generic) }

func (t *toolPlan) flowName() string { return typespec.ParseIdentity(t.tool.Identity).Name }

func (p *plan) writeServe(f *jen.File) {
	f.Comment("// Serve answers describe and calls on standard input and output with an implementation, until the input ends. What")
	f.Comment("// prints to standard output meanwhile lands on standard error. The error says why the streams cannot be taken.")
	f.Func().Id("Serve").Params(
		jen.Id("ctx").Qual("context", "Context"), jen.Id("tools").Id("Tools"), jen.Id("options").Op("...").Add(support("ServeOption")),
	).Error().Block(jen.Return(support("Serve").Call(jen.Id("ctx"), jen.Id("Toolkit").Call(jen.Id("tools")), jen.Id("options").Op("..."))))
	f.Line()
	f.Comment("// Local calls an implementation in process, with the outcomes that a host would get: for tests, and for programs that")
	f.Comment("// hold host and Tools at once.")
	f.Func().Id("Local").Params(jen.Id("tools").Id("Tools"), jen.Id("limits").Op("...").Add(support("Limits"))).Op("*").Add(support("Local")).
		Block(jen.Return(support("NewLocal").Call(jen.Id("Toolkit").Call(jen.Id("tools")), jen.Id("limits").Op("..."))))
	f.Line()
}

func (p *plan) writeToolkit(f *jen.File) {
	f.Comment("// Toolkit is the table of all Tools, bound to an implementation.")
	f.Func().Id("Toolkit").Params(jen.Id("tools").Id("Tools")).Op("*").Add(support("Toolkit")).BlockFunc(func(g *jen.Group) {
		args := []jen.Code{jen.Id("listing")}
		for _, t := range p.tools {
			args = append(args, jen.Line().Id("tool"+t.method.String()).Call(jen.Id("tools")))
		}
		if len(p.tools) > 0 {
			args = append(args, jen.Line())
		}
		g.Return(support("NewToolkit").Call(args...))
	})
	f.Line()
}

// writeTool writes a Tool's row of the table.
func (p *plan) writeTool(f *jen.File, t *toolPlan) {
	isGeneric := len(t.tool.Generic) > 0
	roots := p.rootsOf(t)
	rows := []jen.Code{
		jen.Line().Id("Identity").Op(":").Lit(t.tool.Identity),
		jen.Line().Id("Fingerprint").Op(":").Lit(t.tool.Fingerprint()),
	}
	if isGeneric {
		rows = append(rows, jen.Line().Id("Generic").Op(":").Add(texts(t.tool.Generic)))
	}
	if len(t.params) > 0 {
		var names []string
		for _, q := range t.params {
			names = append(names, q.Wire)
		}
		rows = append(rows, jen.Line().Id("Params").Op(":").Add(texts(names)))
	}
	if isGeneric {
		p.writeRoots(f, t, roots)
		rows = append(rows, jen.Line().Id("Codecs").Op(":").Func().Params(jen.Id("bindings").Index().Add(support("Codec").Types(support("Generic")))).
			Any().Block(jen.Return(jen.Id(t.codecs.String()).Values(roots.values()...))))
	}
	rows = append(rows, jen.Line().Id("Handle").Op(":").Func().Params(jen.Id("in").Op("*").Add(support("Invocation"))).
		BlockFunc(func(g *jen.Group) { p.writeHandler(g, t, roots) }), jen.Line())
	f.Func().Id("tool" + t.method.String()).Params(jen.Id("tools").Id("Tools")).Add(support("Tool")).Block(
		jen.Return(support("Tool").Values(rows...)))
	f.Line()
}

func texts(list []string) *jen.Statement {
	var items []jen.Code
	for _, text := range list {
		items = append(items, jen.Lit(text))
	}
	return jen.Index().String().Values(items...)
}

// roots are the codecs of a Tool's parameters, of its success value and of its error.
type roots struct {
	names  []string
	types  []*jen.Statement
	codecs []*jen.Statement
	// in writes one of them where a call is handled: it itself, or where it was made for the types of the call.
	in func(i int) *jen.Statement
}

func (p *plan) rootsOf(t *toolPlan) roots {
	c := &codecs{scope: p.in(nil), global: p.shared}
	r := roots{names: t.roots}
	add := func(term *typespec.Term) {
		r.types = append(r.types, c.goType(term))
		r.codecs = append(r.codecs, c.of(term))
	}
	for _, q := range t.params {
		add(q.Term)
	}
	add(t.tool.Ok)
	add(t.tool.Err)
	r.in = func(i int) *jen.Statement { return r.codecs[i] }
	if len(t.tool.Generic) > 0 {
		r.in = func(i int) *jen.Statement { return jen.Id("codecs").Dot(r.names[i]) }
	}
	return r
}

// values writes the codecs by their names, as the elements of their struct.
func (r roots) values() []jen.Code {
	var values []jen.Code
	for i, name := range r.names {
		values = append(values, jen.Line().Id(name).Op(":").Add(r.codecs[i]))
	}
	return append(values, jen.Line())
}

// writeRoots writes the struct of the codecs that a generic Tool has for the types of a call.
func (p *plan) writeRoots(f *jen.File, t *toolPlan, r roots) {
	name := t.codecs.String()
	f.Comment("// " + name + " are the codecs of " + t.method.String() + "'s parameters, success value and declared error at the types of a call. Its method")
	f.Comment("// gets them from flow.RootCodecs[" + name + "](flow.CallOf(ctx)), to decode a model's answer by, say.")
	f.Type().Id(name).StructFunc(func(g *jen.Group) {
		for i, name := range r.names {
			g.Id(name).Add(support("Codec").Types(r.types[i]))
		}
	})
	f.Line()
}

// writeHandler writes what answers a call: the arguments, the author's method, its outcome.
func (p *plan) writeHandler(g *jen.Group, t *toolPlan, r roots) {
	if len(t.tool.Generic) > 0 {
		g.Id("codecs").Op(":=").Add(support("CodecsOf").Types(jen.Id(t.codecs.String()))).Call(jen.Id("in"))
	}
	args := []jen.Code{jen.Id("in").Dot("Context").Call()}
	for i := range t.params {
		g.Id(argumentName(i)).Op(":=").Add(p.in(nil).inferred(support("Argument"), t.params[i].Term).Call(jen.Id("in"), jen.Lit(i), r.in(i)))
		args = append(args, jen.Id(argumentName(i)))
	}
	g.If(jen.Op("!").Id("in").Dot("Begin").Call()).Block(jen.Return())
	called := jen.Id("tools").Dot(t.method.String()).Call(args...)
	ok, err := r.in(len(t.params)), r.in(len(t.params)+1)
	value := jen.Id("value")
	switch {
	case t.hasValue():
		g.List(jen.Id("value"), jen.Err()).Op(":=").Add(called)
	case t.tool.Ok.Kind == typespec.Unit:
		g.Err().Op(":=").Add(called)
		value = support("Unit").Values()
	default:
		g.Err().Op(":=").Add(called)
		value = jen.Nil()
	}
	g.Add(p.in(nil).inferred(support("Settle"), t.tool.Ok, t.tool.Err).Call(jen.Id("in"), ok, err, value, jen.Err()))
}
