package python

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// Literals keep their text and take the quotes that ruff prefers.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		``:             `""`,
		`plain`:        `"plain"`,
		`say "hi"`:     `'say "hi"'`,
		`it's "so"`:    `'it\'s "so"'`,
		`it's`:         `"it's"`,
		`'"`:           `"'\""`,
		`C:\new\x`:     `"C:\\new\\x"`,
		"a\nb\rc\td":   `"a\nb\rc\td"`,
		"\x00\x1f\x7f": `"\x00\x1f\x7f"`,
		"\u2028\u00a0": `"\u2028\xa0"`,
		"\U000e0001é":  `"\U000e0001é"`,
		`{x} \N{DASH}`: `"{x} \\N{DASH}"`,
		`"""`:          `'"""'`,
	} {
		if got := literal(text); got != want {
			t.Errorf("literal(%q) = %s, want %s", text, got, want)
		}
	}
}

// No doc ends its docstring, starts a directive or loses what it says.
func TestDocstring(t *testing.T) {
	for doc, want := range map[string]string{
		"":                       "",
		"  \n \t ":               "",
		"One line.":              `"""One line."""`,
		`"`:                      `"""\""""`,
		`say "hi"`:               `"""say "hi\""""`,
		`a """ b`:                `"""a \"\"\" b"""`,
		`\`:                      `"""\\"""`,
		"ends in space ":         `"""ends in space\x20"""`,
		"a\n\n  b\n c  ":         "\"\"\"a\n\n b\nc \\x20\n\"\"\"",
		"\n  deep\n less":        "\"\"\"\n deep\nless\n\"\"\"",
		"a\x00b\u2028c\rd":       `"""a\x00b\u2028c\rd"""`,
		"# type: ignore\n# noqa": "\"\"\"# type: ignore\n# noqa\n\"\"\"",
	} {
		p := &printer{}
		p.docstring(docLines(doc))
		if got := strings.TrimSuffix(p.text(), "\n"); got != want {
			t.Errorf("docstring of %q:\n%s\nwant:\n%s", doc, got, want)
		}
	}
}

// Numbers in names are compared by value, and case comes last.
func TestCompareMembers(t *testing.T) {
	for _, pair := range [][2]string{
		{"BA", "A"}, {"A", "b"}, {"Bag", "BEnd"}, {"Level9", "Level10"}, {"a01", "a1"}, {"ab", "aB"},
	} {
		if pair[0] == "ab" {
			pair[0], pair[1] = pair[1], pair[0]
		}
		if compareMembers(pair[0], pair[1]) >= 0 {
			t.Errorf("%s does not stand before %s", pair[0], pair[1])
		}
	}
}

// Neither the order of JSON members nor the local ids, which a compiler may number anew, change anything in the output.
func TestSameListing(t *testing.T) {
	for name, path := range golden.Listings(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := emit(t, path, text)
		for what, respell := range map[string]func(*testing.T, []byte, *rand.Rand) []byte{
			"the order of members": shuffled, "local ids": renamed,
		} {
			for seed := range int64(3) {
				got := emit(t, path, respell(t, text, rand.New(rand.NewSource(seed))))
				for _, file := range want.Paths() {
					if !bytes.Equal(got.Content(file), want.Content(file)) {
						t.Errorf("%s: %s depends on %s", name, file, what)
					}
				}
			}
		}
	}
}

// A class that bears the name which stands for Tools does not take their place.
func TestTypeNamedTool(t *testing.T) {
	record := func(name, field string) string {
		return `{"name":"` + name + `","identity":"a.flow.` + name + `","lexical_ordinal":1,"generic":["T"],"opaque":false,` +
			`"kind":"record","doc":null,"fields":[{"name":"` + field + `","type":{"Param":{"owner":"` + name + `0","index":0}},"doc":null}]}`
	}
	files := emit(t, "tool.json", []byte(`{"data":"1.0","tools":[{"tool":"a.flow.f","doc":null,"generic":["U"],"params":[],`+
		`"ok":{"Named":{"declaration":"tool0","args":[{"Param":{"owner":"tool","index":0}}]}},`+
		`"err":{"Named":{"declaration":"Tool0","args":["Int"]}}}],`+
		`"types":{"tool0":`+record("tool", "x")+`,"Tool0":`+record("Tool", "y")+`}}`))
	text := string(files.Content("declarations.py"))
	for _, part := range []string{`"a.flow.tool": '{`, `"Tool": '{`, `"declaration":"a.flow.tool"}`, `"owner":"a.flow.tool"`, `"owner":"tool"`} {
		if !strings.Contains(text, part) {
			t.Errorf("declarations.py has no %s:\n%s", part, text)
		}
	}
	if classes := string(files.Content("types.py")); !strings.Contains(classes, "class tool(") {
		t.Errorf("no class is named tool, so that this tests nothing:\n%s", classes)
	}
}

// renamed gives the declarations of a listing other local ids, in an order unlike that of their names.
func renamed(t *testing.T, text []byte, random *rand.Rand) []byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var listing map[string]any
	if err := decoder.Decode(&listing); err != nil {
		t.Fatal(err)
	}
	types := listing["types"].(map[string]any)
	numbers := random.Perm(len(types))
	ids, templates := map[string]any{}, map[string]any{}
	for id, template := range types {
		given := []string{"d%d", "%d", "Z%d/~x", "tool%d"}[random.Intn(4)]
		name := fmt.Sprintf(given, numbers[len(ids)])
		ids[id], templates[name] = name, template
	}
	listing["types"] = templates
	rename(listing, ids)
	var out bytes.Buffer
	writeShuffled(t, &out, listing, random)
	return out.Bytes()
}

// rename replaces the local ids in the terms of a tree.
func rename(tree any, ids map[string]any) {
	switch v := tree.(type) {
	case map[string]any:
		for key, member := range v {
			inner, ok := member.(map[string]any)
			name := map[string]string{"Named": "declaration", "Param": "owner"}[key]
			if id, isText := inner[name].(string); ok && isText && ids[id] != nil {
				inner[name] = ids[id]
			}
			rename(member, ids)
		}
	case []any:
		for _, item := range v {
			rename(item, ids)
		}
	}
}

// shuffled writes a JSON text with the members of its objects in another order.
func shuffled(t *testing.T, text []byte, random *rand.Rand) []byte {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var tree any
	if err := decoder.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	writeShuffled(t, &out, tree, random)
	return out.Bytes()
}

func writeShuffled(t *testing.T, out *bytes.Buffer, tree any, random *rand.Rand) {
	switch v := tree.(type) {
	case map[string]any:
		var names []string
		for name := range v {
			names = append(names, name)
		}
		random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		separator := "{"
		for _, name := range names {
			out.WriteString(separator)
			writeShuffled(t, out, name, random)
			out.WriteString(":")
			writeShuffled(t, out, v[name], random)
			separator = ","
		}
		if len(names) == 0 {
			out.WriteString("{")
		}
		out.WriteString("}")
	case []any:
		out.WriteString("[")
		for i, item := range v {
			if i > 0 {
				out.WriteString(",")
			}
			writeShuffled(t, out, item, random)
		}
		out.WriteString("]")
	default:
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(text)
	}
}
