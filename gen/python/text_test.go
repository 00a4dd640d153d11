package python

import (
	"bytes"
	"encoding/json"
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

// The order of JSON members changes nothing in the output.
func TestShuffledMembers(t *testing.T) {
	for name, path := range golden.Listings(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := emit(t, path, text)
		for seed := range int64(3) {
			got := emit(t, path, shuffled(t, text, rand.New(rand.NewSource(seed))))
			for _, file := range want.Paths() {
				if !bytes.Equal(got.Content(file), want.Content(file)) {
					t.Errorf("%s: %s depends on the order of members", name, file)
				}
			}
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
