package gen_test

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// viewDamages change a view, which is JSON throughout. Some leave it valid: a doc, a number's spelling, the order of
// members.
var viewDamages = []damage{
	{"view: order", (*valueMaker).disorder},
	{"view: repeated item", (*valueMaker).repeatItem},
	{"view: repeated member", (*valueMaker).repeatMember},
	{"view: another type", (*valueMaker).retype},
	{"view: missing member", (*valueMaker).dropMember},
	{"view: more or fewer items", (*valueMaker).recount},
	{"view: more members", (*valueMaker).addMember},
	{"view: another string", (*valueMaker).restring},
	{"view: another number", (*valueMaker).renumber},
	{"view: another truth", (*valueMaker).negate},
	{"view: another term", (*valueMaker).reterm},
	{"view: another term", (*valueMaker).reterm},
}

func (m *valueMaker) addMember(n *node) bool {
	if n.kind != canon.Object {
		return false
	}
	names := []string{"doc", "fields", "constructors", "$schema", "description", "additionalProperties", "$defs", "x", "", "stranger"}
	value := m.json(1)
	if len(n.members) > 0 && m.IntN(3) > 0 {
		value = n.members[m.IntN(len(n.members))].value // a declaration that nothing refers to, say
	}
	n.members = append(n.members, member{names[m.IntN(len(names))], value})
	return true
}

func (m *valueMaker) restring(n *node) bool {
	if n.kind != canon.String {
		return false
	}
	words := []string{"tool", "record", "enum", "host", "nondata", "Int", "Decimal", "Text", "Never", "json.Value", "integer", "string", "doc",
		"int", "p0", "github.com/acme/tools@v1.4.0/testee.flow.Batch", "github.com/acme/tools@v1.4.0/testee.flow.Summary"}
	switch m.IntN(4) {
	case 0:
		n.text = odd[m.IntN(len(odd))]
	case 1:
		n.text = strings.Replace(n.text, "@v", "@w", 1)
	default:
		n.text = words[m.IntN(len(words))]
	}
	return true
}

func (m *valueMaker) renumber(n *node) bool {
	if n.kind != canon.Number {
		return false
	}
	numbers := []string{"0", "-0", "1", "1.0", "10e-1", "1e0", "2", "1.5", "-1", "2147483647", "2147483648", "4294967297", "1e5000", "1e99999999999", "1e-5000"}
	n.raw = numbers[m.IntN(len(numbers))]
	return true
}

func (m *valueMaker) negate(n *node) bool {
	if n.kind != canon.Bool {
		return false
	}
	n.bool = !n.bool
	return true
}

// reterm stands another term where one is.
func (m *valueMaker) reterm(n *node) bool {
	compounds := []string{"List", "Set", "Option", "Task", "Dict", "Tuple", "Function", "Named", "Param"}
	isTerm := n.kind == canon.Object && len(n.members) == 1 && slices.Contains(compounds, n.members[0].name)
	if !isTerm && (n.kind != canon.String || !slices.Contains([]string{"Int", "Decimal", "Text", "Bool", "Bytes", "Unit", "json.Value"}, n.text)) {
		return false
	}
	terms := []string{`"Int"`, `"Decimal"`, `"Text"`, `"Never"`, `"json.Value"`, `{"List":"Int"}`, `{"Option":"json.Value"}`, `{"Tuple":["Int"]}`,
		`{"Tuple":["Int","Int"]}`, `{"Dict":["Text","Int"]}`, `{"Dict":["Text"]}`, `{"Task":"Int"}`, `{"Function":{"params":[],"result":"Int"}}`,
		`{"Function":{"params":["Int"]}}`, `{"Param":{"owner":"tool","index":0}}`, `{"Param":{"owner":"p0","index":0}}`, `{"Param":{"owner":"p1","index":1.0}}`,
		`{"Named":{"declaration":"p0","args":[]}}`, `{"Named":{"declaration":"p1","args":["Int"]}}`, `{"Named":{"declaration":"gone","args":[]}}`, `{}`}
	if isTerm && m.IntN(3) == 0 {
		n.members[0].name = compounds[m.IntN(len(compounds))]
		return true
	}
	if m.IntN(4) == 0 {
		held := *n
		*n = node{kind: canon.Object, members: []member{{compounds[m.IntN(4)], &held}}}
		return true
	}
	*n = node{raw: terms[m.IntN(len(terms))]}
	return true
}
