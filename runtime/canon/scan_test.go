package canon

import "testing"

func TestNumberParts(t *testing.T) {
	for spelling, want := range map[string]Parts{
		"0":                  {},
		"-0.00e7":            {},
		"0e999999999999":     {},
		"120":                {Digits: "12", Exponent: 1, Whole: 3},
		"-12.50":             {Negative: true, Digits: "125", Exponent: -1, Whole: 2, Fraction: 1},
		"0.0012":             {Digits: "12", Exponent: -4, Fraction: 4},
		"1.5e3":              {Digits: "15", Exponent: 2, Whole: 4},
		"100200e-3":          {Digits: "1002", Exponent: -1, Whole: 3, Fraction: 1},
		"9007199254740993.0": {Digits: "9007199254740993", Whole: 16},
	} {
		if got, ok := NumberParts(spelling); !ok || got != want {
			t.Errorf("%s: %+v, want %+v", spelling, got, want)
		}
	}
	for _, spelling := range []string{"", "+1", ".5", "1.", "01", "1e", "NaN", "1 "} {
		if got, ok := NumberParts(spelling); ok {
			t.Errorf("%q: %+v", spelling, got)
		}
	}
	if huge, ok := NumberParts("1e99999999999999999999"); !ok || huge.Whole < 1<<50 {
		t.Errorf("%+v", huge)
	}
}
