package typespec

import (
	"fmt"
	"testing"
)

func TestParseType(t *testing.T) {
	box, plan := &Declaration{Name: "Box", Generic: []string{"T"}}, &Declaration{Name: "Plan"}
	find := func(name string) (*Declaration, error) {
		switch name {
		case "Box", "github.com/a/b@v1/c-d.flow.Box":
			return box, nil
		case "Plan":
			return plan, nil
		}
		return nil, fmt.Errorf("no type %q", name)
	}
	for text, want := range map[string]string{
		"Int":                           "Int",
		" json.Value ":                  "json.Value",
		"List<Dict<Text,Set< Bytes >>>": "List<Dict<Text, Set<Bytes>>>",
		"( Int,Text , Unit)":            "(Int, Text, Unit)",
		"(Int)->Text":                   "(Int) -> Text",
		"() -> Task<Never>":             "() -> Task<Never>",
		"Box<Option<Plan>>":             "Box<Option<Plan>>",
		"github.com/a/b@v1/c-d.flow.Box<(Int) -> Int>": "Box<(Int) -> Int>",
	} {
		term, err := ParseType(text, find)
		if err != nil || FlowType(term, nil) != want {
			t.Errorf("%s: %v, %v", text, term, err)
		}
	}
	for _, text := range []string{
		"", "Nothing", "List", "List<>", "List<Int", "List<Int,Int>", "Int<Int>", "Int Int", "(Int)", "()", "(Int,)", "Box", "Plan<Int>", "List<Int>>", "-> Int", "Int,", "Dict<Text>",
	} {
		if term, err := ParseType(text, find); err == nil {
			t.Errorf("%q is read as %s", text, FlowType(term, nil))
		}
	}
}

func FuzzParseType(f *testing.F) {
	f.Add("List<(Int, Text) -> Plan<Dict<Text, json.Value>>>")
	f.Fuzz(func(t *testing.T, text string) {
		find := func(name string) (*Declaration, error) {
			if !IsName(name) {
				return nil, fmt.Errorf("no type %q", name)
			}
			return &Declaration{Name: name}, nil
		}
		term, err := ParseType(text, find)
		if err != nil {
			return
		}
		written := FlowType(term, nil)
		again, err := ParseType(written, find)
		if err != nil || FlowType(again, nil) != written {
			t.Errorf("%q is written %q, which is read as %v, %v", text, written, again, err)
		}
	})
}
