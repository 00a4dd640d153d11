package flow

import (
	"iter"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Kind says which of JSON's forms a JSON has. Kinds are in the order of Flow's json.Value.
type Kind uint8

// The forms of a JSON value.
const (
	KindNull Kind = iota
	KindBool
	KindNumber
	KindText
	KindList
	KindObject
)

// String names the kind as Flow's json.Value does.
func (k Kind) String() string {
	return [...]string{"Null", "Bool", "Number", "Text", "List", "Object"}[min(k, KindObject)]
}

// JSON is any JSON value: Flow's json.Value, and the token of a host value. It never changes, and each has one
// representation (1.0 is 1, members have no order), so that == is equality and a JSON may be the key of a map. The zero value
// is null.
type JSON struct {
	text string // canonical; empty for null
}

// ParseJSON reads a JSON text. Its numbers are held to the limits of a Decimal. The error is a *DecodeError.
func ParseJSON(text []byte, limits ...Limits) (JSON, error) {
	return Unmarshal(JSONCodec(), text, limits...)
}

// JSONOfValue gives a tree that canon read, or one made by hand of valid names and numbers.
func JSONOfValue(v *canon.Value) JSON { return jsonOfText(string(canon.Append(nil, v))) }

func jsonOfText(canonical string) JSON {
	if canonical == "null" {
		return JSON{}
	}
	return JSON{canonical}
}

// String gives the canonical text.
func (j JSON) String() string {
	if j.text == "" {
		return "null"
	}
	return j.text
}

// Kind says which form the value has.
func (j JSON) Kind() Kind {
	if j.text == "" {
		return KindNull
	}
	return kindAt(j.text, 0)
}

func kindAt(canonical string, at int) Kind {
	switch canonical[at] {
	case 'n':
		return KindNull
	case 't', 'f':
		return KindBool
	case '"':
		return KindText
	case '[':
		return KindList
	case '{':
		return KindObject
	}
	return KindNumber
}

// JSONText makes the JSON string of a text. What is not UTF-8 in it becomes U+FFFD; see JSONOf for another way.
func JSONText(text string) JSON {
	return JSON{string(canon.AppendString(nil, strings.ToValidUTF8(text, "\uFFFD")))}
}

// IsNull says whether the value is null.
func (j JSON) IsNull() bool { return j.text == "" }

// AsBool gives the value of a boolean; ok is false for another kind.
func (j JSON) AsBool() (value, ok bool) { return j.text == "true", j.Kind() == KindBool }

// AsText gives the value of a string; ok is false for another kind.
func (j JSON) AsText() (value string, ok bool) {
	if j.Kind() != KindText {
		return "", false
	}
	value, _, _, _ = canon.ScanString(j.text, 0)
	return value, true
}

// AsNumber gives the value of a number; ok is false for another kind.
func (j JSON) AsNumber() (value Decimal, ok bool) {
	if j.Kind() != KindNumber {
		return Decimal{}, false
	}
	p, _ := canon.NumberParts(j.text)
	return decimalOfParts(p), true
}

// AsInt gives the value of a number that is whole; ok is false for others.
func (j JSON) AsInt() (value Int, ok bool) {
	if j.Kind() != KindNumber || strings.Contains(j.text, ".") {
		return Int{}, false
	}
	p, _ := canon.NumberParts(j.text)
	return intOfParts(p), true
}

// Items gives the items of an array in order; none for another kind.
func (j JSON) Items() iter.Seq[JSON] {
	return func(yield func(JSON) bool) {
		if j.Kind() != KindList {
			return
		}
		for at := 1; j.text[at] != ']'; {
			end := valueEnd(j.text, at)
			if !yield(jsonOfText(j.text[at:end])) {
				return
			}
			if at = end; j.text[at] == ',' {
				at++
			}
		}
	}
}

// Members gives the members of an object in ascending order of their names; none for another kind.
func (j JSON) Members() iter.Seq2[string, JSON] {
	return func(yield func(string, JSON) bool) {
		if j.Kind() != KindObject {
			return
		}
		for at := 1; j.text[at] != '}'; {
			name, colon, _, _ := canon.ScanString(j.text, at)
			end := valueEnd(j.text, colon+1)
			if !yield(name, jsonOfText(j.text[colon+1:end])) {
				return
			}
			if at = end; j.text[at] == ',' {
				at++
			}
		}
	}
}

// Member gives the value of the object's member of that name; ok is false where there is none, or no object.
func (j JSON) Member(name string) (value JSON, ok bool) {
	for each, value := range j.Members() {
		if each == name {
			return value, true
		}
	}
	return JSON{}, false
}

// valueEnd gives the end of the value that begins at an offset of a canonical text.
func valueEnd(text string, at int) int {
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			for at++; text[at] != '"'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth == 0 {
				return at
			}
			depth--
		case ',':
			if depth == 0 {
				return at
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return at + 1
		}
	}
	return at
}

// Equal says whether two values are the same, as == does.
func (j JSON) Equal(k JSON) bool { return j == k }
