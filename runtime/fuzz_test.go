package flow

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// FuzzReader holds the Reader to canon: both take the same texts, give the same canonical text, and complain of the same.
func FuzzReader(f *testing.F) {
	for _, row := range vectorFile(f, "json.json").Items {
		if text := row.Member("text"); text != nil && len(text.Text) < 2000 {
			f.Add([]byte(text.Text))
		}
	}
	f.Add([]byte(`{"a":[1,{"b":2,"b":3}],"c":"\ud800"}`))
	f.Add([]byte(`[[[{"x":[1,2,`))
	f.Add([]byte("{\"a\":\"\xff\"}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		defaults := DefaultLimits()
		numbers := canon.Limits{DecimalDigits: defaults.DecimalDigits}
		for _, limited := range []bool{true, false} {
			options := canon.Options{Depth: defaults.Depth}
			if limited {
				options.Numbers = numbers
			}
			tree, err := canon.Parse(text, options)
			r := NewReader(text)
			var got string
			if limited {
				got = r.JSON().String()
			} else {
				r.Skip()
			}
			agree(t, fmt.Sprintf("%q", text), r.End(), err)
			if err == nil && limited && got != string(canon.Append(nil, tree)) {
				t.Fatalf("%q: got %s", text, got)
			}
		}
	})
}

// agree holds an error of the Reader to say what canon's says.
func agree(t *testing.T, shown string, got, want error) {
	t.Helper()
	var g *DecodeError
	var w *canon.Error
	switch {
	case want == nil && got == nil:
	case !errors.As(want, &w) || !errors.As(got, &g):
		t.Fatalf("%s: got %v, canon says %v", shown, got, want)
	case w.Code == CodeDuplicate && g.Code != CodeDuplicate && g.Pointer == w.Pointer:
		// The name is there twice, and no colon follows it: the Reader sees the colon first.
	case g.Code != w.Code || g.Pointer != w.Pointer:
		t.Fatalf("%s: got %s at %q, canon says %s at %q", shown, g.Code, g.Pointer, w.Code, w.Pointer)
	}
}

// FuzzContextual decodes texts at types of everything: what decodes is written, and what was written decodes to the same;
// what decodes is JSON to canon, and order agrees with equality of canonical texts.
func FuzzContextual(f *testing.F) {
	types := NewContextual()
	var codecs []Codec[Generic]
	for _, file := range []string{"values.json", "values-random.json"} {
		for _, group := range vectorFile(f, file).Items {
			codecs = append(codecs, types.Of(termOf(f, group.Member("listing").Text, group.Member("type"))))
			for _, row := range group.Member("cases").Items {
				if text := row.Member("text").Text; len(text) < 1000 {
					f.Add(uint16(len(codecs)-1), []byte(text))
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, number uint16, text []byte) {
		c := codecs[int(number)%len(codecs)]
		v, err := Unmarshal(c, text)
		if err != nil {
			var e *DecodeError
			if !errors.As(err, &e) || e.Code == "" || e.Message == "" {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if _, err := canon.Parse(text, canon.Options{}); err != nil {
			t.Fatalf("%q was decoded, and is no JSON: %v", text, err)
		}
		written, err := Marshal(c, v)
		if err != nil {
			t.Fatalf("%q was decoded, and does not encode: %v", text, err)
		}
		tree, err := canon.Parse(written, canon.Options{})
		if err != nil || !bytes.Equal(canon.Append(nil, tree), written) {
			t.Fatalf("%q is written as %q, which is not canonical: %v", text, written, err)
		}
		again, err := Unmarshal(c, written)
		if err != nil || again.Text() != string(written) || !again.Equal(v) {
			t.Fatalf("%q is written as %q, which is another value: %v", text, written, err)
		}
	})
}
