package rust

import (
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// toolsFile writes tools.rs: the trait that an author implements, and how it is served.
func (p *plan) toolsFile(w *printer) {
	body := &printer{}
	p.writeTrait(body)
	for _, t := range p.tools {
		if t.context != nil {
			p.writeContext(body, t)
		}
	}
	p.writeServe(body)
	p.writeToolkit(body)
	for _, t := range p.tools {
		p.writeAnswer(body, t)
	}
	p.writeLocal(body)
	w.line()
	w.line("//! The Tools: what an author implements, and how it is served.")
	w.blank()
	if len(p.tools) > 0 {
		w.line("use std::future::Future;")
		w.line("use std::sync::Arc;")
		w.blank()
	}
	if strings.Contains(withoutDocs(body.String()), "types::") {
		w.line("use super::{declarations, flow, types};")
	} else {
		w.line("use super::{declarations, flow};")
	}
	w.WriteString(body.String())
}

// withoutDocs leaves out the comments of code.
func withoutDocs(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i], _, _ = strings.Cut(line, "///")
	}
	return strings.Join(lines, "\n")
}

func (p *plan) writeTrait(w *printer) {
	w.blank()
	w.doc([]string{
		"What an author implements: a method for each Tool, which may run many times at once.",
		"",
		"Write the methods as `async fn`. A method gives the success value, or stops: with its declared error, by `?` or",
		"`Err(error.into())`, or with a [`flow::Problem`], which says that the call was not run or that its end is unknown.",
	})
	if len(p.tools) == 0 {
		w.line("pub trait Tools: Send + Sync + 'static {}")
		return
	}
	w.block("pub trait Tools: Send + Sync + 'static", func() {
		for i, t := range p.tools {
			if i > 0 {
				w.blank()
			}
			w.doc(p.toolDoc(t))
			w.function("fn "+t.rustName(), nil, p.parameters(t, p.inTools(), rustType{name: "&" + t.contextName()}), p.future(t), ";")
		}
	})
}

// rustName is the name of a Tool's method.
func (t *toolPlan) rustName() string { return identifier(t.method.String()) }

// contextName is the type of what a Tool's method gets beside its parameters.
func (t *toolPlan) contextName() string {
	if t.context != nil {
		return t.context.String()
	}
	return "flow::Context"
}

// parameters are those of a Tool's method.
func (p *plan) parameters(t *toolPlan, s scope, context rustType) []parameter {
	list := []parameter{{name: "&self"}, {name: "ctx", of: context}}
	for _, q := range t.params {
		list = append(list, parameter{identifier(q.Name), s.rustType(q.Term)})
	}
	return list
}

// future is what a Tool's method gives.
func (p *plan) future(t *toolPlan) rustType {
	s := p.inTools()
	outcome := rustType{name: "flow::Outcome", args: []rustType{s.rustType(t.tool.Ok), s.rustType(t.tool.Err)}}
	return rustType{name: "impl Future", args: []rustType{outcome.called("Output = ")}, after: " + Send"}
}

// toolDoc says what a Tool does, what it is in Flow, and which error it declares.
func (p *plan) toolDoc(t *toolPlan) []string {
	lines := orElse(t.tool.Doc, "Answers the Tool "+code(t.flowName())+".")
	for _, q := range t.params {
		if q.Name != q.Wire {
			lines = append(lines, "", code(q.Name)+" is the parameter "+code(q.Wire)+" of Flow.")
		}
	}
	if t.tool.Ok.Kind == typespec.Never {
		lines = append(lines, "", "It never succeeds: there is no value that it could give.")
	}
	return append(lines, "",
		"In Flow: "+code(gen.Signature(t.tool)), "",
		"Identity: "+code(t.tool.Identity), "",
		"# Errors", "",
		p.errorDoc(t))
}

// errorDoc says with which errors a Tool may end.
func (p *plan) errorDoc(t *toolPlan) string {
	switch t.tool.Err.Kind {
	case typespec.Never:
		return "It declares none. A [`flow::Problem`] says what else went wrong."
	case typespec.Named:
		return "The declared error is " + code(p.inTools().rustType(t.tool.Err).flat()) + "."
	}
	return "The declared error is " + code(p.inTools().rustType(t.tool.Err).flat()) + ", which `flow::Stop::Failed` makes one."
}

