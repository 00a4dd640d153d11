package gen_test

import (
	"fmt"
)

// compounds are the forms around one type in which a declared type could pass for the built-in one of its name.
var compounds = []func(term) term{
	list,
	func(t term) term { return dict("Text", t) },
	func(t term) term { return tuple(t, "Bool") },
	option, // the last one, for which json.Value is left out
}

// namesakes has declared types that are called as the built-in ones, in each compound form beside these: in a Tool's roots
// and inside a generic record.
func namesakes() *course {
	c := newCourse()
	plain := func(name string) term { return c.record(name, field{Name: "q", Type: "Text"}).of() }
	closed := []term{plain("JSON")}
	for _, p := range primitives[:len(primitives)-1] {
		closed = append(closed, plain(p.(string)), p)
	}
	held := c.add("record", "Held", "T")
	var open []term
	for _, g := range []struct {
		name    string
		builtin func(term) term
	}{{"List", list}, {"Set", set}, {"Option", option}, {"Dict", compounds[1]}, {"Tuple", compounds[2]}} {
		declared := c.add("record", g.name, "T")
		declared.with(field{Name: "v", Type: declared.param(0)})
		closed = append(closed, declared.of("Int"), g.builtin("Int"))
		open = append(open, declared.of(held.param(0)), g.builtin(held.param(0)))
	}
	closed = append(closed, "json.Value")
	var params []param
	members := []field{{Name: "own", Type: held.param(0)}}
	for i, form := range compounds {
		terms := closed
		if i == len(compounds)-1 { // an Option of json.Value would spell None and Some(Null) alike
			terms = closed[:len(closed)-1]
		}
		for j, t := range terms {
			params = append(params, param{fmt.Sprintf("p%d_%d", i, j), form(t)})
		}
		for j, t := range append(open, terms...) {
			members = append(members, field{Name: fmt.Sprintf("f%d_%d", i, j), Type: form(t)})
		}
	}
	held.with(members...)
	c.tool("namesakes", list(held.of("Bool")), "Never", params...)
	return c
}
