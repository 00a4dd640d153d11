package flow

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// The codecs of this file hold values of types that no Go type was generated for: a record is the slice of its fields, an
// enum the number of its constructor with the parts, and any other value what the codec of its Go type makes.

// boxed is a codec whose values are seen as any.
type boxed[T any] struct{ of Codec[T] }

func (c boxed[T]) Decode(r *Reader) any    { return c.of.Decode(r) }
func (c boxed[T]) Append(w *Writer, v any) { c.of.Append(w, v.(T)) }
func (c boxed[T]) Compare(a, b any) int    { return c.of.Compare(a.(T), b.(T)) }

// boxedText is that of Text.
type boxedText struct{ boxed[string] }

func (boxedText) isText() bool           { return true }
func (boxedText) ofText(name string) any { return name }

// boxedOption is that of an Option.
type boxedOption struct {
	boxed[Option[any]]
	option *optionCodec[any]
}

func newBoxedOption(item Codec[any]) boxedOption {
	option := &optionCodec[any]{item}
	return boxedOption{boxed[Option[any]]{option}, option}
}

func (c boxedOption) absent() any                  { return c.option.absent() }
func (c boxedOption) isAbsent(v any) bool          { return c.option.isAbsent(v.(Option[any])) }
func (c boxedOption) decodeField(r *Reader) any    { return c.option.decodeField(r) }
func (c boxedOption) appendField(w *Writer, v any) { c.option.appendField(w, v.(Option[any])) }

// sequence gives the codec of a tuple, or of several positional parts, as a slice of its parts.
func sequence(items []Codec[any]) Codec[[]any] {
	parts := make([]Part[[]any], len(items))
	for i, item := range items {
		parts[i] = Part[[]any]{
			decode:  func(r *Reader, into *[]any) { *into = append(*into, item.Decode(r)) },
			append:  func(w *Writer, of *[]any) { item.Append(w, (*of)[i]) },
			compare: func(a, b *[]any) int { return item.Compare((*a)[i], (*b)[i]) },
		}
	}
	return TupleCodec(parts...)
}

// spelled gives names as a Writer takes them: as they stand between quotes. Those of a caller's declarations are any text.
func spelled(names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		quoted := canon.AppendString(nil, name)
		all[i] = string(quoted[1 : len(quoted)-1])
	}
	return all
}

// members is the codec of a record, or of a named payload, as a slice of its fields in declaration order.
type members struct {
	names   []string
	spelled []string
	codecs  []Codec[any]
	fields  []Field[any]
	// number finds a field by its name; written has the fields in the order of their names.
	number  map[string]int
	written []int
}

func newMembers(names []string, codecs []Codec[any]) *members {
	m := &members{names: names, spelled: spelled(names), codecs: codecs, number: make(map[string]int, len(names))}
	for i, c := range codecs {
		m.fields = append(m.fields, FieldOf(c))
		m.number[names[i]] = i
		m.written = append(m.written, i)
	}
	slices.SortFunc(m.written, func(a, b int) int { return strings.Compare(names[a], names[b]) })
	return m
}

func (m *members) Decode(r *Reader) []any {
	values := make([]any, len(m.fields))
	o := r.Object()
	for o.Next() {
		i, known := m.number[o.Name]
		if !known {
			o.Skip()
			continue
		}
		o.Known(i)
		values[i] = m.fields[i].Decode(r)
	}
	for i := range m.fields {
		if !o.Has(i) {
			values[i] = m.fields[i].Absent(&o, m.names[i])
		}
	}
	return values
}

func (m *members) Append(w *Writer, v []any) {
	if !w.Object() {
		return
	}
	for _, i := range m.written {
		m.fields[i].Append(w, m.spelled[i], v[i])
	}
	w.EndObject()
}

func (m *members) Compare(a, b []any) int {
	for i, c := range m.codecs {
		if order := c.Compare(a[i], b[i]); order != 0 {
			return order
		}
	}
	return 0
}

// variant is a value of an enum: the number of its constructor, and the payload where it has one.
type variant struct {
	number  int
	payload any
}

// variants is the codec of an enum. payloads has nil for a constructor without one.
type variants struct {
	enum     string
	names    []string
	spelled  []string
	payloads []Codec[any]
	number   map[string]int
}

func newVariants(enum string, names []string, payloads []Codec[any]) *variants {
	c := &variants{enum: enum, names: names, spelled: spelled(names), payloads: payloads, number: make(map[string]int, len(names))}
	for i, name := range names {
		c.number[name] = i
	}
	return c
}

func (c *variants) Decode(r *Reader) (v variant) {
	k := r.Constructor(c.enum)
	i, known := c.number[k.Name]
	switch {
	case !known:
		k.Unknown()
	case c.payloads[i] == nil:
		k.Bare()
		v.number = i
	default:
		k.Payload()
		v = variant{i, c.payloads[i].Decode(r)}
	}
	k.End()
	return v
}

func (c *variants) Append(w *Writer, v variant) {
	name, payload := c.spelled[v.number], c.payloads[v.number]
	if payload == nil {
		w.Constructor(name)
		return
	}
	if w.Payload(name) {
		payload.Append(w, v.payload)
		w.EndObject()
	}
}

func (c *variants) Compare(a, b variant) int {
	if a.number != b.number || c.payloads[a.number] == nil {
		return a.number - b.number
	}
	return c.payloads[a.number].Compare(a.payload, b.payload)
}
