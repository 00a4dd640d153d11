package host

import (
	"context"
	"fmt"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Outcome is how a call ended, as a program sees it.
type Outcome struct {
	// Kind says in which of the five ways.
	Kind Kind
	// Value is the success value of an Ok and the declared error of a Failed.
	Value flow.Generic
	// Reason says in a sentence why a call is NotRun, Unknown or BadReply.
	Reason string
	// By says which implementation had the call, for the host's record; history has no place for it.
	By string
}

// String shows the outcome in a log or a failed test.
func (o Outcome) String() string {
	return Reply{Kind: o.Kind, Value: o.Value.Text(), Reason: o.Reason}.String()
}

// Instance is a bound declaration at concrete types. It serves any number of goroutines.
type Instance struct {
	bound         *Bound
	fingerprint   string
	params        []parameter
	ok, err       flow.Codec[flow.Generic]
	types, schema []byte
	limits        flow.Limits
}

type parameter struct {
	name  string
	codec flow.Codec[flow.Generic]
}

// At gives a declaration at concrete types: one for each type parameter of a generic Tool, none for others. The types may
// be made of the caller's own declarations. The error says why the Tool cannot be called so. The limits, where they are
// given, hold for arguments and replies.
func (b *Bound) At(limits flow.Limits, arguments ...*typespec.Term) (*Instance, error) {
	i := &Instance{bound: b, fingerprint: b.Tool.Fingerprint(), limits: limits}
	params, ok, failure := b.Tool.Params, b.Tool.Ok, b.Tool.Err
	if len(arguments) > 0 || len(b.Tool.Generic) > 0 {
		view, err := typespec.NewView(b.Tool, arguments)
		if err != nil {
			return nil, err
		}
		params, ok, failure = view.Params, view.Ok, view.Err
		i.types, i.schema = canon.Append(nil, view.Types), canon.Append(nil, view.Schema)
	}
	codecs := flow.NewContextual()
	for _, p := range params {
		i.params = append(i.params, parameter{p.Name, codecs.For(p.Type, flow.Rebuilding)})
	}
	i.ok, i.err = codecs.For(ok, flow.Replies), codecs.For(failure, flow.Replies)
	return i, nil
}

// Call makes one call. args is a JSON object of the arguments by the parameters' names, which the program made: opaque
// and host values may be among them. Arguments that do not decode make the call NotRun; a reply that does not decode at the
// declared type makes it BadReply. The end of ctx cancels the call.
func (i *Instance) Call(ctx context.Context, run, id flow.ID, args string) Outcome {
	text, err := i.canonical(args)
	if err != nil {
		return Outcome{Kind: NotRun, Reason: err.Error()}
	}
	reply := i.bound.Implementation.Call(ctx, &Call{
		Run: run, ID: id, Tool: i.bound.Tool.Identity, Fingerprint: i.fingerprint, Args: text, Types: i.types, Schema: i.schema,
	})
	outcome := i.decode(reply)
	outcome.By = i.bound.Implementation.String()
	return outcome
}

// canonical writes the arguments as they are sent.
func (i *Instance) canonical(args string) ([]byte, error) {
	v, err := canon.Parse([]byte(args), canon.Options{Depth: maxNesting})
	if err != nil {
		return nil, fmt.Errorf("the arguments do not read: %w", err)
	}
	if v.Kind != canon.Object {
		return nil, fmt.Errorf("the arguments are an object by the parameters' names, not %s", v.Kind)
	}
	object := canon.NewObject()
	for _, p := range i.params {
		given := v.Member(p.name)
		if given == nil {
			return nil, fmt.Errorf("the argument %q is missing (/%s)", p.name, p.name)
		}
		value, err := flow.UnmarshalString(p.codec, args[given.Offset:given.End], i.limits)
		if err != nil {
			return nil, fmt.Errorf("the argument %q does not decode: %w", p.name, err)
		}
		text, err := canon.Parse([]byte(value.Text()), canon.Options{Depth: maxNesting})
		if err != nil {
			return nil, err
		}
		object.Members = append(object.Members, canon.Member{Name: p.name, Value: text})
	}
	for _, m := range v.Members {
		if object.Member(m.Name) == nil {
			return nil, fmt.Errorf("there is no parameter %q", m.Name)
		}
	}
	return canon.Append(nil, object), nil
}

// decode makes the outcome that a program sees of a reply.
func (i *Instance) decode(reply Reply) Outcome {
	codec := i.ok
	switch reply.Kind {
	case Ok:
	case Failed:
		codec = i.err
	default:
		return Outcome{Kind: reply.Kind, Reason: reply.Reason}
	}
	value, err := flow.UnmarshalString(codec, reply.Value, i.limits)
	if err != nil {
		return Outcome{Kind: BadReply, Reason: fmt.Sprintf("the value of %s does not decode: %s", reply.Kind, err)}
	}
	return Outcome{Kind: reply.Kind, Value: value}
}
