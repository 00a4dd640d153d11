package flow

import (
	"cmp"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// Instant is Flow's Instant: a point in time, exact to any fraction of a second, on the proleptic Gregorian calendar and
// without leap seconds, in the years from -999,999,999 to 999,999,999. Each has one representation, so that == is equality
// and an Instant may be the key of a map. The zero value is 1970-01-01T00:00:00Z.
type Instant struct {
	seconds  int64  // since 1970, rounded down
	fraction string // the digits of the rest, without trailing zeros
}

var errInstantRange = fmt.Errorf("an Instant lies between the years %d and %d", -maxYear, maxYear)

// ParseInstant reads an RFC 3339 date-time of any offset, such as 2026-11-30T12:00:00.5+01:00, or one with a signed year of
// more digits. The error is a *DecodeError: CodeFormat, or CodeLimit where the fraction has more than Limits.FractionDigits
// digits or the year in UTC is past the last.
func ParseInstant(text string, limits ...Limits) (Instant, error) {
	v, code, message := parseInstant(text, limitsOf(limits))
	if code != "" {
		return Instant{}, &DecodeError{Code: code, Message: message}
	}
	v.fraction = strings.Clone(v.fraction)
	return v, nil
}

// parseInstant gives a fraction that is a part of the text.
func parseInstant(text string, limits Limits) (v Instant, code, message string) {
	year, rest, why := parseYear(text)
	if why == "" {
		v, rest, why = parseDateTime(year, rest)
	}
	var ahead int64
	if why == "" {
		ahead, why = parseOffset(rest)
	}
	if why != "" {
		return Instant{}, CodeFormat, why + ": " + quoted(text)
	}
	if len(v.fraction) > limits.FractionDigits {
		return Instant{}, CodeLimit, tooFine(limits)
	}
	v.seconds -= ahead
	if v.seconds < firstSecond || v.seconds > lastSecond {
		return Instant{}, CodeLimit, errInstantRange.Error()
	}
	return v, "", ""
}

func tooFine(limits Limits) string {
	return fmt.Sprintf("an Instant's fraction of a second has at most %d digits", limits.FractionDigits)
}

const noInstant = "expected an instant such as 2026-11-30T12:00:00Z"

// parseYear reads four digits, or a sign and at least four without a needless zero.
func parseYear(text string) (year int64, rest, why string) {
	digits := strings.TrimLeft(text, "+-")
	signed := len(text) - len(digits)
	end := 0
	for end < len(digits) && '0' <= digits[end] && digits[end] <= '9' {
		end++
	}
	switch {
	case signed > 1, end < 4, signed == 0 && end != 4, end > 4 && digits[0] == '0', signed == 1 && text[0] == '+' && end == 4:
		return 0, "", noInstant
	case end > 9:
		return 0, "", "an instant's year has at most 9 digits"
	}
	year, _ = strconv.ParseInt(digits[:end], 10, 64)
	if signed == 1 && text[0] == '-' {
		if year == 0 {
			return 0, "", "there is no year -0000"
		}
		year = -year
	}
	return year, digits[end:], ""
}

// parseDateTime reads what follows the year, up to the offset: -MM-DDTHH:MM:SS and perhaps a fraction.
func parseDateTime(year int64, text string) (v Instant, rest, why string) {
	const form = "-00-00T00:00:00"
	if len(text) < len(form) {
		return v, "", noInstant
	}
	for i := range len(form) {
		c := text[i]
		if form[i] == '0' && (c < '0' || c > '9') || form[i] == 'T' && c != 'T' && c != 't' || form[i] < '0' && c != form[i] || form[i] == ':' && c != ':' {
			return v, "", noInstant
		}
	}
	two := func(at int) int { return int(text[at]-'0')*10 + int(text[at+1]-'0') }
	month, day, hour, minute, second := two(1), two(4), two(7), two(10), two(13)
	switch {
	case month < 1 || month > 12:
		return v, "", "a month is from 1 to 12"
	case day < 1 || day > daysIn(year, month):
		return v, "", "the month has no such day"
	case hour > 23 || minute > 59 || second > 59:
		return v, "", "a time of day is from 00:00:00 to 23:59:59"
	}
	v.seconds = daysTo(year, month, day)*daySeconds + int64(hour*3600+minute*60+second)
	rest = text[len(form):]
	if !strings.HasPrefix(rest, ".") {
		return v, rest, ""
	}
	end := 1
	for end < len(rest) && '0' <= rest[end] && rest[end] <= '9' {
		end++
	}
	if end == 1 {
		return v, "", noInstant
	}
	v.fraction = strings.TrimRight(rest[1:end], "0")
	return v, rest[end:], ""
}

// parseOffset reads Z or the offset from UTC, in seconds.
func parseOffset(text string) (seconds int64, why string) {
	if text == "Z" || text == "z" {
		return 0, ""
	}
	if len(text) != len("+00:00") || text[0] != '+' && text[0] != '-' || text[3] != ':' {
		return 0, noInstant
	}
	for _, at := range [...]int{1, 2, 4, 5} {
		if text[at] < '0' || text[at] > '9' {
			return 0, noInstant
		}
	}
	hours, minutes := int64(text[1]-'0')*10+int64(text[2]-'0'), int64(text[4]-'0')*10+int64(text[5]-'0')
	if hours > 23 || minutes > 59 {
		return 0, "an offset is at most 23:59"
	}
	seconds = hours*3600 + minutes*60
	if text[0] == '-' {
		seconds = -seconds
	}
	return seconds, ""
}

// InstantOf gives the same instant as a time.Time, exactly. The error says that its year is out of range.
func InstantOf(t time.Time) (Instant, error) {
	seconds := t.Unix()
	if seconds < firstSecond || seconds > lastSecond {
		return Instant{}, errInstantRange
	}
	return Instant{seconds: seconds, fraction: strings.TrimRight(fmt.Sprintf("%09d", t.Nanosecond()), "0")}, nil
}

// Time gives the same instant as a time.Time in UTC. The error says that it is finer than a nanosecond, which a Time
// cannot hold.
func (i Instant) Time() (time.Time, error) {
	if len(i.fraction) > 9 {
		return time.Time{}, fmt.Errorf("%s is finer than a nanosecond: a time.Time would lose some of it", i)
	}
	nanoseconds, _ := strconv.ParseInt((i.fraction + "000000000")[:9], 10, 64)
	return time.Unix(i.seconds, nanoseconds).UTC(), nil
}

// SinceEpoch gives how long after 1970-01-01T00:00:00Z the instant lies; negative before.
func (i Instant) SinceEpoch() Duration {
	scale := int32(len(i.fraction))
	sum := DecimalOfInt(NewInt(i.seconds)).scaled(scale)
	if scale > 0 {
		rest, _ := new(big.Int).SetString(i.fraction, 10)
		sum.Add(sum, rest)
	}
	return Duration{decimalOfScaled(sum, scale)}
}

// Add gives the instant so long after i. The error says that it is out of range.
func (i Instant) Add(d Duration) (Instant, error) {
	sum := i.SinceEpoch().Add(d).seconds
	scale := sum.scale()
	seconds, rest := new(big.Int), new(big.Int)
	seconds.DivMod(sum.scaled(scale), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil), rest)
	if !seconds.IsInt64() || seconds.Int64() < firstSecond || seconds.Int64() > lastSecond {
		return Instant{}, errInstantRange
	}
	made := Instant{seconds: seconds.Int64()}
	if scale > 0 {
		digits := rest.String()
		made.fraction = strings.Repeat("0", int(scale)-len(digits)) + digits
	}
	return made, nil
}

