package canon

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

var tokenEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// Pointer extends a JSON Pointer (RFC 6901) by one member name or index.
func Pointer(base, token string) string {
	return base + "/" + tokenEscaper.Replace(token)
}

// PointerIndex extends a JSON Pointer by an index of an array.
func PointerIndex(base string, index int) string {
	return base + "/" + strconv.Itoa(index)
}

// Line gives the place of a byte offset as a line and a column, both from 1. Lines end at "\n"; columns count code
// points, and a byte that is not UTF-8 counts as one.
func Line(text []byte, offset int) (line, column int) {
	offset = min(max(offset, 0), len(text))
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	return bytes.Count(text[:start], []byte{'\n'}) + 1, utf8.RuneCount(text[start:offset]) + 1
}
