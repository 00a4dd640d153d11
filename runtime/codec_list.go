package flow

import "slices"

// ListOf gives the codec of List<T>: an array. An empty List is decoded as a slice of no items, or nil.
func ListOf[T any](item Codec[T]) Codec[[]T] { return &listCodec[T]{item} }

type listCodec[T any] struct{ item Codec[T] }

func (c *listCodec[T]) Decode(r *Reader) []T    { return DecodeList(r, c.item) }
func (c *listCodec[T]) Append(w *Writer, v []T) { AppendList(w, c.item, v) }
func (c *listCodec[T]) Compare(a, b []T) int    { return slices.CompareFunc(a, b, c.item.Compare) }

// DecodeList reads a List of items of that codec.
func DecodeList[T any](r *Reader, item Codec[T]) []T {
	var items []T
	a := r.Array()
	for a.Next() {
		items = append(items, item.Decode(r))
	}
	return items
}

// AppendList writes a List of items of that codec.
func AppendList[T any](w *Writer, item Codec[T], items []T) {
	if !w.Array() {
		return
	}
	for i := range items {
		if !w.Item() {
			return
		}
		item.Append(w, items[i])
	}
	w.EndArray()
}
