package typescript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// functions writes what serves and calls Tools.
func (w *toolsWriter) functions() {
	w.support("ServeOptions", forTypes)
	w.from("./flow/serve.ts", "serveTools")
	w.statements = append(w.statements, serveFunction)
	if len(w.tools) == 0 {
		return
	}
	if w.areGeneric() {
		w.statements = append(w.statements, genericCallFunction)
	} else {
		w.statements = append(w.statements, callFunction)
	}
	w.statements = append(w.statements, callTextFunction)
}

// The functions that are the same in every package.
const (
	serveFunction = `/** Answer describe and calls on standard input and output until the input ends; see ` + "`flow.ServeOptions`" + `. */
export function serve(
  tools: Tools,
  options?: flow.ServeOptions,
): Promise<void> {
  return serveTools(TOOLKIT, tools, options);
}`
	callFunction = `/**
 * Call a Tool in memory, through the real codecs, by the name of its method and an object of its arguments.
 *
 * It resolves to how the call ended, for Unknown and NotRun too. An argument that is no value of its type rejects with
 * EncodeError.
 */
export async function call<M extends keyof Calls>(
  tools: Tools,
  method: M,
  args: Calls[M]["args"],
  options?: flow.CallOptions,
): Promise<flow.Outcome<Calls[M]["ok"], Calls[M]["err"]>> {
  const { callTool } = await import("./flow/local.ts");
  const outcome = await callTool(TOOLKIT, tools, method, args, options);
  return outcome as flow.Outcome<Calls[M]["ok"], Calls[M]["err"]>;
}`
	genericCallFunction = `/**
 * Call a Tool in memory, through the real codecs, by the name of its method and an object of its arguments.
 *
 * A generic Tool takes a codec for each type parameter: ` + "`{ bind: { T: codecs.Plan } }`" + `. It resolves to how the call
 * ended, for Unknown and NotRun too. An argument that is no value of its type rejects with EncodeError.
 */
export async function call<M extends keyof Calls<B>, B extends flow.Bindings>(
  tools: Tools,
  method: M,
  args: Calls<B>[M]["args"],
  options?: flow.CallOptions<B>,
): Promise<flow.Outcome<Calls<B>[M]["ok"], Calls<B>[M]["err"]>> {
  const { callTool } = await import("./flow/local.ts");
  const outcome = await callTool(TOOLKIT, tools, method, args, options);
  return outcome as flow.Outcome<Calls<B>[M]["ok"], Calls<B>[M]["err"]>;
}`
	callTextFunction = `/** Call a Tool in memory as a host would: JSON text in, the outcome's canonical text out. */
export async function callText(
  tools: Tools,
  tool: string,
  args: string,
  types?: flow.CallTexts,
): Promise<string> {
  const { callToolText } = await import("./flow/local.ts");
  return callToolText(TOOLKIT, tools, tool, args, types);
}`
)

// declarationsModule writes declarations.ts: the declaration graph, each template and each Tool once.
func (p *plan) declarationsModule() ([]byte, error) {
	m := newModule("What the listing declares: each template and each Tool once, as canonical JSON.")
	declarations := slices.SortedFunc(slices.Values(p.program.Declarations), func(a, b *typespec.Declaration) int {
		return strings.Compare(p.id(a), p.id(b))
	})
	var templates, tools []doc
	for _, d := range declarations {
		templates = append(templates, pair(p.id(d), d.Template(p.id)))
	}
	for _, t := range p.program.Tools {
		tools = append(tools, pair(t.Identity, t.Roots(p.id)))
	}
	class := m.from("./flow/declarations.ts", "Declarations")
	m.add(comment([]string{"The declarations, each read when it is first needed."}),
		statement(assigned(text("export const DECLARATIONS: ", class), call("new "+class,
			text(literal(p.program.Data)), array(templates, true), array(tools, true)))))
	return m.bytes(), nil
}

// pair is an entry: a text and the JSON of what it stands for.
func pair(name string, value *canon.Value) doc {
	return array(literals([]string{name, string(canon.Append(nil, value))}), false)
}

// ownerOfTools is the local id that stands for a Tool, and for no declaration.
const ownerOfTools = "tool"

// id is the local id of a declaration in the package, which the listing's own ids, free to change with every run of the
// compiler, do not decide: the name of its type or, where it has none, its identity, and its ordinal above 1. No identity
// is the name of a type, for it has a dot.
func (p *plan) id(d *typespec.Declaration) string {
	if t, ok := p.types[d]; ok && t.name.String() != ownerOfTools {
		return t.name.String()
	}
	if d.Ordinal > 1 {
		return d.Identity + "#" + strconv.Itoa(d.Ordinal)
	}
	return d.Identity
}

// given and givenTypes are the names of the support code that the package gives to authors as its own.
var (
	given = []string{
		"Decimal", "DecodeError", "Duration", "EncodeError", "Failure", "FlowDict", "FlowSet", "HostValue", "Instant", "Json", "Registry",
		"fromOption", "none", "some", "toOption",
	}
	givenTypes = []string{"Carrier", "Codec", "Context", "GenericContext", "Option", "Outcome"}
)

// indexModule writes index.ts: all that authors use, under one roof.
func (p *plan) indexModule() ([]byte, error) {
	m := newModule("Tools declared in Flow, to implement in TypeScript: hand an object that is `Tools` to `serve`.")
	functions, interfaces := []string{"serve"}, []string{"Tools"}
	if len(p.tools) > 0 {
		functions, interfaces = []string{"call", "callText", "serve"}, []string{"Calls", "Tools"}
	}
	for _, t := range p.tools {
		if t.context != nil {
			interfaces = append(interfaces, t.context.String())
		}
	}
	exports := []string{`export * as codecs from "./codecs.ts";`}
	exports = append(exports,
		imported("export", given, importAll), imported("export type", givenTypes, importAll),
		`export * as flow from "./flow/index.ts";`,
		imported("export", functions, "./tools.ts"), imported("export type", interfaces, "./tools.ts"))
	if len(p.order) > 0 {
		exports = append(exports, `export * from "./types.ts";`, `export * as types from "./types.ts";`)
	}
	m.statements = []string{strings.Join(exports, "\n")}
	return m.bytes(), nil
}
