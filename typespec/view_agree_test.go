package typespec

import (
	"fmt"
	"strings"
	"testing"
)

// tagTemplate is a declaration whose type parameter no field uses.
const tagTemplate = `"tag":{"name":"Tag","identity":"a@v1/x.flow.Tag","lexical_ordinal":1,"generic":["P"],"opaque":false,"kind":"record","doc":null,` +
	`"fields":[{"name":"n","type":"Int","doc":null}]}`

// taggedTool declares f<T>() -> Result<Tag<term>, T>, whose ok takes any term as a phantom.
func taggedTool(t *testing.T, term string) *Tool {
	t.Helper()
	text := fmt.Sprintf(`{"generic":["T"],"params":[],"ok":{"Named":{"declaration":"tag","args":[%s]}},"err":{"Param":{"owner":"tool","index":0}},`+
		`"declarations":{%s}}`, term, tagTemplate)
	p, err := ReadTypeSpec("f.json", "a@v1/x.flow.f", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p.Tools[0]
}

// taggedView calls taggedTool with T bound to Text.
func taggedView(t *testing.T, tool *Tool, term string) error {
	t.Helper()
	types := fmt.Sprintf(`{"bindings":[{"name":"T","type":"Text"}],"params":[],"ok":{"Named":{"declaration":"tag","args":[%s]}},"err":"Text",`+
		`"declarations":{%s}}`, term, tagTemplate)
	p := newPool(nil)
	r := newReader(&sink{})
	r.templates(parsed(t, types).Member("declarations"), root(""))
	ok := r.term(parsed(t, types).Member("ok"), root(""), concreteScope())
	schema, fault := newProjection(p, SchemaOptions{}).document(ok)
	if fault != nil {
		t.Fatal(fault)
	}
	_, err := CheckView(tool, parsed(t, types), schema, 0)
	return err
}

func TestViewPartsFromTheSignatureAt(t *testing.T) {
	const param = `{"Param":{"owner":"tool","index":0}}`
	for _, c := range []struct{ served, viewed, at string }{
		{param, `"Text"`, ""},
		{param, `"Int"`, "/"},
		{`"Int"`, `"Decimal"`, "/"},
		{`{"List":"Int"}`, `{"Set":"Int"}`, "/"},
		{`{"Set":{"List":` + param + `}}`, `{"Set":{"List":"Text"}}`, ""},
		{`{"Set":{"List":` + param + `}}`, `{"Set":{"List":"Unit"}}`, "/Set/List"},
		{`{"Dict":["Text",` + param + `]}`, `{"Dict":["Text","Text"]}`, ""},
		{`{"Dict":["Text",` + param + `]}`, `{"Dict":["Text","Int"]}`, "/Dict/1"},
		{`{"Tuple":["Int",` + param + `,"Int"]}`, `{"Tuple":["Int","Text","Bool"]}`, "/Tuple/2"},
		{`{"Tuple":["Int",` + param + `,"Int"]}`, `{"Tuple":["Int","Text"]}`, "/"},
		{`{"Function":{"params":["Int",` + param + `],"result":"Unit"}}`, `{"Function":{"params":["Int","Text"],"result":"Unit"}}`, ""},
		{`{"Function":{"params":["Int",` + param + `],"result":"Unit"}}`, `{"Function":{"params":["Int","Int"],"result":"Unit"}}`, "/Function/params/1"},
		{`{"Function":{"params":["Int"],"result":` + param + `}}`, `{"Function":{"params":["Int"],"result":"Int"}}`, "/Function/result"},
		{`{"Task":{"Option":` + param + `}}`, `{"Task":{"Option":"Never"}}`, "/Task/Option"},
		{`{"Named":{"declaration":"tag","args":["Int"]}}`, `{"Named":{"declaration":"tag","args":["Text"]}}`, "/Named/args/0"},
	} {
		err := taggedView(t, taggedTool(t, c.served), c.viewed)
		if c.at == "" {
			if err != nil {
				t.Errorf("%s beside %s: %v", c.served, c.viewed, err)
			}
			continue
		}
		where := `"/types/ok/Named/args/0` + strings.TrimSuffix(c.at, "/") + `"`
		if !hasFault(err, CodeMismatch, "/types/ok") || !strings.Contains(err.Error(), where) {
			t.Errorf("%s beside %s: want %s, got %v", c.served, c.viewed, where, err)
		}
	}
}

func TestViewThatDoublesIsRefused(t *testing.T) {
	var templates []string
	for i := range 30 {
		next := fmt.Sprintf(`{"Named":{"declaration":"a%d","args":[{"Tuple":[{"Param":{"owner":"a%d","index":0}},{"Param":{"owner":"a%d","index":0}}]}]}}`, i+1, i, i)
		templates = append(templates, template1(i, next))
	}
	templates = append(templates, template1(30, `{"Param":{"owner":"a30","index":0}}`))
	term := `{"Named":{"declaration":"a0","args":["Int"]}}`
	_, err := reflectView(t, fmt.Sprintf(`{"bindings":[{"name":"T","type":%s}],"params":[{"name":"value","type":%s}],"ok":%s,"err":"Never","declarations":{%s}}`,
		term, term, term, strings.Join(templates, ",")), `{}`)
	if !hasFault(err, CodeLimit, "/types/ok") {
		t.Error(err)
	}
}

// template1 is the template a<i><T> of a record with one field.
func template1(i int, field string) string {
	return fmt.Sprintf(`"a%d":{"name":"A","identity":"../../etc/passwd","lexical_ordinal":%d,"generic":["T"],"opaque":false,"kind":"record","doc":null,`+
		`"fields":[{"name":"x","type":%s,"doc":null}]}`, i, i+1, field)
}

func TestViewWhoseNamesLookLikeFiles(t *testing.T) {
	term := `{"Named":{"declaration":"a0","args":["Int"]}}`
	types := fmt.Sprintf(`{"bindings":[{"name":"T","type":%s}],"params":[{"name":"value","type":%s}],"ok":%s,"err":"Never","declarations":{%s}}`,
		term, term, term, template1(0, `"Int"`))
	view, err := reflectView(t, types, `{"$ref":"#/$defs/..~1..~1etc~1passwd%3CInt%3E","$defs":{"../../etc/passwd<Int>":`+
		`{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}}}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(view.Declarations) != 1 || view.Declarations[0].Identity != "../../etc/passwd" {
		t.Errorf("%+v", view.Declarations)
	}
}
