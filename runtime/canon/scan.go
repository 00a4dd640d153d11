package canon

import "strings"

// ScanString reads the JSON string whose opening quote is at start. It gives the text after unescaping, a part of s where
// nothing was escaped, and the offset behind the closing quote. On a fault, code is one of the Code constants, message
// says why, and end is where.
func ScanString(s string, start int) (text string, end int, code, message string) {
	return scanString(s, start)
}

// ScanNumber gives the end of the JSON number that begins at start; ok is false, and end the offending byte, where RFC
// 8259's grammar is broken.
func ScanNumber(s string, start int) (end int, ok bool) { return scanNumber(s, start) }

// Parts are a number by its value: Digits times ten to Exponent, negated where Negative.
type Parts struct {
	// Negative is false for zero, however it is spelled.
	Negative bool
	// Digits have no zero at either end; they are empty for zero, whose Exponent is 0 and sign plus.
	Digits string
	// Exponent saturates far past any limit.
	Exponent int64
	// Whole and Fraction are the digits before and behind the point in plain notation, none for a zero before it.
	Whole, Fraction int64
}

// NumberParts takes the spelling of a JSON number apart; ok is false where it is none. The work is linear in the
// spelling.
func NumberParts(spelling string) (p Parts, ok bool) {
	d, ok := readDecimal(spelling)
	if !ok || d.count == 0 {
		return Parts{}, ok
	}
	p = Parts{Negative: d.negative, Digits: d.digits, Exponent: d.point - d.count, Whole: d.whole, Fraction: d.fraction}
	if int64(len(d.digits)) != d.count {
		p.Digits = strings.Replace(d.digits, ".", "", 1)
	}
	return p, true
}
