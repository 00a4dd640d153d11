package flow

import (
	"slices"
	"sync"
)

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

func (c *setCodec[T]) Append(w *Writer, v Set[T]) { AppendList(w, c.item, v.items) }

func (c *setCodec[T]) Compare(a, b Set[T]) int {
	return slices.CompareFunc(a.items, b.items, c.item.Compare)
}

// DictOf gives the codec of Dict<K, V>: an object where K is Text, else an array of [key, value] in ascending order of the
// keys, no two keys equal.
func DictOf[K, V any](key Codec[K], value Codec[V]) Codec[Dict[K, V]] {
	c := &dictCodec[K, V]{key: key, value: value, entry: TupleCodec(
		PartOf(key, func(e *Entry[K, V]) *K { return &e.Key }),
		PartOf(value, func(e *Entry[K, V]) *V { return &e.Value }),
	)}
	if t, ok := key.(textual); ok && t.isText() {
		return &textDictCodec[K, V]{c}
	}
	return c
}

type dictCodec[K, V any] struct {
	key   Codec[K]
	value Codec[V]
	entry Codec[Entry[K, V]]
}

func (c *dictCodec[K, V]) Decode(r *Reader) Dict[K, V] {
	var entries []Entry[K, V]
	a := r.array("an array of pairs (Dict)", 0)
	for a.Next() {
		start := r.at
		entry := c.entry.Decode(r)
		if len(entries) > 0 && r.err == nil {
			r.ascend(c.key.Compare(entries[len(entries)-1].Key, entry.Key), start)
		}
		entries = append(entries, entry)
	}
	return Dict[K, V]{entries: entries, keys: c.key}
}

func (c *dictCodec[K, V]) Append(w *Writer, v Dict[K, V]) { AppendList(w, c.entry, v.entries) }

func (c *dictCodec[K, V]) Compare(a, b Dict[K, V]) int {
	return slices.CompareFunc(a.entries, b.entries, c.entry.Compare)
}

// textDictCodec is that of a Dict whose keys are Text.
type textDictCodec[K, V any] struct{ *dictCodec[K, V] }

func (c *textDictCodec[K, V]) Decode(r *Reader) Dict[K, V] {
	var entries []Entry[K, V]
	sorted := true
	o := r.object("an object (Dict)")
	for o.Next() {
		o.Distinct()
		entry := Entry[K, V]{Key: c.keyOf(r.keep(o.Name)), Value: c.value.Decode(r)}
		sorted = sorted && (len(entries) == 0 || c.key.Compare(entries[len(entries)-1].Key, entry.Key) < 0)
		entries = append(entries, entry)
	}
	if !sorted && r.err == nil {
		slices.SortFunc(entries, func(a, b Entry[K, V]) int { return c.key.Compare(a.Key, b.Key) })
	}
	return Dict[K, V]{entries: entries, keys: c.key}
}

// keyOf makes a key of a member's name: K is a string, or what holds one.
func (c *textDictCodec[K, V]) keyOf(name string) K {
	return c.key.(interface{ ofText(string) K }).ofText(name)
}

func (c *textDictCodec[K, V]) Append(w *Writer, v Dict[K, V]) {
	if !w.Object() {
		return
	}
	for i := range v.entries {
		if w.err != nil {
			return
		}
		w.comma('{')
		c.key.Append(w, v.entries[i].Key)
		w.buf = append(w.buf, ':')
		c.value.Append(w, v.entries[i].Value)
	}
	w.EndObject()
}

// OptionOf gives the codec of Option<T>. Outside a field it is "None" or {"Some": v}; in a field see Field.
func OptionOf[T any](item Codec[T]) Codec[Option[T]] { return &optionCodec[T]{item} }

type optionCodec[T any] struct{ item Codec[T] }

func (c *optionCodec[T]) Decode(r *Reader) (v Option[T]) {
	k := r.Constructor(`Option ("None" or {"Some": ...})`)
	switch k.Name {
	case "None":
		k.Bare()
	case "Some":
		k.Payload()
		v = Some(c.item.Decode(r))
	default:
		k.Unknown()
	}
	k.End()
	return v
}

func (c *optionCodec[T]) Append(w *Writer, v Option[T]) {
	if !v.some {
		w.Constructor("None")
		return
	}
	if w.Payload("Some") {
		c.item.Append(w, v.value)
		w.EndObject()
	}
}

func (c *optionCodec[T]) Compare(a, b Option[T]) int {
	if a.some && b.some {
		return c.item.Compare(a.value, b.value)
	}
	return CompareBool(a.some, b.some)
}

func (c *optionCodec[T]) absent() Option[T]                  { return Option[T]{} }
func (c *optionCodec[T]) isAbsent(v Option[T]) bool          { return !v.some }
func (c *optionCodec[T]) decodeField(r *Reader) Option[T]    { return Some(c.item.Decode(r)) }
func (c *optionCodec[T]) appendField(w *Writer, v Option[T]) { c.item.Append(w, v.value) }

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
