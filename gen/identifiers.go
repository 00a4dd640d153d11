package gen

import (
	"strconv"
	"strings"
	"unicode"
)

// Identifiers says which names are identifiers of a language: letters, digits and "_" of ASCII, and the characters that a
// data file lists.
type Identifiers struct{ start, goOn *unicode.RangeTable }

// ParseIdentifiers reads a data file of characters outside ASCII: a line begins with "start", for those that may begin an
// identifier, or with "continue", for those that may only go on one; code points and ranges in hexadecimal follow. "#"
// begins a comment. It panics where the file is not so, since it is a part of this program.
func ParseIdentifiers(text string) *Identifiers {
	ids := &Identifiers{start: &unicode.RangeTable{}, goOn: &unicode.RangeTable{}}
	for _, line := range strings.Split(text, "\n") {
		role, ranges, _ := strings.Cut(line, " ")
		var table *unicode.RangeTable
		switch role {
		case "start":
			table = ids.start
		case "continue":
			table = ids.goOn
		case "", "#":
			continue
		default:
			panic("identifiers: a line begins with " + strconv.Quote(role))
		}
		for _, span := range strings.Fields(ranges) {
			low, high, isRange := strings.Cut(span, "-")
			if !isRange {
				high = low
			}
			table.R32 = append(table.R32, unicode.Range32{Lo: codePoint(low), Hi: codePoint(high), Stride: 1})
		}
	}
	return ids
}

func codePoint(hex string) uint32 {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		panic("identifiers: " + err.Error())
	}
	return uint32(n)
}

// Valid reports whether a name is an identifier. It fits Rules.Valid.
func (ids *Identifiers) Valid(name string) bool {
	for i, r := range name {
		switch {
		case r == '_' || r < unicode.MaxASCII && unicode.IsLetter(r):
		case i > 0 && r >= '0' && r <= '9':
		case r >= unicode.MaxASCII && unicode.Is(ids.start, r):
		case r >= unicode.MaxASCII && i > 0 && unicode.Is(ids.goOn, r):
		default:
			return false
		}
	}
	return name != ""
}
