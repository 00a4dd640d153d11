package flow

import (
	"context"
	"fmt"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// open makes ready what a call of the protocol asks for, as far as that takes no time. The reason says why the call is
// not run; it is empty where it is to be.
func (k *Toolkit) open(in *Invocation, m *message) (reason string) {
	in.tool = k.toolOf(m.tool)
	if in.tool == nil {
		return "no such Tool is served here (/tool)"
	}
	in.call = Call{RunID: ID{m.run}, CallID: ID{m.call}, Tool: in.tool.Identity}
	in.types, in.schema = m.types, m.schema
	if in.tool.Codecs == nil {
		if m.types != "" {
			return "the Tool is not generic: its calls have no types (/types)"
		}
		if m.schema != "" {
			return "the Tool is not generic: its calls have no schema (/schema)"
		}
	}
	return in.match(m)
}

func (k *Toolkit) toolOf(sent string) *Tool {
	if !strings.HasPrefix(sent, `"`) {
		return nil
	}
	identity, _, code, _ := canon.ScanString(sent, 0)
	if code != "" {
		return nil
	}
	return k.Find(identity)
}

// match finds the argument of each parameter.
func (in *Invocation) match(m *message) (reason string) {
	switch {
	case m.args == "":
		return "args is missing (/args)"
	case m.args[0] != '{':
		return "args is no object (/args)"
	}
	params := in.tool.Params
	in.args = in.few[:]
	if len(params) > len(in.few) {
		in.args = make([]string, len(params))
	}
	for _, member := range m.members {
		name, _, code, message := canon.ScanString(m.line, member.name.start)
		if code != "" {
			return "the name of an argument cannot be read: " + message + " (/args)"
		}
		at := indexOf(params, name)
		if at < 0 {
			return fmt.Sprintf("the Tool has no parameter %s (/args)", quoted(name))
		}
		if in.args[at] != "" {
			return fmt.Sprintf("the argument %s is there twice (/args)", name)
		}
		in.args[at] = keptPart(m.line[member.value.start:member.value.end], len(m.line))
	}
	for i, name := range params {
		if in.args[i] == "" {
			return fmt.Sprintf("the argument %s is missing (/args)", name)
		}
	}
	return ""
}

// indexOf is slices.Index, with the lengths compared first.
func indexOf(names []string, name string) int {
	for i := range names {
		if names[i] == name {
			return i
		}
	}
	return -1
}

// enter makes the context for the author's method.
func (in *Invocation) enter(ctx context.Context) {
	in.context = callContext{Context: ctx, call: &in.call}
}

// prepare makes the codecs of a call to a generic Tool, at the caller's types; false where it was answered instead.
func (in *Invocation) prepare(k *Toolkit) bool {
	if in.tool.Codecs == nil || in.call.types != nil {
		return true
	}
	bound, err := k.views.of(k, in.tool, in.types, in.schema, in.limits)
	if err != nil {
		in.end(OutcomeNotRun, "the call's types are not valid: "+err.Error())
		return false
	}
	in.call.types = bound
	return true
}
