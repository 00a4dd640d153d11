package golang

import (
	"encoding/json"
	"fmt"
	"go/format"
	"go/token"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// hostileMembers are names that Go's errors, the generated methods, their receivers and parameters, and the imports have;
// names of other scripts; and names that differ in what Go's spelling leaves out.
var hostileMembers = []string{
	"error", "Error", "kind", "Kind", "as", "As", "is", "Is", "unwrap", "Unwrap", "flow_token", "FlowToken", "token", "string", "String",
	"v", "w", "r", "k", "o", "p", "c", "t", "a", "b", "order", "flow", "cmp", "strings", "bytes", "sync", "slices", "context", "ctx",
	"tools", "in", "value", "Value", "err", "nil", "true", "len", "any", "iota", "init", "main", "id", "ID", "Id", "http_url", "x_1", "x1", "X1",
	"__", "_", "日本", "Đồ", "đồ", "ß", "ǅ", "ı", "ſ", "a٣", "ª", "V0", "v0",
}

const hostileDoc = "go:build ignore\n//go:embed x\n*/ panic(1)\n/*\r\x00\u2028Deprecated: no\n\nDeprecated: y\n#nosec\n//nolint\nline a.go:1\n`\"\\\n\tfunc init() {}"

// Declared errors of each form whose members are called as anything that stands beside them, under hostile docs, are packages
// without faults, formatted as gofmt would; and so are a hundred constructors that hold each other.
func TestHostileListings(t *testing.T) {
	set := token.NewFileSet()
	imports := exportedTypes(t, set)
	for name, listing := range hostileListings() {
		t.Run(name, func(t *testing.T) {
			text, err := json.Marshal(listing)
			if err != nil {
				t.Fatal(err)
			}
			files := golden.Emit(t, Target{}, "hostile", name, text)
			checkTypes(t, set, imports, files)
			for _, path := range files.Paths() {
				formatted, err := format.Source(files.Content(path))
				if err != nil || string(formatted) != string(files.Content(path)) {
					t.Errorf("%s is not formatted (%v)", path, err)
				}
			}
		})
	}
}

func hostileListings() map[string]any {
	type object = map[string]any
	named := func(args ...any) object {
		return object{"Named": object{"declaration": "d", "args": append([]any{}, args...)}}
	}
	params := make([]any, len(hostileMembers))
	for i, name := range hostileMembers {
		params[i] = object{"name": name, "type": "Int"}
	}
	fields := func(of any) (list []any) {
		for _, name := range hostileMembers {
			list = append(list, object{"name": name, "type": of, "doc": hostileDoc})
		}
		return list
	}
	constructors := func(payload func(i int) any) (list []any) {
		for i, name := range hostileMembers {
			list = append(list, object{"name": name, "doc": hostileDoc, "payload": payload(i)})
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
			"identity": "h.flow." + name, "name": name, "lexical_ordinal": 1, "kind": kind, "opaque": false, "generic": generic, "doc": hostileDoc,
		}
		for member, value := range members {
			d[member] = value
		}
		tool := object{
			"tool": "h.flow.serve", "doc": hostileDoc, "generic": []any{}, "params": params, "ok": "Unit", "err": named(args...),
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
