package flow

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Decimal is Flow's Decimal: an exact decimal number. Each number has one representation (1.50 is 1.5), so that == is
// equality and a Decimal may be the key of a map. The zero value is 0. Package decimal takes it to
// apd, which calculates, and back.
type Decimal struct {
	// The value is coefficient * 10^exponent, and no zero ends the coefficient but that of 0 itself, whose exponent is 0.
	small    int64
	exponent int32
	// digits are a coefficient that no int64 holds, with its sign; small is 0 then.
	digits string
}

// NewDecimal makes the Decimal coefficient * 10^exponent: NewDecimal(15, -1) is 1.5.
func NewDecimal(coefficient int64, exponent int32) Decimal {
	return smallDecimal(coefficient, exponent)
}

// smallDecimal takes the zeros off the end of a coefficient.
func smallDecimal(n int64, exponent int32) Decimal {
	if n == 0 {
		return Decimal{}
	}
	for n%10 == 0 && exponent < math.MaxInt32 {
		n /= 10
		exponent++
	}
	return Decimal{small: n, exponent: exponent}
}

// ParseDecimal reads a number in any of JSON's spellings. The error is a *DecodeError: CodeFormat for what is no number
// (+1, .5 and NaN are none), CodeLimit for one of more than Limits.DecimalDigits digits on a side of its point.
func ParseDecimal(text string, limits ...Limits) (Decimal, error) {
	p, ok := canon.NumberParts(text)
	if !ok {
		return Decimal{}, &DecodeError{Code: CodeFormat, Message: "expected a number: " + quoted(text)}
	}
	if message := excess("a Decimal", p, limitsOf(limits).DecimalDigits); message != "" {
		return Decimal{}, &DecodeError{Code: CodeLimit, Message: message + ": " + shorten(text)}
	}
	p.Digits = strings.Clone(p.Digits)
	return decimalOfParts(p), nil
}

// decimalOfParts makes a Decimal of parts whose exponent an int32 holds.
func decimalOfParts(p canon.Parts) Decimal {
	digits := p.Digits
	if p.Negative {
		digits = "-" + digits
	}
	if len(digits) <= 20 && digits != "" {
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return Decimal{small: n, exponent: int32(p.Exponent)}
		}
	}
	if digits == "" {
		return Decimal{}
	}
	return Decimal{digits: digits, exponent: int32(p.Exponent)}
}

// DecimalOfInt makes a Decimal of an Int.
func DecimalOfInt(n Int) Decimal {
	if n.text == "" {
		return smallDecimal(n.small, 0)
	}
	p, _ := canon.NumberParts(n.text)
	return decimalOfParts(p)
}

// DecimalOf makes the Decimal coefficient * 10^exponent, as NewDecimal does. The error says that the exponent is past what
// an int32 holds, once the zeros at the coefficient's end are in it.
func DecimalOf(coefficient Int, exponent int32) (Decimal, error) {
	p, _ := canon.NumberParts(coefficient.String())
	if p.Exponent += int64(exponent); p.Digits != "" && p.Exponent > math.MaxInt32 {
		return Decimal{}, fmt.Errorf("the exponent %d is past what a Decimal takes", p.Exponent)
	}
	return decimalOfParts(p), nil
}

// Coefficient gives the number's digits as a whole number, without zeros at its end: the number is that times 10 to the
// power of Exponent.
func (d Decimal) Coefficient() Int { return Int{small: d.small, text: d.digits} }

// Exponent gives the power of ten that Coefficient is multiplied by.
func (d Decimal) Exponent() int32 { return d.exponent }

// Int gives the number where it is whole and of no more than 65,536 digits; ok is false for others.
func (d Decimal) Int() (n Int, ok bool) {
	var buffer [20]byte
	p := d.parts(&buffer)
	if p.Fraction > 0 || p.Whole > mostPlain {
		return Int{}, false
	}
	p.Digits = strings.Clone(p.Digits)
	return intOfParts(p), true
}

// Sign gives -1, 0 or 1 as d is negative, zero or positive.
func (d Decimal) Sign() int {
	if d.digits == "" {
		return cmp.Compare(d.small, 0)
	}
	if d.digits[0] == '-' {
		return -1
	}
	return 1
}

// Compare orders by value: negative where d is less than e, 0 where they are equal, else positive. It writes no exponent
// out.
func (d Decimal) Compare(e Decimal) int {
	if d.exponent == e.exponent && d.digits == "" && e.digits == "" {
		return cmp.Compare(d.small, e.small)
	}
	sign := d.Sign()
	if order := cmp.Compare(sign, e.Sign()); order != 0 || sign == 0 {
		return order
	}
	if order, ok := compareSmall(d, e); ok {
		return sign * order
	}
	var bufferD, bufferE [20]byte
	p, q := d.parts(&bufferD), e.parts(&bufferE)
	if order := cmp.Compare(int64(len(p.Digits))+p.Exponent, int64(len(q.Digits))+q.Exponent); order != 0 {
		return sign * order
	}
	return sign * strings.Compare(p.Digits, q.Digits) // which end in no zero
}

