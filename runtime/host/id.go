package host

import (
	"fmt"
	"strconv"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// ID names a run, or a call within a run: a text or a whole number, which are never the same. IDs are compared with ==.
// The zero ID is the number 0.
type ID struct{ text string }

// TextID makes an ID of a text; what is not UTF-8 in it is replaced.
func TextID(text string) ID { return ID{string(canon.AppendString(nil, text))} }

// NumberID makes an ID of a whole number.
func NumberID(n int64) ID { return ID{strconv.FormatInt(n, 10)} }

// ParseID reads an ID from JSON: a string, or a number of any spelling whose value is whole.
func ParseID(json string) (ID, error) {
	if _, err := canon.Parse([]byte(json), canon.Options{}); err != nil {
		return ID{}, fmt.Errorf("an id is a JSON string or whole number: %w", err)
	}
	text, ok := wire.Identifier(json)
	if !ok {
		return ID{}, fmt.Errorf("an id is a JSON string or whole number, not %.40s", json)
	}
	return ID{text}, nil
}

// JSON gives the canonical JSON text of the ID.
func (id ID) JSON() string {
	if id.text == "" {
		return "0"
	}
	return id.text
}

// String gives the canonical JSON text of the ID.
func (id ID) String() string { return id.JSON() }
