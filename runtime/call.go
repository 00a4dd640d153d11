package flow

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
	"github.com/flow-toolkit/flowgen/typespec"
)

// ID is the id of a run or of a call: a text or a whole number. IDs are equal exactly when they are the same id; the
// text "7" and the number 7 are two.
type ID struct{ text string }

// TextID makes an id of a text. What is no UTF-8 in it is replaced, as no id can hold it.
func TextID(text string) ID {
	return ID{string(canon.AppendString(nil, strings.ToValidUTF8(text, "\uFFFD")))}
}

// IntID makes an id of a whole number.
func IntID(n int64) ID { return ID{strconv.FormatInt(n, 10)} }

// ParseID reads an id from JSON: a string, or a number of any spelling whose value is whole.
func ParseID(json string) (ID, error) {
	if _, err := canon.Parse([]byte(json), canon.Options{}); err != nil {
		return ID{}, fmt.Errorf("flow: an id is a JSON string or whole number: %w", err)
	}
	text, ok := wire.Identifier(strings.TrimSpace(json))
	if !ok {
		return ID{}, fmt.Errorf("flow: an id is a JSON string or whole number, not %s", shorten(json))
	}
	return ID{text}, nil
}

// Text gives the text of an id that is one.
func (i ID) Text() (string, bool) {
	if !strings.HasPrefix(i.text, `"`) {
		return "", false
	}
	v, err := canon.Parse([]byte(i.text), canon.Options{})
	if err != nil {
		return "", false
	}
	return v.Text, true
}

// Int gives the number of an id that is one.
func (i ID) Int() (*big.Int, bool) {
	if i.text == "" || i.text[0] == '"' {
		return nil, false
	}
	return new(big.Int).SetString(i.text, 10)
}

// String gives the id as canonical JSON: a text in quotes, a number in digits.
func (i ID) String() string { return i.text }

// Call is what a Tool's method can know of the call that it answers. CallOf finds it.
type Call struct {
	// RunID and CallID name the call. A host that sends a call again after a crash sends the same pair, so that an
	// author who keeps them can recognise it.
	RunID, CallID ID
	// Tool is the identity of the Tool, as served.
	Tool string

	types *BoundView // nil where the Tool is not generic
}

type callKey struct{}

// CallOf gives the call that a method's context belongs to. Outside of a call it is an empty one, without ids.
func CallOf(ctx context.Context) *Call {
	if call, ok := ctx.Value(callKey{}).(*Call); ok {
		return call
	}
	return &Call{}
}

// Types gives the validated view of the caller's types; nil where the Tool is not generic.
func (c *Call) Types() *typespec.View {
	if c.types == nil {
		return nil
	}
	return c.types.view
}

// Bindings gives what the Tool's type parameters stand for in this call, in the Tool's order; none where it is not
// generic.
func (c *Call) Bindings() []typespec.Binding {
	if c.types == nil {
		return nil
	}
	return c.types.view.Bindings
}

// Schema gives the JSON Schema of the success type as canonical text, to show to a model, say; empty where the Tool is
// not generic.
func (c *Call) Schema() string {
	if c.types == nil {
		return ""
	}
	return c.types.view.SchemaText()
}

// Codec gives the codec of what a type parameter stands for in this call. Where no value of that type can be decoded,
// using it fails. The error says that the call binds no such type parameter.
func (c *Call) Codec(parameter string) (Codec[Generic], error) { return c.types.Codec(parameter) }

// Param gives a codec of the type that a parameter, by its name in Flow, has in this call; Ok that of the success type,
// and Err that of the declared error. They are for texts from elsewhere, a model's answer, say. The error says that the
// call is none of a generic Tool, or that the Tool has no such parameter.
func (c *Call) Param(name string) (Codec[Generic], error) {
	if c.types != nil {
		for _, parameter := range c.types.view.Params {
			if parameter.Name == name {
				return c.types.roots.Of(parameter.Type), nil
			}
		}
	}
	return nil, fmt.Errorf("flow: the call has no types for a parameter %s", quoted(name))
}

// Ok is Param for the success type.
func (c *Call) Ok() (Codec[Generic], error) {
	if c.types == nil {
		return nil, errNotGeneric
	}
	return c.types.roots.Of(c.types.view.Ok), nil
}

// Err is Param for the declared error's type.
func (c *Call) Err() (Codec[Generic], error) {
	if c.types == nil {
		return nil, errNotGeneric
	}
	return c.types.roots.Of(c.types.view.Err), nil
}

var errNotGeneric = errors.New("flow: only a call of a generic Tool has types of its own")

// RootCodecs gives the codecs of a generic Tool's roots at the types of this call, as the Tool's Codecs function made
// them: C is the type that it makes. ok is false where the call is no call of that Tool.
func RootCodecs[C any](c *Call) (codecs C, ok bool) {
	if c.types == nil {
		return codecs, false
	}
	codecs, ok = c.types.codecs.(C)
	return codecs, ok
}

// callContext is the context that a method gets: cancelled as the embedded one is, and holding its call.
type callContext struct {
	context.Context
	call *Call
}

func (c *callContext) Value(key any) any {
	if key == (callKey{}) {
		return c.call
	}
	return c.Context.Value(key)
}
