package flow

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestOptions(t *testing.T) {
	some, none := Some(NewInt(1)), None[Int]()
	if v, ok := some.Get(); !ok || v != NewInt(1) || !some.IsSome() || some.IsNone() || some.OrElse(NewInt(2)) != NewInt(1) {
		t.Error(some)
	}
	if _, ok := none.Get(); ok || none.IsSome() || !none.IsNone() || none.OrElse(NewInt(2)) != NewInt(2) || none != (Option[Int]{}) {
		t.Error(none)
	}
	ascending := []Option[bool]{None[bool](), Some(false), Some(true)}
	for i, a := range ascending {
		for j, b := range ascending {
			if got := OptionOf(BoolCodec()).Compare(a, b); sign(got) != sign(i-j) || Equal(OptionOf(BoolCodec()), a, b) != (i == j) {
				t.Errorf("%v compared with %v: %d", a, b, got)
			}
		}
	}
}

func TestTuplesOfAnySize(t *testing.T) {
	i, x := IntCodec(), TextCodec()
	for text, codec := range map[string]func(string) (string, error){
		`[1,"b"]`:             through(Tuple2Of(i, x)),
		`[1,"b",3]`:           through(Tuple3Of(i, x, i)),
		`[1,"b",3,"d"]`:       through(Tuple4Of(i, x, i, x)),
		`[1,"b",3,"d",5]`:     through(Tuple5Of(i, x, i, x, i)),
		`[1,"b",3,"d",5,"f"]`: through(Tuple6Of(i, x, i, x, i, x)),
	} {
		if got, err := codec(text); err != nil || got != text {
			t.Errorf("%s: %s, %v", text, got, err)
		}
		for _, other := range []string{strings.Replace(text, "[1,", "[", 1), strings.Replace(text, "]", ",0]", 1), "{}", "[]"} {
			if _, err := codec(other); !hasCode(err, CodeType) {
				t.Errorf("%s as %s: %v", other, text, err)
			}
		}
	}
	one := NewInt(1)
	if NewTuple3(one, "b", true) != (Tuple3[Int, string, bool]{one, "b", true}) || NewTuple4(1, 2, 3, 4).V3 != 4 ||
		NewTuple5(1, 2, 3, 4, 5).V4 != 5 || NewTuple6(1, 2, 3, 4, 5, 6).V5 != 6 {
		t.Error("a tuple is made of other parts")
	}
	pairs := Tuple2Of(i, x)
	if pairs.Compare(NewTuple2(one, "b"), NewTuple2(one, "c")) >= 0 || pairs.Compare(NewTuple2(NewInt(2), "a"), NewTuple2(one, "c")) <= 0 {
		t.Error("tuples are not compared part by part")
	}
}

func TestDictsInOrder(t *testing.T) {
	d := NewDict(IntCodec(), Entry[Int, string]{NewInt(10), "x"}, Entry[Int, string]{NewInt(9), "y"})
	var keys []string
	for key, value := range d.All() {
		keys = append(keys, key.String()+value)
	}
	least, _ := d.First()
	most, _ := d.Last()
	if strings.Join(keys, " ") != "9y 10x" || least.Value != "y" || most.Value != "x" {
		t.Error(keys, least, most)
	}
	for range d.All() {
		break
	}
	if _, ok := (Dict[Int, string]{}).First(); ok {
		t.Error("the zero Dict has an entry")
	}
	if _, ok := (Dict[Int, string]{}).Last(); ok {
		t.Error("the zero Dict has an entry")
	}
}

// chain holds itself through a Lazy codec.
type chain struct{ Next []chain }

func chainCodec() Codec[chain] {
	var items Codec[[]chain]
	self := Lazy(func() Codec[chain] {
		return TupleCodec(PartOf(items, func(c *chain) *[]chain { return &c.Next }))
	})
	items = ListOf(self)
	return self
}

func TestLazyCodecsMayHoldThemselves(t *testing.T) {
	c := chainCodec()
	text := strings.Repeat("[[", 50) + "[[]]" + strings.Repeat("]]", 50)
	v, err := UnmarshalString(c, text)
	if err != nil || c.Compare(v, v) != 0 {
		t.Fatal(err)
	}
	if back, err := Marshal(c, v); err != nil || string(back) != text {
		t.Errorf("%s, %v", back, err)
	}
}

