package conform

import (
	"fmt"
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
	v := r.values
	v.tooLarge = false
	good := v.arguments(roots)
	size, cut := mostCases, false
	for i := range roots {
		others, ok := good.without(i)
		if !ok {
			continue
		}
		if size -= len(others); size < 0 {
			cut = true
			break
		}
		if len(roots) > 1 {
			call("no argument "+roots[i].name, `"args":{`+others+"},")
			others += ","
		}
		found := &misfits{most: mostMisfits, size: size, around: len(others)}
		v.bad(roots[i].term, found)
		for _, bad := range found.all {
			call(roots[i].name+": "+bad.what, `"args":{`+others+quoted(roots[i].name)+":"+bad.text+"},")
		}
		size, cut = found.size, cut || found.full()
		if len(found.all) > 0 {
			call("an argument too many beside "+roots[i].name, `"args":{`+others+quoted(roots[i].name)+":"+found.all[0].text+`,"conform":null},`)
		}
	}
	if cut || v.tooLarge {
		r.note(fmt.Sprintf("only some cases of its arguments were sent: there are over %d of a parameter or %d bytes of them, or a value has over %d",
			mostMisfits, mostCases, mostValue), "")
	}
}

const (
	// mostMisfits is how many cases a parameter has, and mostCases how many bytes those of a Tool.
	mostMisfits = 200
	mostCases   = 1 << 20
)

// arguments gives good members for all parameters.
func (v *values) arguments(roots []root) members {
	return v.membersOf(len(roots), func(i int) sample {
		made := v.good(roots[i].term)
		made.text = quoted(roots[i].name) + ":" + made.text
		return made
	})
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
	good, _ := r.values.arguments(roots).without(-1)
	args := `"args":{` + good + `},"tool":` + quoted(tool.Identity)
	for _, broken := range brokenViews(view) {
		r.call(broken.what, args+broken.text)
	}
}
