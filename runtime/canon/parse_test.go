package canon_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

func parseFault(t *testing.T, text string, o canon.Options) *canon.Error {
	t.Helper()
	_, err := canon.Parse([]byte(text), o)
	var fault *canon.Error
	if !errors.As(err, &fault) {
		t.Fatalf("%.60q: got %v, want an *Error", text, err)
	}
	return fault
}

func TestTrailingCommas(t *testing.T) {
	const advice = ": drop the comma before it"
	for text, want := range map[string]bool{
		"[1,]": true, `{"a":1 , }`: true, "[[],\n\t]": true, "[,]": false, `{"a":}`: false, `[1 }`: false, "]": false, "[1,": false,
	} {
		if fault := parseFault(t, text, canon.Options{}); strings.HasSuffix(fault.Message, advice) != want {
			t.Errorf("%q: %s", text, fault.Message)
		}
	}
}

func TestFaultsSayWhere(t *testing.T) {
	for _, c := range []struct {
		text, code, pointer string
		offset              int
	}{
		{`{"a":[1,{"b":tru}]}`, "json", "/a/1/b", 13},
		{`[[1,2],[3,[4,5],}]`, "json", "/1/2", 16},
		{`[[1,2],[3,[4,5] 6]]`, "json", "/1", 16},
		{`{"x":1,"a/b~":{"k":0,"k":1}}`, "duplicate-member", "/a~1b~0/k", 21},
		{`{"x":[{"k":1}, {"k":"\ud800"}]}`, "surrogate", "/x/1/k", 21},
		{"{\"x\":\"\xff\"}", "utf8", "/x", 6},
		{"{\"x\":1,\"\xff\":2}", "utf8", "", 8},
		{"[1,\xff]", "utf8", "/1", 3},
		{`{"a":1`, "json", "", 6},
		{`{"a" 1}`, "json", "/a", 5},
		{`{"a":01}`, "json", "", 6},
		{`{"a":-}`, "json", "/a", 6},
		{`[1.x]`, "json", "/0", 3},
		{`[1e]`, "json", "/0", 3},
		{`"a\`, "json", "", 2},
		{`"\u00`, "json", "", 1},
		{`{"a":1,}`, "json", "", 7},
		{`{"a":1} x`, "json", "", 8},
		{"1\x00", "json", "", 1},
		{"\x00", "json", "", 0},
		{"\ufeff1", "json", "", 0},
		{`[0,{"n":1e5000}]`, "limit", "/1/n", 8},
	} {
		fault := parseFault(t, c.text, canon.Options{Numbers: canon.DefaultLimits})
		if fault.Code != c.code || fault.Pointer != c.pointer || fault.Offset != c.offset {
			t.Errorf("%q: got %s at %q, byte %d; want %s at %q, byte %d",
				c.text, fault.Code, fault.Pointer, fault.Offset, c.code, c.pointer, c.offset)
		}
		if fault.Message == "" || fault.Error() == "" {
			t.Errorf("%q: a fault without a message", c.text)
		}
	}
}

func TestDepthDecides(t *testing.T) {
	for _, n := range []int{1, 100, 127, 128, 129, 255, 256, 257, 1000, 20_000, 1_000_000} {
		for _, unit := range []string{"[|]", `{"a":|}`, `[{"a":|}]`} {
			opening, closing, _ := strings.Cut(unit, "|")
			text := strings.Repeat(opening, n) + "1" + strings.Repeat(closing, n)
			nesting := n * strings.Count(unit, "{")
			if nesting == 0 {
				nesting = n
			} else if unit[0] == '[' {
				nesting = 2 * n
			}
			v, err := canon.Parse([]byte(text), canon.Options{})
			if nesting > canon.DefaultDepth {
				fault := parseFault(t, text, canon.Options{})
				if fault.Code != canon.CodeDepth {
					t.Errorf("%d of %s: %v", n, unit, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%d of %s: %v", n, unit, err)
			} else if got := string(canon.Append(nil, v)); got != text {
				t.Errorf("%d of %s came back as %.60q", n, unit, got)
			}
		}
	}
	if fault := parseFault(t, strings.Repeat("[", 1_000_000), canon.Options{}); fault.Code != canon.CodeDepth || fault.Offset != 256 {
		t.Errorf("unclosed arrays: %v", fault)
	}
	if _, err := canon.Parse([]byte(`"scalar"`), canon.Options{Depth: 1}); err != nil {
		t.Errorf("a scalar has no depth: %v", err)
	}
	if fault := parseFault(t, "[[]]", canon.Options{Depth: 1}); fault.Pointer != "/0" {
		t.Errorf("the second array is too deep: %v", fault)
	}
}

func TestSize(t *testing.T) {
	if _, err := canon.Parse([]byte("[1]"), canon.Options{Size: 3}); err != nil {
		t.Error(err)
	}
	if fault := parseFault(t, "[1] ", canon.Options{Size: 3}); fault.Code != canon.CodeSize || fault.Offset != 3 {
		t.Error(fault)
	}
}

func TestValues(t *testing.T) {
	const text = `{"a":[1,[],{}]}`
	if _, err := canon.Parse([]byte(text), canon.Options{Values: 5}); err != nil {
		t.Error(err)
	}
	if fault := parseFault(t, text, canon.Options{Values: 4}); fault.Code != canon.CodeSize || fault.Pointer != "/a/2" {
		t.Error(fault)
	}
}

// A text that a shell or an editor saved in another encoding is told apart from one that is broken.
func TestForeignEncodings(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeff{}": "byte-order mark", "\xff\xfe{\x00}\x00": "UTF-16", "\xfe\xff\x00{\x00}": "UTF-16",
		"{\x00}\x00": "UTF-16", "\x00{\x00}": "UTF-16", "\x00\x00\xfe\xff\x00\x00\x00{": "UTF-16", "\xff\xfe\x00\x00{\x00\x00\x00": "UTF-32",
	} {
		if fault := parseFault(t, text, canon.Options{}); !strings.Contains(fault.Message, want) || !strings.Contains(fault.Message, "save it as UTF-8") {
			t.Errorf("%q: %v", text, fault)
		}
	}
	for _, text := range []string{"\x00", "\x00\x00\x00\x00", "{\x00", "[1]\x00", "{}\ufeff", "\xff"} {
		if fault := parseFault(t, text, canon.Options{}); strings.Contains(fault.Message, "save it") {
			t.Errorf("%q: %v", text, fault)
		}
	}
}

func TestRepeatedNamesAmongMany(t *testing.T) {
	for _, n := range []int{2, 15, 16, 17, 18, 40, 1000} {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"m%d":{"k":%d}`, i, i))
		}
		if _, err := canon.Parse([]byte("{"+strings.Join(members, ",")+"}"), canon.Options{}); err != nil {
			t.Fatalf("%d members: %v", n, err)
		}
		for _, again := range []int{0, n / 2, n - 1} {
			text := "{" + strings.Join(members, ",") + fmt.Sprintf(`,"\u006d%d":0}`, again)
			if fault := parseFault(t, text, canon.Options{}); fault.Code != canon.CodeDuplicate ||
				fault.Pointer != fmt.Sprintf("/m%d", again) {
				t.Errorf("%d members and %d again: %v", n, again, fault)
			}
		}
	}
}

func TestSpansAndOrder(t *testing.T) {
	text := ` { "b" : [ 1.50 , "x" ] , "a" : { } } `
	v, err := canon.Parse([]byte(text), canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	span := func(v *canon.Value) string { return text[v.Offset:v.End] }
	if got := span(v); got != strings.TrimSpace(text) {
		t.Errorf("the root spans %q", got)
	}
	if v.Members[0].Name != "b" || text[v.Members[0].Offset:][:3] != `"b"` {
		t.Errorf("the members are not in source order: %+v", v.Members)
	}
	items := v.Member("b").Items
	if span(items[0]) != "1.50" || items[0].Text != "1.50" || span(items[1]) != `"x"` || span(v.Member("a")) != "{ }" {
		t.Errorf("spans are off: %q %q %q", span(items[0]), span(items[1]), span(v.Member("a")))
	}
	if v.Member("c") != nil || items[0].Member("c") != nil {
		t.Error("a member that is not there")
	}
}

func TestSourceIsNotKept(t *testing.T) {
	text := []byte(`["abc"]`)
	v, err := canon.Parse(text, canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	copy(text, `["xyz"]`)
	if got := v.Items[0].Text; got != "abc" {
		t.Errorf("the value changed with the caller's bytes: %q", got)
	}
}

func TestKindsHaveNames(t *testing.T) {
	for kind, want := range map[canon.Kind]string{canon.Null: "null", canon.Object: "an object", canon.Kind(9): "an unknown kind"} {
		if got := kind.String(); got != want {
			t.Errorf("%d: %q", kind, got)
		}
	}
}
