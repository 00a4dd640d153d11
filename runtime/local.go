package flow

import (
	"context"
	"fmt"
)

// Local calls a toolkit's Tools in process: no pipe, no goroutine, and for Call no JSON between caller and method. The
// outcomes are those that a host would get. A Local may be used from any goroutine.
type Local struct {
	toolkit *Toolkit
	limits  Limits
}

// NewLocal calls a toolkit's Tools. The limits are those given, or the default ones.
func NewLocal(toolkit *Toolkit, limits ...Limits) *Local {
	return &Local{toolkit: toolkit, limits: limitsOf(limits)}
}

// LocalCall says what to call, beside the arguments. The zero values of RunID and CallID are the texts run and call.
type LocalCall struct {
	// Tool is the Tool's identity, to the letter or of another version.
	Tool string
	// RunID and CallID are what the method finds in CallOf.
	RunID, CallID ID
	// Types are those of a call to a generic Tool, of Toolkit.Bind; nil for any other Tool.
	Types *BoundView
}

// Call calls a Tool that is not generic with the arguments of its parameters in order, each of the Go type that the
// method has: as Do with no more than the identity.
func (l *Local) Call(ctx context.Context, tool string, arguments ...any) Outcome {
	return l.Do(ctx, LocalCall{Tool: tool}, arguments...)
}

// Do calls a Tool with the arguments of its parameters in order, each of the Go type that the method has. The values
// are handed over as they are, and so is the result: neither side may change them. What a host could not send is NotRun,
// and what the method could not answer a host with is Unknown. The end of ctx cancels the call.
func (l *Local) Do(ctx context.Context, call LocalCall, arguments ...any) Outcome {
	in := Invocation{limits: l.limits, tool: l.toolkit.Find(call.Tool), values: arguments}
	if reason := in.openLocal(call); reason != "" {
		return Outcome{Kind: OutcomeNotRun, Reason: reason}
	}
	if in.values == nil {
		in.values = []any{}
	}
	in.call = Call{RunID: idOr(call.RunID, "run"), CallID: idOr(call.CallID, "call"), Tool: in.tool.Identity}
	in.call.types = call.Types
	in.runIn(ctx, l.toolkit)
	return in.outcome
}

// openLocal says why a call in process is not run, nothing where it is to be.
func (in *Invocation) openLocal(call LocalCall) string {
	switch tool := in.tool; {
	case tool == nil:
		return "no such Tool is served here (/tool)"
	case len(in.values) != len(tool.Params):
		return fmt.Sprintf("the Tool has %d parameters; there are %d arguments (/args)", len(tool.Params), len(in.values))
	case tool.Codecs == nil && call.Types != nil:
		return "the Tool is not generic: its calls have no types (/types)"
	case tool.Codecs != nil && (call.Types == nil || call.Types.tool != tool):
		return "the call's types are not valid: the call of a generic Tool has types that were bound for it (/types)"
	}
	return ""
}

// CallText calls a Tool as a host would, JSON text in and the outcome's canonical text out: {"Ok":"hello"}. params is
// what the params of a call are in the protocol: an object with run, call, tool, args and, for a generic Tool, types and
// schema. The error says that it is no call.
func (l *Local) CallText(ctx context.Context, params string) (string, error) {
	line := `{"id":0,"jsonrpc":"2.0","method":"call","params":` + params + `}`
	m := readMessage(line, l.limits, make([]spanPair, 0, l.toolkit.mostArgs+1))
	if m.kind != messageCall {
		return "", fmt.Errorf("the params are no call's: %s", m.reason)
	}
	in := Invocation{limits: l.limits}
	if reason := l.toolkit.open(&in, &m); reason != "" {
		return string(appendDoubt(nil, OutcomeNotRun, reason)), nil
	}
	in.runIn(ctx, l.toolkit)
	return string(in.text), nil
}

// runIn runs a call in process on this goroutine.
func (in *Invocation) runIn(ctx context.Context, k *Toolkit) {
	if ctx.Err() != nil {
		in.end(OutcomeNotRun, "the call was not begun: "+context.Cause(ctx).Error())
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in.enter(ctx)
	in.run(k)
}

func idOr(id ID, text string) ID {
	if id == (ID{}) {
		return TextID(text)
	}
	return id
}
