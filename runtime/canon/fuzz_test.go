package canon_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// FuzzParse holds the reader to what a strict reader must do whatever it is given: no panic, a fault inside the text,
// agreement with the standard library about what is JSON, and a canonical text that reads back as itself.
func FuzzParse(f *testing.F) {
	for _, row := range vectors(f, "json.json").Items {
		if text := rowText(f, row); len(text) < 600 {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := canon.Parse(text, canon.Options{})
		if err != nil {
			checkFault(t, text, err)
			return
		}
		if !json.Valid(text) || !utf8.Valid(text) {
			t.Fatalf("accepted %q", text)
		}
		once := canon.Append(nil, v)
		again, err := canon.Parse(once, canon.Options{})
		if err != nil {
			t.Fatalf("the canonical text %q is refused: %v", once, err)
		}
		if twice := canon.Append(nil, again); !bytes.Equal(once, twice) {
			t.Fatalf("%q became %q", once, twice)
		}
		if at, equal := canon.Equal(v, again); !equal {
			t.Fatalf("%q differs from its canonical text %q at %q", text, once, at)
		}
		if v.Offset < 0 || v.End > len(text) || len(bytes.TrimSpace(text[:v.Offset])) > 0 || len(bytes.TrimSpace(text[v.End:])) > 0 {
			t.Fatalf("%q: the root spans %d to %d", text, v.Offset, v.End)
		}
	})
}

func checkFault(t *testing.T, text []byte, err error) {
	t.Helper()
	var fault *canon.Error
	if !errors.As(err, &fault) || fault.Offset < 0 || fault.Offset > len(text) || !utf8.ValidString(fault.Message) {
		t.Fatalf("%q: %#v", text, err)
	}
	switch fault.Code {
	case canon.CodeJSON:
		if json.Valid(text) {
			t.Fatalf("refused %q: %v", text, err)
		}
	case canon.CodeUTF8:
		if utf8.Valid(text) {
			t.Fatalf("refused %q: %v", text, err)
		}
	}
}

// FuzzNumber holds the canonical text of a number to its value and its form.
func FuzzNumber(f *testing.F) {
	for _, spelling := range []string{"0", "-0.0e5", "1e4095", "1e-4096", "12.340e-2", "0.001e3", "1e99999999999999999999"} {
		f.Add(spelling)
	}
	f.Fuzz(func(t *testing.T, spelling string) {
		if end, ok := canon.ScanNumber(spelling, 0); !ok || end < len(spelling) {
			return
		}
		canonical := string(canon.Append(nil, canon.NewNumber(spelling)))
		if !json.Valid([]byte(canonical)) {
			t.Fatalf("%q became %q", spelling, canonical)
		}
		if again := string(canon.Append(nil, canon.NewNumber(canonical))); again != canonical {
			t.Fatalf("%q became %q, then %q", spelling, canonical, again)
		}
		if _, equal := canon.Equal(canon.NewNumber(spelling), canon.NewNumber(canonical)); !equal {
			t.Fatalf("%q differs from %q", spelling, canonical)
		}
		plain := !strings.ContainsAny(canonical, "eE")
		integer, whole, err := canon.CanonicalInt(spelling, canon.Limits{})
		if plain && (whole == strings.Contains(canonical, ".") || whole && (err != nil || integer != canonical)) {
			t.Fatalf("%q: as an Int %q, %v, %v", spelling, integer, whole, err)
		}
	})
}
