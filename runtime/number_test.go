package flow

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
)

func mustInt(t testing.TB, text string) Int {
	t.Helper()
	n, err := ParseInt(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func mustDecimal(t testing.TB, text string) Decimal {
	t.Helper()
	d, err := ParseDecimal(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var someInts = []string{
	"-99999999999999999999999999", "-9223372036854775809", "-9223372036854775808", "-9223372036854775807", "-4294967296", "-10",
	"-1", "0", "1", "9", "10", "2147483647", "9007199254740993", "999999999999999999", "1000000000000000000",
	"9223372036854775807", "9223372036854775808", "18446744073636006420", "18446744073709551615", "18446744073709551616",
	"100000000000000000000000000",
}

func TestIntsAreExactWhateverTheirSize(t *testing.T) {
	for i, a := range someInts {
		for j, b := range someInts {
			x, y := mustInt(t, a), mustInt(t, b)
			p, q := x.Big(), y.Big()
			if x.String() != a || p.String() != a {
				t.Fatalf("%s became %s and %s", a, x, p)
			}
			if got := x.Compare(y); sign(got) != sign(i-j) || x.Equal(y) != (i == j) || (x == y) != (i == j) {
				t.Errorf("%s compared with %s: %d", a, b, got)
			}
			for name, pair := range map[string][2]Int{
				"+": {x.Add(y), IntOf(new(big.Int).Add(p, q))},
				"-": {x.Sub(y), IntOf(new(big.Int).Sub(p, q))},
				"*": {x.Mul(y), IntOf(new(big.Int).Mul(p, q))},
			} {
				if pair[0] != pair[1] {
					t.Errorf("%s %s %s is %s, not %s", a, name, b, pair[1], pair[0])
				}
			}
		}
	}
}

func sign(n int) int { return Int{small: int64(n)}.Sign() }

func TestIntNarrowingIsChecked(t *testing.T) {
	for _, text := range someInts {
		n := mustInt(t, text)
		b := n.Big()
		if v, err := n.Int64(); (err == nil) != b.IsInt64() || err == nil && v != b.Int64() {
			t.Errorf("%s: %d, %v", text, v, err)
		}
		if v, err := n.Uint64(); (err == nil) != b.IsUint64() || err == nil && v != b.Uint64() {
			t.Errorf("%s: %d, %v", text, v, err)
		}
		fits := b.IsInt64() && b.Int64() >= math.MinInt32 && b.Int64() <= math.MaxInt32
		if v, err := n.Int32(); (err == nil) != fits || err == nil && int64(v) != b.Int64() {
			t.Errorf("%s: %d, %v", text, v, err)
		}
		if v, err := n.Uint32(); err == nil && (b.Sign() < 0 || uint64(v) != b.Uint64()) {
			t.Errorf("%s: %d", text, v)
		}
	}
	if _, err := mustInt(t, "300000000000").Int32(); err == nil || !strings.Contains(err.Error(), "int32") {
		t.Error(err)
	}
}

func TestIntKeepsNoReference(t *testing.T) {
	b := big.NewInt(7)
	b.Exp(b, big.NewInt(50), nil)
	n := IntOf(b)
	text := b.String()
	b.SetInt64(1)
	n.Big().SetInt64(2)
	if n.String() != text || IntOf(nil) != NewInt(0) {
		t.Errorf("%s", n)
	}
}

func TestNumbersThatAreRefused(t *testing.T) {
	for _, text := range []string{"", "+1", ".5", "5.", "01", "-", "NaN", "Infinity", "1e", "0x1", "1_000", " 1", "1 ", "١", "1,5", "--1"} {
		if _, err := ParseDecimal(text); !hasCode(err, CodeFormat) {
			t.Errorf("%q: %v", text, err)
		}
		if _, err := ParseInt(text); !hasCode(err, CodeFormat) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ParseInt("1.5"); !hasCode(err, CodeType) {
		t.Error(err)
	}
	for _, text := range []string{"1e5000", "1e1000000000", "-1e" + strings.Repeat("9", 21)} {
		if _, err := ParseInt(text); !hasCode(err, CodeLimit) {
			t.Errorf("%q: %v", text, err)
		}
		if _, err := ParseDecimal(text); !hasCode(err, CodeLimit) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := ParseDecimal("1e-1000000000"); !hasCode(err, CodeLimit) {
		t.Error(err)
	}
}

func hasCode(err error, code string) bool {
	var d *DecodeError
	var e *EncodeError
	return errors.As(err, &d) && d.Code == code || errors.As(err, &e) && e.Code == code
}

func TestDecimalTexts(t *testing.T) {
	for text, want := range map[string]string{
		"1E+2": "100", "1E-7": "0.0000001", "1e21": "1000000000000000000000", "0E-10": "0", "1.50": "1.5", "-0": "0", "-0.0": "0",
		"0e999999999999": "0", "-2.5E3": "-2500", "0.1234567890123456789012345": "0.1234567890123456789012345",
		"-0.99999999999999999999999999999": "-0.99999999999999999999999999999", "100": "100", "120e-1": "12", "00.5": "",
		"9223372036854775807": "9223372036854775807", "9223372036854775808": "9223372036854775808", "-9223372036854775808.5": "-9223372036854775808.5",
		"1.0" + strings.Repeat("0", 5000): "1",
	} {
		d, err := ParseDecimal(text)
		if want == "" {
			if err == nil {
				t.Errorf("%q was read", text)
			}
			continue
		}
		if err != nil || d.String() != want {
			t.Errorf("%q: %s, %v", text, d, err)
		}
		if read, err := UnmarshalString(DecimalCodec(), text); err != nil || read != d {
			t.Errorf("%q: read as %s, %v", text, read, err)
		}
		if back, err := DecimalOf(d.Coefficient(), d.Exponent()); err != nil || back != d {
			t.Errorf("%q: %s by way of its parts, %v", text, back, err)
		}
	}
	if got := NewDecimal(1, math.MaxInt32).String(); got != "1e2147483647" {
		t.Error(got)
	}
	if _, err := Marshal(DecimalCodec(), NewDecimal(-1, math.MaxInt32)); !hasCode(err, CodeLimit) {
		t.Error(err)
	}
}

func TestDecimalsOfParts(t *testing.T) {
	for _, c := range []struct {
		coefficient string
		exponent    int32
		want        Decimal
	}{
		{"-1500", 0, NewDecimal(-15, 2)},
		{"0", math.MaxInt32, Decimal{}},
		{"1" + strings.Repeat("0", 4000), -4001, NewDecimal(1, -1)},
		{"18446744073709551616", -1, mustDecimal(t, "1844674407370955161.6")},
	} {
		if made, err := DecimalOf(mustInt(t, c.coefficient), c.exponent); err != nil || made != c.want {
			t.Errorf("%s * 10^%d: %s, %v", c.coefficient, c.exponent, made, err)
		}
	}
	if made, err := DecimalOf(NewInt(10), math.MaxInt32); err == nil {
		t.Errorf("an exponent overflowed: %v", made)
	}
}

func TestDecimalOrderIsThatOfValues(t *testing.T) {
	ascending := []string{"-1e400", "-18446744073709551616", "-100", "-99.5", "-2", "-1", "-0.5", "-0.05", "-1e-400", "0", "1e-400", "1e-4",
		"0.01", "0.011", "0.1", "0.9999999999999999999999999", "1", "1.0000000000000000000000001", "1.1", "9", "10", "11", "9.9e1", "100",
		"9223372036854775807", "9223372036854775807.5", "9223372036854775808", "1e400", "1.1e400"}
	for i, a := range ascending {
		for j, b := range ascending {
			x, y := mustDecimal(t, a), mustDecimal(t, b)
			if got := x.Compare(y); sign(got) != sign(i-j) || (x == y) != (i == j) {
				t.Errorf("%s compared with %s: %d", a, b, got)
			}
			if want := apdOf(t, x).Cmp(apdOf(t, y)); want != sign(i-j) {
				t.Errorf("apd says %d of %s and %s", want, a, b)
			}
		}
	}
}

// Were an exponent written out, this would take minutes and gigabytes.
func TestHugeExponentsAreDecidedAtOnce(t *testing.T) {
	for _, text := range []string{"1e1000000000", "1e-1000000000", "1e" + strings.Repeat("9", 21), strings.Repeat("9", 1_000_000),
		"0." + strings.Repeat("0", 1_000_000) + "1"} {
		for name, err := range map[string]error{
			"Int":     second(UnmarshalString(IntCodec(), text)),
			"Decimal": second(UnmarshalString(DecimalCodec(), text)),
			"JSON":    second(UnmarshalString(JSONCodec(), "["+text+"]")),
		} {
			if !hasCode(err, CodeLimit) && !(name == "Int" && hasCode(err, CodeType)) {
				t.Errorf("%s of %s: %v", name, abridged(text), err)
			}
			if err != nil && len(err.Error()) > 300 {
				t.Errorf("%s: a message of %d bytes", name, len(err.Error()))
			}
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestNumberLimitsHoldByValue(t *testing.T) {
	small := Limits{IntDigits: 3, DecimalDigits: 3}
	for text, fits := range map[string]bool{"999": true, "1000": false, "-999": true, "1e2": true, "1e3": false, "999.0": true, "0.0000": true} {
		if _, err := UnmarshalString(IntCodec(), text, small); (err == nil) != fits {
			t.Errorf("Int %s: %v", text, err)
		}
	}
	for text, fits := range map[string]bool{"999": true, "1000": false, "0.125": true, "0.1234": false, "123.125": true, "0.1250": true, "1e3": false} {
		_, err := UnmarshalString(DecimalCodec(), text, small)
		if (err == nil) != fits {
			t.Errorf("Decimal %s: %v", text, err)
		}
		if _, err := UnmarshalString(JSONCodec(), text, small); (err == nil) != fits {
			t.Errorf("JSON %s: %v", text, err)
		}
		d := mustDecimal(t, text)
		if _, err := Marshal(DecimalCodec(), d, small); (err == nil) != fits {
			t.Errorf("writing %s: %v", text, err)
		}
	}
	for n, fits := range map[int64]bool{999: true, 1000: false, -999: true, -1000: false} {
		if _, err := Marshal(IntCodec(), NewInt(n), small); (err == nil) != fits {
			t.Errorf("writing %d: %v", n, err)
		}
	}
	if _, err := Marshal(IntCodec(), mustInt(t, "1"+strings.Repeat("0", 4095))); err != nil {
		t.Error(err)
	}
	if _, err := Marshal(IntCodec(), mustInt(t, "1"+strings.Repeat("0", 4095)).Mul(NewInt(10))); !hasCode(err, CodeLimit) {
		t.Error(err)
	}
}

func TestDecimalsCompareAsApdDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	var all []Decimal
	for range 150 {
		all = append(all, NewDecimal(int64(random.Uint64())>>random.IntN(64), int32(random.IntN(50)-25)))
	}
	all = append(all, NewDecimal(math.MinInt64, 0), NewDecimal(math.MinInt64, -19), NewDecimal(math.MaxInt64, 19), NewDecimal(1, 19), NewDecimal(1, -19))
	for _, d := range all {
		for _, e := range all {
			if got, want := d.Compare(e), apdOf(t, d).Cmp(apdOf(t, e)); got != want {
				t.Fatalf("%s compared with %s: %d, not %d", d, e, got, want)
			}
		}
	}
}

// apdOf has apd read a Decimal, to be an oracle.
func apdOf(t *testing.T, d Decimal) *apd.Decimal {
	t.Helper()
	coefficient, ok := new(apd.BigInt).SetString(d.Coefficient().String(), 10)
	if !ok {
		t.Fatalf("%s has the coefficient %s", d, d.Coefficient())
	}
	return apd.NewWithBigInt(coefficient, d.Exponent())
}
