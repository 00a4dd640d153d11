package rust

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Lines of docs show their text in Markdown, and are neither code nor links nor HTML.
func TestDocLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                         "plain",
		"    fn main() {}":              "   fn main() {}",
		"-     code":                    "-   code",
		"\tcode":                        "   code",
		"```rust":                       "\\`\\`\\`rust",
		"~~~":                           `\~\~~`,
		"[`Option`]":                    "\\[`Option`]",
		"`[x]` and <b>":                 "`[x]` and \\<b>",
		"``a ` b`` [x]":                 "``a ` b`` \\[x]",
		"a ` b [x]":                     "a \\` b \\[x]",
		`C:\new\x`:                      `C:\new\x`,
		`\[x] \`:                        `\\\[x] \\`,
		"see https://a.b.cd/e?f=1.":     "see <https://a.b.cd/e?f=1>.",
		`\https://a.b.cd`:               `\\<https://a.b.cd>`,
		"`https://a.b.cd`":              "`https://a.b.cd`",
		"a & b &lt; &#1;":               `a & b \&lt; \&#1;`,
		"|---|---|":                     `\|---\|---\|`,
		"a | b":                         "a | b",
		"*/ panic!(1) /*":               "*/ panic!(1) /*",
		"#![feature(x)]":                `#!\[feature(x)]`,
		"a\rb\x00c\u2028d\u202ee\ufeff": `a\rb\u{0}c\u{2028}d\u{202e}e\u{feff}`,
		"trailing  \t":                  "trailing",
		"日本語 Độ 😀":                      "日本語 Độ 😀",
	} {
		if got := docLine(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// Spans of code hold any text.
func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"a": "`a`", "a`b": "``a`b``", "`": "`` ` ``", "a``": "``` a`` ```", "a\nb": "`a\\nb`",
	} {
		if got := code(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// Literals keep their text, and a reader sees all of it.
func TestLiteral(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `""`,
		"plain {x}":              `"plain {x}"`,
		`say "hi" \`:             `"say \"hi\" \\"`,
		"a\nb\rc\td\x00\x7f":     `"a\nb\rc\td\u{0}\u{7f}"`,
		"é 日\u2028\u202e\u00a0":  `"é 日\u{2028}\u{202e}\u{a0}"`,
		"e\u0301 is no normal é": `"e\u{301} is no normal \u{e9}"`,
	} {
		if got := literal(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	for json, want := range map[string]string{
		`{"a":"b"}`:            `r#"{"a":"b"}"#`,
		`{"doc":"# Title"}`:    `r##"{"doc":"# Title"}"##`,
		`"##`:                  `r###""##"###`,
		"\"\u202e\U000e0001\"": `r#""\u202e\udb40\udc01""#`,
		"\"\u2126\"":           `r#""\u2126""#`,
	} {
		if got := rawLiteral(json); got != want {
			t.Errorf("%q: got %s, want %s", json, got, want)
		}
	}
}

// The same code comes of a listing with hostile docs as of one without docs: comments apart, the files are the same.
func TestDocsAreNoCode(t *testing.T) {
	text, err := os.ReadFile(golden.Listings(t)["docs"])
	if err != nil {
		t.Fatal(err)
	}
	listing, err := canon.Parse(text, canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	with := emit(t, "docs.json", text)
	without := emit(t, "docs.json", canon.Append(nil, undocumented(listing)))
	for _, path := range []string{"types.rs", "codecs.rs", "tools.rs"} {
		if !slices.Equal(uncommented(t, path, with), uncommented(t, path, without)) {
			t.Errorf("%s: docs make other code", path)
		}
	}
}

// undocumented makes all docs null.
func undocumented(v *canon.Value) *canon.Value {
	for i := range v.Members {
		if m := &v.Members[i]; m.Name == "doc" {
			m.Value = &canon.Value{Kind: canon.Null}
		} else {
			undocumented(m.Value)
		}
	}
	for _, item := range v.Items {
		undocumented(item)
	}
	return v
}

// uncommented gives the lines of a file that are no doc comments, and holds all to what a reader can see.
func uncommented(t *testing.T, path string, files *gen.FileSet) []string {
	t.Helper()
	var lines []string
	for _, line := range strings.Split(string(files.Content(path)), "\n") {
		if strings.IndexFunc(line, func(r rune) bool { return !isPlain(r) }) >= 0 {
			t.Errorf("%s: a line with a character that cannot be seen: %q", path, line)
		}
		if doc := strings.TrimLeftFunc(line, unicode.IsSpace); !strings.HasPrefix(doc, "/// ") && doc != "///" {
			lines = append(lines, line)
		}
	}
	return lines
}
