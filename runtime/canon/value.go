// Package canon reads JSON text exactly and writes it canonically: no float is ever made, no repeated member is
// dropped, no bad byte is replaced, and the work is linear in the text however its numbers are spelled.
package canon

// Kind says which of JSON's six forms a Value has.
type Kind uint8

// The forms of a JSON value.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "a boolean", "a number", "a string", "an array", "an object"}

// String names the kind with its article, for use in a sentence: "a number", "an object", "null".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "an unknown kind"
}

// Value is one JSON value. A Value made by Parse is never changed afterwards and may be shared.
type Value struct {
	// Kind says which of Bool, Text, Items and Members counts.
	Kind Kind
	// Bool is the value of a Bool.
	Bool bool
	// Text is a String's text after unescaping, or a Number's spelling as read.
	Text string
	// Items are an Array's, in order.
	Items []*Value
	// Members are an Object's, in the order of the source.
	Members []Member
	// Offset and End bound the value's bytes in the source: [Offset, End). Both are 0 for a value made by hand.
	Offset, End int
}

// Member is one member of an Object.
type Member struct {
	// Name is the name after unescaping.
	Name string
	// Offset is where the name's opening quote stands in the source.
	Offset int
	// Value is what the name stands for.
	Value *Value
}

// Member gives the value of the member of that exact name, nil where there is none.
func (v *Value) Member(name string) *Value {
	for i := range v.Members {
		if v.Members[i].Name == name {
			return v.Members[i].Value
		}
	}
	return nil
}

// NewBool makes a Bool.
func NewBool(b bool) *Value { return &Value{Kind: Bool, Bool: b} }

// NewNumber makes a Number of a spelling that JSON allows.
func NewNumber(spelling string) *Value { return &Value{Kind: Number, Text: spelling} }

// NewString makes a String of valid UTF-8 text.
func NewString(text string) *Value { return &Value{Kind: String, Text: text} }

// NewArray makes an Array of these items.
func NewArray(items ...*Value) *Value { return &Value{Kind: Array, Items: items} }

// NewObject makes an Object of these members, whose names the caller keeps apart.
func NewObject(members ...Member) *Value { return &Value{Kind: Object, Members: members} }
