package python

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// toolsModule writes tools.py: the abstract class that authors derive from, and the table by which it is served.
func (p *plan) toolsModule() ([]byte, error) {
	m := newModule("The Tools: what an author implements, and the table by which it is served.")
	w := &toolsWriter{module: m, plan: p, deep: &aliases{imports: m.imports}}
	parameters := map[string]bool{}
	for _, t := range p.tools {
		for _, name := range t.tool.Generic {
			parameters[name] = true
		}
	}
	var err error
	if w.variables, err = newVariables(parameters); err != nil {
		return nil, err
	}
	m.checked["from .flow.declarations import Declarations"] = true
	m.imports["from .flow.tool import Implementation"] = true
	m.imports["from .flow.tool import Toolkit"] = true
	for _, name := range w.variables.sorted() {
		m.imports[importFlow] = true
		m.imports[fromHints("TypeVar")] = true
		m.assign(name, call("TypeVar", atom(literal(name)), keyword("bound", atom("flow.Carrier"))))
	}
	w.class()
	w.declarations()
	var entries []expr
	for _, t := range p.tools {
		w.codecs(t)
		if t.context != nil {
			w.context(t)
		}
		entries = append(entries, w.entry(t))
	}
	w.blank(2)
	w.assign("TOOLKIT", call("Toolkit", atom(declarationsFunction), display("[", entries, "]")))
	w.docstring([]string{"The table of all Tools, which the server reads."})
	w.blank(1)
	w.line("Tools.__flow_toolkit__ = TOOLKIT")
	m.aliases(w.deep)
	return m.bytes(), nil
}

type toolsWriter struct {
	*module
	plan      *plan
	variables variables
	deep      *aliases
	// parts are the codecs of deep types in the function at hand.
	parts []constant
	// usesCodecs says whether that function needs the codecs of declared types.
	usesCodecs bool
}

const declarationsFunction = "_declarations"

// declarations writes the function that gives the declarations, which most calls do not need.
func (w *toolsWriter) declarations() {
	w.blank(2)
	w.function("def "+declarationsFunction, nil, atom("Declarations"), "")
	w.within(func() {
		w.line(importDeclarations)
		w.blank(1)
		w.line("return DECLARATIONS")
	})
	w.blank(2)
}

// codecFunction is the name of the function that gives the codecs of a Tool's roots.
func (t *toolPlan) codecFunction() string { return "_codecs_" + t.method.String() }

// argument is the name of a type parameter's codec in that function.
func bindingName(index int) string { return argumentName(index) }

// codecs writes the function that gives the codecs of a Tool's roots for those of its type parameters.
func (w *toolsWriter) codecs(t *toolPlan) {
	w.imports["from .flow.tool import ToolCodecs"] = true
	var parameters []parameter
	for i := range t.tool.Generic {
		w.checked[importAny] = true
		annotation := subscript("flow.Codec", atom("Any"))
		name := bindingName(i)
		if !w.plan.binds(t.tool, i) {
			name = "_" + name
		}
		parameters = append(parameters, parameter{name, &annotation})
	}
	var params []expr
	w.parts, w.usesCodecs = nil, false
	for _, q := range t.params {
		params = append(params, w.codec(q.Term))
	}
	roots := call("ToolCodecs", display("[", params, "]"), w.codec(t.tool.Ok), w.codec(t.tool.Err))
	w.blank(2)
	w.function("def "+t.codecFunction(), parameters, atom("ToolCodecs"), "")
	w.within(func() {
		if w.usesCodecs {
			w.line("from . import codecs") // with the first call
			w.blank(1)
		}
		for _, part := range w.parts {
			w.assign(part.name, part.make)
		}
		w.expression("return ", roots, "")
	})
	w.blank(2)
}

// binds says whether a type parameter of a Tool stands at a value position of one of its roots.
func (p *plan) binds(tool *typespec.Tool, index int) bool {
	seen := map[int]bool{}
	gen.EachRoot(tool, func(root *typespec.Term) { p.reach.Places(root, seen) })
	return seen[index]
}

// codec writes the codec of a type as an expression, or the name of a variable that holds it where it nests deep.
func (w *toolsWriter) codec(t *typespec.Term) expr {
	made := w.writtenCodec(t)
	if made.isAtom() || !isNamedApart(t) {
		return made
	}
	name := fmt.Sprintf("part%d", len(w.parts))
	w.parts = append(w.parts, constant{name, made})
	return atom(name)
}

func (w *toolsWriter) writtenCodec(t *typespec.Term) expr {
	if name, ok := scalarCodecs[t.Kind]; ok {
		return atom("flow." + name)
	}
	if t.Kind == typespec.Param {
		return atom(bindingName(t.Index))
	}
	var args []expr
	for _, part := range w.plan.reach.Parts(t) {
		args = append(args, w.codec(part))
	}
	function := w.plan.codecFunction(t)
	if t.Kind != typespec.Named {
		return call("flow."+function, args...)
	}
	w.usesCodecs = true
	if len(args) == 0 {
		return atom("codecs." + function)
	}
	return call("codecs."+function, args...)
}

