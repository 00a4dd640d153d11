package canon_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// canonical is how a number is written, and whether its value is whole.
func canonical(t *testing.T, spelling string) (text string, whole bool) {
	t.Helper()
	text = string(canon.Append(nil, canon.NewNumber(spelling)))
	integer, whole, err := canon.CanonicalInt(spelling, canon.Limits{})
	if err != nil || whole && integer != text {
		t.Errorf("%.40q: %.40q as an Int is %.40q, %v", spelling, text, integer, err)
	}
	return text, whole
}

func TestNumbersByValue(t *testing.T) {
	zeros := func(n int) string { return strings.Repeat("0", n) }
	for _, c := range []struct {
		spelling, canonical string
		whole               bool
	}{
		{"-0", "0", true}, {"0e999999999", "0", true}, {"-0.000e-999999999999999999999", "0", true},
		{"1." + zeros(5000), "1", true},
		{"1." + zeros(1_000_000) + "e0", "1", true},
		{"1" + zeros(5000) + "e-5000", "1", true},
		{"0." + zeros(1_000_000) + "1e1000001", "1", true},
		{"0." + zeros(999) + "123e1000", "1.23", false},
		{"1" + zeros(1_000_000) + "e-1000002", "0.01", false},
		{"1e" + zeros(1_000_000) + "1", "10", true},
		{"100e-1", "10", true}, {"1.5E+2", "150", true}, {"-12.340", "-12.34", false}, {"0.10e1", "1", true},
		{"120.50", "120.5", false}, {"1E-7", "0.0000001", false}, {"0E-10", "0", true}, {"10.0", "10", true},
		{"1e4095", "1" + zeros(4095), true}, {"-1e-4096", "-0." + zeros(4095) + "1", false},
		{"18446744073636006420", "18446744073636006420", true},
	} {
		if got, whole := canonical(t, c.spelling); got != c.canonical || whole != c.whole {
			t.Errorf("%.40q: got %.40q, %v; want %.40q, %v", c.spelling, got, whole, c.canonical, c.whole)
		}
	}
}

func TestIntsRefused(t *testing.T) {
	for spelling, code := range map[string]string{
		"1e4096": "limit", "-1e4096": "limit", "1e1000000000": "limit", "1e" + strings.Repeat("9", 21): "limit",
		"1e" + strings.Repeat("9", 1_000_000): "limit", strings.Repeat("1", 4097): "limit",
		"": "json", "-": "json", "01": "json", "1.": "json", ".1": "json", "+1": "json", "1e": "json", "1 ": "json", "NaN": "json", "0x1": "json",
	} {
		got, _, err := canon.CanonicalInt(spelling, canon.DefaultLimits)
		var fault *canon.Error
		if !errors.As(err, &fault) || fault.Code != code {
			t.Errorf("%.40q: got %.40q, %v; want %s", spelling, got, err, code)
		}
	}
	for _, spelling := range []string{"1e-4097", "1e-1000000000", "1e-" + strings.Repeat("9", 21), "0." + strings.Repeat("0", 4096) + "1"} {
		if got, whole, err := canon.CanonicalInt(spelling, canon.DefaultLimits); got != "" || whole || err != nil {
			t.Errorf("%.40q is too small to be whole: got %.40q, %v, %v", spelling, got, whole, err)
		}
	}
}

func TestDecimalsRefused(t *testing.T) {
	for _, spelling := range []string{
		"1e4096", "-1e4096", "1e-4097", "1e1000000000", "1e-1000000000", "1e" + strings.Repeat("9", 21), "1e-" + strings.Repeat("9", 21),
		"1e" + strings.Repeat("9", 1_000_000), strings.Repeat("1", 4097), "0." + strings.Repeat("0", 4096) + "1",
	} {
		_, err := canon.Parse([]byte(spelling), canon.Options{Numbers: canon.DefaultLimits})
		var fault *canon.Error
		if !errors.As(err, &fault) || fault.Code != canon.CodeLimit {
			t.Errorf("%.40q: got %v, want limit", spelling, err)
		}
	}
	for _, spelling := range []string{"1e4095", "-1e-4096", "0e99999999999", "1000"} {
		if _, err := canon.Parse([]byte(spelling), canon.Options{Numbers: canon.DefaultLimits}); err != nil {
			t.Errorf("%q: %v", spelling, err)
		}
	}
}

