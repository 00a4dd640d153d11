package flow

import (
	"math"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// JSON reads any JSON value, its numbers held to the limits of a Decimal.
func (r *Reader) JSON() JSON {
	r.peek()
	start := r.at
	canonical := r.scan(true)
	if r.err != nil {
		return JSON{}
	}
	text := r.text[start:r.at]
	if canonical {
		return jsonOfText(r.keep(text))
	}
	tree, err := canon.Parse([]byte(text), canon.Options{Depth: math.MaxInt})
	if err != nil {
		panic("flow: two readers of JSON disagree: " + err.Error())
	}
	return JSONOfValue(tree)
}

// Raw passes over any JSON value and gives its text as it stands. It is held to JSON's rules and the nesting, not to the
// limits of numbers.
func (r *Reader) Raw() string {
	r.peek()
	start := r.at
	r.scan(false)
	if r.err != nil {
		return ""
	}
	return r.text[start:r.at]
}

// Skip passes over any JSON value, as Raw does.
func (r *Reader) Skip() { r.scan(false) }

// scan passes over a value, and says whether it is in canonical text.
func (r *Reader) scan(limited bool) (canonical bool) {
	switch c := r.peek(); {
	case c == '{':
		return r.scanObject(limited)
	case c == '[':
		return r.scanArray(limited)
	case c == '"':
		start := r.at
		text, ok := r.scanString(false)
		return ok && len(text)+2 == r.at-start
	case isNumber(c):
		return r.scanNumber(limited)
	}
	if !r.literal("null") && !r.literal("true") && !r.literal("false") {
		r.unexpected("a value")
	}
	return true
}

func (r *Reader) scanObject(limited bool) (canonical bool) {
	spaces := r.spaces
	canonical = true
	o := r.Object()
	for last := ""; o.Next(); last = o.Name {
		// A name is there raw where its quotes and the colon directly enclose it, as they do in canonical text.
		raw := strings.HasSuffix(r.text[:r.at-2], o.Name) && strings.HasSuffix(r.text[:r.at-2-len(o.Name)], `"`)
		canonical = canonical && raw && (last == "" || last < o.Name)
		o.Distinct()
		canonical = r.scan(limited) && canonical
	}
	return canonical && spaces == r.spaces
}

func (r *Reader) scanArray(limited bool) (canonical bool) {
	spaces := r.spaces
	canonical = true
	a := r.Array()
	for a.Next() {
		canonical = r.scan(limited) && canonical
	}
	return canonical && spaces == r.spaces
}

func (r *Reader) scanNumber(limited bool) (canonical bool) {
	start := r.at
	end, ok := canon.ScanNumber(r.text, start)
	if !ok {
		r.at = end
		r.unexpected("a digit")
		return false
	}
	spelling := r.text[start:end]
	canonical = !strings.ContainsAny(spelling, "eE") && spelling != "-0" &&
		!(strings.Contains(spelling, ".") && spelling[len(spelling)-1] == '0')
	if limited && (len(spelling) > r.limits.DecimalDigits || !canonical) {
		p, _ := canon.NumberParts(spelling)
		if message := excess("a Decimal", p, r.limits.DecimalDigits); message != "" {
			r.fail(CodeLimit, start, message+": "+shorten(spelling))
			return false
		}
	}
	r.at = end
	return canonical
}

// JSON writes a JSON value, held to the limits of a Decimal where it has numbers, and to the nesting.
func (w *Writer) JSON(v JSON) {
	if w.err != nil {
		return
	}
	limits := w.limits
	if room := w.limits.Depth - w.depth; room > 0 {
		limits.Depth = room
	} else if v.Kind() >= KindList {
		w.open('[') // which refuses it
		return
	}
	r := NewStringReader(v.String(), limits)
	if r.scan(true); r.err != nil {
		w.Fail(r.err.Code, r.err.Message)
		w.err.Pointer += r.err.Pointer
		return
	}
	w.buf = append(w.buf, v.String()...)
}
