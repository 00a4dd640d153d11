package canon

import "fmt"

// The codes of an Error.
const (
	CodeJSON      = "json"             // not JSON by RFC 8259
	CodeUTF8      = "utf8"             // bytes that are not UTF-8
	CodeSurrogate = "surrogate"        // an escaped surrogate without its other half
	CodeDuplicate = "duplicate-member" // two members of one object with one name
	CodeDepth     = "depth"            // nested deeper than Options.Depth
	CodeLimit     = "limit"            // a number outside its Limits
	CodeSize      = "size"             // longer than Options.Size, or of more values than Options.Values
)

// Error says why a text was refused.
type Error struct {
	// Code is one of the Code constants.
	Code string
	// Offset is the byte of the source at which the fault was seen.
	Offset int
	// Pointer is the JSON Pointer of the value at fault, of the value that holds it where the syntax broke, and of the
	// second of two members of one name.
	Pointer string
	// Message says what is wrong, without the place.
	Message string
}

// Error gives the code, the message and the place.
func (e *Error) Error() string {
	at := e.Pointer
	if at == "" {
		at = "the root"
	}
	return fmt.Sprintf("%s: %s (at %s, byte %d)", e.Code, e.Message, at, e.Offset)
}