func TestKindsAndRaw(t *testing.T) {
	r := NewStringReader(` [ null , true,false,1,-1,"s",{ "a" : 1.0 },[]]`)
	var kinds []Kind
	var raws []string
	a := r.Array()
	for a.Next() {
		kinds, raws = append(kinds, r.Kind()), append(raws, r.Raw())
	}
	want := []Kind{KindNull, KindBool, KindBool, KindNumber, KindNumber, KindText, KindObject, KindList}
	if err := r.End(); err != nil || !slices.Equal(kinds, want) || raws[6] != `{ "a" : 1.0 }` {
		t.Error(kinds, raws, err)
	}
	r = NewStringReader(`[1,{"a":1,"a":2}]`)
	a = r.Array()
	a.Next()
	r.Skip()
	a.Next()
	if raw := r.Raw(); raw != "" || !hasCode(r.Err(), CodeDuplicate) {
		t.Error(raw, r.Err())
	}
}

func TestOnlyTheFirstErrorCounts(t *testing.T) {
	r := NewStringReader(`["a",true]`)
	a := r.Array()
	a.Next()
	r.Int()
	r.Fail(CodeFormat, "later")
	for a.Next() {
		t.Error("the loop goes on")
	}
	if r.Bool() || r.Text() != "" || r.Instant() != (Instant{}) || r.Duration() != (Duration{}) || r.Decimal() != (Decimal{}) || r.Bytes() != nil {
		t.Error("a value was read behind the error")
	}
	var e *DecodeError
	if err := r.End(); !errors.As(err, &e) || e.Code != CodeType || e.Pointer != "/0" || e.Error() != "expected a whole number (Int), found a string (at /0)" {
		t.Error(err)
	}
	w := NewWriter(nil)
	w.Never(nil)
	w.Fail(CodeLimit, "later")
	w.Decimal(NewDecimal(1, 1<<20))
	w.JSON(JSON{})
	if w.Object() || w.Array() || w.Payload("Some") || !hasCode(w.Err(), CodeType) {
		t.Error(w.Err())
	}
}

func TestTimesHoldTheLimitsWhenWritten(t *testing.T) {
	small := Limits{FractionDigits: 3, DecimalDigits: 3, Depth: 2}
	for text, fits := range map[string]bool{`"2026-01-01T00:00:00.123Z"`: true, `"2026-01-01T00:00:00.1234Z"`: false, `"2026-01-01T00:00:00.1230Z"`: true} {
		_, err := UnmarshalString(InstantCodec(), text, small)
		_, writeErr := Marshal(InstantCodec(), first(UnmarshalString(InstantCodec(), text)), small)
		if (err == nil) != fits || (writeErr == nil) != fits {
			t.Errorf("%s: %v, %v", text, err, writeErr)
		}
	}
	for text, fits := range map[string]bool{`"PT999S"`: true, `"PT1000S"`: false, `"PT0.1234S"`: false, `"PT1H"`: false, `"PT10M"`: true} {
		_, err := UnmarshalString(DurationCodec(), text, small)
		_, writeErr := Marshal(DurationCodec(), first(UnmarshalString(DurationCodec(), text)), small)
		if (err == nil) != fits || (writeErr == nil) != fits {
			t.Errorf("%s: %v, %v", text, err, writeErr)
		}
	}
	if _, err := JSONOf([]any{[]any{[]any{}}}, small); !hasCode(err, CodeDepth) {
		t.Error(err)
	}
	if _, err := JSONOf([]any{[]any{first(JSONOf([]any{}))}}, small); !hasCode(err, CodeDepth) {
		t.Error(err)
	}
}

// TestSmallTextsDoNotHoldLargeOnes: what an author keeps of a large text is a copy.
func TestSmallTextsDoNotHoldLargeOnes(t *testing.T) {
	large := `["small","` + strings.Repeat("x", 100_000) + `",0.` + strings.Repeat("123", 30) + `]`
	v, err := UnmarshalString(Tuple3Of(TextCodec(), TextCodec(), DecimalCodec()), large)
	if err != nil {
		t.Fatal(err)
	}
	if allocated := testing.AllocsPerRun(10, func() { _, _ = UnmarshalString(TextCodec(), `"small"`) }); allocated > 1 {
		t.Errorf("a small text is copied: %v allocations", allocated)
	}
	if v.V0 != "small" || len(v.V1) != 100_000 || len(v.V2.String()) != 92 {
		t.Error("the parts are others")
	}
}
