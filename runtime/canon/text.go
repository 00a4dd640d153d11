package canon

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// plain marks the bytes that stand for themselves in a JSON string: ASCII without the control characters, the quote and
// the backslash.
var plain = func() (t [256]bool) {
	for c := 0x20; c < 0x80; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

// scanString reads the string whose opening quote is at start. It gives the text after unescaping, without a copy where
// nothing was escaped, and the offset behind the closing quote. On a fault, the code is not empty and end is where it is.
func scanString(s string, start int) (text string, end int, code, message string) {
	i := start + 1
	from := i        // what follows it has not been copied yet
	var built []byte // nil until the first escape
	for i < len(s) {
		c := s[i]
		switch {
		case plain[c]:
			i++
		case c == '"':
			if built == nil {
				return s[from:i], i + 1, "", ""
			}
			return string(append(built, s[from:i]...)), i + 1, "", ""
		case c == '\\':
			built = append(built, s[from:i]...)
			var r rune
			if r, end, code, message = scanEscape(s, i); code != "" {
				return "", i, code, message
			}
			built = utf8.AppendRune(built, r)
			i, from = end, end
		case c < 0x20:
			return "", i, CodeJSON, "a control character stands unescaped in a string"
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				return "", i, CodeUTF8, "the text is not UTF-8"
			}
			i += size
		}
	}
	return "", i, CodeJSON, "the text ends inside a string"
}

var shortEscapes = [256]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// scanEscape reads the escape whose backslash is at start, both halves of a surrogate pair at once.
func scanEscape(s string, start int) (r rune, end int, code, message string) {
	if start+1 >= len(s) {
		return 0, start, CodeJSON, "the text ends inside a string"
	}
	if c := s[start+1]; c != 'u' {
		if r = shortEscapes[c]; r == 0 {
			return 0, start, CodeJSON, "a string holds an unknown escape"
		}
		return r, start + 2, "", ""
	}
	unit, ok := hex4(s, start+2)
	if !ok {
		return 0, start, CodeJSON, `a string holds \u without four hexadecimal digits`
	}
	if !utf16.IsSurrogate(unit) {
		return unit, start + 6, "", ""
	}
	if strings.HasPrefix(s[start+6:], `\u`) {
		if low, ok := hex4(s, start+8); ok {
			if r = utf16.DecodeRune(unit, low); r != utf8.RuneError {
				return r, start + 12, "", ""
			}
		}
	}
	return 0, start, CodeSurrogate, "a string holds a surrogate without its other half"
}

func hex4(s string, start int) (r rune, ok bool) {
	if start+4 > len(s) {
		return 0, false
	}
	for _, c := range []byte(s[start : start+4]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
