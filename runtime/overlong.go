package flow

import "github.com/flow-toolkit/flowgen/runtime/canon"

// idBefore gives the canonical text of the id among a message's own members, as far as the beginning of its line goes;
// null where it does not.
func idBefore(prefix string) string {
	at := skipSpace(prefix, 0)
	if at >= len(prefix) || prefix[at] != '{' {
		return "null"
	}
	for {
		at = skipSpace(prefix, at+1)
		if at >= len(prefix) || prefix[at] != '"' {
			return "null"
		}
		name, _, code, _ := canon.ScanString(prefix, at)
		value, fault := skipName(prefix, at)
		if code != "" || fault != nil {
			return "null"
		}
		end, fault := skipSyntax(prefix, value)
		if fault != nil || end >= len(prefix) {
			return "null" // cut off, as a number may be that ends with the prefix
		}
		if name == "id" {
			if id, ok := identifier(prefix[value:end]); ok {
				return id
			}
			return "null"
		}
		if at = skipSpace(prefix, end); at >= len(prefix) || prefix[at] != ',' {
			return "null"
		}
	}
}
