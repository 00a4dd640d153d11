package typescript

import (
	"fmt"
	"strings"
	"unicode"
)

// literal writes text as a string literal, with the quotes that prettier prefers: double ones, unless the text holds more
// of them than of single ones. What a reader cannot see, or may take for something else, is escaped.
func literal(s string) string {
	quote := '"'
	if strings.Count(s, `"`) > strings.Count(s, `'`) {
		quote = '\''
	}
	var b strings.Builder
	b.WriteRune(quote)
	for _, r := range s {
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

// isPlain says whether a character stands for itself in a literal: one of ASCII that can be seen, or a letter or digit,
// whose width every formatter knows.
func isPlain(r rune) bool {
	return r >= ' ' && r < 0x7f || r >= 0x80 && (unicode.IsLetter(r) || unicode.Is(unicode.Nd, r))
}

// escaped writes a character as an escape of a literal.
func escaped(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// key writes the name of a property in an object literal, where "__proto__" alone would set the prototype.
func key(name string) string {
	if name == protoName {
		return "[" + literal(name) + "]"
	}
	return typeKey(name)
}

// typeKey writes the name of a property in an object type. What is an identifier in Flow alone stands in brackets.
func typeKey(name string) string {
	if isIdentifier(name) {
		return name
	}
	return "[" + literal(name) + "]"
}

// protoName is the property of objects that is none of their own.
const protoName = "__proto__"

// property writes what gives a property of a value.
func property(value, name string) string {
	if isIdentifier(name) {
		return value + "." + name
	}
	return value + "[" + literal(name) + "]"
}
