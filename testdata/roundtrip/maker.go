package roundtrip

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/typespec"
)

// maker makes texts of values: each is one that decodes, though seldom canonical.
type maker struct {
	random     *rand.Rand
	contextual *flow.Contextual
}

// scalars are texts of the primitive types' values.
var scalars = map[typespec.TermKind][]string{
	typespec.Int:     {"0", "-0", "7", "-1.0", "1e3", "9007199254740993", "-123456789012345678901234567890"},
	typespec.Decimal: {"0", "1.50", "-2.5E3", "1e-7", "0.1234567890123456789012345", "18446744073636006420"},
	typespec.Bool:    {"true", "false"},
	typespec.Text:    {`""`, `"a"`, `"\u00e9\n"`, `"10"`, `"2"`, `"\ud83d\ude00"`, `"<&>/\u2028"`, `"None"`},
	typespec.Bytes:   {`""`, `"AA=="`, `"AAECAw=="`, `"/+8="`},
	typespec.Duration: {`"PT0S"`, `"PT1H30M"`, `"PT-0.5S"`, `"PT1.000000000000000000001S"`,
		`"PT123456789012345678901234567890S"`},
	typespec.Instant: {`"2024-02-29T12:00:00Z"`, `"2024-01-01t00:00:00.500+05:30"`, `"+10000-01-01T00:00:00Z"`,
		`"-0001-12-31T23:59:59.123456789012Z"`},
	typespec.Unit:      {"null"},
	typespec.JSONValue: {"null", "1e2", `{"b":[1.0,true],"a":{}}`, `"None"`, "[]", `{"Some":null}`},
}

// mostChoices is how many choices deep a value goes before the smallest is chosen everywhere, and deepest how deep it may
// go at all.
const (
	mostChoices = 4
	deepest     = 80
)

// text makes a value of a concrete type; false where it found none, as there is none of Never.
func (m *maker) text(t *typespec.Term, choices, depth int) (string, bool) {
	if depth > deepest {
		return "", false
	}
	if texts := scalars[t.Kind]; texts != nil {
		return texts[m.random.IntN(len(texts))], true
	}
	switch t.Kind {
	case typespec.List:
		return "[" + strings.Join(m.items(t.Args[0], choices, depth), ",") + "]", true
	case typespec.Set:
		return "[" + strings.Join(m.ascending(t.Args[0], m.items(t.Args[0], choices, depth)), ",") + "]", true
	case typespec.Dict:
		return m.dict(t, choices, depth), true
	case typespec.Tuple:
		return m.tuple(t.Args, choices, depth)
	case typespec.Option:
		if text, ok := m.chosen(t.Args[0], choices, depth); ok {
			return `{"Some":` + text + `}`, true
		}
		return `"None"`, true
	case typespec.Named:
		return m.declared(t, choices, depth)
	}
	return "", false
}

// chosen makes a value that may as well be left out.
func (m *maker) chosen(t *typespec.Term, choices, depth int) (string, bool) {
	if choices >= mostChoices || m.random.IntN(3) == 0 {
		return "", false
	}
	return m.text(t, choices+1, depth+1)
}

func (m *maker) items(t *typespec.Term, choices, depth int) []string {
	var items []string
	for range 3 {
		if text, ok := m.chosen(t, choices, depth); ok {
			items = append(items, text)
		}
	}
	return items
}

// ascending sorts texts by the values of their type, and keeps one of those that are equal.
func (m *maker) ascending(t *typespec.Term, texts []string) []string {
	codec := m.contextual.Of(t)
	var values []flow.Generic
	for _, text := range texts {
		v, err := flow.UnmarshalString(codec, text)
		if err != nil {
			panic(fmt.Sprintf("%s is no value of %s: %v", text, typespec.FlowType(t, nil), err))
		}
		values = append(values, v)
	}
	slices.SortFunc(values, codec.Compare)
	values = slices.CompactFunc(values, func(a, b flow.Generic) bool { return codec.Compare(a, b) == 0 })
	sorted := make([]string, len(values))
	for i, v := range values {
		sorted[i] = v.Text()
	}
	return sorted
}

