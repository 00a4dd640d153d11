package flow

import (
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Duration is Flow's Duration: an exact span of time, of any length and fineness, negative ones included. Each has one
// representation, so that == is equality and a Duration may be the key of a map. The zero value is no time at all.
type Duration struct {
	seconds Decimal
}

// ParseDuration reads PT and then one or more of <n>H, <n>M and <n>S, in this order, such as PT1H-30M0.5S. The error is a
// *DecodeError: CodeFormat, or CodeLimit where a part or the sum takes more than Limits.DecimalDigits digits on a side of
// the point.
func ParseDuration(text string, limits ...Limits) (Duration, error) {
	d, code, message := parseDuration(text, limitsOf(limits))
	if code != "" {
		return Duration{}, &DecodeError{Code: code, Message: message}
	}
	return d, nil
}

func parseDuration(text string, limits Limits) (d Duration, code, message string) {
	const units = "HMS"
	scales := [...]int64{3600, 60, 1}
	rest, ok := strings.CutPrefix(text, "PT")
	last := -1
	for ok && (rest != "" || last < 0) {
		end := plainNumber(rest)
		unit := -1
		if end > 0 && end < len(rest) {
			unit = strings.IndexByte(units, rest[end])
		}
		if ok = unit > last; !ok {
			break
		}
		p, _ := canon.NumberParts(rest[:end])
		if p.Whole > int64(limits.DecimalDigits) || p.Fraction > int64(limits.DecimalDigits) {
			return Duration{}, CodeLimit, tooLong(limits)
		}
		p.Digits = strings.Clone(p.Digits)
		part := Duration{decimalOfParts(p)}
		if scales[unit] > 1 {
			part = part.times(scales[unit])
		}
		if last < 0 {
			d = part
		} else {
			d = d.Add(part)
		}
		last, rest = unit, rest[end+1:]
	}
	if !ok {
		return Duration{}, CodeFormat, "expected a duration such as PT1.5S: " + quoted(text)
	}
	if !d.seconds.fits(limits.DecimalDigits) {
		return Duration{}, CodeLimit, tooLong(limits)
	}
	return d, "", ""
}

// plainNumber gives the end of the number without an exponent that a text begins with, 0 where it begins with none.
func plainNumber(text string) int {
	end := len(text)
	if i := strings.IndexAny(text, "HMSeE"); i >= 0 {
		end = i
	}
	if n, ok := canon.ScanNumber(text[:end], 0); !ok || n != end {
		return 0
	}
	return end
}

func tooLong(limits Limits) string {
	return fmt.Sprintf("a Duration has at most %d digits on each side of its point", limits.DecimalDigits)
}

// Seconds makes the Duration of so many seconds.
func Seconds(n int64) Duration { return Duration{smallDecimal(n, 0)} }

// DurationOfSeconds makes the Duration of so many seconds. The error says that they have more digits on a side of the
// point than ever cross, 65,536.
func DurationOfSeconds(seconds Decimal) (Duration, error) {
	if !seconds.fits(mostPlain) {
		return Duration{}, fmt.Errorf("a Duration has at most %d digits on each side of its point", mostPlain)
	}
	return Duration{seconds}, nil
}

// DurationOf gives the same span as a time.Duration, exactly.
func DurationOf(d time.Duration) Duration { return Duration{smallDecimal(int64(d), -9)} }

// Seconds gives the whole span in seconds, exactly.
func (d Duration) Seconds() Decimal { return d.seconds }

// Duration gives the same span as a time.Duration. The error says that it is finer than a nanosecond or longer than about
// 292 years, which one cannot hold.
func (d Duration) Duration() (time.Duration, error) {
	if d.seconds.scale() > 9 {
		return 0, fmt.Errorf("%s is finer than a nanosecond: a time.Duration would lose some of it", d)
	}
	if d.seconds.fits(10) {
		if n := d.seconds.scaled(9); n.IsInt64() {
			return time.Duration(n.Int64()), nil
		}
	}
	return 0, fmt.Errorf("%s is longer than a time.Duration can be", shorten(d.String()))
}

// Add gives d + e.
func (d Duration) Add(e Duration) Duration { return d.combine(e, (*big.Int).Add) }

// Sub gives d - e.
func (d Duration) Sub(e Duration) Duration { return d.combine(e, (*big.Int).Sub) }

// Neg gives -d.
func (d Duration) Neg() Duration { return Duration{}.Sub(d) }

func (d Duration) combine(e Duration, with func(z, x, y *big.Int) *big.Int) Duration {
	scale := max(d.seconds.scale(), e.seconds.scale())
	sum := d.seconds.scaled(scale)
	return Duration{decimalOfScaled(with(sum, sum, e.seconds.scaled(scale)), scale)}
}

func (d Duration) times(n int64) Duration {
	scale := d.seconds.scale()
	product := d.seconds.scaled(scale)
	return Duration{decimalOfScaled(product.Mul(product, big.NewInt(n)), scale)}
}

// Sign gives -1, 0 or 1 as d is negative, no time at all or positive.
func (d Duration) Sign() int { return d.seconds.Sign() }

// Compare orders by length: negative where d is shorter than e, 0 where they are equal, else positive.
func (d Duration) Compare(e Duration) int { return d.seconds.Compare(e.seconds) }

// Equal says whether d and e are the same span, as == does.
func (d Duration) Equal(e Duration) bool { return d == e }

// String gives the canonical text, such as PT90S or PT-0.25S.
func (d Duration) String() string { return string(d.append(nil)) }

func (d Duration) append(dst []byte) []byte {
	return append(d.seconds.append(append(dst, "PT"...)), 'S')
}
