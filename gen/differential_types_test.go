package gen_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/flow-toolkit/flowgen/typespec"
)

// typeMaker makes a caller's own declarations, and types of them. Most are such as may cross at every place, so that most
// views are valid; what is not is caught by the checks of both sides.
type typeMaker struct {
	*rand.Rand
	// wild lets a type that does not cross stand anywhere.
	wild  bool
	known []*typespec.Declaration
	// barred are those of known that do not cross; phantom are the type parameters that no value position uses.
	barred  map[*typespec.Declaration]bool
	phantom map[*typespec.Declaration][]bool
}

var primitiveTerms = []typespec.TermKind{
	typespec.Int, typespec.Decimal, typespec.Bool, typespec.Text, typespec.Bytes,
	typespec.Duration, typespec.Instant, typespec.Unit, typespec.JSONValue,
}

// odd are names that some language, format or schema could take for something of its own.
var odd = []string{
	"", "a", "b", "value", "Value", "first", "rest", "None", "Some", "self", "class", "def", "func", "type", "__init__", "__class__", "__dict__",
	"__proto__", "constructor", "toString", "hasOwnProperty", "then", "$ref", "$defs", "$param", "description", "properties", "required", "const",
	"0", "1", "-1", "a b", "a.b", "a/b", "a~1b", "a~0b", "%41", "#", "é", "e\u0301", "K", "ß", "ﬁ", "\u2028", "\uFFFF", "\U00010000", "\U0001F600", "\uE000",
	"\x00", "\n", "\x1f", "\x7f", "\"", "\\", "'", "{}", "Int", "List<Text>", "json.Value", "Named", "T",
}

// identities are what private declarations bear: files and repositories, versions of one, and what is no path at all.
var identities = []string{
	"github.com/me/app@v1.0.0/app.flow.%s", "github.com/me/app@v2.0.0/app.flow.%s", "github.com/me/app/app.flow.%s", "app.flow.%s", "./app.flow.%s",
	"/app@v1/x.flow.%s", "C:\\app@v1/x.flow.%s", "@me/app@v1/x.flow.%s", "a@b@c/d@e/x.flow.%s", "%s", "x@%s", "é/\U00010000.flow.%s",
	"github.com/acme/tools@v1.4.0/everything.flow.%s", "github.com/acme/tools@v9.0.0/testee.flow.%s", "a b%%/<#~1\".flow.%s",
}

func newTypeMaker(r *rand.Rand) *typeMaker {
	m := &typeMaker{Rand: r, wild: r.IntN(12) == 0, barred: map[*typespec.Declaration]bool{}, phantom: map[*typespec.Declaration][]bool{}}
	for i := range r.IntN(6) {
		d := m.named(i)
		for _, name := range []string{"A", m.oddName(), "Int"}[:max(0, r.IntN(6)-2)] {
			if !slices.Contains(d.Generic, name) {
				d.Generic = append(d.Generic, name)
				m.phantom[d] = append(m.phantom[d], m.IntN(2) == 0)
			}
		}
		switch n := m.IntN(20); {
		case n < 3:
			d.Kind, m.barred[d] = typespec.Host, true
		case n < 5:
			d.Kind, m.barred[d] = typespec.NonData, true
		case n < 8:
			d.Opaque, m.barred[d] = true, true
		case n < 14:
			d.Kind = typespec.Enum
		}
		m.known = append(m.known, d)
	}
	for _, d := range m.known {
		m.fill(d)
	}
	return m
}

