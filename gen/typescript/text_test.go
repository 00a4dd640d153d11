package typescript

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// Literals keep their text and take the quotes that prettier prefers.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		``:                `""`,
		`plain`:           `"plain"`,
		`say "hi"`:        `'say "hi"'`,
		`it's "so"`:       `'it\'s "so"'`,
		`it's`:            `"it's"`,
		`'"`:              `"'\""`,
		`C:\new\x`:        `"C:\\new\\x"`,
		"a\nb\rc\td":      `"a\nb\rc\td"`,
		"\x00\x1f\x7f":    `"\x00\x1f\x7f"`,
		"\u2028\u00a0":    `"\u2028\xa0"`,
		"\U000e0001é日😀":   `"\u{e0001}é日\u{1f600}"`,
		"${x} `":          "\"${x} `\"",
		"</script><!--":   `"</script><!--"`,
		"e\u0301\ufeff٣a": `"e\u0301\ufeff٣a"`,
	} {
		if got := literal(text); got != want {
			t.Errorf("literal(%q) = %s, want %s", text, got, want)
		}
	}
}

// Text of docs stays text: it ends no comment, no line is a tag or an order, and nothing is hidden from a reader.
func TestDocLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                       "plain",
		"*/ process.exit(1) /*":       `*\/ process.exit(1) /\*`,
		"a/*/b":                       `a/\*\/b`,
		"*/*/":                        `*\/\*\/`,
		"@ts-nocheck":                 `\@ts-nocheck`,
		"  @ts-ignore x":              `  \@ts-ignore x`,
		"old @deprecated do":          `old \@deprecated do`,
		"\t@internal":                 "\t\\@internal",
		"me@example.com":              "me@example.com",
		"`@deprecated`":               "`@deprecated`",
		"{@link x}":                   "{@link x}",
		"eslint-disable":              "eslint-disable",
		"//# sourceMappingURL=x.map":  `//# \sourceMappingURL=x.map`,
		"/*@ sourceURL=x":             `/\*@ \sourceURL=x`,
		"#__PURE__ a@__PURE__":        `#\__PURE__ a@\__PURE__`,
		"a\rb":                        `a\rb`,
		"a\x00b\u2028c\ufeffd\u0085e": `a\x00b\u2028c\ufeffd\x85e`,
		"\u202eright to left":         `\u202eright to left`,
		"\U000e0001":                  `\u{e0001}`,
		"trailing  \t":                "trailing",
		"\tindented":                  "\tindented",
		"日本語 Độ 😀 e\u0301":            "日本語 Độ 😀 e\u0301",
	} {
		if got := docLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// The same code comes of a listing with hostile docs as of one without docs: comments and layout apart, the files are the
// same.
func TestDocsAreNoCode(t *testing.T) {
	text, err := os.ReadFile(golden.Listings(t)["docs"])
	if err != nil {
		t.Fatal(err)
	}
	with := emit(t, "docs.json", text)
	without := emit(t, "docs.json", golden.Undocumented(t, text))
	for _, path := range []string{"types.ts", "codecs.ts", "tools.ts", "index.ts"} {
		if a, b := bare(t, path, with.Content(path)), bare(t, path, without.Content(path)); a != b {
			t.Errorf("%s: docs make other code", path)
		}
	}
}

// layout is what the formatter puts between tokens, or leaves out, as lines break.
var layout = regexp.MustCompile(`[\s;,|]+`)

// bare gives a file without comments and layout, and holds all comments to be docs.
func bare(t *testing.T, path string, content []byte) string {
	t.Helper()
	rest, found := strings.CutPrefix(string(content), header+"\n")
	if !found {
		t.Errorf("%s does not begin with its mark", path)
	}
	var code strings.Builder
	for rest != "" {
		switch {
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest, "*/") + len("*/")
			holdComment(t, path, rest[:end])
			rest = rest[end:]
		case strings.HasPrefix(rest, "//"):
			t.Fatalf("%s has another comment: %.60q", path, rest)
		case rest[0] == '"' || rest[0] == '\'' || rest[0] == '`':
			end := closing(rest)
			code.WriteString(rest[:end])
			rest = rest[end:]
		default:
			code.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	return layout.ReplaceAllString(code.String(), " ")
}

// closing is where the literal that a text begins with ends.
func closing(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return len(text)
}

// tagged finds what a compiler would take for a tag, but for links, which change nothing.
var tagged = regexp.MustCompile(`(?m)(^|\s)@\S`)

func holdComment(t *testing.T, path, comment string) {
	t.Helper()
	if !strings.HasPrefix(comment, "/** ") && !strings.HasPrefix(comment, "/**\n") {
		t.Errorf("%s: %.60q is no doc", path, comment)
	}
	for _, line := range strings.Split(comment, "\n")[1:] {
		if line = strings.TrimLeft(line, " "); !strings.HasPrefix(line, "* ") && line != "*" && line != "*/" {
			t.Errorf("%s: the line %.60q of a doc is outside of it", path, line)
		}
	}
	if tag := tagged.FindString(comment); tag != "" {
		t.Errorf("%s: a doc has the tag %q", path, tag)
	}
}

// Neither the order of members nor the spelling of local ids shows in what is generated.
func TestSameBytes(t *testing.T) {
	for name, path := range golden.Listings(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, got := emit(t, path, text), emit(t, path, golden.Renumbered(t, text))
		for _, file := range want.Paths() {
			if string(got.Content(file)) != string(want.Content(file)) {
				t.Errorf("%s: other local ids change %s", name, filepath.Base(file))
			}
		}
	}
}
