package python

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/flow-toolkit/flowgen/gen"
)

//go:embed identifiers.txt
var identifierData string

// identifierRanges reads the data file: the characters that may begin an identifier, and those that may only go on one.
var identifierRanges = sync.OnceValue(func() map[string]*unicode.RangeTable {
	tables := map[string]*unicode.RangeTable{"start": {}, "continue": {}}
	for _, line := range strings.Split(identifierData, "\n") {
		role, ranges, _ := strings.Cut(line, " ")
		table, ok := tables[role]
		if !ok {
			continue
		}
		for _, span := range strings.Fields(ranges) {
			low, high, isRange := strings.Cut(span, "-")
			if !isRange {
				high = low
			}
			table.R32 = append(table.R32, unicode.Range32{Lo: codePoint(low), Hi: codePoint(high), Stride: 1})
		}
	}
	return tables
})

func codePoint(hex string) uint32 {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		panic("identifiers.txt: " + err.Error())
	}
	return uint32(n)
}

// isIdentifier reports the identifiers of every Python that we support.
func isIdentifier(name string) bool {
	for i, r := range name {
		switch {
		case r == '_' || r < unicode.MaxASCII && unicode.IsLetter(r):
		case i > 0 && r >= '0' && r <= '9':
		case r >= unicode.MaxASCII && unicode.Is(identifierRanges()["start"], r):
		case r >= unicode.MaxASCII && i > 0 && unicode.Is(identifierRanges()["continue"], r):
		default:
			return false
		}
	}
	return name != ""
}

// normal is the form to which Python brings identifiers.
func normal(name string) string { return norm.NFKC.String(name) }

//go:embed reserved.txt
var reservedData string

// reservedWords holds the sections of the data file: "[scope]" begins one.
var reservedWords = sync.OnceValue(func() map[string]gen.Words { return gen.ParseSections(reservedData) })

// The scopes in which names are given out, as the data file calls them.
const (
	moduleScope    = "types"
	fieldScope     = "fields"
	memberScope    = "enum"
	parameterScope = "parameters"
	methodScope    = "tools"
)

// reservedIn reports the names that a scope has taken, keywords among them. In the body of a class names that begin
// with two underscores are mangled or special, and checkers take those that begin with one for private.
func reservedIn(scope string) func(string) bool {
	own, keywords := reservedWords()[scope], reservedWords()["keywords"]
	return func(name string) bool {
		isPrivate := strings.HasPrefix(name, "_") && (scope == moduleScope || strings.Trim(name, "_") != "")
		return isPrivate || keywords.Has(name) || own.Has(name)
	}
}

// escapeName turns a reserved name into another one: its leading underscores go, and one is put behind.
func escapeName(name string) string { return strings.TrimLeft(name, "_") + "_" }

// spelledOut writes the underscores at the head of a name as words, so that no two names become one.
func spelledOut(name string) string {
	rest := strings.TrimLeft(name, "_")
	return strings.Repeat("under_", len(name)-len(rest)) + rest
}
