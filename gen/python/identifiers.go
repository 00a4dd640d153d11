package python

import (
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"github.com/flow-toolkit/flowgen/gen"
)

//go:embed identifiers.txt
var identifierData string

// identifiers knows the identifiers of every Python that we support.
var identifiers = sync.OnceValue(func() *gen.Identifiers { return gen.ParseIdentifiers(identifierData) })

func isIdentifier(name string) bool { return identifiers().Valid(name) }

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