// entry writes a Tool's row of the table.
func (w *toolsWriter) entry(t *toolPlan) expr {
	w.imports["from .flow.tool import ToolEntry"] = true
	var generic, params []expr
	for _, name := range t.tool.Generic {
		generic = append(generic, atom(literal(name)))
	}
	for _, q := range t.params {
		params = append(params, display("(", []expr{atom(literal(q.Wire)), atom(literal(q.Name))}, ")"))
	}
	w.imports[importFlow] = true
	context := "flow.Context"
	if t.context != nil {
		context = t.context.String()
	}
	return call("ToolEntry",
		keyword("identity", atom(literal(t.tool.Identity))),
		keyword("fingerprint", atom(literal(t.tool.Fingerprint()))),
		keyword("method", atom(literal(t.method.String()))),
		keyword("generic", display("[", generic, "]")),
		keyword("params", display("[", params, "]")),
		keyword("codecs", atom(t.codecFunction())),
		keyword("context", atom(context)))
}

// class writes the abstract class.
func (w *toolsWriter) class() {
	w.blank(2)
	w.line("class Tools(Implementation):")
	w.within(func() {
		w.docstring([]string{
			"What an author implements: derive a class from it that has all these methods.",
			"",
			"Each may be `async def` or `def`; a plain one runs in a thread. Its parameters arrive by keyword. It gives",
			"the success value, or raises `ctx.failed(error)`, `ctx.not_run(reason)` or `ctx.unknown(reason)`.",
		})
		hidden := map[string]bool{}
		for _, t := range w.plan.tools {
			hidden[t.method.String()] = true
		}
		a := &annotations{plan: w.plan, hidden: hidden, imports: w.checked, deep: w.deep}
		for _, t := range w.plan.tools {
			w.method(t, a)
		}
	})
	w.blank(2)
}

// in makes annotations write type parameters as the variables of a Tool's.
func (w *toolsWriter) in(a *annotations, t *toolPlan) {
	a.variable = func(q *typespec.Term) string { return w.variables[t.tool.Generic[q.Index]].String() }
}

func (w *toolsWriter) method(t *toolPlan, a *annotations) {
	w.in(a, t)
	parameters := []parameter{{"self", nil}}
	for _, q := range t.params {
		annotation := a.term(q.Term)
		parameters = append(parameters, parameter{q.Name, &annotation})
	}
	context := w.contextAnnotation(t, a)
	parameters = append(parameters, parameter{"ctx", &context})
	result := w.result(a, t.tool.Ok)
	w.blank(1)
	decorator := *a
	decorator.imports = w.imports // used when the module runs
	w.line("@", decorator.refer(abstractReference))
	w.function("def "+t.method.String(), parameters, result, "")
	w.within(func() { w.docstring(w.plan.doc(t)) })
}

// result is what a method gives: the value, or something to await for it.
func (w *toolsWriter) result(a *annotations, t *typespec.Term) expr {
	ok := a.term(t)
	awaited := subscript(a.refer(awaitReference), ok)
	if t.Kind == typespec.Never {
		return awaited // every type has room for a function that does not return
	}
	return union(append([]expr{awaited}, alternatives(ok)...))
}

// alternatives are the parts of a union, or the expression alone.
func alternatives(e expr) []expr {
	if e.union {
		return e.items
	}
	return []expr{e}
}

func (w *toolsWriter) contextAnnotation(t *toolPlan, a *annotations) expr {
	if t.context == nil {
		if t.tool.Err.Kind == typespec.Never {
			return atom(a.flow("Context"))
		}
		return subscript(a.flow("Context"), a.term(t.tool.Err))
	}
	var args []expr
	for _, name := range t.tool.Generic {
		args = append(args, atom(w.variables[name].String()))
	}
	return subscript(t.context.String(), args...)
}

// errorName is what a Tool's declared error is called: as its class is in Python, where it has one.
func (p *plan) errorName(t *typespec.Tool) string {
	if t.Err.Kind == typespec.Named {
		return p.types[t.Err.Decl].name.String()
	}
	return typespec.FlowType(t.Err, t.Generic)
}

// doc says what a Tool does, which errors it declares, and what it is in Flow.
func (p *plan) doc(t *toolPlan) []string {
	lines := orElse(t.tool.Doc, "Tool "+quoted(t.tool.Identity)+" of Flow.")
	lines = append(lines[:len(lines):len(lines)], "")
	for _, q := range t.params {
		if q.Name != q.Wire {
			lines = append(lines, quoted(q.Name)+" is the parameter "+quoted(q.Wire)+" in Flow.")
		}
	}
	if t.tool.Err.Kind != typespec.Never {
		lines = append(lines, "Raise "+quoted("ctx.failed(error)")+" for the declared error, of type "+quoted(p.errorName(t.tool))+".")
	}
	return append(lines, "In Flow: "+quoted(gen.Signature(t.tool)), "Identity: "+quoted(t.tool.Identity))
}
