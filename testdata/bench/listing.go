package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// clusterSize is how many declarations reach each other; clusters stand apart.
const clusterSize = 20

type member = map[string]any

// listing writes a listing of n declarations in clusters, with a Tool for every four of them. Each declaration is
// reached from its cluster's first one, so that every Tool of a cluster reaches the whole cluster.
func listing(n int) []byte {
	types := member{}
	tools := []member{}
	for i := range n {
		types[id(i)] = declaration(i, n)
		if i%4 == 0 {
			tools = append(tools, tool(i))
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(member{"data": "1.0", "tools": tools, "types": types}); err != nil {
		panic(err) // maps of strings and slices always encode
	}
	return text.Bytes()
}

func id(i int) string { return fmt.Sprintf("d%d", i) }

func named(i int) member {
	return member{"Named": member{"declaration": id(i), "args": []any{}}}
}

func identity(i int, name string) string {
	return fmt.Sprintf("github.com/acme/bench@v1.0.0/cluster%d.flow.%s", i/clusterSize, name)
}

func tool(i int) member {
	return member{
		"tool":    identity(i, fmt.Sprintf("call%d", i)),
		"doc":     fmt.Sprintf("Works on the declarations around number %d.", i),
		"generic": []any{},
		"params":  []member{{"name": "item", "type": named(i)}, {"name": "limit", "type": member{"Option": "Int"}}},
		"ok":      member{"List": named(i)},
		"err":     named(i - i%clusterSize + 1),
	}
}

// declaration makes records at even numbers and enums at odd ones; each refers to the next of its cluster, the last to
// the first.
func declaration(i, n int) member {
	base := i - i%clusterSize
	next := base + (i+1-base)%min(clusterSize, n-base)
	d := member{
		"name": fmt.Sprintf("Item%d", i), "identity": identity(i, fmt.Sprintf("Item%d", i)), "lexical_ordinal": 1,
		"generic": []any{}, "opaque": false, "doc": fmt.Sprintf("Declaration number %d.", i),
	}
	if i%2 == 0 {
		d["kind"] = "record"
		d["fields"] = []member{
			field("number", "Int"), field("price", "Decimal"), field("label", "Text"),
			field("next", member{"Option": named(next)}), field("all", member{"List": named(next)}),
			field("by_name", member{"Dict": []any{"Text", named(next)}}),
		}
		return d
	}
	d["kind"] = "enum"
	d["constructors"] = []member{
		{"name": "Nothing", "doc": nil, "payload": nil},
		{"name": "One", "doc": "Just one.", "payload": member{"positional": []any{named(next)}}},
		{"name": "Pair", "doc": nil, "payload": member{"named": []member{field("left", "Int"), field("right", named(next))}}},
	}
	return d
}

func field(name string, term any) member {
	return member{"name": name, "type": term, "doc": nil}
}
