package rust

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

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

// characters is what the data file says of letters and digits outside ASCII.
type characters struct {
	start, more, doubtful unicode.RangeTable
	looks                 map[rune]string
}

var knownCharacters = sync.OnceValue(func() *characters {
	c := &characters{looks: map[rune]string{}}
	tables := map[string]*unicode.RangeTable{"start": &c.start, "continue": &c.more, "doubtful": &c.doubtful}
	for _, line := range strings.Split(identifierData, "\n") {
		role, items, _ := strings.Cut(line, " ")
		for _, item := range strings.Fields(items) {
			switch {
			case tables[role] != nil:
				addRange(tables[role], item)
			case role == "looks":
				c.addLook(item)
			}
		}
	}
	return c
})

func addRange(table *unicode.RangeTable, span string) {
	low, high, isRange := strings.Cut(span, "-")
	if !isRange {
		high = low
	}
	table.R32 = append(table.R32, unicode.Range32{Lo: codePoint(low), Hi: codePoint(high), Stride: 1})
}

func (c *characters) addLook(item string) {
	from, to, _ := strings.Cut(item, "=")
	var look []rune
	for _, each := range strings.Split(to, "+") {
		look = append(look, rune(codePoint(each)))
	}
	c.looks[rune(codePoint(from))] = string(look)
}

func codePoint(hex string) uint32 {
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil {
		panic("identifiers.txt: " + err.Error())
	}
	return uint32(n)
}

// normal is the form to which Rust brings identifiers.
func normal(name string) string { return norm.NFC.String(name) }

// isIdentifier reports the identifiers that Rust takes without a warning whatever stands beside them. What looks like
// another one beside it is found by lookalikes.
func isIdentifier(name string) bool {
	known := knownCharacters()
	for i, r := range name {
		isLetter := r == '_' || r <= unicode.MaxASCII && unicode.IsLetter(r)
		switch {
		case isLetter, i > 0 && r >= '0' && r <= '9':
		case r > unicode.MaxASCII && unicode.Is(&known.start, r):
		case r > unicode.MaxASCII && i > 0 && unicode.Is(&known.more, r):
		default:
			return false
		}
	}
	return name != "" && name != "_" && (gen.IsASCII(name) || isOfItsScript(name) && !gen.IsASCII(skeleton(name)))
}

// isOfItsScript says whether each letter of a name that is taken for one of another script has one beside it that is not.
func isOfItsScript(name string) bool {
	known := knownCharacters()
	doubtful, certain := map[string]bool{}, map[string]bool{"Latin": true}
	for _, r := range name {
		switch {
		case r <= unicode.MaxASCII:
		case unicode.Is(&known.doubtful, r):
			doubtful[scriptOf(r)] = true
		default:
			certain[scriptOf(r)] = true
		}
	}
	for script := range doubtful {
		if !certain[script] {
			return false
		}
	}
	return true
}

func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}

// skeleton is the same for names that a reader can take for each other.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(name) {
		if look, ok := knownCharacters().looks[r]; ok {
			b.WriteString(look)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// lookalikes are the names outside ASCII that some other one of the names looks like.
func lookalikes(names map[string]bool) []string {
	alike := map[string][]string{}
	for name := range names {
		if !gen.IsASCII(name) {
			look := skeleton(name)
			alike[look] = append(alike[look], name)
		}
	}
	var found []string
	for _, names := range alike {
		if len(names) > 1 {
			found = append(found, names...)
		}
	}
	return found
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
	for i, r := range name { // the first letter alone
		if upper := unicode.ToUpper(r); i == 0 && unicode.IsUpper(upper) {
			return string(upper) + name[len(string(r)):]
		}
		break
	}
	return name
}

// spelledOut is a name that nobody else has but by intent: the name as Flow spells it, in ASCII, behind a mark.
func spelledOut(mark, name string) string {
	rest := strings.TrimLeft(name, "_")
	return mark + strings.Repeat("under_", len(name)-len(rest)) + gen.ASCII(rest)
}
