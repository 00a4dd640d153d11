package host

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	// By says which implementation had the call, for the host's record, which is kept beside the call: history has no
	// place for it. It is empty where the call went to none.
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
	params        []parameter // by name, as canonical text has them
	ok, err       flow.Codec[flow.Generic]
	types, schema []byte
	limits        flow.Limits
}

type parameter struct {
	name  string
	codec flow.Codec[flow.Generic]
}

// At gives a declaration at concrete types: one for each type parameter of a generic Tool, none for others. The types may
// be made of the caller's own declarations. The error says why the Tool cannot be called so. The limits hold for each
// argument and for the value of a reply; a member that is zero stands for its default.
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
	values := NewValues(limits)
	var err error
	codec := func(at Place, t *typespec.Term) flow.Codec[flow.Generic] {
		made, barred := values.Codec(at, t)
		if err == nil {
			err = barred
		}
		return made
	}
	for _, p := range params {
		// The program made the arguments, as it made those of its checkpoints.
		i.params = append(i.params, parameter{p.Name, codec(Checkpoint, p.Type)})
	}
	slices.SortFunc(i.params, func(a, b parameter) int { return strings.Compare(a.name, b.name) })
	i.ok, i.err = codec(ToolReply, ok), codec(ToolReply, failure)
	return i, err
}

// Call makes one call. args is a JSON object of the arguments by the parameters' names, which the program made: opaque
// and host values may be among them. Arguments that do not decode make the call NotRun; a reply that does not decode at the
// declared type makes it BadReply. The end of ctx cancels the call.
func (i *Instance) Call(ctx context.Context, run, id flow.ID, args string) Outcome {
	text, err := i.canonical(args)
	if err != nil {
		return Outcome{Kind: NotRun, Reason: "the arguments do not decode: " + err.Error()}
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
	values, err := i.read(args)
	if err != nil {
		return nil, err
	}
	text := append(make([]byte, 0, len(args)+16), '{')
	for at, p := range i.params {
		if at > 0 {
			text = append(text, ',')
		}
		text = append(append(canon.AppendString(text, p.name), ':'), values[at].Text()...)
	}
	return append(text, '}'), nil
}

// read decodes the arguments, in the order of the parameters.
func (i *Instance) read(args string) ([]flow.Generic, error) {
	limits := i.limits
	if limits.Depth <= 0 {
		limits.Depth = flow.DefaultLimits().Depth
	}
	limits.Depth++ // that of an argument counts from its own root
	r := flow.NewStringReader(args, limits)
	values := make([]flow.Generic, len(i.params))
	var unknown error
	o := r.Object()
	for o.Next() {
		at, known := slices.BinarySearchFunc(i.params, o.Name, func(p parameter, name string) int { return strings.Compare(p.name, name) })
		if known {
			o.Known(at)
			values[at] = i.params[at].codec.Decode(r)
			continue
		}
		if unknown == nil {
			unknown = fmt.Errorf("there is no parameter %q (at %s)", o.Name, canon.Pointer("", o.Name))
		}
		o.Skip()
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	for at, p := range i.params {
		if !o.Has(at) {
			return nil, fmt.Errorf("the argument %q is missing (at %s)", p.name, canon.Pointer("", p.name))
		}
	}
	if unknown != nil {
		return nil, unknown
	}
	return values, nil
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
