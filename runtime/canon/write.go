package canon

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Append writes the canonical text of v behind dst: no white space, members by the bytes of their names, numbers by
// value. The names of an object differ and its texts are UTF-8, as Parse makes them; numbers keep limits that the
// caller has checked (one past 65,536 digits on a side of its point is written with an exponent, never written out).
func Append(dst []byte, v *Value) []byte {
	switch v.Kind {
	case Bool:
		if v.Bool {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		return appendNumber(dst, v.Text)
	case String:
		return AppendString(dst, v.Text)
	case Array:
		return appendArray(dst, v.Items)
	case Object:
		return appendObject(dst, v.Members)
	}
	return append(dst, "null"...)
}

func appendArray(dst []byte, items []*Value) []byte {
	dst = append(dst, '[')
	for i, item := range items {
		dst = Append(appendComma(dst, i), item)
	}
	return append(dst, ']')
}

func appendObject(dst []byte, members []Member) []byte {
	dst = append(dst, '{')
	for i, m := range sorted(members) {
		dst = append(AppendString(appendComma(dst, i), m.Name), ':')
		dst = Append(dst, m.Value)
	}
	return append(dst, '}')
}

// appendComma writes the comma before an item that is not the first.
func appendComma(dst []byte, index int) []byte {
	if index == 0 {
		return dst
	}
	return append(dst, ',')
}

// sorted gives the members in the order of their names' bytes: the slice itself where it is so ordered, else a copy.
func sorted(members []Member) []Member {
	if slices.IsSortedFunc(members, byName) {
		return members
	}
	members = slices.Clone(members)
	slices.SortFunc(members, byName)
	return members
}

func byName(a, b Member) int { return strings.Compare(a.Name, b.Name) }

const lowerHex = "0123456789abcdef"

// AppendString writes s, which is UTF-8, behind dst as a canonical JSON string: only the quote, the backslash and
// U+0000 to U+001F are escaped.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if plain[c] || c >= utf8.RuneSelf {
			continue
		}
		dst = append(dst, s[from:i]...)
		from = i + 1
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\b':
			dst = append(dst, '\\', 'b')
		case '\f':
			dst = append(dst, '\\', 'f')
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', lowerHex[c>>4], lowerHex[c&15])
		}
	}
	return append(append(dst, s[from:]...), '"')
}
