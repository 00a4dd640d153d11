package typescript

import (
	"fmt"
	"slices"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// toolsModule writes tools.ts: the interface that authors implement, and the table by which it is served.
func (p *plan) toolsModule() ([]byte, error) {
	m := newModule("The Tools: what an author implements, and how that is served and called.")
	w := &toolsWriter{types: types{plan: p, module: m, deep: &aliases{}}}
	w.interfaces()
	w.table()
	w.functions()
	m.aliases(w.deep)
	m.importFlow(importAll)
	if w.usesTypes {
		m.imports[`import type * as types from "./types.ts";`] = true
	}
	if w.usesCodecs {
		m.imports[`import * as codecs from "./codecs.ts";`] = true
	}
	return m.bytes(), nil
}

type toolsWriter struct {
	types
	// parts are the codecs of deep types for the Tool at hand.
	parts []doc
	// usesCodecs says whether some Tool needs a declared type's codec.
	usesCodecs bool
}

func (t *toolPlan) isGeneric() bool { return len(t.tool.Generic) > 0 }

// areGeneric says whether some Tool is generic.
func (p *plan) areGeneric() bool {
	for _, t := range p.tools {
		if t.isGeneric() {
			return true
		}
	}
	return false
}

// interfaces writes Tools, the contexts of generic Tools, and the types of calls in memory.
func (w *toolsWriter) interfaces() {
	about := comment([]string{"What an author implements: an object, or an instance of a class, that has all these methods."})
	if len(w.tools) == 0 {
		w.add(about, text("export type Tools = Readonly<Record<string, never>>;"))
		return
	}
	var methods, calls []doc
	for i, t := range w.tools {
		if i > 0 {
			methods = append(methods, hardLine)
		}
		methods = append(methods, w.method(t))
	}
	w.add(about, text("export interface Tools "), bodyOf(methods))
	for _, t := range w.tools {
		if t.isGeneric() {
			w.context(t)
		}
		calls = append(calls, w.callTypes(t))
	}
	what := "What each Tool takes, gives and fails with in a call in memory"
	var generic []string
	if w.areGeneric() {
		what, generic = what+"; B are the codecs that the call binds", []string{"B"}
	}
	w.add(comment([]string{what + "."}), text("export interface Calls"), typeParameters(texts(generic)), text(" "), onLines(";", calls))
}

// in makes type parameters stand for those of a Tool's method.
func (w *toolsWriter) in(t *toolPlan) {
	w.parameter = asNamed(t.generic)
}

// arguments writes the type of the object of a Tool's arguments.
func (w *toolsWriter) arguments(t *toolPlan) doc {
	if len(t.params) == 0 {
		return text(w.support("NoArgs", forTypes))
	}
	return object(";", w.membersOf(gen.Group{Kind: gen.NamedParts, Parts: t.params}, plain))
}

// method writes a Tool's member of the interface.
func (w *toolsWriter) method(t *toolPlan) doc {
	w.in(t)
	params := []parameter{{typed("args", w.arguments(t)), false}, {typed("ctx", w.contextType(t)), false}}
	of := functionType(w.carriers(t), false, params, w.result(t), false)
	return sequence(comment(w.doc(t)), statement(typed("readonly "+t.method.String(), of)))
}

// carriers writes the type parameters of a Tool: their values are carriers.
func (w *toolsWriter) carriers(t *toolPlan) []doc {
	generic := make([]doc, len(t.generic))
	for i, name := range t.generic {
		generic[i] = bounded(name, w.support("Carrier", forTypes))
	}
	return generic
}

// contextType writes the type of a method's context.
func (w *toolsWriter) contextType(t *toolPlan) doc {
	if t.isGeneric() {
		return instance(t.context.String(), texts(t.generic))
	}
	return w.contextOf("Context", t)
}

// contextOf writes a type of the support code with a Tool's declared error as its argument, where it has one.
func (w *toolsWriter) contextOf(name string, t *toolPlan) doc {
	if hasNoValues(t.tool.Err) {
		return text(w.support(name, forTypes))
	}
	return instance(w.support(name, forTypes), []doc{w.term(t.tool.Err)})
}

// hasNoValues says whether TypeScript knows that a type has no values.
func hasNoValues(t *typespec.Term) bool {
	return t.Kind == typespec.Never || t.Kind == typespec.Named && t.Decl.Kind == typespec.Enum && len(t.Decl.Constructors) == 0
}

// result is what a method gives: the value, or a promise of it.
func (w *toolsWriter) result(t *toolPlan) doc {
	ok := w.term(t.tool.Ok)
	if t.tool.Ok.Kind == typespec.Unit {
		ok = text(w.support("Unit", forTypes))
	}
	promised := instance("Promise", []doc{ok})
	if hasNoValues(t.tool.Ok) {
		return promised // every type has room for a function that does not return
	}
	return group(indent(softLine, union([]doc{promised, ok})))
}

// errorName is what a Tool's declared error is called: as its type is in TypeScript, where it has one.
func (p *plan) errorName(t *typespec.Tool) string {
	if t.Err.Kind == typespec.Named {
		return p.types[t.Err.Decl].name.String()
	}
	return typespec.FlowType(t.Err, t.Generic)
}

// doc says what a Tool does, which error it declares, and what it is in Flow.
func (w *toolsWriter) doc(t *toolPlan) []string {
	lines := orElse(t.tool.Doc, "Tool "+quoted(t.tool.Identity)+" of Flow.")
	lines = append(lines[:len(lines):len(lines)], "")
	for _, q := range t.params {
		if q.Name != q.Wire {
			lines = append(lines, docLine(quoted(q.Name)+" is the parameter "+quoted(q.Wire)+" in Flow."))
		}
	}
	if !hasNoValues(t.tool.Err) {
		lines = append(lines, docLine("Throw `ctx.failed(error)` for the declared error, of type "+quoted(w.errorName(t.tool))+"."))
	}
	return append(lines, docLine("In Flow: "+quoted(gen.Signature(t.tool))), docLine("Identity: "+quoted(t.tool.Identity)))
}

// context writes the interface of a generic Tool's context: the codecs at the caller's types, each with its type.
func (w *toolsWriter) context(t *toolPlan) {
	w.in(t)
	codec := func(of doc) doc { return instance(w.support("Codec", forTypes), []doc{of}) }
	members := []doc{statement(typed("readonly ok", codec(w.term(t.tool.Ok))))}
	for i, name := range t.tool.Generic {
		members = append(members, lookup("codec", name, codec(text(t.generic[i]))))
	}
	for _, q := range t.params {
		members = append(members, lookup("param", q.Wire, codec(w.term(q.Term))))
	}
	var head doc
	base := w.contextOf("GenericContext", t)
	if hasNoValues(t.tool.Err) {
		head = group(text(" ", t.context.String()), typeParameters(w.carriers(t)), indent(line, group(text("extends "), base)))
	} else {
		head = sequence(text(" ", t.context.String()), typeParameters(w.carriers(t)), text(" extends "), base)
	}
	w.add(
		comment([]string{"The context of a call to " + quoted(t.method.String()) + ", with the codecs at the caller's types."}),
		text("export interface"), head, text(" "), bodyOf(members))
}

// lookup writes an overload of a method that finds a codec by name.
func lookup(method, name string, result doc) doc {
	params := []parameter{{text("name: ", literal(name)), false}}
	return statement(text(method), signature(nothing, params, result, false))
}

// callTypes writes what a Tool takes, gives and fails with in a call in memory.
func (w *toolsWriter) callTypes(t *toolPlan) doc {
	w.parameter = func(q *typespec.Term) (doc, string) {
		return instance(w.support("Bound", forTypes), []doc{text("B"), text(literal(t.tool.Generic[q.Index]))}), "B"
	}
	return typed("readonly "+t.method.String(), instance(w.support("CallTypes", forTypes),
		[]doc{w.arguments(t), w.term(t.tool.Ok), w.term(t.tool.Err)}))
}

// table writes the table of all Tools, which the server reads.
func (w *toolsWriter) table() {
	toolkit := w.from("./flow/tool.ts", "Toolkit")
	declarations := w.typeFrom("./flow/declarations.ts", "Declarations")
	entries := make([]doc, len(w.tools))
	for i, t := range w.tools {
		entries[i] = w.entry(t)
	}
	w.add(comment([]string{"The table of all Tools, which the server reads."}), statement(assigned(text("export const TOOLKIT: ", toolkit), call("new "+toolkit, array(entries, true), text("declarations")))))
	w.add(text("async function declarations(): Promise<", declarations, "> "), block(
		text(`const { DECLARATIONS } = await import("./declarations.ts");`),
		text("return DECLARATIONS;")))
}

// entry writes a Tool's row of the table.
func (w *toolsWriter) entry(t *toolPlan) doc {
	var params []doc
	for _, q := range t.params {
		params = append(params, array(literals([]string{q.Wire, q.Name}), false))
	}
	return onLines(",", []doc{
		member("identity", text(literal(t.tool.Identity))),
		member("fingerprint", text(literal(t.tool.Fingerprint()))),
		member("method", text(literal(t.method.String()))),
		typed("generic", array(literals(t.tool.Generic), false)),
		typed("params", array(params, true)),
		typed("codecs", w.codecs(t)),
	})
}

// codecs writes the function that gives the codecs of a Tool's roots for those of its type parameters.
func (w *toolsWriter) codecs(t *toolPlan) doc {
	w.parts = nil
	var params []doc
	for _, q := range t.params {
		params = append(params, w.codec(t, q.Term))
	}
	roots := object(",", []doc{
		typed("params", array(params, false)), typed("ok", w.codec(t, t.tool.Ok)), typed("err", w.codec(t, t.tool.Err)),
	})
	head := sequence(group(list("(", texts(w.bindings(t)), ")")), text(" => "))
	if len(w.parts) == 0 {
		return sequence(head, text("("), roots, text(")"))
	}
	return sequence(head, block(append(w.parts, statement(text("return "), roots))...))
}

// bindings are the parameters of that function: a codec for each type parameter, up to the last one that is needed.
func (w *toolsWriter) bindings(t *toolPlan) []string {
	seen := map[int]bool{}
	gen.EachRoot(t.tool, func(root *typespec.Term) { w.reach.Places(root, seen) })
	var names []string
	for i, name := range t.generic {
		if len(names) < i && seen[i] || seen[i] {
			for len(names) < i {
				names = append(names, t.unused(names))
			}
			names = append(names, name)
		}
	}
	return names
}

// unused names the next binding, which nothing needs: with an underscore in front, as compilers expect of such.
func (t *toolPlan) unused(names []string) string {
	name := "_" + t.generic[len(names)]
	for slices.Contains(t.generic, name) || slices.Contains(names, name) {
		name = "_" + name
	}
	return name
}

// codec writes the codec of a type as an expression, or the name of a variable that holds it where it nests deep.
func (w *toolsWriter) codec(t *toolPlan, of *typespec.Term) doc {
	made := w.writtenCodec(t, of)
	if !isNamedApart(of) {
		return made
	}
	name := fmt.Sprintf("part%d", len(w.parts))
	for slices.Contains(t.generic, name) {
		name += "_"
	}
	w.parts = append(w.parts, statement(assigned(text("const ", name), made)))
	return text(name)
}

func (w *toolsWriter) writtenCodec(t *toolPlan, of *typespec.Term) doc {
	if p, ok := primitives[of.Kind]; ok {
		return text(w.support(p.codec, forValues))
	}
	if of.Kind == typespec.Param {
		return text(t.generic[of.Index])
	}
	var args []doc
	for _, part := range w.reach.Parts(of) {
		args = append(args, w.codec(t, part))
	}
	if of.Kind != typespec.Named {
		return call(w.support(combinators[of.Kind], forValues), args...)
	}
	w.usesCodecs = true
	name := "codecs." + w.plan.types[of.Decl].name.String()
	if len(args) == 0 {
		return text(name)
	}
	return call(name, args...)
}
