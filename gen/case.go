package gen

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/iancoleman/strcase"
)

// The conversions below leave a name as it is where it already has the form asked for, and where it holds letters
// outside ASCII, most of which know no case. Underscores at its ends and digits stay with the word that they stand in.
// They are deterministic: no table of acronyms takes part.

// Snake gives lower_snake: "rateLimited" is rate_limited, "HTTPServer" http_server, "sha256Sum" sha256_sum.
func Snake(name string) string {
	if !IsASCII(name) || strings.IndexFunc(name, unicode.IsUpper) < 0 {
		return name
	}
	words := strings.Split(name, "_")
	for i, word := range words {
		words[i] = splitDigits.ReplaceAllString(strcase.ToSnake(word), "$1")
	}
	return strings.Join(words, "_")
}

// splitDigits finds the underscores that strcase puts before digits.
var splitDigits = regexp.MustCompile(`_([0-9])`)

// ScreamingSnake gives UPPER_SNAKE: "RateLimited" is RATE_LIMITED.
func ScreamingSnake(name string) string {
	if !IsASCII(name) {
		return name
	}
	return strings.ToUpper(Snake(name))
}

// Pascal gives UpperCamel: "rate_limited" is RateLimited, "HTTP_SERVER" HttpServer, while "HTTPServer" stays.
func Pascal(name string) string {
	if !IsASCII(name) || name == "" || unicode.IsUpper(rune(name[0])) && !strings.Contains(name, "_") {
		return name
	}
	return strings.Join(camelWords(name), "")
}

// Camel gives lowerCamel: "base_url" is baseUrl, "HTTPServer" httpServer, "_x_y" _xY.
func Camel(name string) string {
	bare := strings.Trim(name, "_")
	if !IsASCII(name) || bare == "" {
		return name
	}
	words := strings.FieldsFunc(Snake(bare), func(r rune) bool { return r == '_' })
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	before := strings.Index(name, bare)
	return name[:before] + strings.Join(words, "") + name[before+len(bare):]
}

// camelWords are the words of a name between underscores, each begun with a capital.
func camelWords(name string) []string {
	if strings.ToUpper(name) == name {
		name = strings.ToLower(name)
	}
	var words []string
	for _, word := range strings.Split(name, "_") {
		if word != "" {
			words = append(words, strings.ToUpper(word[:1])+word[1:])
		}
	}
	return words
}

// ASCII spells a name with ASCII alone: each other character is written uXXXX, its code point in hexadecimal.
func ASCII(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r <= unicode.MaxASCII {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	return b.String()
}

// IsASCII says whether a text holds ASCII alone.
func IsASCII(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0
}
