package gen_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// node is a JSON value that knows what it means, and so how else it may be written.
type node struct {
	kind    canon.Kind
	bool    bool
	text    string // a string's text, a number's spelling
	items   []*node
	members []member
	// means is the kind of the type that it is a value of; Int, which a node of another kind cannot be, for none.
	means typespec.TermKind
	// fields are the names of a record's fields, present or not; nil for what is no record.
	fields []string
	// raw is what is written instead, where it is not empty.
	raw string
}

type member struct {
	name  string
	value *node
}

func (n *node) member(name string) *node {
	for _, m := range n.members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// nodeOf takes a JSON value whose numbers are whole, such as a view.
func nodeOf(v *canon.Value) *node {
	n := &node{kind: v.Kind, bool: v.Bool, text: v.Text}
	for _, item := range v.Items {
		n.items = append(n.items, nodeOf(item))
	}
	for _, m := range v.Members {
		n.members = append(n.members, member{m.Name, nodeOf(m.Value)})
	}
	return n
}

func (n *node) canonical() []byte { return canon.Append(nil, n.json()) }

func (n *node) json() *canon.Value {
	v := &canon.Value{Kind: n.kind, Bool: n.bool, Text: n.text}
	for _, item := range n.items {
		v.Items = append(v.Items, item.json())
	}
	for _, m := range n.members {
		v.Members = append(v.Members, canon.Member{Name: m.name, Value: m.value.json()})
	}
	return v
}

// speller writes nodes, in other spellings of the same values where it varies.
type speller struct {
	*rand.Rand
	// varies is how often a part is written in another way: once in so many, never for 0.
	varies int
	values *valueMaker
	out    strings.Builder
}

// spell gives a text of a value.
func (m *valueMaker) spell(n *node, varies int) string {
	s := &speller{Rand: m.Rand, varies: varies, values: m}
	s.write(n)
	return s.out.String()
}

func (s *speller) vary() bool { return s.varies > 0 && s.IntN(s.varies) == 0 }

func (s *speller) space() {
	for s.vary() {
		s.out.WriteString([]string{" ", "\t", "  ", "\r"}[s.IntN(4)])
	}
}

func (s *speller) write(n *node) {
	s.space()
	switch {
	case n.raw != "":
		s.out.WriteString(n.raw)
	case n.kind == canon.Null:
		s.out.WriteString("null")
	case n.kind == canon.Bool:
		s.out.WriteString(strconv.FormatBool(n.bool))
	case n.kind == canon.Number:
		s.number(n.text)
	case n.kind == canon.String:
		s.string(s.otherwise(n))
	case n.kind == canon.Array:
		s.out.WriteByte('[')
		for i, item := range n.items {
			s.comma(i)
			s.write(item)
		}
		s.space()
		s.out.WriteByte(']')
	default:
		s.object(n)
	}
	s.space()
}

func (s *speller) comma(i int) {
	if i > 0 {
		s.out.WriteByte(',')
	}
}

func (s *speller) object(n *node) {
	members := append([]member{}, n.members...)
	if n.fields != nil && s.vary() {
		members = append(members, s.unknown(n.fields)...)
	}
	if s.vary() {
		s.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	s.out.WriteByte('{')
	for i, m := range members {
		s.comma(i)
		s.space()
		s.string(m.name)
		s.space()
		s.out.WriteByte(':')
		s.write(m.value)
	}
	s.space()
	s.out.WriteByte('}')
}

// unknown makes members that no field of a record is. Their numbers have no limits.
func (s *speller) unknown(fields []string) (more []member) {
	taken := map[string]bool{}
	for _, name := range fields {
		taken[name] = true
	}
	for range 1 + s.IntN(3) {
		name := s.values.text()
		if taken[name] {
			continue
		}
		taken[name] = true
		value := s.values.json(2)
		if s.IntN(4) == 0 {
			value = &node{raw: []string{
				"1e999999999999", "-0e-99999999999999999999", "1E+5000", "0.0000e1", "1e92233720368547758085", "1e-18446744073709551621",
			}[s.IntN(6)]}
		}
		more = append(more, member{name, value})
	}
	return more
}

func (s *speller) string(text string) {
	s.out.WriteByte('"')
	for _, r := range text {
		switch {
		case s.vary():
			s.escape(r)
		case r == '"' || r == '\\' || r < 0x20:
			s.escape(r)
		default:
			s.out.WriteRune(r)
		}
	}
	s.out.WriteByte('"')
}

var shortEscapes = map[rune]string{'"': `\"`, '\\': `\\`, '/': `\/`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func (s *speller) escape(r rune) {
	format := []string{`\u%04x`, `\u%04X`}[s.IntN(2)]
	switch short := shortEscapes[r]; {
	case short != "" && s.IntN(2) == 0:
		s.out.WriteString(short)
	case utf8.RuneLen(r) == 4:
		r -= 0x10000
		fmt.Fprintf(&s.out, format, 0xd800+r>>10)
		fmt.Fprintf(&s.out, format, 0xdc00+r&0x3ff)
	default:
		fmt.Fprintf(&s.out, format, r)
	}
}

// number writes a canonical number, at times with its point moved.
func (s *speller) number(text string) {
	if !s.vary() {
		s.out.WriteString(text)
		return
	}
	digits, negative := strings.CutPrefix(text, "-")
	before, after, _ := strings.Cut(digits, ".")
	exponent := -len(after)
	digits = strings.TrimLeft(before+after, "0")
	if digits == "" {
		s.out.WriteString([]string{"-0", "0.0", "-0.000", "0e5", "0E-99999999999", "0e+999999999", "-0e0"}[s.IntN(7)])
		return
	}
	if negative {
		s.out.WriteByte('-')
	}
	zeros := []int{0, 0, 1, 3, 20}[s.IntN(5)]
	if s.IntN(300) == 0 {
		zeros = 5000
	}
	digits, exponent = digits+strings.Repeat("0", zeros), exponent-zeros
	switch point := s.IntN(len(digits) + 1); point {
	case 0:
		zeros := s.IntN(4)
		fmt.Fprintf(&s.out, "0.%s%s", strings.Repeat("0", zeros), digits)
		exponent += len(digits) + zeros
	case len(digits):
		s.out.WriteString(digits)
	default:
		fmt.Fprintf(&s.out, "%s.%s", digits[:point], digits[point:])
		exponent += len(digits) - point
	}
	mark := []string{"e", "E"}[s.IntN(2)]
	switch {
	case exponent > 0:
		fmt.Fprintf(&s.out, "%s%s%d", mark, []string{"", "+", "+00"}[s.IntN(3)], exponent)
	case exponent < 0:
		fmt.Fprintf(&s.out, "%s-%s%d", mark, []string{"", "0"}[s.IntN(2)], -exponent)
	}
}

// otherwise gives another spelling of an instant or a duration.
func (s *speller) otherwise(n *node) string {
	if !s.vary() {
		return n.text
	}
	switch n.means {
	case typespec.Instant:
		return s.instant(n.text)
	case typespec.Duration:
		return s.duration(n.text)
	}
	return n.text
}

func (s *speller) instant(text string) string {
	seconds, fraction, found := strings.Cut(strings.TrimSuffix(text, "Z"), ".")
	if found || s.IntN(2) == 0 {
		fraction = "." + fraction + strings.Repeat("0", 1+s.IntN(12))
	}
	zone := "Z"
	if at, err := time.Parse(time.DateOnly+"T15:04:05", seconds); err == nil && at.Year() > 0 && at.Year() < 9999 {
		minutes := s.IntN(2*23*60+2*59+1) - 23*60 - 59
		seconds = at.Add(time.Duration(minutes) * time.Minute).Format(time.DateOnly + "T15:04:05")
		zone = fmt.Sprintf("+%02d:%02d", minutes/60, minutes%60)
		if minutes < 0 {
			zone = fmt.Sprintf("-%02d:%02d", -minutes/60, -minutes%60)
		}
	}
	spelled := seconds + fraction + zone
	if s.IntN(2) == 0 {
		return strings.ToLower(spelled)
	}
	return spelled
}

// duration moves hours and minutes out of the seconds; their sum stays.
func (s *speller) duration(text string) string {
	number := strings.TrimSuffix(strings.TrimPrefix(text, "PT"), "S")
	whole, fraction, found := strings.Cut(number, ".")
	seconds, err := strconv.ParseInt(whole, 10, 60)
	if err != nil || seconds == 0 || s.IntN(5) == 0 {
		return []string{"PT0H", "PT0M", "PT0.000H-0M"}[s.IntN(3)] + strings.TrimPrefix(text, "PT")
	}
	hours := s.IntN(100)
	rest := seconds - int64(hours)*3600
	if found && (rest <= 0) != (seconds <= 0) {
		return text
	}
	spelled := fmt.Sprintf("PT%dH%dM%dS", hours, rest/60, rest%60)
	if found {
		if rest%60 == 0 {
			return text
		}
		spelled = strings.TrimSuffix(spelled, "S") + "." + fraction + "0S"
	}
	return spelled
}