func (t *toolPlan) flowName() string { return typespec.ParseIdentity(t.tool.Identity).Name }

// writeContext writes the context of a generic Tool: the codecs at the caller's types, each with its type.
func (p *plan) writeContext(w *printer, t *toolPlan) {
	name, s := t.context.String(), p.inTools()
	w.blank()
	w.doc([]string{
		"The context of a call to `" + t.method.String() + "`: a [`flow::GenericContext`] with the codecs at the caller's types.",
	})
	w.line("#[derive(Debug, Clone)]")
	w.block("pub struct "+name, func() { w.line("context: flow::GenericContext,") })
	w.blank()
	w.block("impl std::ops::Deref for "+name, func() {
		w.line("type Target = flow::GenericContext;")
		w.blank()
		w.block("fn deref(&self) -> &flow::GenericContext", func() { w.line("&self.context") })
	})
	w.blank()
	w.block("impl "+name, func() {
		for i, own := range t.tool.Generic {
			binding := rustType{name: "flow::Codec", args: []rustType{{name: s.bindings(i)}}}
			w.doc([]string{
				"Gives the codec of what the caller bound to the type parameter " + code(own) + ".", "", "# Errors", "",
				"No value of that type can cross.",
			})
			w.accessor(t.codecs[i], rustType{name: "Result", args: []rustType{binding, {name: "flow::Unavailable"}}},
				"self.context.binding("+strconv.Itoa(i)+")")
			w.blank()
		}
		for _, q := range t.params {
			w.root("param_"+q.Name, "the parameter "+code(q.Wire), s.rustType(q.Term))
			w.blank()
		}
		w.root("ok", "the success value", s.rustType(t.tool.Ok))
		w.blank()
		w.root("err", "the declared error", s.rustType(t.tool.Err))
	})
}

// root writes the method that gives the codec of a root.
func (p *printer) root(name, what string, of rustType) {
	p.doc([]string{"Gives the codec of " + what + "."})
	p.line("#[must_use]")
	p.accessor(name, rustType{name: "flow::Codec", args: []rustType{of}}, "self.context.root()")
}

// accessor writes a method without parameters, of one expression.
func (p *printer) accessor(name string, result rustType, body string) {
	p.function("pub fn "+name, nil, []parameter{{name: "&self"}}, result, " {")
	p.within(func() { p.line(body) })
	p.line("}")
}

func (p *plan) writeServe(w *printer) {
	w.blank()
	w.doc([]string{
		"Answers describe and calls on standard input and output with an implementation, until the input ends. What prints to",
		"standard output meanwhile lands on standard error.",
		"",
		"# Errors",
		"",
		"The streams cannot be taken, or the output is closed.",
	})
	w.function("pub async fn serve", []string{"T: Tools"}, []parameter{{name: "tools", of: rustType{name: "T"}}}, rustType{name: "std::io::Result", args: []rustType{{name: "()"}}}, " {")
	w.within(func() { w.line("flow::serve(toolkit(tools), flow::ServeOptions::default()).await") })
	w.line("}")
}

// writeToolkit writes the table of all Tools.
func (p *plan) writeToolkit(w *printer) {
	w.blank()
	w.doc([]string{"Gives the table of all Tools, bound to an implementation."})
	w.line("#[must_use]")
	w.block("pub fn toolkit<T: Tools>(tools: T) -> flow::Toolkit<T>", func() {
		if len(p.tools) == 0 {
			w.line("flow::Toolkit::new(tools, &declarations::DECLARATIONS, Vec::new())")
			return
		}
		if len(p.tools) == 1 {
			w.writeEntry("let table = vec![", p.tools[0], "];")
		} else {
			w.line("let table = vec![")
			w.within(func() {
				for _, t := range p.tools {
					w.writeEntry("", t, ",")
				}
			})
			w.line("];")
		}
		w.line("flow::Toolkit::new(tools, &declarations::DECLARATIONS, table)")
	})
}

