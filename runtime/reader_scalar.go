package flow

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Bool reads a Bool: true or false.
func (r *Reader) Bool() bool {
	r.peek()
	if r.literal("true") {
		return true
	}
	if !r.literal("false") {
		r.mismatch("true or false (Bool)")
	}
	return false
}

// Text reads a Text: a string of Unicode scalar values.
func (r *Reader) Text() string { return r.textOf("a string (Text)") }

func (r *Reader) textOf(wanted string) string {
	if r.peek() != '"' {
		r.mismatch(wanted)
		return ""
	}
	text, _ := r.scanString(false)
	return r.keep(text)
}

// escaped marks the bytes that stand in a JSON string only with an escape, or end it.
var escaped = func() (t [256]bool) {
	for c := range 0x20 {
		t[c] = true
	}
	t['"'], t['\\'] = true, true
	return t
}()

// plainRun gives the end of the bytes that stand for themselves in a JSON string, and whether they are UTF-8.
func plainRun(s string) (end int, valid bool) {
	seen := byte(0)
	for end < len(s) && !escaped[s[end]] {
		seen |= s[end]
		end++
	}
	return end, seen < utf8.RuneSelf || utf8.ValidString(s[:end])
}

// scanString reads the string whose quote is here; a part of the text where nothing was escaped. inObject says that it is
// a member's name.
func (r *Reader) scanString(inObject bool) (text string, ok bool) {
	s := r.text[r.at+1:]
	if end, valid := plainRun(s); valid && end < len(s) && s[end] == '"' {
		r.at += end + 2
		return s[:end], true
	}
	text, end, code, message := canon.ScanString(r.text, r.at)
	if code == "" {
		r.at = end
		return text, true
	}
	if inObject {
		r.failIn(code, r.at, message)
	} else {
		r.fail(code, r.at, message)
	}
	return "", false
}

// smallText is up to what length a text may be held in memory by a part of it that an author keeps.
const smallText = 16 << 10

// keep gives a part of the text that may outlive the reading.
func (r *Reader) keep(part string) string { return keptPart(part, len(r.text)) }

// keptPart gives a part of a text of so many bytes to be kept without the text: a copy where it would hold on to much more
// than itself.
func keptPart(part string, whole int) string {
	if whole > smallText && len(part) < whole/2 {
		return strings.Clone(part)
	}
	return part
}

// Bytes reads Bytes: base64 by RFC 4648 section 4, padded, its unused bits zero. The slice is the caller's.
func (r *Reader) Bytes() []byte {
	if r.peek() != '"' {
		r.mismatch("base64 (a string)")
		return nil
	}
	start := r.at
	text, ok := r.scanString(false)
	if !ok {
		return nil
	}
	// Go's decoder passes over line ends, strict or not.
	value, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || base64.StdEncoding.EncodedLen(len(value)) != len(text) {
		r.fail(CodeFormat, start, "expected base64 with padding: "+quoted(text))
		return nil
	}
	return value
}

// Unit reads Unit: null.
func (r *Reader) Unit() Unit {
	r.peek()
	if !r.literal("null") {
		r.mismatch("null (Unit)")
	}
	return Unit{}
}

// Never refuses whatever stands here, as there is no value of Never.
func (r *Reader) Never() Never {
	r.mismatch("nothing, as no value is possible here (Never)")
	return nil
}

// Instant reads an Instant: a string as ParseInstant takes it.
func (r *Reader) Instant() Instant {
	if r.peek() != '"' {
		r.mismatch("an instant (a string)")
		return Instant{}
	}
	start := r.at
	text, ok := r.scanString(false)
	if !ok {
		return Instant{}
	}
	v, code, message := parseInstant(text, r.limits)
	if code != "" {
		r.fail(code, start, message)
	}
	v.fraction = r.keep(v.fraction)
	return v
}

// Duration reads a Duration: a string as ParseDuration takes it.
func (r *Reader) Duration() Duration {
	if r.peek() != '"' {
		r.mismatch("a duration (a string)")
		return Duration{}
	}
	start := r.at
	text, ok := r.scanString(false)
	if !ok {
		return Duration{}
	}
	v, code, message := parseDuration(text, r.limits)
	if code != "" {
		r.fail(code, start, message)
	}
	return v
}
