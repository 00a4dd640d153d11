package python

import (
	"fmt"
	"strings"
	"unicode"
)

// literal writes text as a string literal, with the quotes that need fewer escapes, double ones where both need the same.
func literal(text string) string {
	quote := '"'
	if strings.Count(text, `"`) > strings.Count(text, `'`) {
		quote = '\''
	}
	var b strings.Builder
	b.WriteRune(quote)
	for _, r := range text {
		switch {
		case r == quote || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case isPlain(r):
			b.WriteRune(r)
		default:
			b.WriteString(escaped(r))
		}
	}
	b.WriteRune(quote)
	return b.String()
}

// isPlain says whether a character stands for itself in a literal: one that a reader can see, or a plain space.
func isPlain(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) }

// escaped writes a character as an escape of a Python literal.
func escaped(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}
