package flow

import (
	"strings"
	"testing"
)

func TestToolkitSchema(t *testing.T) {
	const schema = `{"$defs":{"a.flow.Point":{"properties":{"x":{"description":"East.","type":"integer"}},"required":["x"],"type":"object"}},"$ref":"#/$defs/a.flow.Point"}`
	kit := NewToolkit(`{"data":"1.0","tools":[{"tool":"a.flow.go","doc":null,"generic":[],"params":[{"name":"p","type":{"Named":{"declaration":"Point","args":[]}}},
		{"name":"b","type":{"Named":{"declaration":"Box","args":["Int"]}}}],"ok":"Unit","err":"Never"}],"types":{
		"Point":{"name":"Point","identity":"a.flow.Point","lexical_ordinal":1,"generic":[],"opaque":false,"kind":"record","doc":null,
			"fields":[{"name":"x","type":"Int","doc":"East."}]},
		"Box":{"name":"Box","identity":"a.flow.Box","lexical_ordinal":1,"generic":["T"],"opaque":false,"kind":"record","doc":null,
			"fields":[{"name":"in","type":{"Param":{"owner":"Box","index":0}},"doc":null}]}}}`)
	if text, err := kit.Schema("Point"); err != nil || text != schema {
		t.Errorf("%s, %v", text, err)
	}
	for name, want := range map[string]string{"Box": "type arguments", "Nobody": "no type"} {
		if text, err := kit.Schema(name); err == nil || text != "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v: want an error with %q", name, text, err, want)
		}
	}
	if _, err := NewToolkit("no listing").Schema("Point"); err == nil {
		t.Error("a schema of a broken listing")
	}
}