// writeEntry writes a Tool's row of the table.
func (p *printer) writeEntry(before string, t *toolPlan, after string) {
	var names []string
	for _, q := range t.params {
		names = append(names, q.Wire)
	}
	p.blockThen(before+"flow::Tool", func() {
		p.line("identity: ", literal(t.tool.Identity), ",")
		p.line("fingerprint: ", literal(t.tool.Fingerprint()), ",")
		p.list("generic: &[", literals(t.tool.Generic), "],")
		p.list("params: &[", literals(names), "],")
		p.line("answer: ", t.answerName(), "::<T>,")
	}, after)
}

func (t *toolPlan) answerName() string { return "answer_" + t.method.String() }

func argumentName(i int) string { return "arg" + strconv.Itoa(i) }

// writeAnswer writes the function that answers a call: the arguments, the author's method, its outcome.
func (p *plan) writeAnswer(w *printer, t *toolPlan) {
	w.blank()
	w.function("fn "+t.answerName(), []string{"T: Tools"}, []parameter{
		{name: "tools", of: rustType{name: "Arc", args: []rustType{{name: "T"}}}},
		{name: "mut call", of: rustType{name: "flow::Invocation"}},
	}, rustType{name: "flow::Answering"}, " {")
	w.within(func() {
		w.blockThen("Box::pin(async move", func() {
			args := []string{"tools.as_ref()", "&ctx"}
			for i, q := range t.params {
				arg := argumentName(i)
				if q.Term.Kind == typespec.Unit {
					arg = "()"
				}
				w.line("let ", arg, " = call.argument(", strconv.Itoa(i), ")?;")
				args = append(args, arg)
			}
			if t.context != nil {
				w.line("let context = call.begin_generic()?;")
				w.line("let ctx = ", t.context.String(), " { context };")
			} else {
				w.line("let ctx = call.begin()?;")
			}
			w.assign("let outcome =", "Tools::"+t.rustName(), args)
			w.line("call.settle(outcome.await)")
		}, ")")
	})
	w.line("}")
}

// inLocal is the scope of a Tool's roots at the types that a caller in memory chooses.
func (p *plan) inLocal(t *toolPlan) scope {
	s := p.inTools()
	s.bindings = func(index int) string { return t.generic[index] }
	return s
}

// writeLocal writes what calls an implementation in memory.
func (p *plan) writeLocal(w *printer) {
	w.blank()
	w.doc([]string{
		"An implementation to call in memory, with the outcomes that a host would get: for tests. Each method is named as the one",
		"of [`Tools`] that it calls.",
	})
	w.line("#[derive(Debug)]")
	w.block("pub struct Local<T>", func() {
		w.line("/// Calls by text, as a host would.")
		w.line("pub text: flow::Local<T>,")
	})
	w.blank()
	w.doc([]string{"Gives an implementation to call in memory."})
	w.line("#[must_use]")
	w.block("pub fn local<T: Tools>(tools: T) -> Local<T>", func() {
		w.line("let text = flow::Local::new(toolkit(tools));")
		w.line("Local { text }")
	})
	if len(p.tools) == 0 {
		return
	}
	w.blank()
	w.block("impl<Served: Tools> Local<Served>", func() {
		for i, t := range p.tools {
			if i > 0 {
				w.blank()
			}
			p.writeLocalCall(w, i, t)
		}
	})
}

func (p *plan) writeLocalCall(w *printer, place int, t *toolPlan) {
	s := p.inLocal(t)
	var bounds []string
	for _, name := range t.generic {
		bounds = append(bounds, name+": flow::Value + flow::Described")
	}
	parameters := []parameter{{name: "&self"}}
	for _, q := range t.params {
		parameters = append(parameters, parameter{identifier(q.Name), s.rustType(q.Term)})
	}
	w.doc([]string{"Calls " + code(t.method.String()) + "."})
	w.function("pub async fn "+t.rustName(), bounds, parameters, rustType{name: "flow::Reply", args: []rustType{s.rustType(t.tool.Ok), s.rustType(t.tool.Err)}}, " {")
	w.within(func() {
		links := []link{{"tool", []string{strconv.Itoa(place)}}}
		for _, each := range t.generic {
			links = append(links, link{"at::<" + each + ">", nil})
		}
		for _, q := range t.params {
			links = append(links, link{"with", []string{literal(q.Wire), identifier(q.Name)}})
		}
		w.chain("self.text", append(links, link{"call", nil}), ".await")
	})
	w.line("}")
}
