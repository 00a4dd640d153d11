package canon_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

func benchmarkText(b *testing.B) []byte {
	text, err := os.ReadFile("../../testdata/vectors/listings/testee.json")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	return text
}

func BenchmarkParse(b *testing.B) {
	text := benchmarkText(b)
	for b.Loop() {
		if _, err := canon.Parse(text, canon.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseStandard is what to hold BenchmarkParse against.
func BenchmarkParseStandard(b *testing.B) {
	text := benchmarkText(b)
	for b.Loop() {
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	text := benchmarkText(b)
	v, err := canon.Parse(text, canon.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var out []byte
	for b.Loop() {
		out = canon.Append(out[:0], v)
	}
}