func TestIntJudgesWholenessFirst(t *testing.T) {
	limits := canon.Limits{IntDigits: 3}
	for spelling, want := range map[string]string{"999": "999", "1e2": "100", "1.50e1": "15", "-12.00": "-12"} {
		if got, whole, err := canon.CanonicalInt(spelling, limits); got != want || !whole || err != nil {
			t.Errorf("%q: %q, %v, %v", spelling, got, whole, err)
		}
	}
	for _, spelling := range []string{"0.5", "1e-999999999", "123456.5"} {
		if got, whole, err := canon.CanonicalInt(spelling, limits); got != "" || whole || err != nil {
			t.Errorf("%q: %q, %v, %v", spelling, got, whole, err)
		}
	}
	if _, whole, err := canon.CanonicalInt("1000", limits); err == nil || !whole {
		t.Error("1000 has more than three digits")
	}
}

// An exponent is large however many digits it has: none is so long that it counts as a small one again.
func TestLongExponentsAreLarge(t *testing.T) {
	for digits := 6; digits < 45; digits++ {
		for first := 1; first < 100; first++ {
			exponent := fmt.Sprint(first, strings.Repeat("3", digits-2))
			for _, sign := range []string{"", "-"} {
				if text, _, err := canon.CanonicalInt("1e"+sign+exponent, canon.DefaultLimits); err == nil && text != "" {
					t.Errorf("1e%s%s is %.50s", sign, exponent, text)
				}
			}
		}
	}
	for _, exponent := range []string{"92233720368547758085", "18446744073709551621", "1152921504606846977", "11529215046068469769"} {
		if text, _, err := canon.CanonicalInt("1e"+exponent, canon.DefaultLimits); err == nil {
			t.Errorf("1e%s is %.50s", exponent, text)
		}
	}
}

// TestNumbersAgreeWithRationals holds the text against exact arithmetic.
func TestNumbersAgreeWithRationals(t *testing.T) {
	mantissas := []string{"0", "1", "10", "105", "1.0", "0.1", "0.010", "12.340", "100.001", "0.00", "909.0909"}
	exponents := []string{"", "e0", "e1", "E-1", "e+3", "e-3", "e7", "e-7", "e02"}
	for _, mantissa := range mantissas {
		for _, exponent := range exponents {
			for _, sign := range []string{"", "-"} {
				spelling := sign + mantissa + exponent
				got, whole := canonical(t, spelling)
				want, _ := new(big.Rat).SetString(spelling)
				value, ok := new(big.Rat).SetString(got)
				if !ok || want.Cmp(value) != 0 || want.IsInt() != whole {
					t.Errorf("%q: got %q, %v", spelling, got, whole)
				}
				if strings.ContainsAny(got, "eE+") || strings.HasPrefix(got, "00") || strings.Contains(got, ".") &&
					strings.HasSuffix(got, "0") || strings.HasSuffix(got, ".") || got == "-0" {
					t.Errorf("%q: %q is not canonical", spelling, got)
				}
			}
		}
	}
}

func TestAppendNeverExpandsWithoutBound(t *testing.T) {
	for spelling, want := range map[string]string{
		"1.50e1000000000":               "15e999999999",
		"-0.25e-1000000000":             "-25e-1000000002",
		"10e" + strings.Repeat("9", 21): "10e" + strings.Repeat("9", 21),
		"1e-2000000000000000":           "1e-2000000000000000",
	} {
		if got := string(canon.Append(nil, canon.NewNumber(spelling))); got != want {
			t.Errorf("%q: %.80q", spelling, got)
		}
	}
}
