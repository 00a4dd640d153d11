package gen_test

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// valueMaker makes values of closed types. What it makes is canonical, up to the order of members.
type valueMaker struct {
	*rand.Rand
	codecs *flow.Contextual
	// fuel is how many parts a value may still get before its collections stay empty.
	fuel int
}

func newValueMaker(r *rand.Rand) *valueMaker {
	return &valueMaker{Rand: r, codecs: flow.NewContextual()}
}

// deepest is how far a value is followed that no longer gets parts; a type that has no values has no end.
const deepest = 24

// value makes a value of a type; nil where it finds none.
func (m *valueMaker) value(t *typespec.Term, depth int) *node {
	m.fuel--
	if depth > deepest {
		return nil
	}
	switch t.Kind {
	case typespec.List:
		return &node{kind: canon.Array, means: t.Kind, items: m.items(t.Args[0], depth)}
	case typespec.Set:
		return &node{kind: canon.Array, means: t.Kind, items: m.ascending(t.Args[0], m.items(t.Args[0], depth))}
	case typespec.Dict:
		return m.dict(t.Args[0], t.Args[1], depth)
	case typespec.Tuple:
		return m.parts(t.Args, depth)
	case typespec.Option:
		if v := m.some(t, depth); v != nil {
			return constructed("Some", v, t.Kind)
		}
		return &node{kind: canon.String, text: "None", means: t.Kind}
	case typespec.Named:
		return m.declared(t, depth)
	case typespec.Never, typespec.Function, typespec.Task:
		return nil
	}
	if t.Kind == typespec.JSONValue && m.IntN(25) == 0 {
		return nested(canon.DefaultDepth + 1 - depth)
	}
	return m.primitive(t.Kind)
}

// nested makes a JSON value that nests so deep; what is an argument's may reach the limit, which its outcome may exceed.
func nested(levels int) *node {
	n := &node{kind: canon.Array}
	for range levels - 1 {
		n = &node{kind: canon.Array, items: []*node{n}}
	}
	return n
}

func (m *valueMaker) count(most int) int {
	if m.fuel <= 0 {
		return 0
	}
	return m.IntN(most + 1)
}

func (m *valueMaker) items(t *typespec.Term, depth int) []*node {
	items := []*node{}
	for range m.count(4) {
		if v := m.value(t, depth+1); v != nil {
			items = append(items, v)
		}
	}
	return items
}

// some makes what an Option holds; nil for None.
func (m *valueMaker) some(t *typespec.Term, depth int) *node {
	if m.count(2) == 0 {
		return nil
	}
	return m.value(t.Args[0], depth+1)
}

// ascending sorts values of a type by Flow's order, and drops those that are there already.
func (m *valueMaker) ascending(t *typespec.Term, items []*node) []*node {
	codec := m.codecs.Of(t)
	read := map[*node]flow.Generic{}
	items = slices.DeleteFunc(items, func(n *node) bool {
		v, err := flow.Unmarshal(codec, n.canonical())
		read[n] = v
		return err != nil || v.Text() != string(n.canonical()) || m.unordered(codec, v)
	})
	slices.SortFunc(items, func(a, b *node) int { return read[a].Compare(read[b]) })
	return slices.CompactFunc(items, func(a, b *node) bool { return string(a.canonical()) == string(b.canonical()) })
}

// unordered says whether values hold what has no order; the view is then not valid.
func (m *valueMaker) unordered(codec flow.Codec[flow.Generic], v flow.Generic) (unordered bool) {
	defer func() { unordered = recover() != nil }()
	codec.Compare(v, v)
	return false
}

func (m *valueMaker) dict(key, value *typespec.Term, depth int) *node {
	keys := m.ascending(key, m.items(key, depth))
	entries := &node{kind: canon.Array, means: typespec.Dict, items: []*node{}}
	object := &node{kind: canon.Object, means: typespec.Dict}
	for _, k := range keys {
		v := m.value(value, depth+2)
		if v == nil {
			continue
		}
		object.members = append(object.members, member{k.text, v})
		entries.items = append(entries.items, &node{kind: canon.Array, means: typespec.Tuple, items: []*node{k, v}})
	}
	if key.Kind == typespec.Text {
		return object
	}
	return entries
}

// parts makes a tuple, or the positional parts of a payload.
func (m *valueMaker) parts(types []*typespec.Term, depth int) *node {
	tuple := &node{kind: canon.Array, means: typespec.Tuple}
	for _, t := range types {
		v := m.value(t, depth+1)
		if v == nil {
			return nil
		}
		tuple.items = append(tuple.items, v)
	}
	return tuple
}

func (m *valueMaker) declared(t *typespec.Term, depth int) *node {
	switch t.Decl.Kind {
	case typespec.Record:
		return m.record(t.Decl.Fields, t.Args, depth)
	case typespec.Host:
		return m.json(3)
	case typespec.NonData:
		return nil
	}
	constructors := slices.Clone(t.Decl.Constructors)
	if m.fuel > 0 {
		m.Shuffle(len(constructors), func(i, j int) { constructors[i], constructors[j] = constructors[j], constructors[i] })
	}
	for _, c := range constructors {
		if c.Payload == nil {
			return &node{kind: canon.String, text: c.Name, means: typespec.Named}
		}
		if payload := m.payload(c.Payload, t.Args, depth); payload != nil {
			return constructed(c.Name, payload, typespec.Named)
		}
		if m.fuel < -1000 {
			return nil
		}
	}
	return nil
}

