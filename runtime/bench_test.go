package flow

import "testing"

func BenchmarkDecodeRecord(b *testing.B) {
	text := benchText()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Unmarshal(benchRecordCodec{}, text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncodeRecord(b *testing.B) {
	text := benchText()
	v, err := Unmarshal(benchRecordCodec{}, text)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Marshal(benchRecordCodec{}, v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeJSON(b *testing.B) {
	text := benchText()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Unmarshal(JSONCodec(), text); err != nil {
			b.Fatal(err)
		}
	}
}
