package typespec

import (
	"fmt"
	"strings"
	"testing"
)

// Messages name the next step.
func TestMessages(t *testing.T) {
	const identity = "r@v1/f.flow.t"
	// of is a listing of one Tool with the type given as ok, and the types.
	of := func(ok string, types ...string) string {
		return `{"data":"1.0","tools":[{"tool":"` + identity + `","generic":[],"params":[],"ok":` + ok + `,"err":"Never"}],"types":{` +
			strings.Join(types, ",") + `}}`
	}
	spec := `{"generic":[],"params":[],"ok":"Int","err":"Never","declarations":{}}`
	template := func(name, generic, kind, body string) string {
		return fmt.Sprintf(`"id%s":{"name":%q,"identity":"r@v1/f.flow.%s","lexical_ordinal":1,"generic":[%s],"opaque":false,"kind":%s,"doc":null%s}`,
			name, name, name, generic, kind, body)
	}
	field := func(name, term string) string { return fmt.Sprintf(`{"name":%q,"type":%s,"doc":null}`, name, term) }
	record := func(name string, fields ...string) string {
		return template(name, "", `"record"`, `,"fields":[`+strings.Join(fields, ",")+`]`)
	}
	part := func(name, term string) string {
		return fmt.Sprintf(`{"name":%q,"doc":null,"payload":{"positional":[%s]}}`, name, term)
	}
	cases := []struct{ name, text, want string }{
		{"a primitive in lower case", of(`"text"`), `did you mean "Text"?`},
		{"JSON", of(`"Json.value"`), `did you mean "json.Value"?`},
		{"an unknown word", of(`"String"`), `write Int, Decimal, Bool, Text, Bytes, Duration, Instant, Unit, Never or json.Value, or {"Named": …} for a declared type`},
		{"a compound in lower case", of(`{"list":"Int"}`), `did you mean "List"?`},
		{"an unknown compound", of(`{"Map":"Int"}`), `write List, Set, Option, Task, Dict, Tuple, Function, Named or Param`},
		{"a declaration's name", of(`"A"`, record("A")), `write {"Named": {"declaration": "idA", "args": []}}`},
		{"a declaration's local id", of(`"idA"`, record("A")), `write {"Named": {"declaration": "idA", "args": []}}`},
		{"a generic declaration's name", of(`"A"`, template("A", `"T"`, `"record"`, `,"fields":[]`)), `write {"Named": {"declaration": "idA", "args": […]}}`},
		{"another kind", of(namedText("idA"), template("A", "", `"class"`, `,"fields":[]`)), `kind is record, enum, host or nondata; this is "class"`},
		{"a kind that is no string", of(namedText("idA"), template("A", "", `7`, `,"fields":[]`)), `kind is record, enum, host or nondata; this is a number`},
		{"a TypeSpec", spec, NoListing},
		{"a record within itself", of(namedText("idA"), record("A", field("x", `"Int"`), field("next", namedText("idA")))),
			`every value of "A" would hold another through the field "next"`},
		{"records within each other", of(namedText("idA"), record("A", field("s", namedText("idS")), field("b", namedText("idB"))),
			record("B", field("pair", `{"Tuple":["Int",`+namedText("idA")+`]}`)), record("S", field("self", namedText("idS")))),
			`every value of "A" would hold another through the field "b"`},
		{"an enum within itself", of(namedText("idA"), template("A", "", `"enum"`, `,"constructors":[`+part("Again", namedText("idA"))+`]`)),
			`every value of "A" would hold another through the constructor "Again"`},
		{"a record within its own argument", of(namedText("idA"), record("A", field("box", `{"Named":{"declaration":"idBox","args":[`+namedText("idA")+`]}}`)),
			template("Box", `"T"`, `"record"`, `,"fields":[`+field("value", `{"Param":{"owner":"idBox","index":0}}`)+`]`)),
			`every value of "A" would hold another through the field "box"`},
	}
	for _, c := range cases {
		_, err := Read("l.json", []byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v; want %s", c.name, err, c.want)
		}
	}
	_, err := ReadTypeSpec("s.json", identity, []byte(of(`"Int"`)))
	if faults, ok := err.(Faults); !ok || len(faults) != 1 || faults[0].Message != NoTypeSpec {
		t.Errorf("a listing in place of a TypeSpec: got %v", faults)
	}
}

func TestPrimitivesAreAllNamed(t *testing.T) {
	if len(primitiveWords) != len(primitives) {
		t.Errorf("%d of %d are named", len(primitiveWords), len(primitives))
	}
	for _, word := range primitiveWords {
		if primitives[word] == nil {
			t.Errorf("%s is none", word)
		}
	}
}
