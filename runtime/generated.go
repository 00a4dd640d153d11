package flow

import "strconv"

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
