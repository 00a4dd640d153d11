package wire

import (
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

const maxIDDigits = 4096 // of an id, run or call that is a number

// Identifier gives the canonical text of an id, a run or a call, whose JSON is good: raw itself wherever that is
// canonical.
func Identifier(raw string) (string, bool) {
	if raw == "" {
		return "", false
	}
	switch c := raw[0]; {
	case c == '"':
		if strings.IndexByte(raw, '\\') < 0 {
			return raw, true
		}
		text, _, code, _ := canon.ScanString(raw, 0)
		return string(canon.AppendString(nil, text)), code == ""
	case c == '-' || '0' <= c && c <= '9':
		if isPlain(raw) {
			return raw, true
		}
		text, whole, err := canon.CanonicalInt(raw, canon.Limits{IntDigits: maxIDDigits, DecimalDigits: maxIDDigits})
		return text, whole && err == nil
	}
	return "", false
}

// isPlain says that a JSON number is written in few digits alone, as canonical text has it.
func isPlain(raw string) bool {
	for i := range len(raw) {
		if raw[i] < '0' || raw[i] > '9' {
			return false
		}
	}
	return len(raw) <= maxIDDigits
}
