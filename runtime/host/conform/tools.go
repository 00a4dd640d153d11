package conform

import (
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// tools checks how the process takes calls that must not happen.
func (r *runner) tools() error {
	r.group = "wire"
	r.call("a call of a Tool that there is not", `"args":{},"tool":"nobody/nothing.flow.none"`)
	r.call("a call without a Tool", `"args":{}`)
	r.call("a call whose Tool is no text", `"args":{},"tool":5`)
	for _, tool := range r.program.Tools {
		if err := r.revive(); err != nil {
			return err
		}
		r.group = tool.Identity
		if len(tool.Generic) == 0 {
			r.plain(tool)
		} else {
			r.generic(tool)
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// call sends a call and holds the answer to NotRun.
func (r *runner) call(name, params string) {
	if err := r.revive(); err != nil {
		r.note(name, err.Error())
		return
	}
	id := r.id()
	call := strings.ReplaceAll(id, "conform", "call")
	m, fault := r.exchange(`{"id":`+id+`,"jsonrpc":"2.0","method":"call","params":{`+params+`,"call":`+call+`,"run":"conform"}}`, id)
	if fault == "" {
		fault = m.notRun(call)
	}
	r.note(name, fault)
}

// notRun says what is wrong with the answer to a call that must not happen.
func (m message) notRun(call string) string {
	result := message{m.line, m.Member("result")}
	if result.Value == nil || result.Kind != canon.Object {
		return "NotRun should come back, and this did: " + short(m.line)
	}
	outcome := result.Member("outcome")
	switch {
	case result.text("run") != `"conform"` || result.text("call") != call:
		return "the reply bears another pair of run and call: " + short(m.line)
	case outcome == nil || outcome.Kind != canon.Object || len(outcome.Members) != 1 || outcome.Members[0].Name != "NotRun":
		return "NotRun should come back, and this did: " + short(m.line)
	case outcome.Members[0].Value.Kind != canon.String:
		return "the reason of NotRun is no text: " + short(m.line)
	}
	return ""
}

// root is a parameter's name and concrete type.
type root struct {
	name string
	term *typespec.Term
}

// plain checks a Tool without type parameters.
func (r *runner) plain(tool *typespec.Tool) {
	roots := make([]root, len(tool.Params))
	for i, p := range tool.Params {
		roots[i] = root{p.Name, p.Type}
	}
	r.arguments(tool, roots, "")
	args := r.hopeless(roots)
	r.call("types on a Tool that is not generic", `"args":`+args+`,"tool":`+quoted(tool.Identity)+`,"types":null`)
	r.call("a schema on a Tool that is not generic", `"args":`+args+`,"schema":{},"tool":`+quoted(tool.Identity))
}

// hopeless gives arguments that do not decode whatever else is looked at.
func (r *runner) hopeless(roots []root) string {
	if len(roots) == 0 {
		return "null"
	}
	return "{}"
}

// arguments checks arguments that must not decode. rest is what a generic Tool's call has besides.
func (r *runner) arguments(tool *typespec.Tool, roots []root, rest string) {
	call := func(name, args string) {
		r.call(name, args+`"tool":`+quoted(tool.Identity)+rest)
	}
	call("no args", "")
	for _, args := range []string{"null", "[]", `"x"`, "5"} {
		call("args that are "+args, `"args":`+args+",")
	}
	if len(roots) == 0 {
		call("an argument too many", `"args":{"conform":null},`)
		return
	}
	call("args without a member", `"args":{},`)
	v := values{open: map[*typespec.Declaration]bool{}}
	for i := range roots {
		others, ok := v.without(roots, i)
		if !ok {
			continue
		}
		if len(roots) > 1 {
			call("no argument "+roots[i].name, `"args":{`+strings.TrimSuffix(others, ",")+"},")
		}
		for _, bad := range v.bad(roots[i].term) {
			call(roots[i].name+": "+bad.what, `"args":{`+others+quoted(roots[i].name)+":"+bad.text+"},")
		}
		first := v.bad(roots[i].term)[0]
		call("an argument too many beside "+roots[i].name, `"args":{`+others+quoted(roots[i].name)+":"+first.text+`,"conform":null},`)
	}
}

// without gives good arguments for all parameters but one, each with a comma behind.
func (v values) without(roots []root, one int) (string, bool) {
	text := ""
	for i, other := range roots {
		if i == one {
			continue
		}
		value, ok := v.good(other.term)
		if !ok {
			return "", false
		}
		text += quoted(other.name) + ":" + value + ","
	}
	return text, true
}

// generic checks a Tool with type parameters: views that are broken, and arguments that do not decode under a good one.
func (r *runner) generic(tool *typespec.Tool) {
	bound := make([]*typespec.Term, len(tool.Generic))
	for i := range bound {
		bound[i] = &typespec.Term{Kind: typespec.Int}
	}
	view, err := typespec.NewView(tool, bound)
	if err != nil {
		r.note("a view of the Tool can be made", err.Error())
		return
	}
	roots := make([]root, len(view.Params))
	for i, p := range view.Params {
		roots[i] = root{p.Name, p.Type}
	}
	types, schema := string(canon.Append(nil, view.Types)), string(canon.Append(nil, view.Schema))
	r.arguments(tool, roots, `,"types":`+types+`,"schema":`+schema)
	good, ok := values{open: map[*typespec.Declaration]bool{}}.without(roots, -1)
	if !ok {
		good = ""
	}
	args := `"args":{` + strings.TrimSuffix(good, ",") + `},"tool":` + quoted(tool.Identity)
	for _, broken := range brokenViews(view) {
		r.call(broken.what, args+broken.text)
	}
}
