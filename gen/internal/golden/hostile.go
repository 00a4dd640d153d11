package golden

import (
	"encoding/json"
	"fmt"
	"testing"
)

// HostileListings are listings whose members are called as anything that stands beside them, under a hostile doc: declared
// errors of each form, a Tool with all members as parameters, and a hundred constructors that hold each other.
func HostileListings(t testing.TB, members []string, doc string) map[string][]byte {
	t.Helper()
	texts := map[string][]byte{}
	for name, listing := range hostileListings(members, doc) {
		text, err := json.Marshal(listing)
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = text
	}
	return texts
}

func hostileListings(members []string, doc string) map[string]any {
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
	listing := func(kind, name string, generic []string, members object, args ...any) object {
		d := object{
			"identity": "h.flow." + name, "name": name, "lexical_ordinal": 1, "kind": kind, "opaque": false, "generic": generic, "doc": doc,
		}
		for member, value := range members {
			d[member] = value
		}
		tool := object{
			"tool": "h.flow.serve", "doc": doc, "generic": []any{}, "params": params, "ok": "Unit", "err": named(args...),
		}
		return object{"data": "1.0", "tools": []any{tool}, "types": object{"d": d}}
	}
	none := []string{}
	return map[string]any{
		"record":    listing("record", "ErrorText", none, object{"fields": fields("Text")}),
		"generic":   listing("record", "Codec", []string{"flow"}, object{"fields": fields(parameter)}, "Int"),
		"constants": listing("enum", "IsNil", none, object{"constructors": constructors(func(int) any { return nil })}),
		"named":     listing("enum", "Error", none, object{"constructors": constructors(func(int) any { return object{"named": fields("Int")} })}),
		"mixed": listing("enum", "Kind", []string{"Error"}, object{"constructors": constructors(func(i int) any {
			return []any{nil, object{"positional": []any{parameter}}, object{"positional": []any{parameter, "Int"}}}[i%3]
		})}, "Text"),
		"hundred": listing("enum", "Hundred", none, object{"constructors": hundred}),
		"host":    listing("host", "Token", none, object{}),
	}
}