// named makes a declaration without a body: with an identity of its own, another version of an earlier one, or an earlier
// one's at another ordinal.
func (m *typeMaker) named(i int) *typespec.Declaration {
	d := &typespec.Declaration{ID: fmt.Sprintf("p%d", i), Name: fmt.Sprintf("T%d", m.IntN(4)), Doc: m.doc()}
	if m.IntN(8) == 0 {
		d.Name = m.oddName()
	}
	if m.IntN(4) == 0 {
		d.ID = m.oddName() + d.ID
	}
	d.Identity = fmt.Sprintf(identities[m.IntN(len(identities))], d.Name)
	d.Ordinal = []int{1, 1, 1, 1, 1, 2, 3, 1 + m.IntN(1<<31-1)}[m.IntN(8)]
	if m.wild && m.IntN(4) == 0 {
		return d
	}
	same := func(o *typespec.Declaration) bool { return o.Identity == d.Identity && o.Ordinal == d.Ordinal }
	for slices.ContainsFunc(m.known, same) {
		d.Ordinal++
	}
	return d
}

func (m *typeMaker) oddName() string { return odd[m.IntN(len(odd))] }

func (m *typeMaker) doc() *string {
	if m.IntN(3) > 0 {
		return nil
	}
	doc := m.oddName()
	return &doc
}

