package canon

import (
	"fmt"
	"strings"
)

// Limits bound numbers by their value, never by their spelling. A zero member sets no bound.
type Limits struct {
	// IntDigits bounds the digits of an Int.
	IntDigits int
	// DecimalDigits bounds the digits on each side of a Decimal's point in plain notation.
	DecimalDigits int
}

// DefaultLimits are the limits that hold where nobody set others.
var DefaultLimits = Limits{IntDigits: 4096, DecimalDigits: 4096}

// plainLimit bounds the digits on each side of the point that are written out where no smaller limit holds.
const plainLimit = 1 << 16

// excess says how a value is outside the limits of a Decimal, empty where it is not.
func (d decimal) excess(l Limits) string {
	if limit := bound(l.DecimalDigits); d.whole > limit || d.fraction > limit {
		return fmt.Sprintf("the number has more than %d digits on a side of its point", limit)
	}
	return ""
}

// CanonicalInt gives the canonical text of a JSON number, held to the limits of an Int. Where the value is not whole, whole is
// false and canonical is empty, however small the number is.
//
// The error is an *Error with code json (spelling is no JSON number) or limit. Work and memory are linear in the
// spelling and the limit: no exponent is written out before the limit was checked. Where l sets no bound, 65,536 digits
// are one.
func CanonicalInt(spelling string, l Limits) (canonical string, whole bool, err error) {
	d, ok := readDecimal(spelling)
	if !ok {
		return "", false, &Error{Code: CodeJSON, Message: "not a number"}
	}
	if d.fraction > 0 {
		return "", false, nil
	}
	if limit := bound(l.IntDigits); d.whole > limit {
		return "", true, &Error{Code: CodeLimit, Message: fmt.Sprintf("the number has more than %d digits", limit)}
	}
	return d.text(), true, nil
}

func bound(limit int) int64 {
	if limit <= 0 {
		return plainLimit
	}
	return int64(limit)
}

// decimal is the exact value of a number's spelling: its significant digits, still lying in the spelling, and where its
// point falls. Zero has no significant digits, no sign, whole 0 and fraction 0.
type decimal struct {
	negative bool
	// digits are the spelling from the first significant digit to the last, perhaps with the point among them.
	digits string
	// count is how many significant digits there are.
	count int64
	// whole is how many digits stand before the point in plain notation, 0 where the value is below 1.
	whole int64
	// fraction is how many digits stand behind the point in plain notation.
	fraction int64
	// point is how many of the significant digits stand before the point; it may be negative or more than count.
	point int64
	// huge says that the exponent was past exponentBound, so that point is a bound and no value.
	huge bool
}

// exponentBound is where an exponent stops to be counted: no spelling is long enough for its digits to bring the value
// back into any limit. Ten times as much does not overflow.
const exponentBound = 1 << 58

// readDecimal reads a spelling by RFC 8259's grammar; ok is false where it is none.
func readDecimal(spelling string) (d decimal, ok bool) {
	end, ok := scanNumber(spelling, 0)
	if !ok || end != len(spelling) {
		return decimal{}, false
	}
	d.negative = spelling[0] == '-'
	mantissa, exponent := splitExponent(spelling)
	dot := strings.IndexByte(mantissa, '.')
	if dot < 0 {
		dot = len(mantissa)
	}
	first := strings.IndexAny(mantissa, "123456789")
	if first < 0 {
		return decimal{}, true
	}
	d.huge = exponent <= -exponentBound || exponent >= exponentBound
	last := len(mantissa) - 1
	for mantissa[last] == '0' || mantissa[last] == '.' {
		last--
	}
	d.digits = mantissa[first : last+1]
	d.count = int64(len(d.digits))
	d.point = int64(dot-first) + exponent
	if dot < first {
		d.point++ // the point itself lies before the digits
	} else if dot < last {
		d.count--
	}
	d.whole = max(d.point, 0)
	d.fraction = max(d.count-d.point, 0)
	return d, true
}

