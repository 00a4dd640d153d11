package golden

import (
	"encoding/json"
	"fmt"
	"testing"
)

// Hostile gives listings of one type each, which a Tool declares as its error, by the form of the type: its members, and the
// Tool's parameters, are called as members says, and everything has the doc. types says how the type of each form is called:
// a "record", a "generic" one, an enum of "bare" constructors, one of "named" payloads and one of "mixed" ones, one of a
// "hundred" constructors that hold each other, and a "host" type.
func Hostile(t testing.TB, types map[string]string, members []string, doc string) map[string][]byte {
	t.Helper()
	type object = map[string]any
	named := func(args ...any) object {
		return object{"Named": object{"declaration": "d", "args": append([]any{}, args...)}}
	}
	params := make([]any, len(members))
	for i, name := range members {
		params[i] = object{"name": name, "type": "Int"}
	}
	fields := func(of any) (list []any) {
		for _, name := range members {
			list = append(list, object{"name": name, "type": of, "doc": doc})
		}
		return list
	}
	constructors := func(payload func(i int) any) (list []any) {
		for i, name := range members {
			list = append(list, object{"name": name, "doc": doc, "payload": payload(i)})
		}
		return list
	}
	parameter := object{"Param": object{"owner": "d", "index": 0}}
	hundred := make([]any, 100)
	for i := range hundred {
		hundred[i] = object{"name": fmt.Sprintf("C%d", i), "doc": nil, "payload": []any{nil, object{"positional": []any{named(), object{"List": named()}}}}[i%2]}
	}
	listing := func(kind, name string, generic []string, body object, args ...any) object {
		d := object{
			"identity": "h.flow." + name, "name": name, "lexical_ordinal": 1, "kind": kind, "opaque": false, "generic": generic, "doc": doc,
		}
		for member, value := range body {
			d[member] = value
		}
		tool := object{
			"tool": "h.flow.serve", "doc": doc, "generic": []any{}, "params": params, "ok": "Unit", "err": named(args...),
		}
		return object{"data": "1.0", "tools": []any{tool}, "types": object{"d": d}}
	}
	none := []string{}
	listings := map[string]any{
		"record":  listing("record", types["record"], none, object{"fields": fields("Text")}),
		"generic": listing("record", types["generic"], []string{"flow"}, object{"fields": fields(parameter)}, "Int"),
		"bare":    listing("enum", types["bare"], none, object{"constructors": constructors(func(int) any { return nil })}),
		"named":   listing("enum", types["named"], none, object{"constructors": constructors(func(int) any { return object{"named": fields("Int")} })}),
		"mixed": listing("enum", types["mixed"], []string{"Error"}, object{"constructors": constructors(func(i int) any {
			return []any{nil, object{"positional": []any{parameter}}, object{"positional": []any{parameter, "Int"}}}[i%3]
		})}, "Text"),
		"hundred": listing("enum", types["hundred"], none, object{"constructors": hundred}),
		"host":    listing("host", types["host"], none, object{}),
	}
	texts := map[string][]byte{}
	for form, each := range listings {
		text, err := json.Marshal(each)
		if err != nil {
			t.Fatal(err)
		}
		texts[form] = text
	}
	return texts
}