func (m *maker) dict(t *typespec.Term, choices, depth int) string {
	isText := t.Args[0].Kind == typespec.Text
	var entries []string
	for _, key := range m.ascending(t.Args[0], m.items(t.Args[0], choices, depth)) {
		value, ok := m.text(t.Args[1], choices+1, depth+1)
		switch {
		case !ok:
		case isText:
			entries = append(entries, key+":"+value)
		default:
			entries = append(entries, "["+key+","+value+"]")
		}
	}
	if !isText {
		return "[" + strings.Join(entries, ",") + "]"
	}
	m.random.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	return "{" + strings.Join(entries, ", ") + "}"
}

func (m *maker) tuple(parts []*typespec.Term, choices, depth int) (string, bool) {
	texts := make([]string, len(parts))
	for i, part := range parts {
		text, ok := m.text(part, choices, depth+1)
		if !ok {
			return "", false
		}
		texts[i] = text
	}
	return "[" + strings.Join(texts, " ,") + "]", true
}

func (m *maker) declared(t *typespec.Term, choices, depth int) (string, bool) {
	switch t.Decl.Kind {
	case typespec.Host:
		return m.text(&typespec.Term{Kind: typespec.JSONValue}, choices, depth+1)
	case typespec.Record:
		return m.record(t, t.Decl.Fields, choices, depth)
	case typespec.Enum:
		return m.enum(t, choices, depth)
	}
	return "", false
}

// record makes an object, its members in any order, sometimes with one that nobody knows.
func (m *maker) record(t *typespec.Term, fields []typespec.Field, choices, depth int) (string, bool) {
	var members []string
	for _, f := range fields {
		of := substituted(f.Type, t)
		var text string
		var ok bool
		if of.Kind == typespec.Option {
			if text, ok = m.chosen(of.Args[0], choices, depth); !ok {
				continue
			}
		} else if text, ok = m.text(of, choices, depth+1); !ok {
			return "", false
		}
		members = append(members, fmt.Sprintf("%q:%s", f.Name, text))
	}
	if m.random.IntN(4) == 0 {
		members = append(members, `"nobody knows":[{"this":1e999999}]`)
	}
	m.random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return "{" + strings.Join(members, ",") + "}", true
}

// enum makes a value of some constructor: of any at first, later of one without payload if there is one.
func (m *maker) enum(t *typespec.Term, choices, depth int) (string, bool) {
	order := m.random.Perm(len(t.Decl.Constructors))
	if choices >= mostChoices {
		slices.SortStableFunc(order, func(i, j int) int {
			return parts(&t.Decl.Constructors[i]) - parts(&t.Decl.Constructors[j])
		})
	}
	for _, i := range order {
		c := &t.Decl.Constructors[i]
		if c.Payload == nil {
			return fmt.Sprintf("%q", c.Name), true
		}
		if text, ok := m.payload(t, c.Payload, choices, depth); ok {
			return fmt.Sprintf("{%q: %s}", c.Name, text), true
		}
	}
	return "", false
}

func parts(c *typespec.Constructor) int {
	if c.Payload == nil {
		return 0
	}
	return len(c.Payload.Positional) + len(c.Payload.Named)
}

func (m *maker) payload(t *typespec.Term, p *typespec.Payload, choices, depth int) (string, bool) {
	if p.Named != nil {
		return m.record(t, p.Named, choices+1, depth+1)
	}
	var terms []*typespec.Term
	for _, term := range p.Positional {
		terms = append(terms, substituted(term, t))
	}
	if len(terms) == 1 {
		return m.text(terms[0], choices+1, depth+1)
	}
	return m.tuple(terms, choices+1, depth+1)
}

// substituted gives a member's type with the arguments of its holder in place; those of a Tool where holder is its
// bindings, as arguments of no declaration.
func substituted(t, holder *typespec.Term) *typespec.Term {
	if t.Kind == typespec.Param && t.Owner == holder.Decl {
		return holder.Args[t.Index]
	}
	if len(t.Args) == 0 {
		return t
	}
	made := *t
	made.Args = make([]*typespec.Term, len(t.Args))
	for i, arg := range t.Args {
		made.Args[i] = substituted(arg, holder)
	}
	return &made
}
