package canon_test

import (
	"encoding/base64"
	"errors"
	"os"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// vectors reads a vector file with the reader under test: exactly.
func vectors(t testing.TB, file string) *canon.Value {
	t.Helper()
	text, err := os.ReadFile("../../testdata/vectors/" + file)
	if err != nil {
		t.Fatal(err)
	}
	v, err := canon.Parse(text, canon.Options{Depth: 512})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func rowText(t testing.TB, row *canon.Value) []byte {
	t.Helper()
	if encoded := row.Member("bytes"); encoded != nil {
		text, err := base64.StdEncoding.DecodeString(encoded.Text)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	return []byte(row.Member("text").Text)
}

func TestVectors(t *testing.T) {
	rows := vectors(t, "json.json").Items
	if len(rows) < 140 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		text := rowText(t, row)
		v, err := canon.Parse(text, canon.Options{Numbers: canon.DefaultLimits})
		if refused := row.Member("refused"); refused != nil {
			var fault *canon.Error
			if !errors.As(err, &fault) || fault.Code != refused.Text {
				t.Errorf("%.80q: got %v, want refusal %s", text, err, refused.Text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%.80q: %v", text, err)
			continue
		}
		want := row.Member("canonical").Text
		got := canon.Append(nil, v)
		if string(got) != want {
			t.Errorf("%.80q: got %.80q, want %.80q", text, got, want)
		}
		again, err := canon.Parse(got, canon.Options{})
		if err != nil {
			t.Errorf("%.80q: its canonical text: %v", text, err)
		} else if at, equal := canon.Equal(v, again); !equal {
			t.Errorf("%.80q: differs from its canonical text at %q", text, at)
		}
	}
}
