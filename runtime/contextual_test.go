package flow

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// termAt reads a type that is written as JSON, with the declarations of the listing everything.
func termAt(t testing.TB, term string) *typespec.Term {
	t.Helper()
	v, err := canon.Parse([]byte(term), canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return termOf(t, "everything", v)
}

// TestOrderIsAnOrder takes all values of the vectors, and holds the codecs of their types to an order in which exactly
// those are equal whose canonical texts are.
func TestOrderIsAnOrder(t *testing.T) {
	types := NewContextual()
	deeper := Limits{Depth: 300} // as some of the values nest 256 deep
	compared := 0
	texts := map[string][]string{}
	terms := map[string]*typespec.Term{}
	for _, file := range []string{"values.json", "values-random.json"} {
		for _, group := range vectorFile(t, file).Items {
			term := group.Member("type")
			key := string(canon.Append(nil, term))
			terms[key] = termOf(t, group.Member("listing").Text, term)
			for _, row := range group.Member("cases").Items {
				if c := row.Member("canonical"); c != nil && !slices.Contains(texts[key], c.Text) {
					texts[key] = append(texts[key], c.Text)
				}
			}
		}
	}
	for key, all := range texts {
		if Rebuilding.Bars(&typespec.Term{Kind: typespec.Set, Args: []*typespec.Term{terms[key]}}) != "" {
			continue // host values have no order
		}
		c := types.Of(terms[key])
		var values []Generic
		for _, text := range all {
			values = append(values, first(UnmarshalString(c, text)))
		}
		slices.SortFunc(values, c.Compare)
		for i, a := range values {
			for j, b := range values {
				compared++
				if got := c.Compare(a, b); sign(got) != sign(i-j) || a.Equal(b) != (i == j) {
					t.Fatalf("%s: %s compared with %s: %d, though one sorts at %d and one at %d", key, a, b, got, i, j)
				}
			}
		}
		set := SetOf(c)
		written, err := Marshal(set, NewSet(c, values...), deeper)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := Unmarshal(set, written, deeper); err != nil || back.Len() != len(values) {
			t.Errorf("%s: a Set of all values: %v", key, err)
		}
	}
	if compared < 2500 {
		t.Errorf("only %d pairs", compared)
	}
}

func TestContextualValuesInCollections(t *testing.T) {
	c := NewContextual().Of(termAt(t, `{"Named":{"declaration":"rec","args":[]}}`))
	set := SetOf(c)
	// Records go by their fields as declared: b before a would be another order.
	for text, code := range map[string]string{
		`[{"a":"a","b":2},{"a":"z","b":1}]`:                  CodeOrder,
		`[{"a":"z","b":1},{"a":"a","b":2}]`:                  "",
		`[{"a":"x","b":1,"extra":1},{"b":1.0,"a":"\u0078"}]`: CodeRepeated,
	} {
		if _, err := UnmarshalString(set, text); code == "" && err != nil || code != "" && !hasCode(err, code) {
			t.Errorf("%s: %v", text, err)
		}
	}
	text := NewContextual().Of(termAt(t, `"Text"`))
	dict := DictOf(text, c)
	v, err := UnmarshalString(dict, `{"k":{"a":"x","b":1},"\u0061":{"a":"x","b":2}}`)
	if err != nil || v.Len() != 2 || v.At(0).Key.Text() != `"a"` {
		t.Fatal(v, err)
	}
	if written, err := Marshal(dict, v); err != nil || string(written) != `{"a":{"a":"x","b":2},"k":{"a":"x","b":1}}` {
		t.Errorf("%s, %v", written, err)
	}
	key := first(UnmarshalString(text, `"k"`))
	if found, ok := v.Get(key); !ok || found.Text() != `{"a":"x","b":1}` {
		t.Error(found, ok)
	}
}

func TestGenericFields(t *testing.T) {
	types := NewContextual()
	option, plain := types.Of(termAt(t, `{"Option":"Int"}`)), types.Of(termAt(t, `"Int"`))
	for text, want := range map[string]string{`{"amount":1}`: `"None"`, `{"amount":1,"value":2}`: `{"Some":2}`} {
		v, err := UnmarshalString(moneyOf(option), text)
		if err != nil || v.Value.Text() != want {
			t.Errorf("%s: %s, %v", text, v.Value, err)
		}
		if back, err := Marshal(moneyOf(option), v); err != nil || string(back) != text {
			t.Errorf("%s: %s, %v", text, back, err)
		}
	}
	if _, err := UnmarshalString(moneyOf(plain), `{"amount":1}`); !hasCode(err, CodeMissing) {
		t.Error(err)
	}
	nested := types.Of(termAt(t, `{"Option":{"Option":"Int"}}`))
	if v, err := UnmarshalString(moneyOf(nested), `{"amount":1,"value":"None"}`); err != nil || v.Value.Text() != `{"Some":"None"}` {
		t.Error(v.Value, err)
	}
}

func TestGenericsOfOtherCodecs(t *testing.T) {
	types := NewContextual()
	ints, other, decimals, texts := types.Of(termAt(t, `"Int"`)), types.Of(termAt(t, `"Int"`)), types.Of(termAt(t, `"Decimal"`)), types.Of(termAt(t, `"Text"`))
	one := first(UnmarshalString(ints, `1`))
	if same := first(UnmarshalString(other, `1`)); one.Equal(same) {
		t.Error("values of two type parameters are equal")
	}
	if again := first(UnmarshalString(ints, `1.0`)); !one.Equal(again) || one.Compare(again) != 0 {
		t.Error("1 is not 1.0")
	}
	if text, err := Marshal(ListOf(decimals), []Generic{one}); err != nil || string(text) != "[1]" {
		t.Errorf("%s, %v", text, err)
	}
	var e *EncodeError
	if _, err := Marshal(ListOf(texts), []Generic{one}); !errors.As(err, &e) || e.Code != CodeType || e.Pointer != "/0" {
		t.Error(err)
	}
	if _, err := Marshal(ints, Generic{}); !hasCode(err, CodeType) {
		t.Error(err)
	}
	options := types.Of(termAt(t, `{"Option":"Int"}`))
	foreign := first(UnmarshalString(types.Of(termAt(t, `{"Option":"Int"}`)), `"None"`))
	if text, err := Marshal(moneyOf(options), money[Generic]{Value: foreign}); err != nil || string(text) != `{"amount":0}` {
		t.Errorf("%s, %v", text, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("values of two type parameters were ordered")
		}
	}()
	one.Compare(first(UnmarshalString(decimals, "1")))
}

func TestUnavailableCodecs(t *testing.T) {
	types := NewContextual()
	const noCode = ""
	for _, c := range []struct {
		term, text string
		entrance   Entrance
		code       string
	}{
		{`{"Named":{"declaration":"sealed","args":[]}}`, `{"by":"s"}`, Arguments, noCode},
		{`{"Named":{"declaration":"sealed","args":[]}}`, `{"by":"s"}`, Rebuilding, noCode},
		{`{"Named":{"declaration":"sealed","args":[]}}`, `not read`, Replies, CodeUnavailable},
		{`{"List":{"Named":{"declaration":"sealed","args":[]}}}`, `[]`, Inputs, CodeUnavailable},
		{`{"Named":{"declaration":"page","args":[]}}`, `[1]`, Replies, noCode},
		{`{"Named":{"declaration":"page","args":[]}}`, `[1]`, Inputs, CodeUnavailable},
		{`{"Named":{"declaration":"tag","args":[{"Named":{"declaration":"sealed","args":[]}}]}}`, `{"id":1}`, Inputs, noCode},
		{`{"Named":{"declaration":"rec","args":[]}}`, `{"a":"x","b":1}`, Inputs, noCode},
		{`{"Named":{"declaration":"sealed","args":[]}}`, `{"by":"s"}`, Outputs, noCode},
		{`{"List":{"Named":{"declaration":"page","args":[]}}}`, `[]`, Outputs, CodeUnavailable},
		{`{"Set":{"Named":{"declaration":"sealed","args":[]}}}`, `[]`, Rebuilding, noCode},
	} {
		codec := types.For(termAt(t, c.term), c.entrance)
		v, err := UnmarshalString(codec, c.text)
		if c.code != noCode {
			if !hasCode(err, c.code) {
				t.Errorf("%s at %d: %v", c.term, c.entrance, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s at %d: %v", c.term, c.entrance, err)
		} else if back, err := Marshal(codec, v); err != nil || string(back) != v.Text() {
			t.Errorf("%s at %d: %s, %v", c.term, c.entrance, back, err)
		}
	}
}

// TestUnusableBindings finds a view whose type parameter is bound to what no value crosses of.
func TestUnusableBindings(t *testing.T) {
	found := 0
	for _, row := range vectorFile(t, "views.json").Items {
		if !row.Member("valid").Bool {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", "testdata", "vectors", "listings", row.Member("listing").Text+".json"))
		if err != nil {
			t.Fatal(err)
		}
		program, err := typespec.Read("listing", text)
		if err != nil {
			t.Fatal(err)
		}
		view, err := typespec.CheckView(first(program.Tool(row.Member("tool").Text)), row.Member("types"), row.Member("schema"), 0)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range ViewCodecs(view) {
			if view.Bindings[i].Usable {
				continue
			}
			found++
			if _, err := UnmarshalString(c, `null`); !hasCode(err, CodeUnavailable) {
				t.Errorf("%s: %v", row.Member("name").Text, err)
			}
		}
	}
	if found == 0 {
		t.Error("the vectors have no such view")
	}
}

func TestContextualServesAnyGoroutine(t *testing.T) {
	types := NewContextual()
	term := termAt(t, `{"Named":{"declaration":"tree","args":[{"Named":{"declaration":"odd","args":[]}}]}}`)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			c := types.Of(term)
			const text = `{"children":[{"children":[],"value":{"even":{"n":1,"odd":{}}}}],"value":{}}`
			v, err := UnmarshalString(c, text)
			if err != nil || v.Text() != text || v.Compare(v) != 0 {
				t.Errorf("%s, %v", v, err)
			}
		}()
	}
	group.Wait()
}

func BenchmarkContextualRecord(b *testing.B) {
	c := NewContextual().Of(termAt(b, `{"List":{"Named":{"declaration":"rec","args":[]}}}`))
	const text = `[{"a":"some text","b":12345},{"a":"some other text","b":6789}]`
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := UnmarshalString(c, text); err != nil {
			b.Fatal(err)
		}
	}
}

// TestNamesOfACallerAreAnyText writes members and constructors whose names need escapes, which no name of a listing does.
func TestNamesOfACallerAreAnyText(t *testing.T) {
	odd := &typespec.Declaration{ID: "odd", Name: "Odd", Identity: "x.flow.Odd", Ordinal: 1, Kind: typespec.Enum}
	text := &typespec.Term{Kind: typespec.Text}
	named := []typespec.Field{{Name: "\n", Type: text}, {Name: `","a":"`, Type: &typespec.Term{Kind: typespec.Option, Args: []*typespec.Term{text}}}}
	odd.Constructors = []typespec.Constructor{
		{Name: "\x00"},
		{Name: `\`, Payload: &typespec.Payload{Positional: []*typespec.Term{text}}},
		{Name: `"`, Payload: &typespec.Payload{Named: named}},
	}
	c := NewContextual().Of(&typespec.Term{Kind: typespec.Named, Decl: odd})
	for _, text := range []string{`"\u0000"`, `{"\\":"\\"}`, `{"\"":{"\n":""}}`, `{"\"":{"\n":"","\",\"a\":\"":"b"}}`} {
		v, err := UnmarshalString(c, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if written, err := Marshal(c, v); err != nil || string(written) != text {
			t.Errorf("%s: %s, %v", text, written, err)
		}
	}
}
