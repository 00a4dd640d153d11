package wire

import "strings"

// Excerpt shows the beginning of a text in a message.
func Excerpt(text string) string {
	const most = 200
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
