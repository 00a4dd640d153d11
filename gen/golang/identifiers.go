package golang

import (
	_ "embed"
	"go/token"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/gen"
)

//go:embed reserved.txt
var reservedData string

// reservedWords holds the sections of the data file: "[scope]" begins one.
var reservedWords = sync.OnceValue(func() map[string]gen.Words { return gen.ParseSections(reservedData) })

// The scopes in which names are given out, as the data file calls them.
const (
	typeScope      = "types"
	fieldScope     = "fields"
	parameterScope = "parameters"
	toolScope      = "tools"
	codecsScope    = "codecs"
)

// newScope makes a scope. The names of all but parameters are exported.
func newScope(scope, title string, renames *gen.Renames) *gen.Scope {
	own, keywords := reservedWords()[scope], reservedWords()["keywords"]
	valid := isExported
	if scope == parameterScope {
		valid = isIdentifier
	}
	return gen.NewScope(gen.Rules{
		Scope:    title,
		Reserved: func(name string) bool { return keywords.Has(name) || own.Has(name) },
		Escape:   func(name string) string { return name + "_" },
		Valid:    valid,
		Renames:  renames,
	})
}

func isIdentifier(name string) bool { return token.IsIdentifier(name) && strings.Trim(name, "_") != "" }

func isExported(name string) bool { return token.IsIdentifier(name) && token.IsExported(name) }

// exported turns a name into an exported one with the least change: its first letter in upper case, or an X in front of
// what has no upper case.
func exported(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	if upper := unicode.ToUpper(first); unicode.IsUpper(upper) {
		return string(upper) + name[size:]
	}
	return "X" + name
}

// upperCamel gives UpperCamel with the initialisms of Go: "base_url" is BaseURL. A name that is UpperCamel in Flow stays.
func upperCamel(name string) string {
	plain := gen.Pascal(name)
	if plain == name || plain == "" || !gen.IsASCII(name) {
		return exported(name)
	}
	return exported(camelWords(name, false))
}

// lowerCamel gives lowerCamel with the initialisms of Go: "base_url" is baseURL, "url" url.
func lowerCamel(name string) string {
	if !gen.IsASCII(name) || strings.Trim(name, "_") == "" {
		return name
	}
	return camelWords(name, true)
}

// camelWords joins the words of a name, each begun with a capital, but the first one where lower is set.
func camelWords(name string, lower bool) string {
	initialisms := reservedWords()["initialisms"]
	var b strings.Builder
	for _, word := range strings.Split(gen.Snake(name), "_") {
		switch {
		case word == "":
		case lower && b.Len() == 0:
			b.WriteString(word)
		case initialisms.Has(word):
			b.WriteString(strings.ToUpper(word))
		default:
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}

// style joins words to the name of a type or Tool.
func style(words ...string) string {
	var b strings.Builder
	for i, word := range words {
		switch plain := gen.Pascal(word); {
		case i == 0:
			b.WriteString(upperCamel(word))
		case plain == word || !gen.IsASCII(word):
			b.WriteString(word)
		default:
			b.WriteString(camelWords(word, false))
		}
	}
	return b.String()
}

// spelledOut is a name that nobody else has but by intent: the name as Flow spells it, in ASCII, behind a mark.
func spelledOut(name string) string {
	rest := strings.TrimLeft(name, "_")
	return "low_" + strings.Repeat("under_", len(name)-len(rest)) + gen.ASCII(rest)
}

// exportedWant asks for the name of a field or constructor.
func exportedWant(owner gen.Subject, name string) gen.Want {
	return gen.Want{
		Subject: owner.Member(name), Spelling: name,
		Candidates: []string{upperCamel(name), exported(gen.Pascal(name)), exported(name), "F" + spelledOut(name)},
	}
}

// parameterWant asks for the name of a parameter.
func parameterWant(owner gen.Subject, name string) gen.Want {
	want := gen.MemberWant(owner, name, lowerCamel)
	want.Candidates = append(want.Candidates, "f"+spelledOut(name))
	return want
}

// placedWant makes the name of a declaration or Tool an exported one.
func placedWant(want gen.Want) gen.Want {
	name, further := want.Spelling, want.Further
	want.Candidates = []string{upperCamel(name), exported(gen.Pascal(name)), exported(name)}
	want.Further = func() []string { return append(further(), "F"+spelledOut(name)) }
	return want
}

// derivedWant asks for a name that we make from another one.
func derivedWant(subject gen.Subject, role string, candidates ...string) gen.Want {
	return gen.Want{Subject: subject, Role: role, Candidates: append(candidates, "F"+spelledOut(candidates[0]))}
}

// packageOf gives the package's name: the one that the user gave, or one made of the folder's.
func packageOf(o gen.Options) (string, error) {
	switch {
	case o.Package == "":
		return packageName(o.Folder), nil
	case !token.IsIdentifier(o.Package) || o.Package == "_" || o.Package == "main":
		return "", &gen.OptionError{
			Flag:    "--package " + strconv.Quote(o.Package),
			Problem: "Go imports no package of this name: --package " + packageName(o.Package) + " would do",
		}
	}
	return o.Package, nil
}

// packageName makes a package's name of the name of a folder: lower-case letters and digits.
func packageName(folder string) string {
	name := strings.TrimLeft(strings.Map(packageRune, folder), "0123456789")
	switch {
	case name == "":
		return "tools"
	case name == "main" || !token.IsIdentifier(name):
		return name + "tools"
	}
	return name
}

func packageRune(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
		return r
	case r >= 'A' && r <= 'Z':
		return r + 'a' - 'A'
	}
	return -1
}
