package host

import (
	"fmt"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Place is a place where a host takes in or gives out a value of a program's type.
type Place uint8

// The places of values. What a type may be there is judged by the type alone, before a byte is read: a function, a task
// or a type that is no data has no values anywhere.
const (
	// ToolReply is a Tool's success value or declared error: nothing opaque; host values may be in it.
	ToolReply Place = iota + 1
	// RunInput is the input of a run: nothing opaque and no host value.
	RunInput
	// RunOutput is the output of a run, which the program made: no host value.
	RunOutput
	// ForkArgument is an argument that is supplied to a fork: nothing opaque.
	ForkArgument
	// JSONDecode is std's json.decode: nothing opaque.
	JSONDecode
	// Checkpoint is an argument that a checkpoint keeps. It is rebuilt and not decoded, since the program made it: opaque
	// and host values included.
	Checkpoint
)

var places = [...]struct {
	name     string
	entrance flow.Entrance
}{
	ToolReply:    {"a Tool's reply", flow.Replies},
	RunInput:     {"a run's input", flow.Inputs},
	RunOutput:    {"a run's output", flow.Outputs},
	ForkArgument: {"an argument supplied to a fork", flow.Replies},
	JSONDecode:   {"what json.decode builds", flow.Replies},
	Checkpoint:   {"an argument that a checkpoint keeps", flow.Rebuilding},
}

// String names the place in a sentence: "a run's input".
func (p Place) String() string {
	if p < ToolReply || p > Checkpoint {
		return fmt.Sprintf("Place(%d)", uint8(p))
	}
	return places[p].name
}

// Values reads and writes values of the types of one Program or one View. It serves any number of goroutines.
type Values struct {
	types  *flow.Contextual
	limits flow.Limits
}

// NewValues makes one. The limits are those given, or the default ones.
func NewValues(limits ...flow.Limits) *Values {
	v := &Values{types: flow.NewContextual(), limits: flow.DefaultLimits()}
	if len(limits) > 0 {
		v.limits = limits[0]
	}
	return v
}

// Codec gives a codec of a concrete type at a place. The error says what of the type may not be there. Values that one
// codec made compare as Flow compares them; those of different codecs are never equal.
func (v *Values) Codec(at Place, t *typespec.Term) (flow.Codec[flow.Generic], error) {
	if at < ToolReply || at > Checkpoint {
		return nil, fmt.Errorf("there is no place %s of values", at)
	}
	entrance := places[at].entrance
	if barred := entrance.Bars(t); barred != "" {
		return nil, fmt.Errorf("%s is not of the type %s: %s", at, typespec.FlowType(t, nil), barred)
	}
	return v.types.For(t, entrance), nil
}

// Decode reads one value of a concrete type at a place. The error says what of the type may not be there, or is a
// *flow.DecodeError, which says where the text is no value of it.
func (v *Values) Decode(at Place, t *typespec.Term, text string) (flow.Generic, error) {
	codec, err := v.Codec(at, t)
	if err != nil {
		return flow.Generic{}, err
	}
	return flow.UnmarshalString(codec, text, v.limits)
}
