package flow

import (
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// The codes of a DecodeError and an EncodeError.
const (
	CodeJSON        = canon.CodeJSON      // not JSON by RFC 8259
	CodeUTF8        = canon.CodeUTF8      // bytes that are not UTF-8
	CodeSurrogate   = canon.CodeSurrogate // an escaped surrogate without its other half
	CodeDuplicate   = canon.CodeDuplicate // two members of one object with one name
	CodeDepth       = canon.CodeDepth     // nested deeper than Limits.Depth
	CodeLimit       = canon.CodeLimit     // a number or a time outside the Limits
	CodeType        = "type"              // a JSON value of another kind than the type's, or a Go value that is none of the type
	CodeFormat      = "format"            // a string that is no value of the type
	CodeConstructor = "constructor"       // no constructor of the enum
	CodeMissing     = "missing-field"     // a member that must be there is not
	CodeOrder       = "order"             // an item of a Set or a key of a Dict that should stand before the one before it
	CodeRepeated    = "duplicate"         // an item of a Set or a key of a Dict that is there twice
	CodeUnavailable = "unavailable"       // a type of which no value crosses
)

// DecodeError says why a text is no value of the type that it is read at.
type DecodeError struct {
	// Code is one of the Code constants.
	Code string
	// Pointer is the JSON Pointer (RFC 6901) of the place at fault, from the root of the value; the root itself is empty.
	Pointer string
	// Message says what is wrong in a sentence, without the place.
	Message string
}

// Error gives the message, and the place where it is not the root.
func (e *DecodeError) Error() string { return placed(e.Message, e.Pointer) }

// EncodeError says why a Go value is no value of the Flow type that it is written at.
type EncodeError struct {
	// Code is one of the Code constants.
	Code string
	// Pointer is the JSON Pointer (RFC 6901) of the place at fault, from the root of the value; the root itself is empty.
	Pointer string
	// Message says what is wrong in a sentence, without the place.
	Message string
}

// Error gives the message, and the place where it is not the root.
func (e *EncodeError) Error() string { return placed(e.Message, e.Pointer) }

func placed(message, pointer string) string {
	if pointer == "" {
		return message
	}
	return message + " (at " + shortPointer(pointer) + ")"
}

// shortPointer keeps a message short that shows a pointer: of a long one it leaves the two ends.
func shortPointer(pointer string) string {
	const end = 150
	if len(pointer) <= 2*end {
		return pointer
	}
	return strings.ToValidUTF8(pointer[:end], "") + "…" + strings.ToValidUTF8(pointer[len(pointer)-end:], "")
}
