package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// deepest is how many levels of types are written into one another. What nests deeper gets names in between, for the
// sake of readers, and of compilers that recurse.
const deepest = 8

// height is how many levels of types a term has.
func height(t *typespec.Term) int {
	highest := 0
	for _, arg := range t.Args {
		highest = max(highest, height(arg))
	}
	return highest + 1
}

// isNamedApart says whether a term gets a name of its own where it stands in another.
func isNamedApart(t *typespec.Term) bool { return len(t.Args) > 0 && height(t)%deepest == 0 }

// alias is a deep type with its name, and the type parameters that it takes.
type alias struct {
	name    string
	generic []string
	value   doc
}

// aliases are the names of deep types in one module.
type aliases struct{ list []alias }

// of gives the alias of a type, with the type parameters in it as arguments.
func (s *aliases) of(t *typespec.Term, w *types) doc {
	value := w.written(t)
	var generic []string
	w.parametersIn(t, func(q *typespec.Term) {
		if _, name := w.parameter(q); !slices.Contains(generic, name) {
			generic = append(generic, name)
		}
	})
	name := fmt.Sprintf("%s%d", nestedPrefix, len(s.list))
	s.list = append(s.list, alias{name, generic, value})
	return instance(name, texts(generic))
}

// nestedPrefix begins the names of deep types; a number goes on.
const nestedPrefix = "Nested"

// isNestedName reports the names that deep types may have.
func isNestedName(name string) bool {
	number, ok := strings.CutPrefix(name, nestedPrefix)
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// parametersIn calls visit for each type parameter that values of a term hold, in order.
func (w *types) parametersIn(t *typespec.Term, visit func(*typespec.Term)) {
	if t.Kind == typespec.Param {
		visit(t)
	}
	for _, arg := range w.reach.Parts(t) {
		w.parametersIn(arg, visit)
	}
}

// aliases writes the aliases at the end of a module.
func (m *module) aliases(s *aliases) {
	for _, alias := range s.list {
		head := sequence(text("type ", alias.name), typeParameters(texts(alias.generic)))
		m.add(statement(assigned(head, alias.value)))
	}
}
