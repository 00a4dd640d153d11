package flow

import (
	"fmt"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// smallDigits are the digits that an int64 holds whatever they are.
const smallDigits = 18

// Int reads an Int: a number of any spelling whose value is whole, held to Limits.IntDigits.
func (r *Reader) Int() Int {
	r.peek()
	s := r.text[r.at:]
	i, negative := 0, false
	if s != "" && s[0] == '-' {
		i, negative = 1, true
	}
	first, n := i, int64(0)
	for i < len(s) && '0' <= s[i] && s[i] <= '9' && i-first <= smallDigits {
		n = n*10 + int64(s[i]-'0')
		i++
	}
	digits := i - first
	if digits == 0 || digits > smallDigits || digits > r.limits.IntDigits || digits > 1 && s[first] == '0' || i < len(s) && goesOn(s[i]) {
		return r.anyInt()
	}
	r.at += i
	if negative {
		n = -n
	}
	return Int{small: n}
}

// goesOn says whether a byte behind a number's digits belongs to the number.
func goesOn(c byte) bool { return c == '.' || c == 'e' || c == 'E' }

func (r *Reader) anyInt() Int {
	spelling, parts, ok := r.number("a whole number (Int)")
	if !ok {
		return Int{}
	}
	if parts.Fraction > 0 {
		r.fail(CodeType, r.at, "expected a whole number (Int), found "+shorten(spelling))
		return Int{}
	}
	if limit := r.limits.IntDigits; parts.Whole > int64(limit) {
		r.fail(CodeLimit, r.at, fmt.Sprintf("an Int has at most %d digits: %s", limit, shorten(spelling)))
		return Int{}
	}
	r.at += len(spelling)
	return intOfParts(parts)
}

// Decimal reads a Decimal: any number, held to Limits.DecimalDigits.
func (r *Reader) Decimal() Decimal {
	r.peek()
	s := r.text[r.at:]
	i, negative := 0, false
	if s != "" && s[0] == '-' {
		i, negative = 1, true
	}
	first, n, point := i, int64(0), -1
	for ; i < len(s) && i-first <= smallDigits; i++ {
		c := s[i]
		if '0' <= c && c <= '9' {
			n = n*10 + int64(c-'0')
			continue
		}
		if c != '.' || point >= 0 {
			break
		}
		point = i
	}
	digits := i - first
	switch {
	case digits == 0, digits > smallDigits, digits > r.limits.DecimalDigits,
		i < len(s) && goesOn(s[i]), point == first, point == i-1:
		return r.anyDecimal()
	case s[first] == '0' && digits > 1 && point != first+1:
		return r.anyDecimal()
	}
	r.at += i
	if negative {
		n = -n
	}
	exponent := int32(0)
	if point >= 0 {
		exponent = int32(point + 1 - i)
	}
	return smallDecimal(n, exponent)
}

func (r *Reader) anyDecimal() Decimal {
	spelling, parts, ok := r.number("a number (Decimal)")
	if !ok {
		return Decimal{}
	}
	if message := excess("a Decimal", parts, r.limits.DecimalDigits); message != "" {
		r.fail(CodeLimit, r.at, message+": "+shorten(spelling))
		return Decimal{}
	}
	r.at += len(spelling)
	return decimalOfParts(parts)
}

// excess says how a number is outside the digits of a Decimal; empty where it is not.
func excess(what string, p canon.Parts, limit int) string {
	if p.Whole > int64(limit) || p.Fraction > int64(limit) {
		return fmt.Sprintf("%s has at most %d digits on each side of its point", what, limit)
	}
	return ""
}

// number gives the spelling and the parts of the number that begins here, without moving on.
func (r *Reader) number(wanted string) (spelling string, p canon.Parts, ok bool) {
	if !isNumber(r.peek()) {
		r.mismatch(wanted)
		return "", p, false
	}
	end, ok := canon.ScanNumber(r.text, r.at)
	if !ok {
		r.at = end
		r.unexpected("a digit")
		return "", p, false
	}
	spelling = r.text[r.at:end]
	p, _ = canon.NumberParts(spelling)
	p.Digits = strings.Clone(p.Digits)
	return spelling, p, true
}
