package flow

import "sync"

// HostOf gives the codec of a host type, whose value is a token: any JSON, kept by value. wrap makes a value of a token,
// token takes it out again. Values have no order.
func HostOf[T any](wrap func(JSON) T, token func(T) JSON) Codec[T] {
	return &codec[T]{
		decode:  func(r *Reader) T { return wrap(r.JSON()) },
		append:  func(w *Writer, v T) { w.JSON(token(v)) },
		compare: func(_, _ T) int { panic("flow: host values are never compared") },
	}
}

// Lazy gives the codec that make makes at its first use, once, for declared types that hold themselves. It is not for Text
// or Option.
func Lazy[T any](make func() Codec[T]) Codec[T] { return lazyCodec[T](sync.OnceValue(make)) }

type lazyCodec[T any] func() Codec[T]

func (c lazyCodec[T]) Decode(r *Reader) T    { return c().Decode(r) }
func (c lazyCodec[T]) Append(w *Writer, v T) { c().Append(w, v) }
func (c lazyCodec[T]) Compare(a, b T) int    { return c().Compare(a, b) }
