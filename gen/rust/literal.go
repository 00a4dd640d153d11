package rust

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// literal writes text as a string literal. Characters that a reader cannot see are escaped, and where it would read as
// another text, all but ASCII.
func literal(text string) string {
	isPlain := plainIn(text)
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case isPlain(r):
			b.WriteRune(r)
		default:
			b.WriteString(escaped(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// plainIn says which characters of a text stand for themselves: not those of one that is not in Unicode's normal form,
// which compilers and editors like to bring texts to.
func plainIn(text string) func(r rune) bool {
	if norm.NFC.IsNormalString(text) {
		return isPlain
	}
	return func(r rune) bool { return r <= unicode.MaxASCII && isPlain(r) }
}

// isPlain says whether a character stands for itself: one that a reader can see, or a plain space.
func isPlain(r rune) bool { return r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) }

// escaped writes a character as an escape of a Rust literal.
func escaped(r rune) string {
	switch r {
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// literals are string literals of these texts.
func literals(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = literal(text)
	}
	return list
}

// mostMarks is how many # a raw string literal may have at either end.
const mostMarks = 255

// longestRun gives the length of the longest run of a character behind a text, which may be empty; -1 where the text is
// not there.
func longestRun(text, behind string, of byte) int {
	longest := -1
	for at := 0; ; {
		next := strings.Index(text[at:], behind)
		if next < 0 || at+next == len(text) {
			return longest
		}
		at += next + len(behind)
		end := at
		for end < len(text) && text[end] == of {
			end++
		}
		longest = max(longest, end-at)
		at = max(end, at+1-len(behind))
	}
}

// rawLiteral writes a JSON text as a raw string literal: what a reader could not see is escaped as JSON does.
func rawLiteral(json string) string {
	isPlain := plainIn(json)
	var b strings.Builder
	for _, r := range json {
		if isPlain(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(escapedInJSON(r))
		}
	}
	text := b.String()
	count := max(longestRun(text, `"`, '#')+1, 1)
	if count > mostMarks {
		return literal(json)
	}
	marks := strings.Repeat("#", count)
	return "r" + marks + `"` + text + `"` + marks
}

// escapedInJSON writes a character as an escape of a JSON string: two of them outside the basic plane.
func escapedInJSON(r rune) string {
	if r < 0x10000 {
		return fmt.Sprintf(`\u%04x`, r)
	}
	const base, high, low, bits = 0x10000, 0xd800, 0xdc00, 10
	return fmt.Sprintf(`\u%04x\u%04x`, high+(r-base)>>bits, low+(r-base)&(1<<bits-1))
}
