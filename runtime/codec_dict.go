package flow

import "slices"

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

func (c *dictCodec[K, V]) Append(w *Writer, v Dict[K, V]) {
	if !w.Array() {
		return
	}
	for i := range v.entries {
		if !w.Item() {
			return
		}
		if i > 0 {
			w.ascend(c.key.Compare(v.entries[i-1].Key, v.entries[i].Key))
		}
		c.entry.Append(w, v.entries[i])
	}
	w.EndArray()
}

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
		if i > 0 {
			w.ascend(c.key.Compare(v.entries[i-1].Key, v.entries[i].Key))
		}
		w.comma('{')
		c.key.Append(w, v.entries[i].Key)
		w.buf = append(w.buf, ':')
		c.value.Append(w, v.entries[i].Value)
	}
	w.EndObject()
}
