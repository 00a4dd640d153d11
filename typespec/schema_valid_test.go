package typespec

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// compiled takes a schema as a stock validator does, which holds it to the draft's own schema and follows each $ref.
func compiled(t *testing.T, root *Term, o SchemaOptions) *jsonschema.Schema {
	t.Helper()
	document, err := SchemaDocument(root, o)
	if err != nil {
		t.Fatalf("%s: %v", FlowType(root, o.Generic), err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(string(canon.Append(nil, document))))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("flow.json", value); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("flow.json")
	if err != nil {
		t.Fatalf("%s: %v", FlowType(root, o.Generic), err)
	}
	if schema.DraftVersion != 2020 {
		t.Fatalf("%s: draft %d", FlowType(root, o.Generic), schema.DraftVersion)
	}
	return schema
}

func fits(t *testing.T, schema *jsonschema.Schema, text string) bool {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value) == nil
}

func TestStockValidatorTakesEverySchema(t *testing.T) {
	for _, name := range []string{"browser", "everything", "model", "openai", "planner", "testee"} {
		p := readListing(t, name)
		for _, tool := range p.Tools {
			for _, root := range tool.terms() {
				compiled(t, root, SchemaOptions{Generic: tool.Generic})
				compiled(t, root, SchemaOptions{Generic: tool.Generic, Bare: true, Unversioned: true})
			}
		}
	}
}

func TestStockValidatorFollowsOddReferences(t *testing.T) {
	odd := record("T", []string{"X"}, func(d *Declaration) []Field {
		return []Field{{Name: "x", Type: own(d, 0)}, {Name: "next", Type: of(Option, named(d, own(d, 0)))}}
	})
	odd.Identity, odd.Ordinal = "github.com/acme/~x%41 y@v1.2/a b.flow.T", 3
	for _, arg := range []*Term{prim(Int), of(Dict, prim(Int), of(Tuple, prim(Int), prim(Int)))} {
		schema := compiled(t, named(odd, arg), SchemaOptions{})
		good, bad := `{"x":1,"next":{"x":2}}`, `{"x":1,"next":{"x":"2"}}`
		if arg.Kind == Dict {
			good, bad = `{"x":[[1,[2,3]]],"next":{"x":[]}}`, `{"x":[],"next":{"x":[[1,[2]]]}}`
		}
		if !fits(t, schema, good) || fits(t, schema, bad) {
			t.Errorf("the validator did not follow the reference of %s", FlowType(named(odd, arg), nil))
		}
	}
}

// TestCanonicalValuesFitTheirSchemas holds schemas to what they describe: the encoding.
func TestCanonicalValuesFitTheirSchemas(t *testing.T) {
	readers := map[string]*reader{}
	checked := 0
	for _, file := range []string{"values.json", "values-random.json"} {
		for _, row := range vectorFile(t, file).Items {
			name := "everything"
			if l := row.Member("listing"); l.Kind == canon.String {
				name = l.Text
			}
			r := readers[name]
			if r == nil {
				r = newReader(&sink{})
				r.templates(vectorFile(t, "listings/"+name+".json").Member("types"), root("/types"))
				readers[name] = r
			}
			term := r.term(row.Member("type"), root(""), concreteScope())
			if len(r.sink.faults) > 0 {
				t.Fatal(r.sink.err())
			}
			schema := compiled(t, term, SchemaOptions{})
			for _, c := range row.Member("cases").Items {
				if canonical := c.Member("canonical"); canonical != nil {
					checked++
					if !fits(t, schema, canonical.Text) {
						t.Errorf("%s: %.200s does not fit its schema", FlowType(term, nil), canonical.Text)
					}
				}
			}
		}
	}
	if checked < 300 {
		t.Errorf("only %d values", checked)
	}
}

func TestSchemaDocumentOfAGenericDeclaration(t *testing.T) {
	box := record("Box", []string{"T"}, func(d *Declaration) []Field { return []Field{{Name: "item", Type: own(d, 0)}} })
	document, err := SchemaDocument(box.Term(), SchemaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"$defs":{"github.com/acme/x@v1.0.0/x.flow.Box<T>":{"properties":{"item":{"$param":"T"}},"required":["item"],"type":"object"}},` +
		`"$ref":"#/$defs/github.com~1acme~1x@v1.0.0~1x.flow.Box%3CT%3E","$schema":"https://json-schema.org/draft/2020-12/schema"}`
	if got := string(canon.Append(nil, document)); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}
