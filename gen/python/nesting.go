package python

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/typespec"
)

// deepest is how many levels of types are written into one another. What nests deeper gets names in between: Python
// refuses more than 200 brackets in each other, checkers fewer, and readers fewer still.
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

// aliases are the names of deep types in one module.
type aliases struct {
	// imports are those of the module: unlike annotations, aliases need theirs when it runs.
	imports map[string]bool
	list    []constant
}

// of gives the alias of a type, with the type variables in it as arguments.
func (s *aliases) of(t *typespec.Term, a annotations) expr {
	a.hidden, a.imports = nil, s.imports
	value := a.written(t)
	var variables []expr
	seen := map[string]bool{}
	parametersIn(t, func(q *typespec.Term) {
		if name := a.variable(q); !seen[name] {
			seen[name] = true
			variables = append(variables, atom(name))
		}
	})
	name := fmt.Sprintf("_nested_%d", len(s.list))
	s.list = append(s.list, constant{name, value})
	if len(variables) == 0 {
		return atom(name)
	}
	return subscript(name, variables...)
}

// parametersIn calls visit for each type parameter in a term, in order.
func parametersIn(t *typespec.Term, visit func(*typespec.Term)) {
	if t.Kind == typespec.Param {
		visit(t)
	}
	for _, arg := range t.Args {
		parametersIn(arg, visit)
	}
}

// aliases writes the aliases at the end of a module, where all that they refer to is there.
func (m *module) aliases(s *aliases) {
	if len(s.list) == 0 {
		return
	}
	m.checked[importTypeAlias] = true
	m.spared = append(m.spared, "PYI042") // an alias in CamelCase
	m.blank(2)
	for _, alias := range s.list {
		m.assign(alias.name+": TypeAlias", alias.make)
	}
}
