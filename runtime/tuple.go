package flow

// Part is one part of a tuple or of another sequence of fixed length that is held in a Go struct T.
type Part[T any] struct {
	decode  func(r *Reader, into *T)
	append  func(w *Writer, of *T)
	compare func(a, b *T) int
}

// PartOf gives the part that stands in the field that at points to.
func PartOf[T, P any](c Codec[P], at func(*T) *P) Part[T] {
	return Part[T]{
		decode:  func(r *Reader, into *T) { *at(into) = c.Decode(r) },
		append:  func(w *Writer, of *T) { c.Append(w, *at(of)) },
		compare: func(a, b *T) int { return c.Compare(*at(a), *at(b)) },
	}
}

// TupleCodec gives the codec of a tuple that is held in a struct: an array of exactly its parts. It serves tuples of any
// size, and several positional parts of a constructor.
func TupleCodec[T any](parts ...Part[T]) Codec[T] { return tupleCodec[T](parts) }

type tupleCodec[T any] []Part[T]

func (c tupleCodec[T]) Decode(r *Reader) (v T) {
	t := r.Tuple(len(c))
	for i := range c {
		t.Item()
		c[i].decode(r, &v)
	}
	t.End()
	return v
}

func (c tupleCodec[T]) Append(w *Writer, v T) {
	if !w.Array() {
		return
	}
	for i := range c {
		if !w.Item() {
			return
		}
		c[i].append(w, &v)
	}
	w.EndArray()
}

func (c tupleCodec[T]) Compare(a, b T) int {
	for i := range c {
		if order := c[i].compare(&a, &b); order != 0 {
			return order
		}
	}
	return 0
}

// Tuple2 is a tuple of two.
type Tuple2[A, B any] struct {
	V0 A
	V1 B
}

// NewTuple2 makes a tuple of two.
func NewTuple2[A, B any](v0 A, v1 B) Tuple2[A, B] { return Tuple2[A, B]{v0, v1} }

// Tuple2Of gives the codec of a tuple of two.
func Tuple2Of[A, B any](c0 Codec[A], c1 Codec[B]) Codec[Tuple2[A, B]] {
	return TupleCodec(
		PartOf(c0, func(t *Tuple2[A, B]) *A { return &t.V0 }),
		PartOf(c1, func(t *Tuple2[A, B]) *B { return &t.V1 }),
	)
}

// Tuple3 is a tuple of three.
type Tuple3[A, B, C any] struct {
	V0 A
	V1 B
	V2 C
}

// NewTuple3 makes a tuple of three.
func NewTuple3[A, B, C any](v0 A, v1 B, v2 C) Tuple3[A, B, C] { return Tuple3[A, B, C]{v0, v1, v2} }

// Tuple3Of gives the codec of a tuple of three.
func Tuple3Of[A, B, C any](c0 Codec[A], c1 Codec[B], c2 Codec[C]) Codec[Tuple3[A, B, C]] {
	return TupleCodec(
		PartOf(c0, func(t *Tuple3[A, B, C]) *A { return &t.V0 }),
		PartOf(c1, func(t *Tuple3[A, B, C]) *B { return &t.V1 }),
		PartOf(c2, func(t *Tuple3[A, B, C]) *C { return &t.V2 }),
	)
}

// Tuple4 is a tuple of four.
type Tuple4[A, B, C, D any] struct {
	V0 A
	V1 B
	V2 C
	V3 D
}

// NewTuple4 makes a tuple of four.
func NewTuple4[A, B, C, D any](v0 A, v1 B, v2 C, v3 D) Tuple4[A, B, C, D] {
	return Tuple4[A, B, C, D]{v0, v1, v2, v3}
}

// Tuple4Of gives the codec of a tuple of four.
func Tuple4Of[A, B, C, D any](c0 Codec[A], c1 Codec[B], c2 Codec[C], c3 Codec[D]) Codec[Tuple4[A, B, C, D]] {
	return TupleCodec(
		PartOf(c0, func(t *Tuple4[A, B, C, D]) *A { return &t.V0 }),
		PartOf(c1, func(t *Tuple4[A, B, C, D]) *B { return &t.V1 }),
		PartOf(c2, func(t *Tuple4[A, B, C, D]) *C { return &t.V2 }),
		PartOf(c3, func(t *Tuple4[A, B, C, D]) *D { return &t.V3 }),
	)
}

// Tuple5 is a tuple of five.
type Tuple5[A, B, C, D, E any] struct {
	V0 A
	V1 B
	V2 C
	V3 D
	V4 E
}

// NewTuple5 makes a tuple of five.
func NewTuple5[A, B, C, D, E any](v0 A, v1 B, v2 C, v3 D, v4 E) Tuple5[A, B, C, D, E] {
	return Tuple5[A, B, C, D, E]{v0, v1, v2, v3, v4}
}

// Tuple5Of gives the codec of a tuple of five.
func Tuple5Of[A, B, C, D, E any](c0 Codec[A], c1 Codec[B], c2 Codec[C], c3 Codec[D], c4 Codec[E]) Codec[Tuple5[A, B, C, D, E]] {
	return TupleCodec(
		PartOf(c0, func(t *Tuple5[A, B, C, D, E]) *A { return &t.V0 }),
		PartOf(c1, func(t *Tuple5[A, B, C, D, E]) *B { return &t.V1 }),
		PartOf(c2, func(t *Tuple5[A, B, C, D, E]) *C { return &t.V2 }),
		PartOf(c3, func(t *Tuple5[A, B, C, D, E]) *D { return &t.V3 }),
		PartOf(c4, func(t *Tuple5[A, B, C, D, E]) *E { return &t.V4 }),
	)
}

// Tuple6 is a tuple of six.
type Tuple6[A, B, C, D, E, F any] struct {
	V0 A
	V1 B
	V2 C
	V3 D
	V4 E
	V5 F
}

// NewTuple6 makes a tuple of six.
func NewTuple6[A, B, C, D, E, F any](v0 A, v1 B, v2 C, v3 D, v4 E, v5 F) Tuple6[A, B, C, D, E, F] {
	return Tuple6[A, B, C, D, E, F]{v0, v1, v2, v3, v4, v5}
}

// Tuple6Of gives the codec of a tuple of six.
func Tuple6Of[A, B, C, D, E, F any](c0 Codec[A], c1 Codec[B], c2 Codec[C], c3 Codec[D], c4 Codec[E], c5 Codec[F]) Codec[Tuple6[A, B, C, D, E, F]] {
	return TupleCodec(
		PartOf(c0, func(t *Tuple6[A, B, C, D, E, F]) *A { return &t.V0 }),
		PartOf(c1, func(t *Tuple6[A, B, C, D, E, F]) *B { return &t.V1 }),
		PartOf(c2, func(t *Tuple6[A, B, C, D, E, F]) *C { return &t.V2 }),
		PartOf(c3, func(t *Tuple6[A, B, C, D, E, F]) *D { return &t.V3 }),
		PartOf(c4, func(t *Tuple6[A, B, C, D, E, F]) *E { return &t.V4 }),
		PartOf(c5, func(t *Tuple6[A, B, C, D, E, F]) *F { return &t.V5 }),
	)
}
