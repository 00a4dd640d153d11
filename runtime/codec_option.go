package flow

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
