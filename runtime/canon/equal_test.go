package canon_test

import (
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b, pointer string
		equal         bool
	}{
		{`{"a":1,"b":[1,2]}`, `{"b":[1.0,2e0],"a":10e-1}`, "", true},
		{`1e1000000000`, `10e999999999`, "", true},
		{`1e1000000000`, `1e999999999`, "", false},
		{`0e5`, `-0.0`, "", true}, {`-1`, `1`, "", false}, {`1.2`, `12e-1`, "", true}, {`1.23`, `12.3e-1`, "", true},
		{`1.23`, `1.24`, "", false}, {`12`, `1.2`, "", false}, {`1001`, `100.1e1`, "", true},
		{`"1"`, `1`, "", false}, {`null`, `null`, "", true}, {`true`, `false`, "", false}, {`"é"`, `"\u00e9"`, "", true},
		{`{"a":[1,{"b":2}]}`, `{"a":[1,{"b":3}]}`, "/a/1/b", false},
		{`{"a":1}`, `{"a":1,"b":2}`, "/b", false},
		{`{"a":1,"c":3}`, `{"b":2,"c":3}`, "/a", false},
		{`{"b":1}`, `{"a":1}`, "/a", false},
		{`[1,2]`, `[1]`, "/1", false},
		{`[]`, `[1]`, "/0", false},
		{`{"x/y":{"~":1}}`, `{"x/y":{"~":2}}`, "/x~1y/~0", false},
		{`{"z":1,"a":2}`, `{"a":3,"z":2}`, "/a", false},
	} {
		parse := func(text string) *canon.Value {
			v, err := canon.Parse([]byte(text), canon.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		for _, pair := range [][2]string{{c.a, c.b}, {c.b, c.a}} {
			pointer, equal := canon.Equal(parse(pair[0]), parse(pair[1]))
			if pointer != c.pointer || equal != c.equal {
				t.Errorf("%s beside %s: %q, %v", pair[0], pair[1], pointer, equal)
			}
		}
	}
}

func TestEqualLeavesMembersInPlace(t *testing.T) {
	v, err := canon.Parse([]byte(`{"b":1,"a":2}`), canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	canon.Equal(v, v)
	canon.Append(nil, v)
	if v.Members[0].Name != "b" {
		t.Error("the members were reordered")
	}
}
