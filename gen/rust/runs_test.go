package rust

import (
	"strings"
	"testing"
)

// Runs of marks that are too long for a raw literal, and backticks without partners, are written in time in proportion to
// the text: each of these would take minutes otherwise.
func TestLongRuns(t *testing.T) {
	hashes := `"see \"` + strings.Repeat("#", 300) + `"`
	if got := rawLiteral(hashes); got != literal(hashes) {
		t.Errorf("%.60s", got)
	}
	for text, want := range map[string]string{
		`{}`: `r#"{}"#`, `"a"`: `r#""a""#`, `"a\"#"`: `r##""a\"#""##`, `"a\"##b"`: `r###""a\"##b""###`, "": `r#""#`,
	} {
		if got := rawLiteral(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"a `b` ``c``": "a `b` ``c``", "`a": "\\`a", "``a`": "\\``a`", "```a``": "\\```a``", "`a``b`": "`a``b`",
	} {
		if got := docLine(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{"a": "`a`", "a`b": "``a`b``", "`": "`` ` ``", "a``b`": "``` a``b` ```", "": "``"} {
		if got := code(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	lone := strings.Repeat("``` ", 1<<18)
	if got := docLine(lone); len(got) < len(lone) {
		t.Errorf("%d of %d bytes", len(got), len(lone))
	}
	if got := code(strings.Repeat("`", 1<<20)); len(got) < 3<<20 {
		t.Errorf("%d bytes", len(got))
	}
}