// names gives names that differ, of fields or constructors.
func (m *typeMaker) names(count int) []string {
	var names []string
	for len(names) < count {
		name := fmt.Sprintf("%c%d", 'a'+m.IntN(26), m.IntN(10))
		if m.IntN(3) == 0 {
			name = m.oddName()
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (m *typeMaker) fill(d *typespec.Declaration) {
	switch d.Kind {
	case typespec.Record:
		d.Fields = m.fields(d, m.IntN(5), false)
	case typespec.Enum:
		names := m.names(m.IntN(5))
		for i, name := range names {
			d.Constructors = append(d.Constructors, typespec.Constructor{Name: name, Doc: m.doc(), Payload: m.payload(d, i == 0)})
		}
	}
}

func (m *typeMaker) fields(d *typespec.Declaration, count int, onward bool) []typespec.Field {
	var fields []typespec.Field
	for _, name := range m.names(count) {
		f := typespec.Field{Name: name, Type: m.member(d, onward), Doc: m.doc()}
		if m.IntN(4) == 0 && f.Type.Kind != typespec.JSONValue {
			f.Type = compound(typespec.Option, f.Type)
		}
		fields = append(fields, f)
	}
	return fields
}

func (m *typeMaker) payload(d *typespec.Declaration, onward bool) *typespec.Payload {
	switch n := m.IntN(4); n {
	case 0:
		return nil
	case 1:
		return &typespec.Payload{Named: m.fields(d, 1+m.IntN(3), onward)}
	default:
		p := &typespec.Payload{}
		for range 1 + (n-2)*(1+m.IntN(2)) {
			p.Positional = append(p.Positional, m.member(d, onward))
		}
		return p
	}
}

// member makes the type of a part of a declaration. One that leads back is held in a collection, unless onward says that
// it may not be, as values must have an end.
func (m *typeMaker) member(d *typespec.Declaration, onward bool) *typespec.Term {
	if !onward && m.IntN(5) == 0 {
		back := m.reference(d, m.known[m.IntN(slices.Index(m.known, d)+1)], 1)
		if m.IntN(30) == 0 || m.barred[back.Decl] && !m.wild {
			return back
		}
		kind := []typespec.TermKind{typespec.Option, typespec.List, typespec.Set}[m.IntN(3)]
		return compound(kind, back)
	}
	return m.term(d, 2)
}

// term makes a type for a value position, inside a declaration or, where that is nil, without type parameters.
func (m *typeMaker) term(in *typespec.Declaration, depth int) *typespec.Term {
	if m.wild && m.IntN(15) == 0 {
		return m.anything(in, depth)
	}
	if p := m.parameter(in, false); p != nil && m.IntN(3) == 0 {
		return p
	}
	later := m.later(in, false)
	switch n := m.IntN(24); {
	case depth <= 0 || n < 7:
		if m.IntN(40) == 0 {
			return &typespec.Term{Kind: typespec.Never}
		}
		return &typespec.Term{Kind: primitiveTerms[m.IntN(len(primitiveTerms))]}
	case n < 14 && len(later) > 0:
		return m.reference(in, later[m.IntN(len(later))], depth-1)
	case n < 16:
		return compound(typespec.List, m.term(in, depth-1))
	case n < 18:
		return compound(typespec.Set, m.term(in, depth-1))
	case n < 20:
		item := m.term(in, depth-1)
		if item.Kind == typespec.JSONValue && m.IntN(20) > 0 {
			return item
		}
		return compound(typespec.Option, item)
	case n < 22:
		key := &typespec.Term{Kind: typespec.Text}
		if m.IntN(2) == 0 {
			key = m.term(in, depth-1)
		}
		return compound(typespec.Dict, key, m.term(in, depth-1))
	}
	items := []*typespec.Term{m.term(in, depth-1), m.term(in, depth-1)}
	if m.IntN(3) == 0 {
		items = append(items, m.term(in, depth-1))
	}
	return compound(typespec.Tuple, items...)
}

// anything makes a type for a phantom position.
func (m *typeMaker) anything(in *typespec.Declaration, depth int) *typespec.Term {
	later := m.later(in, true)
	switch n := m.IntN(8); {
	case n == 0:
		return compound(typespec.Function, m.term(in, 0), m.term(in, 0))
	case n == 1:
		return compound(typespec.Task, m.term(in, 0))
	case n < 6 && len(later) > 0:
		return m.reference(in, later[m.IntN(len(later))], depth-1)
	}
	if p := m.parameter(in, true); p != nil && m.IntN(2) == 0 {
		return p
	}
	return m.term(in, depth)
}

// later are the declarations that one may refer to with any arguments: those behind it, so that nothing grows.
func (m *typeMaker) later(in *typespec.Declaration, barred bool) []*typespec.Declaration {
	var later []*typespec.Declaration
	for _, d := range m.known[slices.Index(m.known, in)+1:] {
		if m.barred[d] == barred || m.wild {
			later = append(later, d)
		}
	}
	return later
}

func (m *typeMaker) parameter(in *typespec.Declaration, phantom bool) *typespec.Term {
	if in == nil || len(in.Generic) == 0 {
		return nil
	}
	i := m.IntN(len(in.Generic))
	if m.phantom[in][i] && !phantom {
		return nil
	}
	return &typespec.Term{Kind: typespec.Param, Owner: in, Index: i}
}

// reference makes a use of a declaration. Those before it are mostly used without its own type parameters, which could
// grow by way of them, and it itself with these as they are.
func (m *typeMaker) reference(in, to *typespec.Declaration, depth int) *typespec.Term {
	t := &typespec.Term{Kind: typespec.Named, Decl: to}
	onward := in == nil || slices.Index(m.known, to) > slices.Index(m.known, in)
	for i := range to.Generic {
		switch {
		case in == to && m.phantom[to][i] == m.phantom[in][i] && m.IntN(4) > 0:
			t.Args = append(t.Args, &typespec.Term{Kind: typespec.Param, Owner: in, Index: i})
		case !onward && m.IntN(20) > 0, depth < -1:
			t.Args = append(t.Args, &typespec.Term{Kind: primitiveTerms[m.IntN(len(primitiveTerms)-1)]})
		case m.phantom[to][i]:
			t.Args = append(t.Args, m.anything(in, depth-1))
		default:
			t.Args = append(t.Args, m.term(in, depth))
		}
	}
	return t
}

func compound(kind typespec.TermKind, args ...*typespec.Term) *typespec.Term {
	return &typespec.Term{Kind: kind, Args: args}
}

// substituted gives a term with its type parameters replaced, and declarations by those that stand for them.
func substituted(t *typespec.Term, args []*typespec.Term, instead map[*typespec.Declaration]*typespec.Declaration) *typespec.Term {
	if t.Kind == typespec.Param && args != nil {
		return args[t.Index]
	}
	made := *t
	if d := instead[t.Decl]; d != nil {
		made.Decl = d
	}
	if d := instead[t.Owner]; d != nil {
		made.Owner = d
	}
	made.Args = nil
	for _, arg := range t.Args {
		made.Args = append(made.Args, substituted(arg, args, instead))
	}
	return &made
}
