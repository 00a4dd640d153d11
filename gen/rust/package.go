package rust

import (
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
)

// checkPackage says whether a crate can have the name that the user gave. Without one a tree of modules is written, whose
// place in the crate around it is none of its business.
func checkPackage(o gen.Options) error {
	if o.Package == "" || isCrate(o.Package) {
		return nil
	}
	return &gen.OptionError{
		Flag:    "--package " + strconv.Quote(o.Package),
		Problem: "Cargo has no crate of this name: --package " + crateName(o.Package) + " would do",
	}
}

// isCrate says whether a crate can have a name, and code can import it under that name.
func isCrate(name string) bool {
	for i, r := range name {
		isLetter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_'
		if !isLetter && (i == 0 || r != '-' && (r < '0' || r > '9')) {
			return false
		}
	}
	return strings.Trim(name, "_-") != "" && !isTaken(strings.ReplaceAll(name, "-", "_"))
}

// isTaken says whether the name of a crate would be a word of Rust's, or a crate that the files stand on.
func isTaken(name string) bool {
	words := reservedWords()
	return words["keywords"].Has(name) || words["unraw"].Has(name) || words["crates"].Has(name)
}

// crateName makes of any name one that a crate can have: "My agent!" is my-agent.
func crateName(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' })
	made := strings.Trim(strings.Join(words, "-"), "-_")
	switch {
	case made == "":
		return "tools"
	case made[0] >= '0' && made[0] <= '9':
		return "tools-" + made
	case !isCrate(made):
		return made + "-tools"
	}
	return made
}
