package golang

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/typespec"
)

// toolsFile writes tools.go: the interface that an author implements, and how it is served.
func (p *plan) toolsFile(f *jen.File) {
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
				params = append(params, jen.Id(q.name).Add(p.in(nil).goType(q.term)))
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
		if q.name != q.wire {
			sentences = append(sentences, q.name+" is the parameter "+q.wire+" of Flow.")
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
	sentences = append(sentences, "", "In Flow:", "", "\t"+docLine(t.signature()), "", "Identity: "+docLine(t.tool.Identity))
	return described(t.tool.Doc, append([]string{t.method.String() + " answers the Tool " + t.flowName() + "."}, sentences...)...)
}

func (t *toolPlan) flowType(of *typespec.Term) string { return typespec.FlowType(of, t.tool.Generic) }

func (t *toolPlan) flowName() string { return typespec.ParseIdentity(t.tool.Identity).Name }

// signature is a Tool's head in Flow's notation.
func (t *toolPlan) signature() string {
	var b strings.Builder
	b.WriteString(t.flowName())
	if len(t.tool.Generic) > 0 {
		b.WriteString("<" + strings.Join(t.tool.Generic, ", ") + ">")
	}
	b.WriteString("(")
	for i, q := range t.tool.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(q.Name + ": " + t.flowType(q.Type))
	}
	b.WriteString(") -> Result<" + t.flowType(t.tool.Ok) + ", " + t.flowType(t.tool.Err) + ">")
	return b.String()
}
