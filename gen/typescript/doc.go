package typescript

import (
	"regexp"
	"strings"
	"unicode"
)

// docLines gives the lines of a doc as a comment shows them, without blank ones at either end; none for a doc without text.
func docLines(text *string) []string {
	if text == nil {
		return nil
	}
	lines := strings.Split(*text, "\n")
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

// What else tools obey although it stands in a comment. A backslash makes text of each: in Markdown, which docs are read as, it
// is not shown.
var (
	// Tags, among them @deprecated, which lint rules report where the thing is used, and @ts-ignore.
	tags = regexp.MustCompile(`(^|[ \t])@`)
	// Where a source map is, or where the source is from; what a bundler may drop.
	orders = regexp.MustCompile(`([#@][ \t]*)(source(?:Mapping)?URL|__[A-Z])`)
)

// docLine writes one line of a doc: it can end no comment and is no directive, and characters that cannot be seen are
// escaped.
func docLine(line string) string {
	var b strings.Builder
	var before rune
	for _, r := range strings.TrimRight(line, " \t") {
		// The end of a comment, or its beginning, behind which coverage tools look for orders.
		if before == '*' && r == '/' || before == '/' && r == '*' {
			b.WriteByte('\\')
		}
		before = r
		if r == '\t' || r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(escaped(r))
		}
	}
	s := tags.ReplaceAllString(b.String(), `$1\@`)
	return orders.ReplaceAllString(s, `$1\$2`)
}

// described puts a doc in front of lines that say what the thing is.
func described(text *string, more ...string) []string {
	lines := docLines(text)
	if len(lines) > 0 && len(more) > 0 {
		lines = append(lines, "")
	}
	return append(lines, more...)
}

// orElse gives the lines of a doc, or a line for what has none.
func orElse(text *string, otherwise string) []string {
	if lines := docLines(text); len(lines) > 0 {
		return lines
	}
	return []string{docLine(otherwise)}
}

func quoted(text string) string { return "`" + text + "`" }

// comment writes lines as a doc comment, with the line break behind it; nothing where there are none.
func comment(lines []string) doc {
	switch {
	case len(lines) == 0:
		return nothing
	case len(lines) == 1:
		return sequence(text("/** ", lines[0], " */"), hardLine)
	}
	parts := []doc{text("/**"), hardLine}
	for _, line := range lines {
		parts = append(parts, text(strings.TrimRight(" * "+line, " ")), hardLine)
	}
	return sequence(append(parts, text(" */"), hardLine)...)
}
