package flow

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkMessage is what becomes of a line before its call begins, and of its outcome, without streams.
func BenchmarkMessage(b *testing.B) {
	line := sayCall("17", `"run-1"`, "42", strings.Repeat("a prompt ", 6))
	b.ReportAllocs()
	limits := DefaultLimits()
	members := make([]spanPair, 0, 4)
	for b.Loop() {
		if m := readMessage(line, limits, members); m.kind != messageCall {
			b.Fatal(m.reason)
		}
	}
}

// BenchmarkServer is calls in one process, from a stream that is always ready to one that takes all.
func BenchmarkServer(b *testing.B) {
	b.ReportAllocs()
	lines := &repeatedCalls{b: b, text: strings.Repeat("a prompt ", 6)}
	if err := Serve(b.Context(), sayToolkit(echo), WithStreams(lines, io.Discard)); err != nil {
		b.Fatal(err)
	}
}

// repeatedCalls is a stream of b.N calls, the same 256 again and again.
type repeatedCalls struct {
	b     *testing.B
	text  string
	lines []byte
	ends  []int
	sent  int
	rest  []byte
}

func (r *repeatedCalls) Read(p []byte) (int, error) {
	if r.lines == nil {
		for i := range 256 {
			r.lines = append(append(r.lines, sayCall("17", `"run-1"`, fmt.Sprint(i), r.text)...), '\n')
			r.ends = append(r.ends, len(r.lines))
		}
		r.b.ResetTimer()
	}
	if len(r.rest) == 0 {
		if r.sent == r.b.N {
			return 0, io.EOF
		}
		n := min(256, r.b.N-r.sent)
		r.sent += n
		r.rest = r.lines[:r.ends[n-1]]
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
