package wire

import (
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

func TestIDScanner(t *testing.T) {
	for text, want := range map[string]struct {
		id     string
		method bool
	}{
		`{"id":1}`:                              {`1`, false},
		`{"id" : 1.0 ,"x":[{"id":2}]}`:          {`1`, false},
		`{"x":{"id":2,"method":"m"},"id":"a\"]`: {``, false},
		`{"x":"\"id\":7,","id":"a\"b"}`:         {`"a\"b"`, false},
		`{"\u0069d":7,"\u006dethod":null}`:      {`7`, true},
		`{"method":"x","params":{},"id":0}`:     {`0`, true},
		`{"id":1,"id":2}`:                       {``, false},
		`{"id":null}`:                           {``, false},
		`{"id":{"id":1}}`:                       {``, false},
		`[{"id":1}]`:                            {``, false},
		`"id":1}`:                               {``, false},
		`{"id":1,"x":"never ends`:               {`1`, false},
		`{"id":1`:                               {``, false},
	} {
		for size := 1; size <= len(text); size++ {
			var s IDScanner
			for at := 0; at < len(text); at += size {
				s.Scan([]byte(text[at:min(at+size, len(text))]))
			}
			if id, method := s.Found(); id != want.id || method != want.method {
				t.Errorf("%s in pieces of %d: %q, %v", text, size, id, method)
			}
		}
	}
}

// Where a text reads, the scanner finds what a reader does, in whatever pieces it comes.
func FuzzIDScanner(f *testing.F) {
	for _, seed := range []string{`{"id":1,"result":{"id":[2,"\\"]}}`, `{"x":"\"","id":"\u00e9"}`, `{"id":-0}`, `[1]`, `{"id":1e2,"method":5}`} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, size int) {
		size = max(size, 1)
		var s IDScanner
		for at := 0; at < len(text); at += size {
			s.Scan([]byte(text[at : min(len(text)-at, size)+at]))
		}
		id, method := s.Found()
		v, err := canon.Parse([]byte(text), canon.Options{})
		if err != nil || len(text) > mostScanned {
			return
		}
		want := ""
		if member := v.Member("id"); member != nil {
			want, _ = Identifier(text[member.Offset:member.End])
		}
		if id != want || method != (v.Member("method") != nil) {
			t.Fatalf("%q: %q, %v, want %q", text, id, method, want)
		}
	})
}
