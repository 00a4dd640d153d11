package python

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/flow-toolkit/flowgen/gen"
)

//go:embed stdlib.txt
var stdlibData string

var stdlib = sync.OnceValue(func() gen.Words { return gen.ParseWords(stdlibData) })

// checkPackage says whether a package that the user named can be imported under that name. What it is asked of a name
// that was not given is none of its business: then the folder's name is, and a package may be moved.
func checkPackage(o gen.Options) (notes []string, err error) {
	switch {
	case o.Package != "" && !isImportable(o.Package):
		return nil, &gen.OptionError{
			Flag:    "--package " + strconv.Quote(o.Package),
			Problem: "Python imports no package of this name: --package " + importable(o.Package) + " would do",
		}
	case o.Package != "" && stdlib().Has(o.Package):
		return []string{"--package " + o.Package + ": " + hides(o.Package)}, nil
	case o.Package != "" || o.Folder == "":
		return nil, nil
	case !isImportable(o.Folder):
		return []string{"the folder " + strconv.Quote(o.Folder) + ": Python imports no package of this name; write it to a folder " +
			"such as " + importable(o.Folder) + ", or say by --package under which name it will be imported"}, nil
	case stdlib().Has(o.Folder):
		return []string{"the folder " + strconv.Quote(o.Folder) + ": " + hides(o.Folder)}, nil
	}
	return nil, nil
}

// hides says that a name is a module's of Python itself.
func hides(name string) string {
	return "a package of this name hides Python's own module " + name + " wherever its parent folder is searched first; take " +
		"another one, such as " + importable(name)
}

func isKeyword(name string) bool { return reservedWords()["keywords"].Has(name) }

// isImportable says whether an import statement can name a package so.
func isImportable(name string) bool {
	return isIdentifier(name) && normal(name) == name && !isKeyword(name)
}

// importable makes of any name one that can be imported, and that hides nothing: my-agent is my_agent.
func importable(name string) string {
	words := strings.FieldsFunc(normal(name), func(r rune) bool { return r == '_' || !isIdentifier("a"+string(r)) })
	made := strings.Join(words, "_")
	switch {
	case made == "":
		return "tools"
	case isKeyword(made) || stdlib().Has(made):
		return made + "_tools"
	case !isIdentifier(made):
		return "tools_" + made // it begins with a digit
	}
	return made
}