func (m *valueMaker) payload(p *typespec.Payload, args []*typespec.Term, depth int) *node {
	if p.Named != nil {
		return m.record(p.Named, args, depth+1)
	}
	types := make([]*typespec.Term, len(p.Positional))
	for i, t := range p.Positional {
		types[i] = substituted(t, args, nil)
	}
	if len(types) == 1 {
		return m.value(types[0], depth+1)
	}
	return m.parts(types, depth+1)
}

func constructed(name string, payload *node, means typespec.TermKind) *node {
	return &node{kind: canon.Object, means: means, members: []member{{name, payload}}}
}

func (m *valueMaker) record(fields []typespec.Field, args []*typespec.Term, depth int) *node {
	object := &node{kind: canon.Object, means: typespec.Named, fields: []string{}}
	for _, f := range fields {
		object.fields = append(object.fields, f.Name)
		t, some := substituted(f.Type, args, nil), true
		var v *node
		if t.Kind == typespec.Option {
			v = m.some(t, depth)
			some = v != nil
		} else {
			v = m.value(t, depth+1)
		}
		if some && v == nil {
			return nil
		}
		if some {
			object.members = append(object.members, member{f.Name, v})
		}
	}
	return object
}

func (m *valueMaker) primitive(kind typespec.TermKind) *node {
	switch kind {
	case typespec.Int:
		return &node{kind: canon.Number, means: kind, text: m.whole()}
	case typespec.Decimal:
		return &node{kind: canon.Number, means: kind, text: m.decimal()}
	case typespec.Bool:
		return &node{kind: canon.Bool, means: kind, bool: m.IntN(2) == 0}
	case typespec.Bytes:
		bytes := make([]byte, m.IntN(7))
		for i := range bytes {
			bytes[i] = byte(m.Uint32())
		}
		return &node{kind: canon.String, means: kind, text: base64.StdEncoding.EncodeToString(bytes)}
	case typespec.Instant:
		return &node{kind: canon.String, means: kind, text: m.instant()}
	case typespec.Duration:
		return &node{kind: canon.String, means: kind, text: "PT" + m.decimal() + "S"}
	case typespec.Unit:
		return &node{kind: canon.Null, means: kind}
	case typespec.JSONValue:
		return m.json(3)
	}
	return &node{kind: canon.String, means: typespec.Text, text: m.text()}
}

// digits makes that many digits, or one of the lengths at which others have their limits; the first is not 0.
func (m *valueMaker) digits() string {
	length := []int{1, 1, 2, 3, 9, 10, 15, 16, 17, 18, 19, 20, 38, 39, 60}[m.IntN(15)]
	if m.IntN(300) == 0 {
		length = 4096
	}
	digits := make([]byte, length)
	for i := range digits {
		digits[i] = byte('0' + m.IntN(10))
	}
	digits[0] = byte('1' + m.IntN(9))
	return string(digits)
}

func (m *valueMaker) whole() string {
	edges := []string{"0", "1", "-1", "9007199254740992", "9007199254740993", "9223372036854775807", "-9223372036854775808", "18446744073709551616"}
	if m.IntN(3) == 0 {
		return edges[m.IntN(len(edges))]
	}
	return m.sign() + m.digits()
}

func (m *valueMaker) sign() string { return []string{"", "", "-"}[m.IntN(3)] }

func (m *valueMaker) decimal() string {
	if m.IntN(3) == 0 {
		return m.whole()
	}
	fraction := strings.TrimRight(m.digits(), "0")
	if zeros := m.IntN(8); len(fraction)+zeros <= 4096 {
		fraction = strings.Repeat("0", zeros) + fraction
	}
	if m.IntN(2) == 0 {
		return m.sign() + "0." + fraction
	}
	return m.sign() + m.digits() + "." + fraction
}

func (m *valueMaker) text() string {
	var b strings.Builder
	for range m.IntN(5) {
		if m.IntN(2) == 0 {
			b.WriteString(odd[m.IntN(len(odd))])
		} else {
			b.WriteRune(rune('a' + m.IntN(26)))
		}
	}
	return b.String()
}

func (m *valueMaker) instant() string {
	years := []int{m.IntN(10000), 1970 + m.IntN(100), m.IntN(10000), 10000 + m.IntN(100000), -1 - m.IntN(10000), 999_999_998, -999_999_998, 0, 9999}
	year := years[m.IntN(len(years))]
	text := fmt.Sprintf("%04d", year)
	switch {
	case year > 9999:
		text = "+" + text
	case year < 0:
		text = fmt.Sprintf("-%04d", -year)
	}
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(m.IntN(365*24*3600)) * time.Second)
	if at.Month() == time.February && at.Day() == 29 {
		at = at.AddDate(0, 0, 1)
	}
	text += at.Format("-01-02T15:04:05")
	if fraction := strings.TrimRight(m.digits(), "0"); m.IntN(2) == 0 {
		text += "." + fraction
	}
	return text + "Z"
}

// json makes any JSON value, within the limits.
func (m *valueMaker) json(depth int) *node {
	switch n := m.IntN(8); {
	case n == 0:
		return &node{kind: canon.Null}
	case n == 1:
		return m.primitive(typespec.Bool)
	case n == 2 || depth == 0 && n < 6:
		return m.primitive(typespec.Decimal)
	case n == 3 || depth == 0:
		return m.primitive(typespec.Text)
	case n < 6:
		array := &node{kind: canon.Array, items: []*node{}}
		for range m.count(3) {
			array.items = append(array.items, m.json(depth-1))
		}
		return array
	}
	object := &node{kind: canon.Object}
	for range m.count(3) {
		if name := m.text(); object.member(name) == nil {
			object.members = append(object.members, member{name, m.json(depth - 1)})
		}
	}
	return object
}