// splitExponent cuts a valid spelling at its exponent, which saturates at exponentBound.
func splitExponent(spelling string) (mantissa string, exponent int64) {
	e := strings.IndexAny(spelling, "eE")
	if e < 0 {
		return spelling, 0
	}
	digits := spelling[e+1:]
	negative := digits[0] == '-'
	for _, c := range []byte(strings.TrimLeft(digits, "+-")) {
		if exponent = exponent*10 + int64(c-'0'); exponent > exponentBound {
			exponent = exponentBound
			break
		}
	}
	if negative {
		exponent = -exponent
	}
	return spelling[:e], exponent
}

// text writes the value out in plain notation; the caller has bounded whole and fraction.
func (d decimal) text() string {
	if d.count == 0 {
		return "0"
	}
	if d.whole == d.count && !d.negative && int64(len(d.digits)) == d.count {
		return d.digits
	}
	return string(d.appendPlain(make([]byte, 0, d.whole+d.fraction+3)))
}

func (d decimal) appendPlain(dst []byte) []byte {
	if d.count == 0 {
		return append(dst, '0')
	}
	if d.negative {
		dst = append(dst, '-')
	}
	if d.point <= 0 {
		dst = append(dst, '0', '.')
		dst = appendZeros(dst, -d.point)
		return d.appendDigits(dst, -1)
	}
	dst = d.appendDigits(dst, d.point)
	return appendZeros(dst, d.point-d.count)
}

// appendDigits writes the significant digits with a point after so many of them, where more follow.
func (d decimal) appendDigits(dst []byte, point int64) []byte {
	written := int64(0)
	for i := 0; i < len(d.digits); i++ {
		if d.digits[i] == '.' {
			continue
		}
		if written == point {
			dst = append(dst, '.')
		}
		dst = append(dst, d.digits[i])
		written++
	}
	return dst
}

func appendZeros(dst []byte, n int64) []byte {
	for ; n > 0; n-- {
		dst = append(dst, '0')
	}
	return dst
}

// appendNumber writes a number canonically. One that would take more than plainLimit digits on a side of the point is in
// no limit of ours; it keeps an exponent, so that writing stays linear, and past all sense its very spelling.
func appendNumber(dst []byte, spelling string) []byte {
	d, ok := readDecimal(spelling)
	if !ok || max(d.point, -d.point) > exponentBound/1024 {
		return append(dst, spelling...)
	}
	if d.whole <= plainLimit && d.fraction <= plainLimit {
		return d.appendPlain(dst)
	}
	if d.negative {
		dst = append(dst, '-')
	}
	dst = d.appendDigits(dst, -1)
	return fmt.Appendf(dst, "e%d", d.point-d.count)
}

// equalNumbers compares two spellings by value, without writing either out; those with a huge exponent as spelled.
func equalNumbers(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := readDecimal(a)
	y, okY := readDecimal(b)
	if !okX || !okY || x.huge || y.huge || x.negative != y.negative && x.count > 0 || x.count != y.count || x.point != y.point {
		return false
	}
	i, j := 0, 0
	for ; i < len(x.digits) && j < len(y.digits); i, j = i+1, j+1 {
		if x.digits[i] == '.' {
			i++
		}
		if y.digits[j] == '.' {
			j++
		}
		if x.digits[i] != y.digits[j] {
			return false
		}
	}
	return true
}

// scanNumber gives the end of the number that begins at start; ok is false, and end the offending byte, where the
// grammar is broken.
func scanNumber(s string, start int) (end int, ok bool) {
	i := start
	if i < len(s) && s[i] == '-' {
		i++
	}
	if i < len(s) && s[i] == '0' {
		i++
	} else if i, ok = scanDigits(s, i); !ok {
		return i, false
	}
	if i < len(s) && s[i] == '.' {
		if i, ok = scanDigits(s, i+1); !ok {
			return i, false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		i++
		if i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if i, ok = scanDigits(s, i); !ok {
			return i, false
		}
	}
	return i, true
}

func scanDigits(s string, start int) (end int, ok bool) {
	i := start
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i, i > start
}
