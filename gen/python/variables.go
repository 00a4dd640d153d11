package python

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
)

// internal are the beginnings of names that generated modules keep for themselves.
var internal = []string{
	"_flow", "_types", "_decimal", "_typing", "_builtins", "_abc", "_collections", "_nested_", "_read_", "_write_", "_build_", "_codecs_", "_declarations",
	"_list_", "_set_", "_dict_", "_tuple_", "_option_", "_some_", "_of_",
}

// variables are the type variables of one module, one for each spelling of a type parameter.
type variables map[string]*gen.Name

// newVariables names a type variable for each name of a type parameter: T is _T.
func newVariables(parameters map[string]bool) (variables, error) {
	scope := gen.NewScope(gen.Rules{
		Scope: "the type variables of a module",
		Reserved: func(name string) bool {
			return strings.Trim(name, "_") == "" || slices.ContainsFunc(internal, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		},
		Escape:    func(name string) string { return "_t" + name },
		Normalize: normal,
		Valid:     isIdentifier,
	})
	v := variables{}
	for name := range parameters {
		v[name] = scope.Want(gen.Want{
			Subject:    gen.Subject(name),
			Role:       "the type parameter",
			Spelling:   "_" + name,
			Candidates: []string{"_" + strings.TrimLeft(name, "_"), "_" + spelledOut(name), "_t" + spelledOut(name)},
		})
	}
	return v, scope.Resolve()
}

// sorted gives the names of the variables in order.
func (v variables) sorted() []string {
	names := make([]string, 0, len(v))
	for _, name := range v {
		names = append(names, name.String())
	}
	slices.Sort(names)
	return names
}
