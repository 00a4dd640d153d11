package gen_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// A trial is one call that every testee gets.
type trial struct {
	number int
	tool   *typespec.Tool
	// args, types and schema are texts as they are sent; empty for a member that is missing.
	args, types, schema string
	// described is the canonical text of types as it was before any damage.
	described string
	// line is the message, without its line end.
	line string
	// canonical are the canonical texts of the arguments by name, where neither they nor the view were damaged.
	canonical map[string]string
	// damaged says in what way they were.
	damaged string
	// alone says that the line may be no JSON, so that its answer cannot be told by its id.
	alone bool
}

// generics are the Tools that are called; the one that brings no types of its own more often.
var generics = []string{"reflect", "reflect", "collect", "swap"}

// makeTrial makes the trial of a number; seed and number are all that it depends on.
func makeTrial(program *typespec.Program, seed uint64, number int) (*trial, error) {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	tool, err := program.Tool(generics[r.IntN(len(generics))])
	if err != nil {
		return nil, err
	}
	t := &trial{number: number, tool: tool}
	types := newTypeMaker(r)
	view := types.view(tool)
	values := newValueMaker(r)
	t.described = written(view.types)
	args := t.arguments(values, view.params)
	typesNode, schemaNode := nodeOf(view.types), nodeOf(view.schema)
	values.fuel = 50
	varies := []int{0, 3, 10, 40}[r.IntN(4)]
	switch n := r.IntN(20); {
	case n < 6:
		t.damaged = values.damage(args, valueDamages)
	case n < 9:
		t.damaged = values.damage(typesNode, viewDamages)
	case n == 9:
		t.damaged = "schema: " + values.damage(schemaNode, viewDamages)
	}
	t.args, t.types, t.schema = values.spell(args, varies), values.spell(typesNode, varies), values.spell(schemaNode, varies)
	if t.damaged == "" {
		switch r.IntN(25) {
		case 0:
			t.types, t.damaged = []string{"", "null", "[]", "{}"}[r.IntN(4)], "types: none"
		case 1:
			t.schema, t.damaged = []string{"", "null", "[]", "true"}[r.IntN(4)], "schema: none"
		}
	}
	if r.IntN(25) == 0 {
		t.corrupt(values)
	}
	if t.damaged != "" {
		t.canonical = nil
	}
	t.write(values, varies)
	return t, nil
}

// arguments makes the arguments of the roots of a view. A type without values leaves null in their place.
func (t *trial) arguments(m *valueMaker, params []typespec.Parameter) *node {
	args := &node{kind: canon.Object}
	t.canonical = map[string]string{}
	for _, p := range params {
		m.fuel = 5 + m.IntN(40)
		v := m.value(p.Type, 1)
		if v == nil {
			v, t.damaged = &node{}, "no value"
		}
		args.members = append(args.members, member{p.Name, v})
		t.canonical[p.Name] = string(v.canonical())
	}
	return args
}

// corrupt changes one byte of the arguments.
func (t *trial) corrupt(m *valueMaker) {
	const bytes = "{}[],:\"\\0123456789.-+eEnulltrefa \x00\x1f\x7f/\x80\xff\xed\xc0u"
	at := m.IntN(len(t.args) + 1)
	text := t.args[:at] + string(bytes[m.IntN(len(bytes))]) + t.args[at:]
	if b := bytes[m.IntN(len(bytes))]; at < len(t.args) && m.IntN(2) == 0 {
		text = t.args[:at] + []string{"", string([]byte{b})}[m.IntN(2)] + t.args[at+1:]
	}
	// What ends the arguments early and goes on is another message, of which nothing is known.
	if line := `{"x":` + text + `,"y":1}`; wellFormed(line) != wellFormed(text) {
		return
	}
	t.args, t.damaged, t.alone = text, strings.TrimPrefix(t.damaged+" and a byte", " and "), true
}

// wellFormed says whether a text is JSON, whatever its members and surrogates are.
func wellFormed(text string) bool { return utf8.ValidString(text) && json.Valid([]byte(text)) }

// write puts the message together.
func (t *trial) write(m *valueMaker, varies int) {
	identity := t.tool.Identity
	if m.IntN(10) == 0 {
		identity = strings.Replace(identity, "@v1.4.0", []string{"", "@v2"}[m.IntN(2)], 1)
	}
	params := []string{`"run":"differential"`, fmt.Sprintf(`"call":%d`, t.number), fmt.Sprintf(`"tool":%q`, identity)}
	for name, text := range map[string]string{"args": t.args, "types": t.types, "schema": t.schema} {
		if text != "" {
			params = append(params, fmt.Sprintf("%q:%s", name, text))
		}
	}
	slices.Sort(params)
	if varies > 0 {
		m.Shuffle(len(params), func(i, j int) { params[i], params[j] = params[j], params[i] })
		params = append(params, `"more":[1]`)
	}
	t.line = fmt.Sprintf(`{"id":%d,"jsonrpc":"2.0","method":"call","params":{%s}}`, t.number, strings.Join(params, ","))
}
