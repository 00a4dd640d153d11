package flow

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Writer writes one value as canonical text. Codecs write members in the order of their names' bytes, and Sets and Dicts
// hold their items in order, so that nothing is sorted here.
//
// A Writer keeps its first error. From then on Object, Array and Item say false, so that codecs unwind. A Writer serves one
// goroutine.
type Writer struct {
	buf    []byte
	root   int // where the value begins in buf
	depth  int
	limits Limits
	err    *EncodeError
}

// NewWriter writes behind dst, which may be nil. The limits are those given, or the default ones.
func NewWriter(dst []byte, limits ...Limits) *Writer {
	return &Writer{buf: dst, root: len(dst), limits: limitsOf(limits)}
}

// Limits gives the limits that hold for the value.
func (w *Writer) Limits() Limits { return w.limits }

// Result gives dst and the text behind it, and the first error, an *EncodeError; with one, the text is worth nothing.
func (w *Writer) Result() ([]byte, error) {
	if w.err != nil {
		return w.buf, w.err
	}
	return w.buf, nil
}

// Err gives the first error, an *EncodeError; nil where there was none.
func (w *Writer) Err() error {
	if w.err == nil {
		return nil
	}
	return w.err
}

// Fail refuses the value that is to be written here. Only the first error counts.
func (w *Writer) Fail(code, message string) {
	if w.err == nil {
		text := string(w.buf[w.root:])
		w.err = &EncodeError{Code: code, Pointer: pointerAt(text, len(text), false), Message: message}
	}
}

// Object begins an object. It says false where there was an error, or where the value nests too deep: then the codec
// returns.
func (w *Writer) Object() bool { return w.open('{') }

// Array begins an array, as Object does an object.
func (w *Writer) Array() bool { return w.open('[') }

func (w *Writer) open(bracket byte) bool {
	if w.err != nil {
		return false
	}
	if w.depth >= w.limits.Depth {
		w.Fail(CodeDepth, fmt.Sprintf("the value nests deeper than %d", w.limits.Depth))
		return false
	}
	w.depth++
	w.buf = append(w.buf, bracket)
	return true
}

// Member writes the name of the object's next member, an identifier, and what stands around it; its value is next.
func (w *Writer) Member(name string) {
	const around = len(`,"":`)
	w.buf = slices.Grow(w.buf, len(name)+around)
	w.comma('{')
	w.buf = append(append(append(w.buf, '"'), name...), '"', ':')
}

// Item writes what stands before the array's next item, which is next. It says false where there was an error.
func (w *Writer) Item() bool {
	w.comma('[')
	return w.err == nil
}

// comma writes the comma before what is not the first.
func (w *Writer) comma(bracket byte) {
	if w.buf[len(w.buf)-1] != bracket {
		w.buf = append(w.buf, ',')
	}
}

// EndObject ends an object that Object began.
func (w *Writer) EndObject() {
	w.depth--
	w.buf = append(w.buf, '}')
}

// EndArray ends an array that Array began.
func (w *Writer) EndArray() {
	w.depth--
	w.buf = append(w.buf, ']')
}

// Constructor writes an enum's constructor that has no payload.
func (w *Writer) Constructor(name string) {
	w.buf = append(append(append(w.buf, '"'), name...), '"')
}

// Payload begins an enum's constructor that has a payload, which is next. It says false where Object does. EndObject ends
// it.
func (w *Writer) Payload(constructor string) bool {
	if !w.Object() {
		return false
	}
	w.Member(constructor)
	return true
}

// Bool writes a Bool.
func (w *Writer) Bool(v bool) { w.buf = strconv.AppendBool(w.buf, v) }

// Text writes a Text. What is not UTF-8 is refused with CodeSurrogate, as no Text holds it.
func (w *Writer) Text(v string) {
	if end, valid := plainRun(v); valid && end == len(v) {
		w.buf = append(append(append(w.buf, '"'), v...), '"')
		return
	}
	if !utf8.ValidString(v) {
		w.Fail(CodeSurrogate, "a Text is valid UTF-8: "+quoted(v))
		return
	}
	w.buf = canon.AppendString(w.buf, v)
}

// Bytes writes Bytes.
func (w *Writer) Bytes(v []byte) {
	w.buf = append(base64.StdEncoding.AppendEncode(append(w.buf, '"'), v), '"')
}

// Int writes an Int, held to Limits.IntDigits.
func (w *Writer) Int(v Int) {
	if v.text == "" && w.limits.IntDigits >= 19 {
		w.buf = strconv.AppendInt(w.buf, v.small, 10)
		return
	}
	if limit := w.limits.IntDigits; v.digits() > limit {
		w.Fail(CodeLimit, fmt.Sprintf("an Int has at most %d digits: %s", limit, shorten(v.String())))
		return
	}
	w.buf = append(w.buf, v.String()...)
}

// Decimal writes a Decimal, held to Limits.DecimalDigits.
func (w *Writer) Decimal(v Decimal) {
	if limit := w.limits.DecimalDigits; !v.fits(limit) {
		w.Fail(CodeLimit, fmt.Sprintf("a Decimal has at most %d digits on each side of its point: %s", limit, shorten(v.String())))
		return
	}
	w.buf = v.append(w.buf)
}

// Instant writes an Instant, held to Limits.FractionDigits.
func (w *Writer) Instant(v Instant) {
	if len(v.fraction) > w.limits.FractionDigits {
		w.Fail(CodeLimit, tooFine(w.limits))
		return
	}
	w.buf = append(v.append(append(w.buf, '"')), '"')
}

// Duration writes a Duration, held to Limits.DecimalDigits.
func (w *Writer) Duration(v Duration) {
	if !v.seconds.fits(w.limits.DecimalDigits) {
		w.Fail(CodeLimit, tooLong(w.limits))
		return
	}
	w.buf = append(v.append(append(w.buf, '"')), '"')
}

// Unit writes Unit.
func (w *Writer) Unit(Unit) { w.buf = append(w.buf, "null"...) }

// Never refuses whatever it is given: Never has no values.
func (w *Writer) Never(Never) { w.Fail(CodeType, "no value is possible here (Never)") }
