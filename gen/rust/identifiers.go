package rust

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/flow-toolkit/flowgen/gen"
)

//go:embed reserved.txt
var reservedData string

// reservedWords holds the sections of the data file: "[scope]" begins one.
var reservedWords = sync.OnceValue(func() map[string]gen.Words { return gen.ParseSections(reservedData) })

// The scopes in which names are given out, as the data file calls them.
const (
	typeScope      = "types"
	genericScope   = "generics"
	memberScope    = "members"
	parameterScope = "parameters"
	toolScope      = "tools"
)

//go:embed identifiers.txt
var identifierData string

var identifiers = sync.OnceValue(func() *gen.Identifiers { return gen.ParseIdentifiers(identifierData) })

// normal is the form to which Rust brings identifiers.
func normal(name string) string { return norm.NFC.String(name) }

// isIdentifier reports the identifiers that Rust takes without a warning whatever stands beside them. What looks like
// another one beside it is found by lookalikes.
func isIdentifier(name string) bool {
	return name != "_" && identifiers().Valid(name) && (gen.IsASCII(name) || isOfItsScript(name) && !gen.IsASCII(skeleton(name)))
}

// raw begins a raw identifier.
const raw = "r#"

// identifier writes a name, as a raw identifier where it is a keyword of some edition.
func identifier(name string) string {
	if reservedWords()["keywords"].Has(name) {
		return raw + name
	}
	return name
}

// snake gives lower_snake without underscores at the head, which mean in Rust that nothing uses the name.
func snake(name string) string {
	if rest := strings.TrimLeft(name, "_"); rest != "" {
		name = rest
	}
	return gen.Snake(name)
}

// camel gives UpperCamel.
func camel(name string) string {
	name = gen.Pascal(name)
	first, size := utf8.DecodeRuneInString(name)
	if upper := unicode.ToUpper(first); unicode.IsUpper(upper) {
		return string(upper) + name[size:]
	}
	return name
}

// spelledOut is a name that nobody else has but by intent: the name as Flow spells it, in ASCII, behind a mark.
func spelledOut(mark, name string) string {
	rest := strings.TrimLeft(name, "_")
	return mark + strings.Repeat("under_", len(name)-len(rest)) + gen.ASCII(rest)
}
