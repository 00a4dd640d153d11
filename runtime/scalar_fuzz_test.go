package flow

import (
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// FuzzNumbers holds the numbers to canon: they take the same spellings and give the same canonical texts, by way of their
// parts and of big too.
func FuzzNumbers(f *testing.F) {
	for _, text := range []string{"0", "-0.0", "1e2", "1.50", "-12.5e-3", "1e4096", "9223372036854775808", "0e99999999999", "1E+2", "+1", "1."} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want, fits, whole := canonicalDecimal(text)
		d, err := ParseDecimal(text)
		if (err == nil) != fits || err == nil && d.String() != want {
			t.Fatalf("%q: %s, %v; canon says %s, %v", text, d, err, want, fits)
		}
		read, readErr := UnmarshalString(DecimalCodec(), text)
		if err == nil && (readErr != nil || read != d) {
			t.Fatalf("%q: read as %s, %v", text, read, readErr)
		}
		if err == nil {
			if back, err := DecimalOf(d.Coefficient(), d.Exponent()); err != nil || back != d {
				t.Fatalf("%q: %s by way of its parts, %v", text, back, err)
			}
		}
		n, err := ParseInt(text)
		canonical, _, wantErr := canon.CanonicalInt(text, canon.DefaultLimits)
		if fits := wantErr == nil && canonical != ""; (err == nil) != fits {
			t.Fatalf("%q: %s, %v; canon says %s, %v", text, n, err, canonical, wantErr)
		}
		if err != nil {
			return
		}
		if read, err := UnmarshalString(IntCodec(), text); err != nil || read != n {
			t.Fatalf("%q: read as %s, %v", text, read, err)
		}
		if n.String() != canonical || IntOf(n.Big()) != n || DecimalOfInt(n).String() != canonical {
			t.Fatalf("%q: %s", text, n)
		}
		if same, ok := DecimalOfInt(n).Int(); !whole || !ok || same != n {
			t.Fatalf("%q: %s", text, same)
		}
	})
}

// canonicalDecimal gives what canon writes for a number, and whether that is within the limits of a Decimal, and whole.
func canonicalDecimal(text string) (want string, fits, whole bool) {
	if end, ok := canon.ScanNumber(text, 0); !ok || end < len(text) {
		return "", false, false
	}
	want = string(canon.Append(nil, canon.NewNumber(text)))
	before, after, _ := strings.Cut(strings.TrimPrefix(want, "-"), ".")
	most := DefaultLimits().DecimalDigits
	return want, !strings.ContainsAny(want, "eE") && len(before) <= most && len(after) <= most, after == ""
}

// FuzzTimes reads times: what is read is written, and what was written is read as the same.
func FuzzTimes(f *testing.F) {
	for _, text := range []string{"2026-11-30T12:00:00.5+01:00", "-0004-02-29t00:00:00z", "+999999999-12-31T23:59:59Z", "PT1H-30M0.5S", "PT-0S", "PT1.50M"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if i, err := ParseInstant(text); err == nil {
			if again, err := ParseInstant(i.String()); err != nil || again != i {
				t.Fatalf("%q is %s, which is %s, %v", text, i, again, err)
			}
			if since := i.SinceEpoch(); first(Instant{}.Add(since)) != i {
				t.Fatalf("%q is %s after the epoch", text, since)
			}
			if at, err := i.Time(); err == nil && first(InstantOf(at)) != i {
				t.Fatalf("%q is %s", text, at)
			}
		}
		if d, err := ParseDuration(text); err == nil {
			if again, err := ParseDuration(d.String()); err != nil || again != d {
				t.Fatalf("%q is %s, which is %s, %v", text, d, again, err)
			}
			if span, err := d.Duration(); err == nil && DurationOf(span) != d {
				t.Fatalf("%q is %s", text, span)
			}
		}
	})
}
