package gen_test

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// A damage changes a node so that it, or what holds it, is likely to be no value of its type any more. It gives false
// where the node is not of its kind.
type damage struct {
	name string
	do   func(m *valueMaker, n *node) bool
}

var valueDamages = []damage{
	{"order", (*valueMaker).disorder},
	{"repeated item", (*valueMaker).repeatItem},
	{"repeated member", (*valueMaker).repeatMember},
	{"another type", (*valueMaker).retype},
	{"a limit", (*valueMaker).exceed},
	{"missing member", (*valueMaker).dropMember},
	{"more or fewer items", (*valueMaker).recount},
	{"constructor", (*valueMaker).reconstruct},
	{"option", (*valueMaker).reoption},
	{"text", (*valueMaker).misspell},
}

// damage does one damage somewhere in a node, and names it; it is empty where the node has no place for any.
func (m *valueMaker) damage(n *node, damages []damage) string {
	var places []*node
	var visit func(n *node)
	visit = func(n *node) {
		places = append(places, n)
		for _, item := range n.items {
			visit(item)
		}
		for _, member := range n.members {
			visit(member.value)
		}
	}
	visit(n)
	for _, d := range m.Perm(len(damages)) {
		for _, place := range m.Perm(len(places)) {
			if damages[d].do(m, places[place]) {
				return damages[d].name
			}
		}
	}
	return ""
}

func (m *valueMaker) disorder(n *node) bool {
	if len(n.items) < 2 {
		return false
	}
	i := m.IntN(len(n.items) - 1)
	n.items[i], n.items[i+1] = n.items[i+1], n.items[i]
	return true
}

func (m *valueMaker) repeatItem(n *node) bool {
	if len(n.items) == 0 {
		return false
	}
	i := m.IntN(len(n.items))
	n.items = slices.Insert(n.items, i, n.items[i])
	return true
}

func (m *valueMaker) repeatMember(n *node) bool {
	if len(n.members) == 0 {
		return false
	}
	again := n.members[m.IntN(len(n.members))]
	if m.IntN(2) == 0 {
		again.value = m.json(1)
	}
	n.members = append(n.members, again)
	return true
}

func (m *valueMaker) retype(n *node) bool {
	if m.IntN(2) == 0 {
		*n = *m.json(2)
		return true
	}
	others := []string{
		"null", "true", "0", "-0", "1.0", "1.5", "1e-1", "10e-1", `"1"`, `""`, "[]", "{}", "[[]]", `[null]`, `"None"`, `{"Some":null}`,
		`"true"`, `"null"`, `"2000-01-01T00:00:00Z"`, `"PT1S"`, `"AAAA"`, `"NaN"`,
	}
	*n = node{raw: others[m.IntN(len(others))]}
	return true
}

// exceed stands a value near a limit: at it, or behind it.
func (m *valueMaker) exceed(n *node) bool {
	over := m.IntN(2)
	digits := strings.Repeat("9", 4096+over)
	switch {
	case n.kind == canon.Number:
		numbers := []string{digits, "-" + digits, "1e4095", "1e4096", "1e5000", "-1e999999999999", "0e999999999", "1." + strings.Repeat("0", 5000),
			"1e99999999999999999999", "0." + digits, "1e-4096", "1e-4097", "1e-99999999999999999999", digits + ".5", "10000e4091", "10000e4092"}
		n.raw = numbers[m.IntN(len(numbers))]
	case n.kind == canon.String && n.means == typespec.Duration:
		durations := []string{"PT" + digits + "S", "PT0." + digits + "S", "PT" + digits + "H", "PT" + digits + "M-" + digits + "M",
			"PT9" + strings.Repeat("0", 4092) + "H", "PT1" + strings.Repeat("0", 4092) + "H", "PT" + digits + "M1S"}
		n.text = durations[m.IntN(len(durations))]
	case n.kind == canon.String && n.means == typespec.Instant:
		n.text = "2000-01-01T00:00:00." + digits + strings.Repeat("0", m.IntN(2)*100) + "Z"
	default:
		levels := []int{200, 250, 251, 252, 253, 254, 255, 256, 257, 300, 400}[m.IntN(11)]
		nested := strings.Repeat("[", levels) + strings.Repeat("]", levels)
		if n.fields != nil && m.IntN(2) == 0 {
			n.members = append(n.members, member{"deeply unknown", &node{raw: nested}})
		} else {
			*n = node{raw: nested}
		}
	}
	return true
}

func (m *valueMaker) dropMember(n *node) bool {
	if len(n.members) == 0 {
		return false
	}
	i := m.IntN(len(n.members))
	if m.IntN(4) == 0 {
		n.members[i].name = []string{n.members[i].name + "x", strings.ToUpper(n.members[i].name), m.text()}[m.IntN(3)]
		return true
	}
	n.members = slices.Delete(slices.Clone(n.members), i, i+1)
	return true
}

