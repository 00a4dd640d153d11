package typespec

import (
	"errors"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// FuzzCheckView gives a generic Tool whatever a caller may send: it is refused with faults that say where, or it is a view
// whose schema is that of its ok.
func FuzzCheckView(f *testing.F) {
	programs := map[string]*Program{"testee": readListing(f, "testee"), "model": readListing(f, "model")}
	var tools []*Tool
	for _, name := range []string{"testee", "model"} {
		for _, tool := range programs[name].Tools {
			if len(tool.Generic) > 0 {
				tools = append(tools, tool)
			}
		}
	}
	for _, row := range vectorFile(f, "views.json").Items {
		types, schema := row.Member("types"), row.Member("schema")
		if types == nil || schema == nil || types.End-types.Offset > 5000 {
			continue
		}
		for i, tool := range tools {
			if tool.Identity == row.Member("tool").Text {
				f.Add(byte(i), canon.Append(nil, types), canon.Append(nil, schema))
			}
		}
	}
	f.Fuzz(func(t *testing.T, number byte, typesText, schemaText []byte) {
		types, err := canon.Parse(typesText, canon.Options{})
		if err != nil {
			return
		}
		schema, err := canon.Parse(schemaText, canon.Options{})
		if err != nil {
			return
		}
		tool := tools[int(number)%len(tools)]
		view, err := CheckView(tool, types, schema, 0)
		var faults Faults
		switch {
		case err == nil:
			own, fault := Schema(view.Ok, SchemaOptions{})
			if fault != nil {
				t.Fatal(fault)
			}
			if at, equal := canon.Equal(bare(own), bare(schema)); !equal {
				t.Fatalf("the schemas differ at %s", at)
			}
		case !errors.As(err, &faults) || len(faults) == 0 || view != nil:
			t.Fatalf("refused without a fault: %v", err)
		default:
			for _, fault := range faults {
				if fault.Code == "" || fault.Message == "" || len(fault.At) < len("/types") {
					t.Fatalf("%#v", fault)
				}
			}
		}
	})
}
