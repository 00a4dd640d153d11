package flow

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func mustInstant(t testing.TB, text string) Instant {
	t.Helper()
	i, err := ParseInstant(text)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func mustDuration(t testing.TB, text string) Duration {
	t.Helper()
	d, err := ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestInstantsOfAllYears(t *testing.T) {
	ascending := []string{
		"-999999999-01-01T00:00:00Z", "-10000-06-30T23:59:59.999Z", "-9999-12-31T23:59:59Z", "-0004-02-29T00:00:00Z", "-0001-01-01T00:00:00Z",
		"0000-01-01T00:00:00Z", "0000-02-29T12:00:00Z", "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.5Z", "1970-01-01T00:00:00Z",
		"1970-01-01T00:00:00.000000000000000000001Z", "2000-02-29T00:00:00Z", "9999-12-31T23:59:59Z", "+10000-01-01T00:00:00Z",
		"+123456-07-08T09:10:11.12Z", "+999999999-12-31T23:59:59.999999999999Z",
	}
	for i, a := range ascending {
		x := mustInstant(t, a)
		if x.String() != a {
			t.Errorf("%s came back as %s", a, x)
		}
		for j, b := range ascending {
			y := mustInstant(t, b)
			if got := x.Compare(y); sign(got) != sign(i-j) || (x == y) != (i == j) {
				t.Errorf("%s compared with %s: %d", a, b, got)
			}
			span := x.Sub(y)
			if span.Sign() != sign(i-j) {
				t.Errorf("%s - %s is %s", a, b, span)
			}
			if back, err := y.Add(span); err != nil || back != x {
				t.Errorf("%s + %s is %s, %v", b, span, back, err)
			}
		}
	}
}

func TestInstantsThatAreRefused(t *testing.T) {
	for _, text := range []string{
		"", "2026-01-01T00:00:00", "2026-01-01t00:00:00 Z", "2026-1-01T00:00:00Z", "2026-01-01T0:00:00Z", "2026-01-01T00:00:00,5Z",
		"2026-01-01T00:00:00+0530", "2026-01-01T00:00:00+05", "2026-01-01T00:00:60Z", "2026-01-01T23:59:61Z", "2026-01-01T24:00:00Z",
		"2026-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2026-01-01T00:00:00Z\n", "+0001-01-01T00:00:00Z", "--001-01-01T00:00:00Z",
		"+-2026-01-01T00:00:00Z", "-0000-01-01T00:00:00Z", "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00.5", "2026-01-01T00:00:00z0",
		"202a-01-01T00:00:00Z", "2026-01-01T00:00:00+1a:00", "+1000000000-01-01T00:00:00Z", "+99999999999999999999-01-01T00:00:00Z",
		"2026/01/01T00:00:00Z", "2026-01-01T00.00.00Z", "2026-01-01T00:00:00−01:00",
	} {
		if i, err := ParseInstant(text); !hasCode(err, CodeFormat) {
			t.Errorf("%q: %s, %v", text, i, err)
		}
	}
	if _, err := ParseInstant("2026-01-01T00:00:00." + strings.Repeat("1", 4097) + "Z"); !hasCode(err, CodeLimit) {
		t.Error(err)
	}
	if i, err := ParseInstant("2026-01-01T00:00:00." + strings.Repeat("0", 9000) + "Z"); err != nil || i.String() != "2026-01-01T00:00:00Z" {
		t.Error(i, err)
	}
}

func TestInstantsAgreeWithGo(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		at := time.Unix(random.Int64N(2*253402300799)-253402300799, random.Int64N(1_000_000_000)).UTC()
		i, err := InstantOf(at)
		if err != nil {
			t.Fatal(err)
		}
		if year := at.Year(); year >= 0 && year <= 9999 && i.String() != at.Format(time.RFC3339Nano) {
			t.Fatalf("%s for %s", i, at.Format(time.RFC3339Nano))
		}
		if back, err := i.Time(); err != nil || !back.Equal(at) {
			t.Fatalf("%s became %s, %v", at, back, err)
		}
		if read := mustInstant(t, i.String()); read != i {
			t.Fatalf("%s was read as %s", i, read)
		}
	}
	zone := time.FixedZone("", -23*3600-59*60)
	if i := mustInstant(t, "2026-11-30T12:00:00.25-23:59"); i != first(InstantOf(time.Date(2026, 11, 30, 12, 0, 0, 250_000_000, zone))) {
		t.Error(i)
	}
	if _, err := mustInstant(t, "2026-01-01T00:00:00.0000000001Z").Time(); err == nil {
		t.Error("a tenth of a nanosecond was lost")
	}
	if _, err := InstantOf(time.Unix(1<<60, 0)); err == nil {
		t.Error("an instant past the last was made")
	}
	last := mustInstant(t, "+999999999-12-31T23:59:59Z")
	if _, err := last.Add(Seconds(1)); err == nil {
		t.Error("an instant past the last was made")
	}
}

func first[T any](v T, _ error) T { return v }

func TestDurations(t *testing.T) {
	for text, want := range map[string]string{
		"PT-0.5S": "", "PT-0.000000001S": "", "PT123456789012345678901234567890S": "", "PT1.000000000000000000001S": "",
		"PT1H-30M0.5S": "PT1800.5S", "PT1H": "PT3600S", "PT0.1H0.1M0.10S": "PT366.1S", "PT-0S": "PT0S", "PT1M": "PT60S", "PT1H-60M": "PT0S",
		"PT1.50M": "PT90S",
	} {
		if want == "" {
			want = text
		}
		d := mustDuration(t, text)
		if d.String() != want || mustDuration(t, want) != d {
			t.Errorf("%s is %s", text, d)
		}
	}
	for _, text := range []string{"", "PT", "P1D", "PT1S\n", "pt1S", "PT1s", "PT01S", "PT+1S", "PT1e3S", "PT1E3S", "PT.5S", "PT5.S", "PT1S1M", "PT1S2S", "-PT1S", "PT1", "PTS", "PT1HS", "PT--1S", "PT1SX"} {
		if d, err := ParseDuration(text); !hasCode(err, CodeFormat) {
			t.Errorf("%q: %s, %v", text, d, err)
		}
	}
	for _, text := range []string{"PT" + strings.Repeat("9", 4097) + "S", "PT" + strings.Repeat("9", 4096) + "H", "PT0." + strings.Repeat("0", 4096) + "1S"} {
		if _, err := ParseDuration(text); !hasCode(err, CodeLimit) {
			t.Errorf("%s: %v", abridged(text), err)
		}
	}
	huge := mustDuration(t, "PT"+strings.Repeat("9", 4096)+"S")
	if _, err := Marshal(DurationCodec(), huge.Add(Seconds(1))); !hasCode(err, CodeLimit) {
		t.Error(err)
	}
}

func TestDurationsAgreeWithGo(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		x, y := time.Duration(random.Int64()>>random.IntN(60)), time.Duration(-random.Int64()>>(1+random.IntN(60)))
		d, e := DurationOf(x), DurationOf(y)
		if back, err := d.Duration(); err != nil || back != x {
			t.Fatalf("%v became %v, %v", x, back, err)
		}
		if sum, err := d.Add(e).Duration(); err != nil || sum != x+y {
			t.Fatalf("%v + %v: %v, %v", x, y, sum, err)
		}
		if got := d.Compare(e); sign(got) != sign(int(x>>20)-int(y>>20)) && x>>20 != y>>20 {
			t.Fatalf("%v compared with %v: %d", x, y, got)
		}
		if d.Neg().Neg() != d || d.Sub(d) != (Duration{}) {
			t.Fatal(d)
		}
	}
	for _, text := range []string{"PT0.0000000001S", "PT9223372037S", "PT-9223372037S", "PT1" + strings.Repeat("0", 4000) + "S"} {
		if d, err := mustDuration(t, text).Duration(); err == nil || len(err.Error()) > 200 {
			t.Errorf("%s became %v, %v", abridged(text), d, err)
		}
	}
	if _, err := DurationOfSeconds(NewDecimal(1, 1<<30)); err == nil {
		t.Error("a Duration of a thousand million digits was made")
	}
	if d, err := DurationOfSeconds(mustDecimal(t, "1.5")); err != nil || d != mustDuration(t, "PT1.5S") || d.Seconds() != NewDecimal(15, -1) {
		t.Error(d, err)
	}
}
