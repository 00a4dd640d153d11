package flow

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
)

// JSONOf makes a JSON of Go values: nil, bool, string, integers, *big.Int, Int, Decimal, JSON, and slices and maps of
// these, as []any or map[string]any hold them. The error is an *EncodeError, which says where: CodeType for any other value (a
// float among them, which seldom is the number that was meant: use a Decimal), CodeSurrogate for a string that is not UTF-8,
// CodeLimit and CodeDepth for what is outside the limits.
func JSONOf(v any, limits ...Limits) (JSON, error) {
	w := NewWriter(nil, limits...)
	w.any(v)
	text, err := w.Result()
	if err != nil {
		return JSON{}, err
	}
	return jsonOfText(string(text)), nil
}

func (w *Writer) any(v any) {
	switch v := v.(type) {
	case nil:
		w.Unit(Unit{})
	case bool:
		w.Bool(v)
	case string:
		w.Text(v)
	case JSON:
		w.JSON(v)
	case []any:
		appendItems(w, v)
	case []JSON:
		appendItems(w, v)
	case []string:
		appendItems(w, v)
	case map[string]any:
		appendMembers(w, v)
	case map[string]JSON:
		appendMembers(w, v)
	case map[string]string:
		appendMembers(w, v)
	default:
		w.anyNumber(v)
	}
}

func (w *Writer) anyNumber(v any) {
	switch v := v.(type) {
	case Decimal:
		w.Decimal(v)
	case Int:
		w.Decimal(DecimalOfInt(v))
	case *big.Int:
		w.Decimal(DecimalOfInt(IntOf(v)))
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		n, _ := new(big.Int).SetString(fmt.Sprint(v), 10)
		w.Decimal(DecimalOfInt(IntOf(n)))
	case float32, float64:
		w.Fail(CodeType, "a float is not exact, so it makes no JSON: use a Decimal")
	default:
		w.Fail(CodeType, fmt.Sprintf("a %T makes no JSON", v))
	}
}

func appendItems[T any](w *Writer, items []T) {
	if !w.Array() {
		return
	}
	for _, item := range items {
		if !w.Item() {
			return
		}
		w.any(item)
	}
	w.EndArray()
}

func appendMembers[T any](w *Writer, members map[string]T) {
	if !w.Object() {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		w.name(name)
		if w.err != nil {
			return
		}
		w.any(members[name])
	}
	w.EndObject()
}

// name writes the name of the object's next member, which may be any text.
func (w *Writer) name(name string) {
	w.comma('{')
	w.Text(name)
	w.buf = append(w.buf, ':')
}
