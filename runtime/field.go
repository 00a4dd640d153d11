package flow

// Field is the form that a type parameter's values have in the field of a record or named payload. It is judged where the
// type is known: at Option<T>, None is left out and Some(v) stands as v; any other type's value stands as it is, and must
// be there.
type Field[T any] struct {
	codec Codec[T]
	form  fieldForm[T] // nil where the type is no Option
}

// FieldOf gives the field form of a codec's type.
func FieldOf[T any](c Codec[T]) Field[T] {
	form, _ := c.(fieldForm[T])
	if o, ok := c.(interface{ isOption() bool }); ok && !o.isOption() {
		form = nil
	}
	return Field[T]{codec: c, form: form}
}

// Decode reads the value of a member that is there.
func (f Field[T]) Decode(r *Reader) T {
	if f.form != nil {
		return f.form.decodeField(r)
	}
	return f.codec.Decode(r)
}

// Absent gives the value of the field where it has no member: None, or else the object is refused with CodeMissing. It is
// to be called once the object was read.
func (f Field[T]) Absent(o *Object, name string) T {
	if f.form != nil {
		return f.form.absent()
	}
	o.r.failMember(CodeMissing, o.start, name, "the field is missing")
	var none T
	return none
}

// Append writes the member of that name, unless its value is None.
func (f Field[T]) Append(w *Writer, name string, v T) {
	switch {
	case f.form == nil:
		w.Member(name)
		f.codec.Append(w, v)
	case !f.form.isAbsent(v):
		w.Member(name)
		f.form.appendField(w, v)
	}
}
