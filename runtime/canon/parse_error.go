package canon

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// fail is a fault of the value that is being read.
func (p *parser) fail(code string, offset int, message string) *Error {
	return &Error{Code: code, Offset: offset, Pointer: p.pointer(len(p.frames)), Message: message}
}

// failIn is a fault of the array or object that is open, between its values.
func (p *parser) failIn(code string, offset int, message string) *Error {
	return &Error{Code: code, Offset: offset, Pointer: p.pointer(len(p.frames) - 1), Message: message}
}

func (p *parser) unexpected(wanted string) *Error {
	code, message := p.unlike(wanted)
	return p.fail(code, p.at, message)
}

func (p *parser) unexpectedIn(wanted string) *Error {
	code, message := p.unlike(wanted)
	return p.failIn(code, p.at, message)
}

// unlike says that something else than what is wanted stands where the parser is.
func (p *parser) unlike(wanted string) (code, message string) {
	if p.at >= len(p.text) {
		return CodeJSON, fmt.Sprintf("the text ends where %s should stand", wanted)
	}
	r, size := utf8.DecodeRuneInString(p.text[p.at:])
	if r == utf8.RuneError && size == 1 {
		code, message = CodeUTF8, "the text is not UTF-8"
	} else {
		code, message = CodeJSON, fmt.Sprintf("%q stands where %s should", r, wanted)
		if (r == '}' || r == ']') && strings.HasSuffix(strings.TrimRight(p.text[:p.at], " \t\n\r"), ",") {
			message += ": drop the comma before it"
		}
	}
	if foreign := foreignEncoding(p.text); foreign != "" && p.at < 4 {
		message = foreign
	}
	return code, message
}

// foreignEncoding says what to do about a text that an editor or a shell saved in another way than as plain UTF-8, as its
// first bytes tell; it is empty for any other.
func foreignEncoding(text string) string {
	switch {
	case strings.HasPrefix(text, "\ufeff"):
		return "the text begins with a byte-order mark: save it as UTF-8 without one"
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"), strings.HasPrefix(text, "\x00\x00\xfe\xff"),
		len(text) > 3 && (text[0] == 0) != (text[1] == 0) && (text[2] == 0) != (text[3] == 0):
		return "the text is UTF-16 or UTF-32: save it as UTF-8"
	}
	return ""
}

// pointer gives the place of the value that is being read inside so many of the open frames.
func (p *parser) pointer(frames int) string {
	pointer := ""
	items := p.items
	for i := range frames {
		f := &p.frames[i]
		if f.value.Kind == Object {
			pointer = Pointer(pointer, f.name)
			continue
		}
		above := len(items)
		for j := i + 1; j < len(p.frames); j++ {
			if p.frames[j].value.Kind == Array {
				above = p.frames[j].base
				break
			}
		}
		pointer = PointerIndex(pointer, above-f.base)
	}
	return pointer
}

// abbreviate keeps a message short, however long the text that it quotes.
func abbreviate(text string) string {
	const most = 80
	if len(text) <= most {
		return text
	}
	end := most
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
