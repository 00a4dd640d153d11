package typespec

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const vectors = "../testdata/vectors"

// row is one case of listings-refused.json or listings-accepted.json.
type row struct {
	Name, Code string
	At         *string
	Listing    json.RawMessage
	Text       *string
	Repeat     *struct {
		Prefix, Text string
		Times        int
	}
	Fingerprints []string
}

func (r *row) text() []byte {
	switch {
	case r.Text != nil:
		return []byte(*r.Text)
	case r.Repeat != nil:
		return []byte(r.Repeat.Prefix + strings.Repeat(r.Repeat.Text, r.Repeat.Times))
	}
	return r.Listing
}

func rows[T any](t testing.TB, file string) (rows []T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(vectors, file))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no rows", file)
	}
	return rows
}

func TestListingsRefused(t *testing.T) {
	for _, r := range rows[row](t, "listings-refused.json") {
		t.Run(r.Name, func(t *testing.T) {
			_, err := Read("listing.json", r.text())
			faults, _ := err.(Faults)
			if len(faults) == 0 {
				t.Fatalf("accepted; want %s", r.Code)
			}
			t.Log(faults)
			for _, f := range faults {
				if f.Code == r.Code && (r.At == nil || f.At == *r.At) {
					return
				}
			}
			t.Errorf("want %s at %v, got\n%v", r.Code, r.At, faults)
		})
	}
}

func TestListingsAccepted(t *testing.T) {
	for _, r := range rows[row](t, "listings-accepted.json") {
		t.Run(r.Name, func(t *testing.T) {
			p, err := Read("listing.json", r.text())
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Tools) != len(r.Fingerprints) {
				t.Fatalf("%d tools; want %d", len(p.Tools), len(r.Fingerprints))
			}
			for i, tool := range p.Tools {
				if got := tool.Fingerprint(); got != r.Fingerprints[i] {
					t.Errorf("%s has the fingerprint %s; want %s", tool.Identity, got, r.Fingerprints[i])
				}
			}
		})
	}
}
