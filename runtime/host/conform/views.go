package conform

import (
	"slices"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// brokenViews are the members types and schema of calls of a generic Tool that must not happen.
func brokenViews(view *typespec.View) []misfit {
	types, schema := view.Types, view.Schema
	with := func(types, schema *canon.Value) string {
		text := ""
		if types != nil {
			text += `,"types":` + string(canon.Append(nil, types))
		}
		if schema != nil {
			text += `,"schema":` + string(canon.Append(nil, schema))
		}
		return text
	}
	null := &canon.Value{Kind: canon.Null}
	text := canon.NewString
	changed := func(name string, value *canon.Value) string { return with(replaced(types, name, value), schema) }
	found := []misfit{
		{"neither types nor schema", ""},
		{"no types", with(nil, schema)},
		{"no schema", with(types, nil)},
		{"the types null", with(null, schema)},
		{"the schema null", with(types, null)},
		{"types that are no object", with(canon.NewArray(), schema)},
		{"a schema that is no object", with(types, canon.NewArray())},
		{"another schema", with(types, canon.NewObject(canon.Member{Name: "type", Value: text("conform")}))},
		{"no bindings", changed("bindings", nil)},
		{"empty bindings", changed("bindings", canon.NewArray())},
		{"bindings that are no array", changed("bindings", canon.NewObject())},
		{"a binding twice", changed("bindings", canon.NewArray(append(slices.Clone(types.Member("bindings").Items), types.Member("bindings").Items[0])...))},
		{"no params", changed("params", nil)},
		{"a parameter too many", changed("params", canon.NewArray(append(slices.Clone(types.Member("params").Items), canon.NewObject(
			canon.Member{Name: "name", Value: text("conform")}, canon.Member{Name: "type", Value: text("Int")}))...))},
		{"no ok", changed("ok", nil)},
		{"an ok of a type that there is not", changed("ok", text("Integer"))},
		{"an ok that is a reference to nothing", changed("ok", canon.NewObject(canon.Member{Name: "Named", Value: canon.NewObject(
			canon.Member{Name: "declaration", Value: text("conform")}, canon.Member{Name: "args", Value: canon.NewArray()})}))},
		{"an ok that is a free type parameter", changed("ok", canon.NewObject(canon.Member{Name: "Param", Value: canon.NewObject(
			canon.Member{Name: "owner", Value: text("tool")}, canon.Member{Name: "index", Value: canon.NewNumber("0")})}))},
		{"another ok", changed("ok", canon.NewObject(canon.Member{Name: "List", Value: canon.NewObject(canon.Member{Name: "List", Value: text("Bytes")})}))},
		{"another err", changed("err", canon.NewObject(canon.Member{Name: "List", Value: canon.NewObject(canon.Member{Name: "List", Value: text("Bytes")})}))},
		{"no declarations", changed("declarations", nil)},
		{"a declaration that nothing reaches", changed("declarations", canon.NewObject(append(slices.Clone(types.Member("declarations").Members),
			canon.Member{Name: "conform", Value: stranger()})...))},
		{"an unknown member", changed("conform", null)},
	}
	return found
}

// stranger is a template that no Tool has.
func stranger() *canon.Value {
	null := &canon.Value{Kind: canon.Null}
	return canon.NewObject(
		canon.Member{Name: "name", Value: canon.NewString("Stranger")},
		canon.Member{Name: "identity", Value: canon.NewString("conform.flow.Stranger")},
		canon.Member{Name: "lexical_ordinal", Value: canon.NewNumber("1")},
		canon.Member{Name: "generic", Value: canon.NewArray()},
		canon.Member{Name: "opaque", Value: canon.NewBool(false)},
		canon.Member{Name: "kind", Value: canon.NewString("record")},
		canon.Member{Name: "doc", Value: null},
		canon.Member{Name: "fields", Value: canon.NewArray()})
}

// replaced gives an object with another value for a member; nil removes it, and a new name adds it.
func replaced(object *canon.Value, name string, value *canon.Value) *canon.Value {
	var members []canon.Member
	for _, m := range object.Members {
		if m.Name != name {
			members = append(members, m)
		}
	}
	if value != nil {
		members = append(members, canon.Member{Name: name, Value: value})
	}
	return canon.NewObject(members...)
}
