package golang

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// comment writes lines as a comment, each behind "// ", which no line can leave and which makes no line a directive.
func comment(lines []string) *jen.Statement {
	s := jen.Null()
	for i, line := range lines {
		if i > 0 {
			s.Line()
		}
		s.Comment(strings.TrimRight("// "+line, " "))
	}
	return s
}

// docLines gives the lines of a doc, without blank ones at either end; none for a doc without text.
func docLines(doc *string) []string {
	if doc == nil {
		return nil
	}
	lines := strings.Split(*doc, "\n")
	for i, line := range lines {
		lines[i] = docLine(line)
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// directive finds lines that some tool obeys although a space stands between them and the slashes.
var directive = regexp.MustCompile(`^[ \t/]*(\+build|#nosec|nolint|lint:|go:|line |export |extern |[a-z0-9]+:[a-z0-9])`)

// deprecation finds the mark by which tools know what is deprecated, which Flow has no notion of.
var deprecation = regexp.MustCompile(`^(\s*Deprecated:) `)

// docLine writes one line of a doc: characters that cannot be seen are escaped, and what is text stays text.
func docLine(line string) string {
	var b strings.Builder
	for _, r := range strings.TrimRight(line, " \t") {
		switch {
		case r == '\t' || r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r):
			b.WriteRune(r)
		case r == '\r':
			b.WriteString(`\r`)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	text := deprecation.ReplaceAllString(b.String(), "$1\u00a0")
	if directive.MatchString(text) {
		return `\` + strings.TrimLeft(text, " \t")
	}
	return text
}

// described puts a doc in front of a sentence that says what the thing is.
func described(doc *string, sentences ...string) []string {
	lines := docLines(doc)
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return append(lines, sentences...)
}
