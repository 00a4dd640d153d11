package typespec

import (
	"errors"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

func TestViewsOfTheVectors(t *testing.T) {
	programs := map[string]*Program{}
	valid, refused := 0, 0
	for _, row := range vectorFile(t, "views.json").Items {
		name := row.Member("listing").Text
		if programs[name] == nil {
			programs[name] = readListing(t, name)
		}
		tool := toolNamed(t, programs[name], row.Member("tool").Text)
		types, schema := row.Member("types"), row.Member("schema")
		view, err := CheckView(tool, types, schema)
		if row.Member("valid").Bool {
			valid++
			if err != nil {
				t.Errorf("%s: refused: %v", row.Member("name").Text, err)
			} else {
				checkViewIsWhole(t, view, types, schema)
			}
			continue
		}
		refused++
		if view != nil {
			t.Errorf("%s: accepted", row.Member("name").Text)
			continue
		}
		if code, at := row.Member("refused").Text, row.Member("at").Text; !hasFault(err, code, at) {
			t.Errorf("%s: want %s at %s, got %v", row.Member("name").Text, code, at, err)
		}
	}
	if valid < 80 || refused < 50 {
		t.Errorf("only %d valid and %d refused views", valid, refused)
	}
}

// hasFault looks for a fault of that code and pointer; an empty pointer stands for any.
func hasFault(err error, code, at string) bool {
	var faults Faults
	if !errors.As(err, &faults) {
		return false
	}
	for _, f := range faults {
		if f.Code == code && (f.At == at || at == "") && f.Message != "" {
			return true
		}
	}
	return false
}

func checkViewIsWhole(t *testing.T, v *View, types, schema *canon.Value) {
	t.Helper()
	if len(v.Bindings) != len(v.Tool.Generic) || len(v.Params) != len(v.Tool.Params) || v.Ok == nil || v.Err == nil ||
		v.Types != types || v.Schema != schema || len(v.Declarations) != len(types.Member("declarations").Members) {
		t.Errorf("the view lacks a part: %+v", v)
	}
	for i, b := range v.Bindings {
		if b.Name != v.Tool.Generic[i] {
			t.Errorf("binding %d is %s", i, b.Name)
		}
	}
	if v.SchemaText() != string(canon.Append(nil, schema)) {
		t.Errorf("the schema's text is %s", v.SchemaText())
	}
}

// reflectView is a call of testee's reflect<T>, with this view and schema.
func reflectView(t *testing.T, types, schema string) (*View, error) {
	t.Helper()
	tool := toolNamed(t, readListing(t, "testee"), "github.com/acme/tools@v1.4.0/testee.flow.reflect")
	return CheckView(tool, parsed(t, types), parsed(t, schema))
}

func TestViewSaysWhereTheSchemaParts(t *testing.T) {
	_, err := reflectView(t, `{"bindings":[{"name":"T","type":{"List":"Int"}}],"params":[{"name":"value","type":{"List":"Int"}}],`+
		`"ok":{"List":"Int"},"err":"Never","declarations":{}}`, `{"type":"array","items":{"type":"number"}}`)
	if !hasFault(err, CodeMismatch, "/schema") || !strings.Contains(err.Error(), `"/items/type"`) {
		t.Error(err)
	}
	if strings.Contains(err.Error(), "call:1:") {
		t.Errorf("a call has no lines: %v", err)
	}
}

func TestViewSchemaIsComparedByValue(t *testing.T) {
	types := `{"bindings":[{"name":"T","type":{"Tuple":["Int","Text"]}}],"params":[{"name":"value","type":{"Tuple":["Int","Text"]}}],` +
		`"ok":{"Tuple":["Int","Text"]},"err":"Never","declarations":{}}`
	view, err := reflectView(t, types, `{"description":"any","minItems":2.0,"items":false,"prefixItems":[{"type":"integer","description":"x"},{"type":"string"}],"type":"array"}`)
	if err != nil {
		t.Fatal(err)
	}
	if !view.Bindings[0].Usable || FlowType(view.Ok, nil) != "(Int, Text)" {
		t.Errorf("%+v", view)
	}
}

func TestViewOfAToolWithoutTypeParameters(t *testing.T) {
	tool := toolNamed(t, readListing(t, "openai"), "github.com/acme/tools@v1.4.0/openai.flow.chat")
	if _, err := CheckView(tool, parsed(t, "{}"), parsed(t, "{}")); !hasFault(err, CodeShape, "/types") {
		t.Error(err)
	}
}

func TestViewReportsAllFaults(t *testing.T) {
	_, err := reflectView(t, `{"bindings":[{"name":"U","type":"Int"}],"params":[{"name":"value","type":{"Lost":1}}],"ok":"Int","err":"Never",`+
		`"declarations":{"tool":{}},"more":1}`, `[]`)
	for _, want := range [][2]string{
		{CodeMismatch, "/types/bindings"}, {CodeUnknownTerm, "/types/params/0/type/Lost"}, {CodeShape, "/types/declarations/tool"},
		{CodeShape, "/types/more"}, {CodeShape, "/schema"},
	} {
		if !hasFault(err, want[0], want[1]) {
			t.Errorf("no %s at %s in:\n%v", want[0], want[1], err)
		}
	}
	tool := toolNamed(t, readListing(t, "testee"), "github.com/acme/tools@v1.4.0/testee.flow.reflect")
	if _, err := CheckView(tool, nil, nil); !hasFault(err, CodeShape, "/types") || !hasFault(err, CodeShape, "/schema") {
		t.Error(err)
	}
}

// Without its declarations, a view's references are not at fault too.
func TestViewWithoutDeclarations(t *testing.T) {
	_, err := reflectView(t, `{"bindings":[{"name":"T","type":{"Named":{"declaration":"d","args":[]}}}],"params":[{"name":"value",`+
		`"type":{"Named":{"declaration":"d","args":[]}}}],"ok":"Int","err":"Never"}`, `{}`)
	if faults, _ := err.(Faults); len(faults) != 1 || faults[0].Code != CodeShape {
		t.Error(err)
	}
}

func TestViewDepth(t *testing.T) {
	const at = "github.com/acme/tools@v1.4.0/testee.flow.reflect"
	tool := toolNamed(t, readListing(t, "testee"), at)
	for _, c := range []struct {
		n    int
		fine bool
	}{{100, true}, {253, true}, {254, false}, {2000, false}} {
		// A view's root and its bindings, binding objects and terms nest three deep around the type.
		term := strings.Repeat(`{"List":`, c.n) + `"Int"` + strings.Repeat("}", c.n)
		schema := strings.Repeat(`{"type":"array","items":`, c.n) + `{"type":"integer"}` + strings.Repeat("}", c.n)
		types := `{"bindings":[{"name":"T","type":` + term + `}],"params":[{"name":"value","type":` + term + `}],"ok":` + term + `,"err":"Never","declarations":{}}`
		_, err := CheckView(tool, parsed(t, types), parsed(t, schema))
		if c.fine && err != nil || !c.fine && !hasFault(err, canon.CodeDepth, "/types") {
			t.Errorf("%d deep: %v", c.n, err)
		}
	}
}
