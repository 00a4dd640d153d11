package flow

import "slices"

// SetOf gives the codec of Set<T>: an array in ascending order, no two items equal.
func SetOf[T any](item Codec[T]) Codec[Set[T]] { return &setCodec[T]{item} }

type setCodec[T any] struct{ item Codec[T] }

func (c *setCodec[T]) Decode(r *Reader) Set[T] {
	var items []T
	a := r.array("an array (Set)", 0)
	for a.Next() {
		start := r.at
		item := c.item.Decode(r)
		if len(items) > 0 && r.err == nil {
			r.ascend(c.item.Compare(items[len(items)-1], item), start)
		}
		items = append(items, item)
	}
	return Set[T]{items: items, codec: c.item}
}

// ascend holds the item or entry that begins at an offset to be greater than the one before it.
func (r *Reader) ascend(order, start int) {
	switch {
	case order == 0:
		r.fail(CodeRepeated, start, "this item is there twice")
	case order > 0:
		r.fail(CodeOrder, start, "this item should stand before the one before it")
	}
}

func (c *setCodec[T]) Append(w *Writer, v Set[T]) {
	if !w.Array() {
		return
	}
	for i := range v.items {
		if !w.Item() {
			return
		}
		if i > 0 {
			w.ascend(c.item.Compare(v.items[i-1], v.items[i]))
		}
		c.item.Append(w, v.items[i])
	}
	w.EndArray()
}

// ascend holds the item or key that is next to be greater than the one before it: one that was made with another codec's
// order, or whose bytes were changed since, need not be.
func (w *Writer) ascend(order int) {
	switch {
	case order == 0:
		w.Fail(CodeRepeated, "this item is there twice")
	case order > 0:
		w.Fail(CodeOrder, "this item should stand before the one before it: it was changed, or has another codec's order")
	}
}

func (c *setCodec[T]) Compare(a, b Set[T]) int {
	return slices.CompareFunc(a.items, b.items, c.item.Compare)
}
