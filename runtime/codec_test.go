package flow

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// money is a record as generated code would read and write it: note is an Option, and T stands in value.
type money[T any] struct {
	Amount Decimal
	Note   Option[string]
	Value  T
}

type moneyCodec[T any] struct {
	codec Codec[T]
	value Field[T]
}

func moneyOf[T any](value Codec[T]) Codec[money[T]] {
	return &moneyCodec[T]{codec: value, value: FieldOf(value)}
}

func (c *moneyCodec[T]) Decode(r *Reader) (v money[T]) {
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case "amount":
			o.Known(0)
			v.Amount = r.Decimal()
		case "note":
			o.Known(1)
			v.Note = Some(r.Text())
		case "value":
			o.Known(2)
			v.Value = c.value.Decode(r)
		default:
			o.Skip()
		}
	}
	o.Require(0, "amount")
	if !o.Has(2) {
		v.Value = c.value.Absent(&o, "value")
	}
	return v
}

func (c *moneyCodec[T]) Append(w *Writer, v money[T]) {
	if !w.Object() {
		return
	}
	w.Member("amount")
	w.Decimal(v.Amount)
	if note, ok := v.Note.Get(); ok {
		w.Member("note")
		w.Text(note)
	}
	c.value.Append(w, "value", v.Value)
	w.EndObject()
}

func (c *moneyCodec[T]) Compare(a, b money[T]) int {
	if order := a.Amount.Compare(b.Amount); order != 0 {
		return order
	}
	return c.codec.Compare(a.Value, b.Value)
}

