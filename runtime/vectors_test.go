package flow

import (
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

func vectorFile(t testing.TB, name string) *canon.Value {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	v, err := canon.Parse(text, canon.Options{Depth: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// reached adds the declarations that a value of the listing names, and those that they name in turn.
func reached(v *canon.Value, types *canon.Value, into map[string]*canon.Value) {
	if named := v.Member("Named"); named != nil {
		id := named.Member("declaration").Text
		if into[id] == nil {
			into[id] = types.Member(id)
			reached(into[id], types, into)
		}
	}
	for _, item := range v.Items {
		reached(item, types, into)
	}
	for _, m := range v.Members {
		reached(m.Value, types, into)
	}
}

// termOf reads a type whose declarations are those of a listing of the vectors.
func termOf(t testing.TB, listing string, term *canon.Value) *typespec.Term {
	t.Helper()
	types := canon.NewObject()
	if listing != "" {
		types = vectorFile(t, "listings/"+listing+".json").Member("types")
	}
	found := map[string]*canon.Value{}
	reached(term, types, found)
	declarations := canon.NewObject()
	for id, template := range found {
		declarations.Members = append(declarations.Members, canon.Member{Name: id, Value: template})
	}
	// Some types only come in as parameters, some only go out.
	written := string(canon.Append(nil, term))
	program, err := typespec.Read("test", listingOf(`[{"name":"p","type":`+written+`}]`, `"Unit"`, declarations))
	if err == nil {
		return program.Tools[0].Params[0].Type
	}
	program, err = typespec.Read("test", listingOf(`[]`, written, declarations))
	if err != nil {
		t.Fatalf("%s: %v", written, err)
	}
	return program.Tools[0].Ok
}

func listingOf(params, ok string, declarations *canon.Value) []byte {
	return []byte(`{"data":"1.0","tools":[{"tool":"a/b@v1/c.flow.d","generic":[],"params":` + params + `,"ok":` + ok +
		`,"err":"Never"}],"types":` + string(canon.Append(nil, declarations)) + `}`)
}

// ofWholeText are the codes of faults in the text as such. The vectors say that the text is at fault, the Reader points at
// the very place, as canon does.
var ofWholeText = map[string]bool{CodeJSON: true, CodeUTF8: true, CodeSurrogate: true, CodeDuplicate: true, CodeDepth: true}

// isRefused holds an error to be a refusal of that code and pointer.
func isRefused(t *testing.T, shown string, err error, code, at string) {
	t.Helper()
	var e *DecodeError
	switch {
	case !errors.As(err, &e):
		t.Errorf("%s: want %s at %q, got %v", shown, code, at, err)
	case e.Code != code:
		t.Errorf("%s: want the code %s, got %s: %v", shown, code, e.Code, err)
	case e.Pointer != at && !ofWholeText[code]:
		t.Errorf("%s: want the pointer %q, got %q: %v", shown, at, e.Pointer, err)
	case e.Message == "" || strings.ContainsRune(e.Message, '\n'):
		t.Errorf("%s: the message is %q", shown, e.Message)
	}
}

func abridged(text string) string {
	if len(text) > 200 {
		return text[:200] + "..."
	}
	return text
}

func TestValuesOfTheVectors(t *testing.T) {
	rows := 0
	for _, file := range []string{"values.json", "values-random.json"} {
		for _, group := range vectorFile(t, file).Items {
			term := termOf(t, group.Member("listing").Text, group.Member("type"))
			contextual := NewContextual().Of(term)
			for _, row := range group.Member("cases").Items {
				rows++
				holdValue(t, string(canon.Append(nil, group.Member("type"))), contextual, row)
			}
		}
	}
	if rows < 550 {
		t.Errorf("only %d rows", rows)
	}
}

func holdValue(t *testing.T, shown string, c Codec[Generic], row *canon.Value) {
	t.Helper()
	text := row.Member("text").Text
	shown += " of " + abridged(text)
	v, err := Unmarshal(c, []byte(text))
	if code := row.Member("refused"); code != nil {
		isRefused(t, shown, err, code.Text, row.Member("at").Text)
		return
	}
	if err != nil {
		t.Errorf("%s: refused: %v", shown, err)
		return
	}
	want := row.Member("canonical").Text
	if got, err := Marshal(c, v); err != nil || string(got) != want {
		t.Errorf("%s: got %s (%v), want %s", shown, abridged(string(got)), err, abridged(want))
	}
	if v.Text() != want {
		t.Errorf("%s: the text is %s", shown, abridged(v.Text()))
	}
	again, err := UnmarshalString(c, want)
	if err != nil || !v.Equal(again) {
		t.Errorf("%s: its canonical text is another value: %v", shown, err)
	}
}

func TestJSONOfTheVectors(t *testing.T) {
	for _, row := range vectorFile(t, "json.json").Items {
		var text []byte
		if b := row.Member("bytes"); b != nil {
			var err error
			if text, err = base64.StdEncoding.DecodeString(b.Text); err != nil {
				t.Fatal(err)
			}
		} else {
			text = []byte(row.Member("text").Text)
		}
		shown := abridged(string(text))
		v, err := ParseJSON(text)
		if code := row.Member("refused"); code != nil {
			var e *DecodeError
			if !errors.As(err, &e) || e.Code != code.Text {
				t.Errorf("%q: want %s, got %v", shown, code.Text, err)
			}
			continue
		}
		want := row.Member("canonical").Text
		if err != nil || v.String() != want {
			t.Errorf("%q: got %s (%v), want %s", shown, abridged(v.String()), err, abridged(want))
		}
		if got, err := Marshal(JSONCodec(), v); err != nil || string(got) != want {
			t.Errorf("%q: wrote %s (%v), want %s", shown, abridged(string(got)), err, abridged(want))
		}
		skipping := NewReader(text)
		if skipping.Skip(); skipping.End() != nil {
			t.Errorf("%q: skipping: %v", shown, skipping.Err())
		}
	}
}

func TestArgumentsOfTheViews(t *testing.T) {
	programs := map[string]*typespec.Program{}
	decoded := 0
	for _, row := range vectorFile(t, "views.json").Items {
		if !row.Member("valid").Bool {
			continue
		}
		listing := row.Member("listing").Text
		if programs[listing] == nil {
			text, err := os.ReadFile(filepath.Join("..", "testdata", "vectors", "listings", listing+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if programs[listing], err = typespec.Read(listing, text); err != nil {
				t.Fatal(err)
			}
		}
		tool, err := programs[listing].Tool(row.Member("tool").Text)
		if err != nil {
			t.Fatal(err)
		}
		view, err := typespec.CheckView(tool, row.Member("types"), row.Member("schema"), 0)
		if err != nil {
			t.Fatal(err)
		}
		decoded += checkArguments(t, view, row)
	}
	if decoded < 100 {
		t.Errorf("only %d arguments decoded", decoded)
	}
}

func checkArguments(t *testing.T, view *typespec.View, row *canon.Value) (decoded int) {
	t.Helper()
	if codecs := ViewCodecs(view); len(codecs) != len(view.Bindings) {
		t.Fatalf("%d codecs for %d bindings", len(codecs), len(view.Bindings))
	}
	types := NewContextual()
	for _, p := range view.Params {
		c := types.Of(p.Type)
		given := row.Member("args").Member(p.Name)
		if given == nil {
			continue // which the server refuses
		}
		text := canon.Append(nil, given)
		v, err := Unmarshal(c, text)
		if canonical := row.Member("canonical"); canonical != nil {
			decoded++
			want := canonical.Member(p.Name).Text
			if err != nil || v.Text() != want {
				t.Errorf("%s: %s: got %s (%v), want %s", row.Member("name").Text, p.Name, v.Text(), err, want)
			}
			continue
		}
		at, ofThis := strings.CutPrefix(row.Member("at").Text, "/args/"+p.Name)
		if ofThis {
			decoded++
			isRefused(t, row.Member("name").Text, err, row.Member("refused").Text, at)
		}
	}
	return decoded
}

// combined are codecs of Go types, beside which the contextual ones of the same Flow types are held.
func combined() map[string]func(text string) (string, error) {
	made := map[string]func(string) (string, error){}
	add := func(term string, f func(string) (string, error)) { made[term] = f }
	add(`"Int"`, through(IntCodec()))
	add(`"Decimal"`, through(DecimalCodec()))
	add(`"Bool"`, through(BoolCodec()))
	add(`"Text"`, through(TextCodec()))
	add(`"Bytes"`, through(BytesCodec()))
	add(`"Instant"`, through(InstantCodec()))
	add(`"Duration"`, through(DurationCodec()))
	add(`"Unit"`, through(UnitCodec()))
	add(`"Never"`, through(NeverCodec()))
	add(`"json.Value"`, through(JSONCodec()))
	add(`{"List":"Int"}`, through(ListOf(IntCodec())))
	add(`{"Set":"Int"}`, through(SetOf(IntCodec())))
	add(`{"Set":"Decimal"}`, through(SetOf(DecimalCodec())))
	add(`{"Set":"Text"}`, through(SetOf(TextCodec())))
	add(`{"Set":"Bool"}`, through(SetOf(BoolCodec())))
	add(`{"Set":"Bytes"}`, through(SetOf(BytesCodec())))
	add(`{"Set":"Instant"}`, through(SetOf(InstantCodec())))
	add(`{"Set":"Duration"}`, through(SetOf(DurationCodec())))
	add(`{"Set":"Unit"}`, through(SetOf(UnitCodec())))
	add(`{"Set":"Never"}`, through(SetOf(NeverCodec())))
	add(`{"Set":"json.Value"}`, through(SetOf(JSONCodec())))
	add(`{"Set":{"List":"Int"}}`, through(SetOf(ListOf(IntCodec()))))
	add(`{"Set":{"Set":"Int"}}`, through(SetOf(SetOf(IntCodec()))))
	add(`{"Set":{"Option":"Int"}}`, through(SetOf(OptionOf(IntCodec()))))
	add(`{"Set":{"Dict":["Text","Int"]}}`, through(SetOf(DictOf(TextCodec(), IntCodec()))))
	add(`{"Set":{"Tuple":["Int","Text"]}}`, through(SetOf(Tuple2Of(IntCodec(), TextCodec()))))
	add(`{"Dict":["Text","Int"]}`, through(DictOf(TextCodec(), IntCodec())))
	add(`{"Dict":["Int","Text"]}`, through(DictOf(IntCodec(), TextCodec())))
	add(`{"Dict":[{"Tuple":["Bool","Text"]},"Unit"]}`, through(DictOf(Tuple2Of(BoolCodec(), TextCodec()), UnitCodec())))
	add(`{"Dict":[{"Option":"Text"},"Int"]}`, through(DictOf(OptionOf(TextCodec()), IntCodec())))
	add(`{"Tuple":["Int","Text"]}`, through(Tuple2Of(IntCodec(), TextCodec())))
	add(`{"Option":"Int"}`, through(OptionOf(IntCodec())))
	add(`{"Option":{"Option":"Int"}}`, through(OptionOf(OptionOf(IntCodec()))))
	add(`{"Option":"Text"}`, through(OptionOf(TextCodec())))
	add(`{"Option":"Unit"}`, through(OptionOf(UnitCodec())))
	return made
}

// through reads a text at a codec's type and writes it again.
func through[T any](c Codec[T]) func(string) (string, error) {
	return func(text string) (string, error) {
		v, err := Unmarshal(c, []byte(text))
		if err != nil {
			return "", err
		}
		written, err := Marshal(c, v)
		return string(written), err
	}
}

func TestCombinatorsOnTheVectors(t *testing.T) {
	codecs := combined()
	var used []string
	for _, group := range vectorFile(t, "values.json").Items {
		term := string(canon.Append(nil, group.Member("type")))
		codec := codecs[term]
		if codec == nil {
			if !strings.Contains(term, "Named") {
				t.Errorf("no codec of %s", term)
			}
			continue
		}
		used = append(used, term)
		for _, row := range group.Member("cases").Items {
			text := row.Member("text").Text
			shown := term + " of " + abridged(text)
			got, err := codec(text)
			if code := row.Member("refused"); code != nil {
				isRefused(t, shown, err, code.Text, row.Member("at").Text)
			} else if want := row.Member("canonical").Text; err != nil || got != want {
				t.Errorf("%s: got %s (%v), want %s", shown, abridged(got), err, abridged(want))
			}
		}
	}
	for term := range codecs {
		if !slices.Contains(used, term) {
			t.Errorf("no rows for %s", term)
		}
	}
}
