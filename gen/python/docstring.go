package python

import (
	"strings"
)

// docLines gives the lines of a doc as `inspect.getdoc` shows them to a reader: tabs expanded, the indentation that all
// lines but the first have in common taken away, and blank lines at either end. It gives none for a doc without text.
func docLines(doc string) []string {
	lines := strings.Split(expandTabs(doc), "\n")
	margin := -1
	for i, line := range lines {
		if i == 0 {
			lines[0] = strings.TrimLeft(line, " ")
			continue
		}
		if text := strings.TrimLeft(line, " "); text != "" && (margin < 0 || len(line)-len(text) < margin) {
			margin = len(line) - len(text)
		}
	}
	for i := range lines {
		if i > 0 && margin > 0 {
			lines[i] = lines[i][min(margin, len(lines[i])):]
		}
	}
	for len(lines) > 0 && strings.Trim(lines[0], " ") == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.Trim(lines[len(lines)-1], " ") == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// expandTabs does what `str.expandtabs` does.
func expandTabs(text string) string {
	if !strings.Contains(text, "\t") {
		return text
	}
	const stop = 8
	var b strings.Builder
	column := 0
	for _, r := range text {
		switch r {
		case '\t':
			spaces := stop - column%stop
			b.WriteString(strings.Repeat(" ", spaces))
			column += spaces
		case '\n', '\r':
			b.WriteRune(r)
			column = 0
		default:
			b.WriteRune(r)
			column++
		}
	}
	return b.String()
}

// docText escapes one line of a docstring: nothing in it can end the literal, and nothing is lost to the formatter.
func docText(line string, first bool) string {
	var b strings.Builder
	runes := []rune(line)
	for i, r := range runes {
		switch {
		case r == '\\':
			b.WriteString(`\\`)
		case r == '"' && (i == 0 && first || i == len(runes)-1 || runes[i+1] == '"' || i > 0 && runes[i-1] == '"'):
			b.WriteString(`\"`)
		case r == ' ' && (i == len(runes)-1 || i == 0 && first):
			b.WriteString(`\x20`)
		case isPlain(r):
			b.WriteRune(r)
		default:
			b.WriteString(escaped(r))
		}
	}
	return b.String()
}

// docstring writes lines as a docstring; nothing where there are none.
func (p *printer) docstring(lines []string) {
	if len(lines) == 0 {
		return
	}
	first := `"""`
	if strings.HasPrefix(lines[0], " ") {
		lines = append([]string{""}, lines...) // spaces at the very beginning would not be shown
	}
	first += docText(lines[0], true)
	if len(lines) == 1 {
		p.line(first, `"""`)
		return
	}
	p.line(first)
	for _, line := range lines[1:] {
		p.line(docText(line, false))
	}
	p.line(`"""`)
}