func TestRecords(t *testing.T) {
	plain, optional := through(moneyOf(IntCodec())), through(moneyOf(OptionOf(IntCodec())))
	for _, c := range []struct{ text, canonical, code, at string }{
		{`{"amount":1.50,"value":7}`, `{"amount":1.5,"value":7}`, "", ""},
		{` { "value" : 7e0 , "x" : [ { } ] , "note":"\u0061" , "am\u006funt" : 1 } `, `{"amount":1,"note":"a","value":7}`, "", ""},
		{`{"amount":1,"AMOUNT":2,"Value":1,"value":3}`, `{"amount":1,"value":3}`, "", ""},
		{`{"value":7}`, "", CodeMissing, "/amount"},
		{`{}`, "", CodeMissing, "/amount"},
		{`{"amount":1}`, "", CodeMissing, "/value"},
		{`{"amount":1,"value":null}`, "", CodeType, "/value"},
		{`{"amount":1,"value":1,"note":null}`, "", CodeType, "/note"},
		{`{"amount":1,"value":1,"amount":1}`, "", CodeDuplicate, "/amount"},
		{`{"amount":1,"value":1,"\u0061mount":1}`, "", CodeDuplicate, "/amount"},
		{`{"amount":1,"value":1,"x":1,"y":2,"\u0078":1}`, "", CodeDuplicate, "/x"},
		{`{"amount":1,"value":1,"x":{"a":[0,{"k":1,"k":1}]}}`, "", CodeDuplicate, "/x/a/1/k"},
		{`{"amount":1,"value":1,"x":"\ud800"}`, "", CodeSurrogate, "/x"},
		{`{"amount":1,"value":1,"\ud800":0}`, "", CodeSurrogate, ""},
		{"{\"amount\":1,\"value\":1,\"x\":\"\xff\"}", "", CodeUTF8, "/x"},
		{`{"amount":1,"value":1,"x":1e999999999}`, `{"amount":1,"value":1}`, "", ""},
		{`{"amount":1e5000,"value":1}`, "", CodeLimit, "/amount"},
		{`{"amount":1,"value":1,}`, "", CodeJSON, ""},
		{`{"amount":1,"value":1} x`, "", CodeJSON, ""},
		{`{"amount":1,"value":1`, "", CodeJSON, ""},
		{`{"amount":1,"value":`, "", CodeJSON, "/value"},
		{`{"amount"`, "", CodeJSON, "/amount"},
		{`{"amount":1 "value":1}`, "", CodeJSON, ""},
		{`{"amount":01}`, "", CodeJSON, ""},
		{`{"amount":-}`, "", CodeJSON, "/amount"},
		{`{"amount":1.}`, "", CodeJSON, "/amount"},
		{`{"amount":.5}`, "", CodeJSON, "/amount"},
		{`{"amount":tru}`, "", CodeJSON, "/amount"},
		{`[]`, "", CodeType, ""},
		{``, "", CodeJSON, ""},
	} {
		got, err := plain(c.text)
		if c.code == "" {
			if err != nil || got != c.canonical {
				t.Errorf("%s: %s, %v", c.text, got, err)
			}
			continue
		}
		var e *DecodeError
		if !errors.As(err, &e) || e.Code != c.code || e.Pointer != c.at {
			t.Errorf("%s: want %s at %q, got %#v", c.text, c.code, c.at, err)
		}
	}
	for text, want := range map[string]string{
		`{"amount":1}`:            `{"amount":1}`,
		`{"amount":1,"value":1}`:  `{"amount":1,"value":1}`,
		`{"amount":-0,"value":2}`: `{"amount":0,"value":2}`,
	} {
		if got, err := optional(text); err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{`{"amount":1,"value":null}`, `{"amount":1,"value":"None"}`, `{"amount":1,"value":{"Some":1}}`} {
		if _, err := optional(text); !hasCode(err, CodeType) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestFieldsBeyondSixtyFour(t *testing.T) {
	decode := func(text string) error {
		r := NewStringReader(text)
		o := r.Object()
		for o.Next() {
			field, err := strconv.Atoi(o.Name)
			if err != nil {
				o.Skip()
				continue
			}
			o.Known(field)
			r.Int()
		}
		for field := range 200 {
			o.Require(field, strconv.Itoa(field))
		}
		return r.End()
	}
	var members []string
	for field := range 200 {
		members = append(members, `"`+strconv.Itoa(field)+`":1`)
	}
	if err := decode("{" + strings.Join(members, ",") + "}"); err != nil {
		t.Error(err)
	}
	for _, field := range []int{0, 63, 64, 127, 128, 199} {
		var e *DecodeError
		err := decode("{" + strings.Join(append(slices.Clone(members), members[field]), ",") + "}")
		if !errors.As(err, &e) || e.Code != CodeDuplicate || e.Pointer != "/"+strconv.Itoa(field) {
			t.Errorf("%d twice: %v", field, err)
		}
		err = decode("{" + strings.Join(slices.Delete(slices.Clone(members), field, field+1), ",") + "}")
		if !errors.As(err, &e) || e.Code != CodeMissing || e.Pointer != "/"+strconv.Itoa(field) {
			t.Errorf("without %d: %v", field, err)
		}
	}
}

func TestManyUnknownNames(t *testing.T) {
	for _, descending := range []bool{false, true} {
		var members []string
		for i := range 3000 {
			members = append(members, `"x`+strconv.Itoa(10000+i)+`":{"deep":[1]}`)
		}
		if descending {
			slices.Reverse(members)
		}
		for _, again := range []int{-1, 0, 15, 16, 17, 2999} {
			all := members
			if again >= 0 {
				all = append(slices.Clone(members), members[again])
			}
			r := NewStringReader("[{" + strings.Join(all, ",") + "}]")
			r.Skip()
			if err := r.End(); (err == nil) != (again < 0) || err != nil && !hasCode(err, CodeDuplicate) {
				t.Errorf("descending %v, again %d: %v", descending, again, err)
			}
		}
	}
}

func TestDepthIsCountedFromTheRoot(t *testing.T) {
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, n := range []int{1, 100, 127, 128, 129, 256, 257, 1000, 20_000, 1_000_000} {
		v, err := ParseJSON([]byte(nested(n)))
		if fits := n <= 256; (err == nil) != fits || err != nil && !hasCode(err, CodeDepth) {
			t.Errorf("%d: %v", n, err)
		} else if fits {
			if w, err := Marshal(JSONCodec(), v); err != nil || string(w) != nested(n) {
				t.Errorf("%d: %v", n, err)
			}
			if _, err := Marshal(ListOf(JSONCodec()), []JSON{v}); (err == nil) != (n < 256) {
				t.Errorf("%d in a list: %v", n, err)
			}
		}
	}
	if _, err := ParseJSON([]byte(nested(4)), Limits{Depth: 3}); !hasCode(err, CodeDepth) {
		t.Error(err)
	}
	if v, err := ParseJSON([]byte(nested(5000)), Limits{Depth: 5000}); err != nil || v.String() != nested(5000) {
		t.Error(err)
	}
}

// loop is a record that can hold itself, and here does.
type loop struct{ Children []loop }

type loopCodec struct{}

func (loopCodec) Decode(*Reader) loop { return loop{} }
func (loopCodec) Append(w *Writer, v loop) {
	if !w.Object() {
		return
	}
	w.Member("children")
	AppendList(w, Codec[loop](loopCodec{}), v.Children)
	w.EndObject()
}
func (loopCodec) Compare(_, _ loop) int { return 0 }

func TestValuesThatHoldThemselvesDoNotEncode(t *testing.T) {
	v := loop{Children: make([]loop, 3)}
	for i := range v.Children {
		v.Children[i] = v
	}
	_, err := Marshal(loopCodec{}, v)
	var e *EncodeError
	if !errors.As(err, &e) || e.Code != CodeDepth || !strings.HasPrefix(e.Pointer, "/children/0/children/0") {
		t.Errorf("%v", err)
	}
}

func TestEncodingSaysWhatIsWrongAndWhere(t *testing.T) {
	long := mustInt(t, "1"+strings.Repeat("0", 4095)).Mul(NewInt(10))
	for _, c := range []struct {
		err      error
		code, at string
	}{
		{second(Marshal(TextCodec(), "\xff")), CodeSurrogate, ""},
		{second(Marshal(TextCodec(), "\xed\xa0\x80")), CodeSurrogate, ""},
		{second(Marshal(ListOf(TextCodec()), []string{"[,{", "\xff"})), CodeSurrogate, "/1"},
		{second(Marshal(NeverCodec(), nil)), CodeType, ""},
		{second(Marshal(OptionOf(IntCodec()), Some(long))), CodeLimit, "/Some"},
		{second(Marshal(DictOf(TextCodec(), IntCodec()), NewDict(TextCodec(), Entry[string, Int]{"a/~\"", NewInt(0)}, Entry[string, Int]{"b/~\"", long}))), CodeLimit, `/b~1~0"`},
		{second(Marshal(DictOf(IntCodec(), IntCodec()), NewDict(IntCodec(), Entry[Int, Int]{NewInt(1), long}))), CodeLimit, "/0/1"},
		{second(Marshal(Tuple2Of(IntCodec(), ListOf(IntCodec())), NewTuple2(NewInt(1), []Int{{}, {}, long}))), CodeLimit, "/1/2"},
		{second(Marshal(moneyOf(ListOf(IntCodec())), money[[]Int]{Value: []Int{long}})), CodeLimit, "/value/0"},
		{second(JSONOf(map[string]any{"a": []any{1, 1.5}})), CodeType, "/a/1"},
		{second(JSONOf(struct{}{})), CodeType, ""},
		{second(JSONOf(map[string]any{"\xff": 1})), CodeSurrogate, ""},
	} {
		var e *EncodeError
		if !errors.As(c.err, &e) || e.Code != c.code || e.Pointer != c.at || e.Message == "" {
			t.Errorf("want %s at %q, got %#v", c.code, c.at, c.err)
		}
	}
	kept := []byte("kept")
	if out, err := AppendValue(kept, TextCodec(), "\xff"); err == nil || string(out) != "kept" {
		t.Errorf("%s, %v", out, err)
	}
	if out, err := AppendValue(kept, ListOf(IntCodec()), []Int{NewInt(1), NewInt(2)}); err != nil || string(out) != "kept[1,2]" {
		t.Errorf("%s, %v", out, err)
	}
}

func TestTexts(t *testing.T) {
	for text, want := range map[string]string{
		`"<>&\/\u007f\u2028` + "\u2029\u0085" + `"`:                `"<>&/` + "\u007f\u2028\u2029\u0085" + `"`,
		`"\u0000\u001F\b\f\n\r\t\"\\"`:                             `"\u0000\u001f\b\f\n\r\t\"\\"`,
		`"\ud83d\ude00"`:                                           `"😀"`,
		`"Độ 日本 😀"`:                                                `"Độ 日本 😀"`,
		`"` + strings.Repeat("long ", 10_000) + `"`:                `"` + strings.Repeat("long ", 10_000) + `"`,
		`"` + strings.Repeat("a", 100) + `\u00e9` + "\u00e9" + `"`: `"` + strings.Repeat("a", 100) + `éé"`,
	} {
		if got, err := through(TextCodec())(text); err != nil || got != want {
			t.Errorf("%s: %s, %v", abridged(text), abridged(got), err)
		}
		if got, err := through(JSONCodec())(text); err != nil || got != want {
			t.Errorf("JSON %s: %s, %v", abridged(text), abridged(got), err)
		}
	}
	got, err := through(DictOf(TextCodec(), IntCodec()))(`{"a":1,"😀":2,"2":3,"10":4,"01":5,"ﬀ":6,"\ufb33":7}`)
	if want := "{\"01\":5,\"10\":4,\"2\":3,\"a\":1,\"ﬀ\":6,\"\ufb33\":7,\"😀\":2}"; err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := through(JSONCodec())(`{"\ufb33":1,"😀":2,"10":3,"2":4,"01":5,"a":{"b":1,"a":[{"d":1,"c":1.50}]}}`); err != nil ||
		got != "{\"01\":5,\"10\":3,\"2\":4,\"a\":{\"a\":[{\"c\":1.5,\"d\":1}],\"b\":1},\"\ufb33\":1,\"😀\":2}" {
		t.Errorf("%s, %v", got, err)
	}
}

func TestDecodedBytesAreTheCallersOwn(t *testing.T) {
	text := []byte(`["AAEC","text"]`)
	v, err := Unmarshal(Tuple2Of(BytesCodec(), TextCodec()), text)
	if err != nil {
		t.Fatal(err)
	}
	copy(text, "xxxxxxxxxxxxxxx")
	if !bytes.Equal(v.V0, []byte{0, 1, 2}) || v.V1 != "text" {
		t.Errorf("%v", v)
	}
	for _, bad := range []string{"ZE==", "AAF=", "AA", "AA=", "AA===", "Z A==", "_-8=", "AA==\\n", "AA\\r\\n=="} {
		if _, err := UnmarshalString(BytesCodec(), `"`+bad+`"`); !hasCode(err, CodeFormat) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestSetsAndDicts(t *testing.T) {
	set := NewSet(IntCodec(), NewInt(3), NewInt(1), NewInt(3), NewInt(2))
	if set.Len() != 3 || set.At(0) != NewInt(1) || !set.Contains(NewInt(3)) || set.Contains(NewInt(4)) {
		t.Errorf("%v", set.Items())
	}
	if first, ok := set.First(); !ok || first != NewInt(1) {
		t.Error(first)
	}
	if last, ok := set.Last(); !ok || last != NewInt(3) {
		t.Error(last)
	}
	if got := slices.Collect(set.All()); !slices.Equal(got, []Int{NewInt(1), NewInt(2), NewInt(3)}) {
		t.Error(got)
	}
	set.Items()[0] = NewInt(9)
	if set.At(0) != NewInt(1) {
		t.Error("the Set was changed")
	}
	var none Set[Int]
	if _, ok := none.First(); ok || none.Contains(NewInt(0)) || none.Len() != 0 {
		t.Error("the zero Set is not empty")
	}
	if text, err := Marshal(SetOf(IntCodec()), none); err != nil || string(text) != "[]" {
		t.Errorf("%s, %v", text, err)
	}
	dict := NewDict(TextCodec(), Entry[string, int]{"b", 1}, Entry[string, int]{"a", 2}, Entry[string, int]{"b", 3})
	if v, ok := dict.Get("b"); !ok || v != 3 || dict.Len() != 2 || dict.Contains("c") || dict.At(0).Key != "a" {
		t.Errorf("%v", dict.Entries())
	}
	if same := DictOfMap(TextCodec(), map[string]int{"a": 2, "b": 3}); !slices.Equal(same.Entries(), dict.Entries()) {
		t.Errorf("%v", same.Entries())
	}
	var empty Dict[string, int]
	if _, ok := empty.Get("a"); ok || empty.Contains("a") {
		t.Error("the zero Dict is not empty")
	}
	mixed, err := UnmarshalString(SetOf(JSONCodec()), `[true,1]`)
	if err != nil || mixed.Len() != 2 || !mixed.Contains(first(JSONOf(1))) || mixed.Contains(first(JSONOf("1"))) {
		t.Error(mixed, err)
	}
}

func TestJSONOfGoValues(t *testing.T) {
	n, _ := new(big.Int).SetString("18446744073636006420", 10)
	v, err := JSONOf(map[string]any{
		"b": []any{nil, true, "x\n", 1, int8(-1), uint64(18446744073709551615), n, NewInt(5), NewDecimal(15, -1), []string{"s"}},
		"a": map[string]JSON{"k": JSONText("t")}, "c": map[string]string{"y": "z"}, "d": []JSON{{}},
	})
	const want = `{"a":{"k":"t"},"b":[null,true,"x\n",1,-1,18446744073709551615,18446744073636006420,5,1.5,["s"]],"c":{"y":"z"},"d":[null]}`
	if err != nil || v.String() != want {
		t.Errorf("%s, %v", v, err)
	}
	parsed, err := ParseJSON([]byte(want))
	if err != nil || parsed != v || parsed.Compare(v) != 0 {
		t.Errorf("%s, %v", parsed, err)
	}
}

func TestJSONAccessors(t *testing.T) {
	v, err := ParseJSON([]byte(`{"list":[1,"]\"[",{},[],null,-1.5e0],"text":"a\"}","yes":true,"n":90071992547409930}`))
	if err != nil {
		t.Fatal(err)
	}
	list, ok := v.Member("list")
	var kinds []string
	var items []string
	for item := range list.Items() {
		kinds, items = append(kinds, item.Kind().String()), append(items, item.String())
	}
	if !ok || strings.Join(kinds, " ") != "Number Text Object List Null Number" || strings.Join(items, " ") != `1 "]\"[" {} [] null -1.5` {
		t.Errorf("%v %v", kinds, items)
	}
	if text, ok := first(JSONOf("a\"}")).AsText(); !ok || text != "a\"}" {
		t.Error(text)
	}
	yes, _ := v.Member("yes")
	if b, ok := yes.AsBool(); !b || !ok {
		t.Error(yes)
	}
	n, _ := v.Member("n")
	if i, ok := n.AsInt(); !ok || i != NewInt(90071992547409930) {
		t.Error(i)
	}
	if d, ok := n.AsNumber(); !ok || d != NewDecimal(9007199254740993, 1) {
		t.Error(d)
	}
	if _, ok := v.Member("none"); ok {
		t.Error("a member was made up")
	}
	if _, ok := (JSON{}).AsText(); ok || !(JSON{}).IsNull() || (JSON{}).String() != "null" {
		t.Error("the zero JSON is not null")
	}
}

// ascendingJSON is in Flow's order.
var ascendingJSON = []string{
	"null", "false", "true", "-1e30", "-2", "-1.5", "0", "0.1", "0.25", "1", "9", "10", "1e30", `""`, `"!"`, `"\""`, `"a"`, `"aa"`, `"b"`, `"😀"`,
	"[]", "[null]", "[null,null]", "[0]", "[0,[]]", "[1]", "[[]]", "[[],0]", "[{}]", "{}", `{"a":1}`, `{"a":1,"b":0}`, `{"a":2}`, `{"a":[]}`, `{"aa":0}`, `{"b":0}`,
}

func TestOrderOfJSON(t *testing.T) {
	for i, a := range ascendingJSON {
		for j, b := range ascendingJSON {
			x, y := first(ParseJSON([]byte(a))), first(ParseJSON([]byte(b)))
			if got := x.Compare(y); sign(got) != sign(i-j) || (x == y) != (i == j) {
				t.Errorf("%s compared with %s: %d", a, b, got)
			}
		}
	}
}

func TestHostValuesHaveNoOrder(t *testing.T) {
	type page struct{ Token JSON }
	c := HostOf(func(token JSON) page { return page{token} }, func(p page) JSON { return p.Token })
	if got, err := through(c)(` {"b":1.0,"a":[ ]} `); err != nil || got != `{"a":[],"b":1}` {
		t.Errorf("%s, %v", got, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("host values were compared")
		}
	}()
	NewSet(c, page{}, page{})
}

func TestReaderAgreesWithCanonOnTheVectors(t *testing.T) {
	for _, row := range vectorFile(t, "json.json").Items {
		if text := row.Member("text"); text != nil {
			_, want := canon.Parse([]byte(text.Text), canon.Options{Numbers: canon.DefaultLimits})
			agree(t, abridged(text.Text), second(ParseJSON([]byte(text.Text))), want)
		}
	}
}