// Sub gives how long i lies after j; negative before.
func (i Instant) Sub(j Instant) Duration { return i.SinceEpoch().Sub(j.SinceEpoch()) }

// Compare orders by time: negative where i is before j, 0 where they are equal, else positive.
func (i Instant) Compare(j Instant) int {
	if order := cmp.Compare(i.seconds, j.seconds); order != 0 {
		return order
	}
	return strings.Compare(i.fraction, j.fraction)
}

// Equal says whether i and j are the same instant, as == does.
func (i Instant) Equal(j Instant) bool { return i == j }

// String gives the canonical text, such as 2026-11-30T12:00:00.5Z.
func (i Instant) String() string { return string(i.append(nil)) }

func (i Instant) append(dst []byte) []byte {
	days, rest := floorDiv(i.seconds, daySeconds)
	year, month, day := dateOf(days)
	switch {
	case year < 0:
		dst, year = append(dst, '-'), -year
	case year > 9999:
		dst = append(dst, '+')
	}
	for bound := int64(1000); bound > 1 && year < bound; bound /= 10 {
		dst = append(dst, '0')
	}
	dst = strconv.AppendInt(dst, year, 10)
	dst = appendTwo(append(dst, '-'), month)
	dst = appendTwo(append(dst, '-'), day)
	dst = appendTwo(append(dst, 'T'), int(rest/3600))
	dst = appendTwo(append(dst, ':'), int(rest/60%60))
	dst = appendTwo(append(dst, ':'), int(rest%60))
	if i.fraction != "" {
		dst = append(append(dst, '.'), i.fraction...)
	}
	return append(dst, 'Z')
}

func appendTwo(dst []byte, n int) []byte { return append(dst, byte('0'+n/10), byte('0'+n%10)) }