func (m *valueMaker) recount(n *node) bool {
	switch {
	case n.kind != canon.Array:
		return false
	case m.IntN(2) == 0 || len(n.items) == 0:
		n.items = append(n.items, m.json(1))
	default:
		n.items = n.items[:len(n.items)-1]
	}
	return true
}

// reconstruct gives an enum's value, or what may look like one, another form or another constructor.
func (m *valueMaker) reconstruct(n *node) bool {
	switch {
	case n.kind == canon.String && n.means == typespec.Named:
		if m.IntN(2) == 0 {
			*n = *constructed(n.text, []*node{{}, {kind: canon.Array}, m.json(1)}[m.IntN(3)], typespec.Named)
		} else {
			n.text += "x"
		}
	case n.kind == canon.Object && len(n.members) == 1:
		switch m.IntN(4) {
		case 0:
			*n = node{kind: canon.String, text: n.members[0].name}
		case 1:
			n.members = append(n.members, member{m.text(), m.json(1)})
		case 2:
			n.members[0].value = &node{kind: canon.Array, items: []*node{n.members[0].value}}
		default:
			n.members[0].name = m.text()
		}
	default:
		return false
	}
	return true
}

// reoption gives what is or could be an Option another form of it.
func (m *valueMaker) reoption(n *node) bool {
	switch m.IntN(4) {
	case 0:
		*n = node{}
	case 1:
		*n = node{kind: canon.String, text: "None"}
	case 2:
		held := *n
		*n = *constructed("Some", &held, typespec.Option)
	default:
		if n.kind != canon.Object || n.means != typespec.Option {
			return false
		}
		*n = *n.members[0].value
	}
	return true
}

var misspelt = []string{
	`"\ud800"`, `"\udc00"`, `"\ud800\u0041"`, `"\udc00\ud800"`, `"A"`, `"AA"`, `"AAA"`, `"AA=="`, `"AB=="`, `"AAA="`, `"AAB="`, `"AA =="`, `"AAAA\n"`, `"_-=="`,
	`"+/8="`, `"===="`, `"AA==AA=="`, `"AAAAA==="`,
	`"2000-01-01"`, `"2000-01-01t00:00:00z"`, `"2000-01-01T00:00Z"`, `"2000-01-01 00:00:00Z"`, `"2000-01-01T00:00:00"`, `"2000-02-30T00:00:00Z"`,
	`"2001-02-29T00:00:00Z"`, `"1900-02-29T00:00:00Z"`, `"-0004-02-29T00:00:00Z"`, `"2000-01-01T24:00:00Z"`, `"2000-01-01T23:59:60Z"`,
	`"2000-01-01T00:00:00-0000"`, `"-0000-01-01T00:00:00Z"`, `"+0000-01-01T00:00:00Z"`, `"+2000-01-01T00:00:00Z"`, `"10000-01-01T00:00:00Z"`,
	`"+010000-01-01T00:00:00Z"`, `"-00001-01-01T00:00:00Z"`, `"-1-01-01T00:00:00Z"`, `"+999999999-12-31T23:59:59Z"`, `"+999999999-12-31T23:59:59-00:01"`,
	`"-999999999-01-01T00:00:00+00:01"`, `"+1000000000-01-01T00:00:00Z"`, `"+1000000000-01-01T00:00:00+00:01"`, `"2000-01-01T00:00:00+24:00"`,
	`"2000-01-01T00:00:00-00:00"`, `"2000-01-01T00:00:00+23:60"`, `"2000-01-01T00:00:00+1:00"`, `"2000-01-01T00:00:00.Z"`, `"2000-01-01T00:00:00,5Z"`,
	`"0000-01-01T00:00:00+00:01"`, `"9999-12-31T23:59:59.9-00:01"`, `"２000-01-01T00:00:00Z"`, `"2000-1-01T00:00:00Z"`, `"2000-00-01T00:00:00Z"`,
	`"PT"`, `"P1D"`, `"PT1H2H"`, `"PT1S1H"`, `"PT01S"`, `"PT-0S"`, `"PT+1S"`, `"-PT1S"`, `"pt1s"`, `"PT1s"`, `"PT1.S"`, `"PT.5S"`, `"PT1e2S"`, `"PT0.50H"`,
	`"PT1W"`, `"PT 1S"`, `"PT1S "`, `"PT-0.0H0M"`, `"PT1.5H-90M0.5S"`, `"P1DT1S"`, `"PT１S"`, `"PT00H"`, `"PT-01H"`, `"PT--1S"`,
}

func (m *valueMaker) misspell(n *node) bool {
	if n.kind != canon.String {
		return false
	}
	if m.IntN(4) == 0 {
		n.text = strings.Replace(n.text, n.text[:min(1, len(n.text))], m.text(), 1)
		n.text = strings.ToValidUTF8(n.text, "")
		return true
	}
	n.raw = misspelt[m.IntN(len(misspelt))]
	return true
}
