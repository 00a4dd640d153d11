package flow

import (
	"reflect"
	"strconv"
	"strings"
)

// PointerOf gives the codec of pointers to the values of a type. Generated structs that would hold themselves hold a pointer
// instead; it is never nil.
func PointerOf[T any](item Codec[T]) Codec[*T] { return &pointerCodec[T]{item} }

type pointerCodec[T any] struct{ item Codec[T] }

func (c *pointerCodec[T]) Decode(r *Reader) *T {
	v := c.item.Decode(r)
	return &v
}

func (c *pointerCodec[T]) Append(w *Writer, v *T) {
	if v == nil {
		w.Fail(CodeType, "a value is needed here, and this pointer is nil")
		return
	}
	c.item.Append(w, *v)
}

func (c *pointerCodec[T]) Compare(a, b *T) int { return c.item.Compare(*a, *b) }

// NoConstructor says of a number that it is no constructor of the enum of that name in Go: "Colour(7)".
func NoConstructor(enum string, n uint32) string {
	return enum + "(" + strconv.FormatUint(uint64(n), 10) + ")"
}

// IsNil says of what stands for an enum's value that it is none: nil, or a pointer to a constructor that is nil.
func IsNil(v any) bool {
	if v == nil {
		return true
	}
	of := reflect.ValueOf(v)
	return of.Kind() == reflect.Pointer && of.IsNil()
}

// maxErrorText bounds how much of a declared error's JSON its message bears, in bytes.
const maxErrorText = 1000

// ErrorText gives the message of a declared error: its name in Flow, and its JSON, cut where it is long. What does not
// encode is shown by its name and why.
func ErrorText[E any](name string, codec Codec[E], declared E) string {
	text, err := Marshal(codec, declared)
	if err != nil {
		return name + ": " + err.Error()
	}
	if len(text) > maxErrorText {
		text = append([]byte(strings.ToValidUTF8(string(text[:maxErrorText]), "")), "..."...)
	}
	return name + ": " + string(text)
}
