package host

import (
	"slices"
	"strings"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Forward makes a served Tool of a declaration whose calls an implementation answers: what flow.NewToolkit takes, to be a
// Tool process in front of something else. Arguments are decoded before a call goes on, and values before they go back.
// An answer that is BadReply, or whose value does not decode, is answered with a JSON-RPC error. All declarations that are
// served with the same codecs come from one program.
func Forward(tool *typespec.Tool, codecs *flow.Contextual, to Implementation) flow.Tool {
	f := &forward{to: to, fingerprint: tool.Fingerprint()}
	served := flow.Tool{Identity: tool.Identity, Fingerprint: f.fingerprint, Generic: tool.Generic, Handle: f.handle}
	for i, p := range tool.Params {
		served.Params = append(served.Params, p.Name)
		f.names = append(f.names, p.Name)
		f.order = append(f.order, i)
	}
	slices.SortFunc(f.order, func(a, b int) int { return strings.Compare(f.names[a], f.names[b]) })
	if len(tool.Generic) > 0 {
		served.Codecs = func([]flow.Codec[flow.Generic]) any { return nil } // the call's context has them
		return served
	}
	f.roots = &roots{ok: codecs.For(tool.Ok, flow.Replies), err: codecs.For(tool.Err, flow.Replies)}
	for _, p := range tool.Params {
		f.roots.params = append(f.roots.params, codecs.For(p.Type, flow.Arguments))
	}
	return served
}

// forward answers the calls of one Tool.
type forward struct {
	to          Implementation
	fingerprint string
	names       []string
	order       []int  // of the parameters, by name
	roots       *roots // nil for a generic Tool
}

// roots are the codecs of a Tool's, or of a call's.
type roots struct {
	params  []flow.Codec[flow.Generic]
	ok, err flow.Codec[flow.Generic]
}

// rootsOf gives the codecs of a call.
func (f *forward) rootsOf(call *flow.Call) (*roots, error) {
	if f.roots != nil {
		return f.roots, nil
	}
	r := &roots{}
	for _, name := range f.names {
		codec, err := call.Param(name)
		if err != nil {
			return nil, err
		}
		r.params = append(r.params, codec)
	}
	var err error
	if r.ok, err = call.Ok(); err != nil {
		return nil, err
	}
	r.err, err = call.Err()
	return r, err
}

func (f *forward) handle(in *flow.Invocation) {
	call := flow.CallOf(in.Context())
	r, err := f.rootsOf(call)
	if err != nil {
		panic(err) // the toolkit makes no call without its types
	}
	values := make([]flow.Generic, len(f.names))
	for i, codec := range r.params {
		values[i] = flow.Argument(in, i, codec)
	}
	if !in.Begin() {
		return
	}
	args := []byte{'{'}
	for n, i := range f.order {
		if n > 0 {
			args = append(args, ',')
		}
		args = append(canon.AppendString(args, f.names[i]), ':')
		args = append(args, values[i].Text()...)
	}
	f.settle(in, r, f.to.Call(in.Context(), &Call{
		Run: call.RunID, ID: call.CallID, Tool: call.Tool, Fingerprint: f.fingerprint, Args: append(args, '}'),
	}))
}

// settle answers a call as a reply says.
func (f *forward) settle(in *flow.Invocation, r *roots, reply Reply) {
	var none, value flow.Generic
	var err error
	switch reply.Kind {
	case Ok:
		if value, err = flow.UnmarshalString(r.ok, reply.Value, in.Limits()); err == nil {
			flow.Settle(in, r.ok, r.err, value, nil)
			return
		}
	case Failed:
		if value, err = flow.UnmarshalString(r.err, reply.Value, in.Limits()); err == nil {
			flow.Settle(in, r.ok, r.err, none, flow.Fail(value))
			return
		}
	case NotRun:
		flow.Settle(in, r.ok, r.err, none, flow.NotRun(reply.Reason))
		return
	case Unknown:
		flow.Settle(in, r.ok, r.err, none, flow.Unknown(reply.Reason))
		return
	}
	reason := reply.Reason
	if err != nil {
		reason = "the value of " + reply.Kind.String() + " does not decode: " + err.Error()
	}
	in.Beyond(reason)
}
