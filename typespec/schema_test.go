package typespec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

const vectorFolder = "../testdata/vectors/"

// vectorFile reads a file of vectors exactly.
func vectorFile(t testing.TB, name string) *canon.Value {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(vectorFolder + name))
	if err != nil {
		t.Fatal(err)
	}
	v, err := canon.Parse(text, canon.Options{Depth: 4096})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// listing reads one of the vectors' listings.
func readListing(t testing.TB, name string) *Program {
	t.Helper()
	file := vectorFolder + "listings/" + name + ".json"
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Read(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func toolNamed(t testing.TB, p *Program, identity string) *Tool {
	t.Helper()
	for _, tool := range p.Tools {
		if tool.Identity == identity {
			return tool
		}
	}
	t.Fatalf("no tool %s", identity)
	return nil
}

func TestSignaturesOfTheVectors(t *testing.T) {
	seen := 0
	for _, l := range vectorFile(t, "listings.json").Items {
		p := readListing(t, l.Member("listing").Text)
		if len(p.Tools) != len(l.Member("tools").Items) {
			t.Errorf("%s: %d tools", l.Member("listing").Text, len(p.Tools))
		}
		for _, row := range l.Member("tools").Items {
			seen++
			tool := toolNamed(t, p, row.Member("tool").Text)
			for member, got := range map[string]string{
				"fingerprint":   tool.Fingerprint(),
				"fingerprinted": string(tool.Fingerprinted()),
				"signature":     string(canon.Append(nil, tool.Signature())),
			} {
				if want := row.Member(member).Text; got != want {
					t.Errorf("%s: %s:\n got %s\nwant %s", tool.Identity, member, got, want)
				}
			}
			if at, _, _, differs := tool.SignatureDiffers(parsed(t, row.Member("signature").Text)); differs {
				t.Errorf("%s: differs from its own signature at %s", tool.Identity, at)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d tools", seen)
	}
}

func parsed(t testing.TB, text string) *canon.Value {
	t.Helper()
	v, err := canon.Parse([]byte(text), canon.Options{Depth: 4096})
	if err != nil {
		t.Fatalf("%v in %.200s", err, text)
	}
	return v
}

// text gives a pointer to a doc comment.
func text(doc string) *string { return &doc }

func prim(kind TermKind) *Term { return &Term{Kind: kind} }

func of(kind TermKind, args ...*Term) *Term { return &Term{Kind: kind, Args: args} }

func named(d *Declaration, args ...*Term) *Term { return &Term{Kind: Named, Decl: d, Args: args} }

func own(d *Declaration, index int) *Term { return &Term{Kind: Param, Owner: d, Index: index} }

// record declares a record of these fields, written name then term.
func record(name string, generic []string, fields func(d *Declaration) []Field) *Declaration {
	d := &Declaration{ID: name, Name: name, Identity: "github.com/acme/x@v1.0.0/x.flow." + name, Ordinal: 1, Generic: generic}
	if fields != nil {
		d.Fields = fields(d)
	}
	return d
}

func schemaText(t *testing.T, root *Term, o SchemaOptions) string {
	t.Helper()
	schema, err := Schema(root, o)
	if err != nil {
		t.Fatal(err)
	}
	return string(canon.Append(nil, schema))
}

func TestSchemaTable(t *testing.T) {
	tuple := `{"items":false,"minItems":2,"prefixItems":[{"type":"integer"},{"type":"string"}],"type":"array"}`
	for _, c := range []struct {
		term   *Term
		schema string
	}{
		{prim(Int), `{"type":"integer"}`},
		{prim(Decimal), `{"type":"number"}`},
		{prim(Text), `{"type":"string"}`},
		{prim(Bool), `{"type":"boolean"}`},
		{prim(Bytes), `{"contentEncoding":"base64","type":"string"}`},
		{prim(Instant), `{"format":"date-time","type":"string"}`},
		{prim(Duration), `{"format":"duration","type":"string"}`},
		{prim(Unit), `{"type":"null"}`},
		{prim(Never), `{"not":{}}`},
		{prim(JSONValue), `{}`},
		{of(List, prim(Unit)), `{"items":{"type":"null"},"type":"array"}`},
		{of(Set, prim(Int)), `{"items":{"type":"integer"},"type":"array","uniqueItems":true}`},
		{of(Tuple, prim(Int), prim(Text)), tuple},
		{of(Dict, prim(Text), prim(Int)), `{"additionalProperties":{"type":"integer"},"type":"object"}`},
		{of(Dict, prim(Int), prim(Text)), `{"items":` + tuple + `,"type":"array"}`},
		{of(Option, prim(Int)), `{"oneOf":[{"const":"None"},{"additionalProperties":false,"properties":{"Some":{"type":"integer"}},"required":["Some"],"type":"object"}]}`},
		{&Term{Kind: Param, Index: 1}, `{"$param":"B"}`},
	} {
		if got := schemaText(t, c.term, SchemaOptions{Generic: []string{"A", "B"}}); got != c.schema {
			t.Errorf("%s:\n got %s\nwant %s", FlowType(c.term, []string{"A", "B"}), got, c.schema)
		}
	}
}

func TestDescriptionsStandWhereTheyBelong(t *testing.T) {
	inner := record("Inner", nil, nil)
	inner.Doc = text("")
	d := record("Doc", nil, func(*Declaration) []Field {
		return []Field{
			{Name: "description", Type: prim(Text), Doc: text("a field")},
			{Name: "ref", Type: named(inner), Doc: text(`say "hi"`)},
			{Name: "any", Type: of(Option, prim(JSONValue)), Doc: text("anything")},
			{Name: "plain", Type: prim(Text)},
		}
	})
	d.Doc = text("a record")
	e := &Declaration{Name: "E", Identity: "e.flow.E", Ordinal: 2, Kind: Enum, Doc: text("an enum"), Constructors: []Constructor{
		{Name: "description", Doc: text("a constructor")},
		{Name: "With", Doc: text("with parts"), Payload: &Payload{Named: []Field{{Name: "description", Type: named(d), Doc: text("a part")}}}},
	}}
	want := `{"$defs":{` +
		`"e.flow.E#2":{"description":"an enum","oneOf":[{"const":"description","description":"a constructor"},` +
		`{"additionalProperties":false,"description":"with parts","properties":{"With":{"properties":{"description":` +
		`{"$ref":"#/$defs/github.com~1acme~1x@v1.0.0~1x.flow.Doc","description":"a part"}},"required":["description"],"type":"object"}},` +
		`"required":["With"],"type":"object"}]},` +
		`"github.com/acme/x@v1.0.0/x.flow.Doc":{"description":"a record","properties":{"any":{"description":"anything"},` +
		`"description":{"description":"a field","type":"string"},"plain":{"type":"string"},` +
		`"ref":{"$ref":"#/$defs/github.com~1acme~1x@v1.0.0~1x.flow.Inner","description":"say \"hi\""}},` +
		`"required":["description","ref","plain"],"type":"object"},` +
		`"github.com/acme/x@v1.0.0/x.flow.Inner":{"description":"","properties":{},"required":[],"type":"object"}},` +
		`"$ref":"#/$defs/e.flow.E%232"}`
	if got := schemaText(t, named(e), SchemaOptions{}); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	bareWant := strings.NewReplacer(
		`"description":"an enum",`, ``, `,"description":"a constructor"`, ``, `"description":"with parts",`, ``,
		`,"description":"a part"`, ``, `"description":"a record",`, ``, `"description":"anything"`, ``,
		`"description":"a field",`, ``, `,"description":"say \"hi\""`, ``, `"description":"",`, ``).Replace(want)
	if got := schemaText(t, named(e), SchemaOptions{Bare: true}); got != bareWant {
		t.Errorf("bare:\n got %s\nwant %s", got, bareWant)
	}
	if got := string(canon.Append(nil, bare(parsed(t, want)))); got != bareWant {
		t.Errorf("made bare:\n got %s\nwant %s", got, bareWant)
	}
}

func TestBareLeavesWhatIsNoDescription(t *testing.T) {
	for _, same := range []string{
		`[]`, `{"properties":[1],"prefixItems":{},"$defs":null}`, `{"const":"description"}`,
		`{"properties":{"description":{}},"$defs":{"description":{}},"required":["description"]}`,
	} {
		v := parsed(t, same)
		if at, equal := canon.Equal(v, bare(v)); !equal {
			t.Errorf("%s changed at %s", same, at)
		}
	}
	v := parsed(t, `{"items":{"description":"x"},"not":{"description":"x"},"additionalProperties":{"description":"x"},`+
		`"prefixItems":[{"description":"x"}],"oneOf":[{"description":"x"},true]}`)
	want := `{"additionalProperties":{},"items":{},"not":{},"oneOf":[{},true],"prefixItems":[{}]}`
	if got := string(canon.Append(nil, bare(v))); got != want {
		t.Error(got)
	}
}

func TestFieldsAreJudgedAfterSubstitution(t *testing.T) {
	box := record("Box", []string{"T"}, func(d *Declaration) []Field {
		return []Field{
			{Name: "item", Type: own(d, 0)},
			{Name: "table", Type: of(Dict, own(d, 0), prim(Int))},
			{Name: "pair", Type: of(List, own(d, 0))},
		}
	})
	got := schemaText(t, of(Tuple, named(box, of(Option, prim(Text))), named(box, prim(Text))), SchemaOptions{})
	for _, want := range []string{
		`x.flow.Box<Option<Text>>":{"properties":{"item":{"type":"string"},"pair":`, `"required":["table","pair"]`,
		`"required":["item","table","pair"]`, `"table":{"additionalProperties":{"type":"integer"},"type":"object"}`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
	if got := schemaText(t, named(box, of(Option, of(Option, prim(Int)))), SchemaOptions{}); !strings.Contains(got,
		`"properties":{"item":{"oneOf":[{"const":"None"},`) || !strings.Contains(got, `"required":["table","pair"]`) {
		t.Errorf("an Option in an Option: %s", got)
	}
}

func TestReferencesAreEscaped(t *testing.T) {
	for key, want := range map[string]string{
		"github.com/acme/~x%41 y@v1.2/a b.flow.T": "#/$defs/github.com~1acme~1~0x%2541%20y@v1.2~1a%20b.flow.T",
		"é<(Int) -> Text>#2":                      "#/$defs/%C3%A9%3C(Int)%20-%3E%20Text%3E%232",
		"-._~!$&'()*+,;=:@/?":                     "#/$defs/-._~0!$&'()*+,;=:@~1?",
		"\"\\^`{|}[]\x00\x7f":                     "#/$defs/%22%5C%5E%60%7B%7C%7D%5B%5D%00%7F",
	} {
		if got := refTo(key); got != want {
			t.Errorf("%q: got %s, want %s", key, got, want)
		}
	}
}

func TestKeys(t *testing.T) {
	tag := record("Tag", []string{"A"}, nil)
	second := record("Tag", nil, nil)
	second.Ordinal = 2
	prefix := "github.com/acme/x@v1.0.0/x.flow."
	for _, c := range []struct {
		arg  *Term
		want string
	}{
		{prim(JSONValue), "json.Value"}, {prim(Unit), "Unit"}, {of(List, prim(Text)), "List<Text>"},
		{of(Dict, prim(Text), prim(Int)), "Dict<Text, Int>"}, {of(Tuple, prim(Int), prim(Text), prim(Bool)), "(Int, Text, Bool)"},
		{of(Task, prim(Int)), "Task<Int>"}, {of(Function, prim(Int), prim(Text)), "(Int) -> Text"},
		{of(Function, prim(Unit)), "() -> Unit"}, {of(Function, of(Tuple, prim(Int), prim(Int)), of(Function, prim(Bool))), "((Int, Int)) -> () -> Bool"}, {of(Function, prim(Int), prim(Int), of(Option, prim(Int))), "(Int, Int) -> Option<Int>"},
		{&Term{Kind: Param}, "T"}, {named(second), prefix + "Tag#2"},
		{named(tag, of(Set, named(second))), prefix + "Tag<Set<" + prefix + "Tag#2>>"},
	} {
		p := newPool([]string{"T"})
		key := p.of(named(tag, c.arg), nil)
		got := p.key(key, (*Declaration).Key)
		if want := prefix + "Tag<" + c.want + ">"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if int64(len(got)) != key.keyLength {
			t.Errorf("%s: %d bytes, counted %d", got, len(got), key.keyLength)
		}
		if got := p.key(key, keyUnversioned); got != strings.ReplaceAll(prefix+"Tag<"+c.want+">", "@v1.0.0", "") {
			t.Errorf("without versions: %s", got)
		}
		if got, want := FlowType(named(tag, c.arg), []string{"T"}), "Tag<"+strings.ReplaceAll(c.want, prefix, "")+">"; got != strings.ReplaceAll(want, "#2", "") {
			t.Errorf("in Flow: %s, want %s", got, want)
		}
	}
}

// Where formats are left out, everything else stays.
func TestSchemaWithoutFormats(t *testing.T) {
	term := &Term{Kind: Tuple, Args: []*Term{{Kind: Instant}, {Kind: Duration}, {Kind: Bytes}}}
	for formatless, want := range map[bool]string{
		false: `[{"format":"date-time","type":"string"},{"format":"duration","type":"string"},{"contentEncoding":"base64","type":"string"}]`,
		true:  `[{"type":"string"},{"type":"string"},{"contentEncoding":"base64","type":"string"}]`,
	} {
		schema, err := Schema(term, SchemaOptions{Formatless: formatless})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(canon.Append(nil, schema.Member("prefixItems"))); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
