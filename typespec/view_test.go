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
		view, err := CheckView(tool, types, schema, 0)
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
	return CheckView(tool, parsed(t, types), parsed(t, schema), 0)
}

func TestViewSaysWhereTheSchemaParts(t *testing.T) {
	_, err := reflectView(t, `{"bindings":[{"name":"T","type":{"List":"Int"}}],"params":[{"name":"value","type":{"List":"Int"}}],`+
		`"ok":{"List":"Int"},"err":"Never","declarations":{}}`, `{"type":"array","items":{"type":"number"}}`)
	if !hasFault(err, CodeMismatch, "/schema") || !strings.Contains(err.Error(), `"/items/type"`) {
		t.Error(err)
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
	if _, err := CheckView(tool, parsed(t, "{}"), parsed(t, "{}"), 0); !hasFault(err, CodeShape, "/types") {
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
	if _, err := CheckView(tool, nil, nil, 0); !hasFault(err, CodeShape, "/types") || !hasFault(err, CodeShape, "/schema") {
		t.Error(err)
	}
}

// Without its declarations, a view's references are not at fault too.
func TestViewWithoutDeclarations(t *testing.T) {
	_, err := reflectView(t, `{"bindings":[{"name":"T","type":{"Named":{"declaration":"d","args":[]}}}],"params":[{"name":"value",`+
		`"type":{"Named":{"declaration":"d","args":[]}}}],"ok":"Int","err":"Never"}`, `{}`)
	var faults Faults
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Code != CodeShape {
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
		_, err := CheckView(tool, parsed(t, types), parsed(t, schema), 0)
		if c.fine && err != nil || !c.fine && !hasFault(err, canon.CodeDepth, "/types") {
			t.Errorf("%d deep: %v", c.n, err)
		}
	}
}

// A caller that reads with a raised limit has views judged by it, and one with a lowered limit too.
func TestViewDepthIsTheCallers(t *testing.T) {
	tool := toolNamed(t, readListing(t, "testee"), "github.com/acme/tools@v1.4.0/testee.flow.reflect")
	deep := func(n int) (types, schema *canon.Value) {
		term := strings.Repeat(`{"List":`, n) + `"Int"` + strings.Repeat("}", n)
		return parsedTo(t, n+3, `{"bindings":[{"name":"T","type":`+term+`}],"params":[{"name":"value","type":`+term+`}],"ok":`+term+`,"err":"Never","declarations":{}}`),
			parsedTo(t, n+3, strings.Repeat(`{"type":"array","items":`, n)+`{"type":"integer"}`+strings.Repeat("}", n))
	}
	for _, c := range []struct {
		n, depth int
		fine     bool
	}{{600, 700, true}, {600, 602, false}, {600, 0, false}, {10, 12, false}, {10, 13, true}} {
		types, schema := deep(c.n)
		_, err := CheckView(tool, types, schema, c.depth)
		if c.fine && err != nil || !c.fine && !hasFault(err, canon.CodeDepth, "/types") {
			t.Errorf("%d deep, %d allowed: %v", c.n, c.depth, err)
		}
	}
}

func parsedTo(t *testing.T, depth int, text string) *canon.Value {
	t.Helper()
	v, err := canon.Parse([]byte(text), canon.Options{Depth: depth})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// What is wrong with a view is told in one sentence, types first, and not at length.
func TestViewFaultsAreOneSentence(t *testing.T) {
	view := func(binding, more string) string {
		return `{"bindings":[{"name":"T","type":` + binding + `}],"params":[{"name":"value","type":` + binding + `}],"ok":"Int","err":"Never","declarations":{}` + more + `}`
	}
	for _, c := range []struct{ name, types, schema, want string }{
		{"both", view(`"Lost"`, `,"a\nb":1`), ` [] `,
			`are exactly bindings, params, ok, err and declarations (/types/a\nb); `},
		{"many", view(`"Int"`, `,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1`), `[]`, `; and 3 more`},
		{"crossing", strings.Replace(view(`{"Named":{"declaration":"d","args":[]}}`, ""), `"declarations":{}`, `"declarations":{"d":{"name":"Kept",`+
			`"identity":"github.com/acme/x@v1/y.flow.Kept","lexical_ordinal":1,"generic":[],"opaque":false,"kind":"record",`+
			`"doc":null,"fields":[{"name":"maybe","type":{"Option":"json.Value"},"doc":null}]}}`, 1), `{}`,
			`this is or holds Option<json.Value> (at "Kept.maybe"): values of the type parameter "T" cross, `},
	} {
		_, err := reflectView(t, c.types, c.schema)
		var faults Faults
		if !errors.As(err, &faults) {
			t.Fatalf("%s: %v", c.name, err)
		}
		text := err.Error()
		if strings.ContainsAny(text, "\n") || strings.Contains(text, ":0") || !strings.Contains(text, c.want) {
			t.Errorf("%s: no %s in %s", c.name, c.want, text)
		}
		if types, schema := strings.Index(text, "(/types"), strings.Index(text, "(/schema"); schema >= 0 && schema < types {
			t.Errorf("%s: schema comes before types: %s", c.name, text)
		}
		for i := 1; i < len(faults); i++ {
			if a, b := faults[i-1].At, faults[i].At; strings.HasPrefix(a, "/types") == strings.HasPrefix(b, "/types") && a > b {
				t.Errorf("%s: %s comes before %s", c.name, a, b)
			}
		}
	}
}
