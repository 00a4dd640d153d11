package flow

import "math"

// Generic is a value of a type that a generic Tool's caller chose. It holds the value and knows its type, so that equality
// and order are Flow's for that type and not those of its JSON. It never changes. The zero value is none and does not
// encode.
type Generic struct {
	_     [0]func() // == would not be Flow's equality
	value any
	codec *genericCodec
}

// Text gives the canonical JSON text of the value; empty for the zero Generic.
func (g Generic) Text() string {
	if g.codec == nil {
		return ""
	}
	w := NewWriter(nil, unlimited)
	g.codec.inner.Append(w, g.value)
	return string(w.buf)
}

// unlimited are limits for what was within some already.
var unlimited = Limits{Depth: math.MaxInt32, IntDigits: math.MaxInt32, DecimalDigits: math.MaxInt32, FractionDigits: math.MaxInt32}

// String gives the canonical JSON text of the value.
func (g Generic) String() string { return g.Text() }

// JSON gives the value as JSON.
func (g Generic) JSON() JSON { return jsonOfText(g.Text()) }

// Equal says whether both are the same value of the same type parameter, as one codec made it.
func (g Generic) Equal(h Generic) bool {
	if g.codec == nil || g.codec != h.codec {
		return g.codec == h.codec
	}
	return g.Text() == h.Text()
}

// Compare orders two values of one type parameter as Flow does. It panics for values of different type parameters, or of
// calls at different types, to which Flow gives no order.
func (g Generic) Compare(h Generic) int {
	if g.codec != h.codec {
		panic("flow: values of different type parameters have no order")
	}
	if g.codec == nil {
		return 0
	}
	return g.codec.inner.Compare(g.value, h.value)
}

// genericCodec is the codec of one type parameter or root of a call.
type genericCodec struct {
	inner  Codec[any]
	option fieldForm[any] // nil where the type is no Option
	text   interface{ ofText(string) any }
}

func newGenericCodec(inner Codec[any]) *genericCodec {
	c := &genericCodec{inner: inner}
	c.option, _ = inner.(fieldForm[any])
	c.text, _ = inner.(interface{ ofText(string) any })
	return c
}

func (c *genericCodec) Decode(r *Reader) Generic {
	return Generic{value: c.inner.Decode(r), codec: c}
}

// Append writes a value of another codec where it is a value of this type too.
func (c *genericCodec) Append(w *Writer, v Generic) {
	if v, ok := c.own(w, v); ok {
		c.inner.Append(w, v)
	}
}

func (c *genericCodec) own(w *Writer, v Generic) (value any, ok bool) {
	if v.codec == c {
		return v.value, w.err == nil
	}
	if v.codec == nil {
		w.Fail(CodeType, "an empty flow.Generic stands where a value should: decode one with the codec of its type")
		return nil, false
	}
	r := NewStringReader(v.Text(), w.limits)
	value = c.inner.Decode(r)
	if r.End() != nil {
		w.Fail(r.err.Code, r.err.Message)
		w.err.Pointer += r.err.Pointer
		return nil, false
	}
	return value, w.err == nil
}

func (c *genericCodec) Compare(a, b Generic) int { return a.Compare(b) }

func (c *genericCodec) isText() bool { return c.text != nil }
func (c *genericCodec) ofText(name string) Generic {
	return Generic{value: c.text.ofText(name), codec: c}
}

func (c *genericCodec) isOption() bool  { return c.option != nil }
func (c *genericCodec) absent() Generic { return Generic{value: c.option.absent(), codec: c} }

func (c *genericCodec) isAbsent(v Generic) bool {
	if v.codec == c {
		return c.option.isAbsent(v.value)
	}
	return v.Text() == `"None"`
}

func (c *genericCodec) decodeField(r *Reader) Generic {
	return Generic{value: c.option.decodeField(r), codec: c}
}

func (c *genericCodec) appendField(w *Writer, v Generic) {
	if v, ok := c.own(w, v); ok {
		c.option.appendField(w, v)
	}
}
