package flow

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Reader reads one JSON text by RFC 8259, strictly, and gives its values as a codec asks for them: no tree is built, no
// number becomes a float, and no byte is read twice unless there is something to complain of.
//
// A Reader keeps its first error. From then on every read gives a zero value and every loop over members or items ends,
// so that a codec need not ask after each step. A Reader serves one goroutine.
type Reader struct {
	text   string
	at     int
	depth  int
	spaces int // how many runs of white space were skipped
	// names are those members of the open objects that the codec does not know, each object's above its holder's.
	names  []string
	limits Limits
	err    *DecodeError
}

// NewReader reads a text, of which it makes one copy. The limits are those given, or the default ones.
func NewReader(text []byte, limits ...Limits) *Reader {
	return &Reader{text: string(text), limits: limitsOf(limits)}
}

// NewStringReader reads a text as it stands, without a copy.
func NewStringReader(text string, limits ...Limits) *Reader {
	return &Reader{text: text, limits: limitsOf(limits)}
}

// Limits gives the limits that hold for the text.
func (r *Reader) Limits() Limits { return r.limits }

// Err gives the first error, a *DecodeError; nil where there was none.
func (r *Reader) Err() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

// End holds the text to end here, white space aside, and gives the first error of the whole reading.
func (r *Reader) End() error {
	if r.peek(); r.at < len(r.text) {
		r.unexpected("the end of the text")
	}
	return r.Err()
}

// Kind says which of JSON's forms the value has that begins here; where none does, it is KindNull, and reading it fails.
func (r *Reader) Kind() Kind {
	switch c := r.peek(); {
	case c == '"':
		return KindText
	case c == '{':
		return KindObject
	case c == '[':
		return KindList
	case c == 't' || c == 'f':
		return KindBool
	case isNumber(c):
		return KindNumber
	}
	return KindNull
}

// Fail refuses the value that begins here, as a codec may that knows more rules than its parts. Only the first error counts.
func (r *Reader) Fail(code, message string) {
	r.peek()
	r.fail(code, r.at, message)
}

// peek skips white space and gives the byte behind it, 0 at the end of the text.
func (r *Reader) peek() byte {
	if r.at < len(r.text) {
		if c := r.text[r.at]; c > ' ' {
			return c
		}
	}
	return r.peekSlow()
}

func (r *Reader) peekSlow() byte {
	start := r.at
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			if r.at > start {
				r.spaces++
			}
			return c
		}
	}
	r.spaces++
	return 0
}

// fail refuses the value that begins at or holds the offset.
func (r *Reader) fail(code string, offset int, message string) {
	if r.err == nil {
		r.refuse(code, message, pointerAt(r.text, offset, false))
	}
}

// failIn refuses something between the values of the array or object that is open.
func (r *Reader) failIn(code string, offset int, message string) {
	if r.err == nil {
		r.refuse(code, message, pointerAt(r.text, offset, true))
	}
}

// failMember refuses a member of the object that begins at the offset.
func (r *Reader) failMember(code string, object int, name, message string) {
	if r.err == nil {
		r.refuse(code, message, canon.Pointer(pointerAt(r.text, object, false), name))
	}
}

func (r *Reader) refuse(code, message, pointer string) {
	r.err = &DecodeError{Code: code, Pointer: pointer, Message: message}
	r.at = len(r.text) // so that whatever is read next fails as well
}

func (r *Reader) unexpected(wanted string) {
	code, message := r.unlike(wanted)
	r.fail(code, r.at, message)
}

func (r *Reader) unexpectedIn(wanted string) {
	code, message := r.unlike(wanted)
	r.failIn(code, r.at, message)
}

// unlike says that something else than what is wanted stands here.
func (r *Reader) unlike(wanted string) (code, message string) {
	if r.at >= len(r.text) {
		return CodeJSON, fmt.Sprintf("the text ends where %s should stand", wanted)
	}
	c, size := utf8.DecodeRuneInString(r.text[r.at:])
	if c == utf8.RuneError && size == 1 {
		return CodeUTF8, "the text is not UTF-8"
	}
	return CodeJSON, fmt.Sprintf("%q stands where %s should", c, wanted)
}

// mismatch refuses the value that begins here for its kind.
func (r *Reader) mismatch(wanted string) { r.wrong(CodeType, wanted) }

// wrong refuses the value that begins here, which is not what is wanted; where nothing begins, the syntax is at fault.
func (r *Reader) wrong(code, wanted string) {
	if found := r.found(); found != "" {
		r.fail(code, r.at, fmt.Sprintf("expected %s, found %s", wanted, found))
		return
	}
	r.unexpected("a value")
}

// found names the value that begins here, for a message; it is empty where none does.
func (r *Reader) found() string {
	c := r.peek()
	rest := r.text[r.at:]
	switch {
	case c == '"':
		return "a string"
	case c == '{':
		return "an object"
	case c == '[':
		return "an array"
	case isNumber(c):
		if end, ok := canon.ScanNumber(r.text, r.at); ok {
			return "the number " + shorten(r.text[r.at:end])
		}
		return ""
	}
	for _, word := range []string{"null", "true", "false"} {
		if strings.HasPrefix(rest, word) {
			return word
		}
	}
	return ""
}

func isNumber(c byte) bool { return c == '-' || '0' <= c && c <= '9' }

// shorten quotes a number in a message: whole where it is short, else its two ends.
func shorten(spelling string) string {
	if len(spelling) <= 40 {
		return spelling
	}
	return fmt.Sprintf("%s...%s (%d characters)", spelling[:12], spelling[len(spelling)-12:], len(spelling))
}

// quoted quotes a text in a message, on one line and not all of it where it is long.
func quoted(text string) string {
	const most = 60
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return strconv.Quote(text)
}

// literal reads a word of JSON's own.
func (r *Reader) literal(word string) bool {
	if !strings.HasPrefix(r.text[r.at:], word) {
		return false
	}
	r.at += len(word)
	return true
}

// open enters an array or object, whose bracket is here.
func (r *Reader) open() bool {
	if r.depth >= r.limits.Depth {
		r.fail(CodeDepth, r.at, fmt.Sprintf("the value nests deeper than %d", r.limits.Depth))
		return false
	}
	r.depth++
	r.at++
	return true
}

// close leaves the array or object that is open, whose bracket is here.
func (r *Reader) close() {
	r.depth--
	r.at++
}
