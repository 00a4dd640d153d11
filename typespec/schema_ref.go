package typespec

import (
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// refTo gives the $ref to the definition of that KEY: the JSON Pointer to it, in a URI fragment.
func refTo(key string) string {
	return "#/$defs" + escapeFragment(canon.Pointer("", key))
}

// fragmentByte says of each byte whether RFC 3986 lets it stand for itself in a fragment.
var fragmentByte = func() (t [256]bool) {
	for c := range t {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		t[c] = letter || '0' <= c && c <= '9' || c < 0x80 && strings.ContainsRune("-._~!$&'()*+,;=:@/?", rune(c))
	}
	return t
}()

const upperHex = "0123456789ABCDEF"

// escapeFragment writes every byte that a fragment does not allow as %XX.
func escapeFragment(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if c := text[i]; fragmentByte[c] {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&15])
		}
	}
	return b.String()
}