// compareSmall orders the sizes of numbers of small coefficients, where their exponents are near.
func compareSmall(d, e Decimal) (order int, ok bool) {
	apart := int64(d.exponent) - int64(e.exponent)
	if d.digits != "" || e.digits != "" || max(apart, -apart) >= int64(len(powersOfTen)) {
		return 0, false
	}
	x, y := size(d.small), size(e.small)
	if apart < 0 {
		high, low := bits.Mul64(y, powersOfTen[-apart])
		if high > 0 {
			return -1, true
		}
		return cmp.Compare(x, low), true
	}
	high, low := bits.Mul64(x, powersOfTen[apart])
	if high > 0 {
		return 1, true
	}
	return cmp.Compare(low, y), true
}

// size gives the absolute value.
func size(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// powersOfTen are those that a uint64 holds.
var powersOfTen = func() (powers [20]uint64) {
	powers[0] = 1
	for i := 1; i < len(powers); i++ {
		powers[i] = powers[i-1] * 10
	}
	return powers
}()

// Equal says whether d and e are the same number, as == does.
func (d Decimal) Equal(e Decimal) bool { return d == e }

// parts takes the number apart; the digits may lie in the buffer.
func (d Decimal) parts(buffer *[20]byte) canon.Parts {
	p := canon.Parts{Exponent: int64(d.exponent)}
	if d.digits != "" {
		p.Digits, p.Negative = strings.CutPrefix(d.digits, "-")
	} else if d.small != 0 {
		p.Digits, p.Negative = strings.CutPrefix(string(strconv.AppendInt(buffer[:0], d.small, 10)), "-")
	}
	p.Whole = max(0, int64(len(p.Digits))+p.Exponent)
	p.Fraction = max(0, -p.Exponent)
	if p.Digits == "" {
		p.Whole, p.Fraction = 0, 0
	}
	return p
}

// mostPlain is how many digits on a side of the point String writes out.
const mostPlain = 1 << 16

// String gives the canonical text, in plain notation; where that took more than 65,536 digits on a side of the point,
// which no limit allows to cross, it has an exponent.
func (d Decimal) String() string {
	var buffer [20]byte
	p := d.parts(&buffer)
	if p.Whole > mostPlain || p.Fraction > mostPlain {
		sign := ""
		if p.Negative {
			sign = "-"
		}
		return fmt.Sprintf("%s%se%d", sign, p.Digits, p.Exponent)
	}
	return string(d.append(nil))
}

// append writes the canonical text of a number within limits.
func (d Decimal) append(dst []byte) []byte {
	var buffer [20]byte
	digits := buffer[:0]
	if d.digits != "" {
		digits = append(digits, d.digits...)
	} else {
		digits = strconv.AppendInt(digits, d.small, 10)
	}
	if digits[0] == '-' {
		dst, digits = append(dst, '-'), digits[1:]
	}
	point := len(digits) + int(d.exponent)
	switch {
	case d.exponent >= 0:
		return appendZeros(append(dst, digits...), int(d.exponent))
	case point > 0:
		dst = append(append(dst, digits[:point]...), '.')
		return append(dst, digits[point:]...)
	}
	return append(appendZeros(append(dst, '0', '.'), -point), digits...)
}

func appendZeros(dst []byte, n int) []byte {
	for ; n > 0; n-- {
		dst = append(dst, '0')
	}
	return dst
}

// fits says whether plain notation takes at most so many digits on each side of the point.
func (d Decimal) fits(limit int) bool {
	if d.digits == "" && limit > 19 && -int64(d.exponent) <= int64(limit) && int64(d.exponent) <= int64(limit-19) {
		return true
	}
	var buffer [20]byte
	p := d.parts(&buffer)
	return p.Whole <= int64(limit) && p.Fraction <= int64(limit)
}

// scaled gives the numerator over 10^scale, where the scale is at least that of the number, which is not negative.
func (d Decimal) scaled(scale int32) *big.Int {
	coefficient := new(big.Int).SetInt64(d.small)
	if d.digits != "" {
		coefficient.SetString(d.digits, 10)
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)+int64(d.exponent)), nil)
	return coefficient.Mul(coefficient, power)
}

// scale is how many digits stand behind the point.
func (d Decimal) scale() int32 { return max(0, -d.exponent) }

// decimalOfScaled makes the Decimal numerator / 10^scale.
func decimalOfScaled(numerator *big.Int, scale int32) Decimal {
	if numerator.IsInt64() {
		return smallDecimal(numerator.Int64(), -scale)
	}
	text := numerator.String()
	p, _ := canon.NumberParts(text)
	p.Exponent -= int64(scale)
	return decimalOfParts(p)
}
