package flow

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Int is Flow's Int: a whole number of any size. Each number has one representation, so that == is equality and an Int
// may be the key of a map. The zero value is 0.
type Int struct {
	small int64
	// text is the canonical text of a number that no int64 holds; small is 0 then.
	text string
}

// NewInt makes an Int of an int64.
func NewInt(n int64) Int { return Int{small: n} }

// IntOf makes an Int of a big.Int, of which it keeps no reference; nil is 0.
func IntOf(n *big.Int) Int {
	switch {
	case n == nil:
		return Int{}
	case n.IsInt64():
		return Int{small: n.Int64()}
	}
	return Int{text: n.String()}
}

// ParseInt reads a whole number in any of JSON's spellings: 1, -20, 1e2, 1.0. The error is a *DecodeError: CodeFormat for
// what is no number, CodeType for one that is not whole, CodeLimit for one of more than Limits.IntDigits digits.
func ParseInt(text string, limits ...Limits) (Int, error) {
	p, ok := canon.NumberParts(text)
	switch limit := limitsOf(limits).IntDigits; {
	case !ok:
		return Int{}, &DecodeError{Code: CodeFormat, Message: "expected a whole number: " + quoted(text)}
	case p.Fraction > 0:
		return Int{}, &DecodeError{Code: CodeType, Message: "expected a whole number (Int), found " + shorten(text)}
	case p.Whole > int64(limit):
		return Int{}, &DecodeError{Code: CodeLimit, Message: fmt.Sprintf("an Int has at most %d digits: %s", limit, shorten(text))}
	}
	p.Digits = strings.Clone(p.Digits)
	return intOfParts(p), nil
}

// intOfParts makes an Int of parts that are whole and within limits.
func intOfParts(p canon.Parts) Int {
	text := p.Digits
	if p.Exponent > 0 {
		text += strings.Repeat("0", int(p.Exponent))
	}
	if text == "" {
		return Int{}
	}
	if p.Negative {
		text = "-" + text
	}
	if len(text) <= 20 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return Int{small: n}
		}
	}
	return Int{text: text}
}

// Big gives the number as a new big.Int.
func (n Int) Big() *big.Int {
	if n.text == "" {
		return big.NewInt(n.small)
	}
	b, _ := new(big.Int).SetString(n.text, 10)
	return b
}

// Int64 gives the number where an int64 holds it; the error says that none does.
func (n Int) Int64() (int64, error) { return narrowed[int64](n, math.MinInt64, math.MaxInt64) }

// Int32 gives the number where an int32 holds it; the error says that none does.
func (n Int) Int32() (int32, error) { return narrowed[int32](n, math.MinInt32, math.MaxInt32) }

// Int gives the number where an int holds it; the error says that none does.
func (n Int) Int() (int, error) { return narrowed[int](n, math.MinInt, math.MaxInt) }

// Uint32 gives the number where a uint32 holds it; the error says that none does.
func (n Int) Uint32() (uint32, error) { return narrowed[uint32](n, 0, math.MaxUint32) }

// Uint64 gives the number where a uint64 holds it; the error says that none does.
func (n Int) Uint64() (uint64, error) {
	if n.text == "" && n.small >= 0 {
		return uint64(n.small), nil
	}
	if u, err := strconv.ParseUint(n.text, 10, 64); n.text != "" && err == nil {
		return u, nil
	}
	return 0, fmt.Errorf("%s does not fit into uint64", shorten(n.String()))
}

func narrowed[N int64 | int32 | int | uint32](n Int, least, most int64) (N, error) {
	if n.text != "" || n.small < least || n.small > most {
		return 0, fmt.Errorf("%s does not fit into %T", shorten(n.String()), N(0))
	}
	return N(n.small), nil
}

// Add gives n + m.
func (n Int) Add(m Int) Int {
	if n.text == "" && m.text == "" {
		if sum := n.small + m.small; (sum > n.small) == (m.small > 0) {
			return Int{small: sum}
		}
	}
	b := n.Big()
	return IntOf(b.Add(b, m.Big()))
}

// Sub gives n - m.
func (n Int) Sub(m Int) Int {
	if n.text == "" && m.text == "" {
		if difference := n.small - m.small; (difference < n.small) == (m.small > 0) {
			return Int{small: difference}
		}
	}
	b := n.Big()
	return IntOf(b.Sub(b, m.Big()))
}

// Mul gives n * m.
func (n Int) Mul(m Int) Int {
	const safe = 1 << 31
	if n.text == "" && m.text == "" && -safe < n.small && n.small < safe && -safe < m.small && m.small < safe {
		return Int{small: n.small * m.small}
	}
	b := n.Big()
	return IntOf(b.Mul(b, m.Big()))
}

// Neg gives -n.
func (n Int) Neg() Int { return Int{}.Sub(n) }

// Sign gives -1, 0 or 1 as n is negative, zero or positive.
func (n Int) Sign() int {
	if n.text == "" {
		return cmp.Compare(n.small, 0)
	}
	if n.text[0] == '-' {
		return -1
	}
	return 1
}

// Compare orders by value: negative where n is less than m, 0 where they are equal, else positive.
func (n Int) Compare(m Int) int {
	if n.text == "" && m.text == "" {
		return cmp.Compare(n.small, m.small)
	}
	sign := n.Sign()
	if order := cmp.Compare(sign, m.Sign()); order != 0 {
		return order
	}
	if n.text == "" || m.text == "" { // the one that no int64 holds is farther from 0
		return sign * cmp.Compare(len(n.text), len(m.text))
	}
	if len(n.text) != len(m.text) {
		return sign * cmp.Compare(len(n.text), len(m.text))
	}
	return sign * strings.Compare(n.text, m.text)
}

// Equal says whether n and m are the same number, as == does.
func (n Int) Equal(m Int) bool { return n == m }

// String gives the canonical text.
func (n Int) String() string {
	if n.text != "" {
		return n.text
	}
	return strconv.FormatInt(n.small, 10)
}

// digits says how many digits the number has.
func (n Int) digits() int {
	if n.text == "" {
		return len(strings.TrimPrefix(strconv.FormatInt(n.small, 10), "-"))
	}
	return len(strings.TrimPrefix(n.text, "-"))
}
