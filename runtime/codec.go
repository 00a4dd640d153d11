package flow

import (
	"bytes"
	"sync"
)

// Codec reads, writes and compares the values of one Flow type. Generated code has one for each declared type, and the
// functions of this package make those of primitive and compound types. A Codec never changes and serves any goroutine.
type Codec[T any] interface {
	// Decode reads the value form at the reader's place. Where that fails, the Reader keeps why, and the value is nothing.
	Decode(r *Reader) T
	// Append writes the value form in canonical text. Where that fails, the Writer keeps why.
	Append(w *Writer, v T)
	// Compare orders two values as Flow does: negative where a is before b, 0 where they are equal, else positive. It
	// panics for host values, and for values of which those are a part, since Flow gives them no order.
	Compare(a, b T) int
}

// fieldForm is had by the codecs of Option, whose values are left out of a record or stand there bare.
type fieldForm[T any] interface {
	Codec[T]
	absent() T
	isAbsent(v T) bool
	decodeField(r *Reader) T
	appendField(w *Writer, v T)
}

// textual is had by the codec of Text, since a Dict with such keys is an object.
type textual interface{ isText() bool }

// Unmarshal reads a JSON text as a value of the codec's type, held to the limits given, or the default ones. The error is a
// *DecodeError, which says why and where.
func Unmarshal[T any](c Codec[T], text []byte, limits ...Limits) (T, error) {
	return decodeAll(c, NewReader(text, limits...))
}

// UnmarshalString is Unmarshal for a string, of which the value may keep parts.
func UnmarshalString[T any](c Codec[T], text string, limits ...Limits) (T, error) {
	return decodeAll(c, NewStringReader(text, limits...))
}

func decodeAll[T any](c Codec[T], r *Reader) (T, error) {
	v := c.Decode(r)
	if err := r.End(); err != nil {
		var none T
		return none, err
	}
	return v, nil
}

// Marshal gives the canonical text of a value, held to the limits given, or the default ones. The error is an *EncodeError,
// which says why and where.
func Marshal[T any](c Codec[T], v T, limits ...Limits) ([]byte, error) {
	w := writers.Get().(*Writer)
	defer writers.Put(w)
	*w = Writer{buf: w.buf[:0], limits: limitsOf(limits)}
	c.Append(w, v)
	text, err := w.Result()
	if err != nil {
		return nil, err
	}
	text = bytes.Clone(text)
	if cap(w.buf) > mostKept {
		w.buf = nil
	}
	return text, nil
}

// writers keeps the buffers of Marshal, those of at most mostKept bytes.
var writers = sync.Pool{New: func() any { return new(Writer) }}

const mostKept = 64 << 10

// AppendValue writes the canonical text of a value behind dst. With an error, what is behind dst is worth nothing.
func AppendValue[T any](dst []byte, c Codec[T], v T, limits ...Limits) ([]byte, error) {
	w := NewWriter(dst, limits...)
	c.Append(w, v)
	text, err := w.Result()
	if err != nil {
		return dst, err
	}
	return text, nil
}

// Equal says whether two values are the same in Flow. It panics where Codec.Compare does.
func Equal[T any](c Codec[T], a, b T) bool { return c.Compare(a, b) == 0 }

// codec makes a Codec of three functions.
type codec[T any] struct {
	decode  func(r *Reader) T
	append  func(w *Writer, v T)
	compare func(a, b T) int
}

func (c *codec[T]) Decode(r *Reader) T    { return c.decode(r) }
func (c *codec[T]) Append(w *Writer, v T) { c.append(w, v) }
func (c *codec[T]) Compare(a, b T) int    { return c.compare(a, b) }
