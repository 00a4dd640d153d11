package flow

import (
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// idBefore gives the canonical text of the id among a message's own members, as far as the beginning of its line goes;
// null where it does not.
func idBefore(prefix string) string {
	at := wire.SkipSpace(prefix, 0)
	if at >= len(prefix) || prefix[at] != '{' {
		return "null"
	}
	for {
		at = wire.SkipSpace(prefix, at+1)
		if at >= len(prefix) || prefix[at] != '"' {
			return "null"
		}
		name, _, code, _ := canon.ScanString(prefix, at)
		value, fault := wire.SkipName(prefix, at)
		if code != "" || fault != nil {
			return "null"
		}
		end, fault := wire.SkipSyntax(prefix, value)
		if fault != nil || end >= len(prefix) {
			return "null" // cut off, as a number may be that ends with the prefix
		}
		if name == "id" {
			if id, ok := wire.Identifier(prefix[value:end]); ok {
				return id
			}
			return "null"
		}
		if at = wire.SkipSpace(prefix, end); at >= len(prefix) || prefix[at] != ',' {
			return "null"
		}
	}
}
