package python

import (
	"fmt"
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// constants are the codecs of composite types that the codecs of declared types need, each made once and named after
// what it is for: _list_Turn.
type constants struct {
	plan *plan
	// outer holds the constants of the module where these belong to one generic declaration: all that do not depend on
	// its type parameters go there.
	outer *constants
	byKey map[string]*constant
	taken map[string]int
	list  []*constant
}

// constant is one composite codec.
type constant struct {
	name string
	make expr
}

const longestConstant = 40

func newConstants(p *plan) *constants {
	return &constants{plan: p, byKey: map[string]*constant{}, taken: map[string]int{}}
}

var scalarCodecs = map[typespec.TermKind]string{
	typespec.Int: "INT", typespec.Decimal: "DECIMAL", typespec.Bool: "BOOL", typespec.Text: "TEXT",
	typespec.Bytes: "BYTES", typespec.Duration: "DURATION", typespec.Instant: "INSTANT", typespec.Unit: "UNIT",
	typespec.Never: "NEVER", typespec.JSONValue: "JSON",
}

var combinators = map[typespec.TermKind]string{
	typespec.List: "list_of", typespec.Set: "set_of", typespec.Dict: "dict_of", typespec.Tuple: "tuple_of",
}

// codecFunction is the function that makes a composite type's codec from those of its parts.
func (p *plan) codecFunction(t *typespec.Term) string {
	switch {
	case t.Kind == typespec.Named:
		return p.types[t.Decl].name.String()
	case t.Kind == typespec.Option && mayBeNone(t.Args[0]):
		return "some_of"
	case t.Kind == typespec.Option:
		return "option_of"
	}
	return combinators[t.Kind]
}

// of gives the name of a type's codec in codecs.py, making a constant where it is composite.
func (c *constants) of(t *typespec.Term, m *module) string {
	if name, ok := scalarCodecs[t.Kind]; ok {
		m.imports[importScalar(name)] = true
		return name
	}
	if t.Kind == typespec.Param {
		return argumentName(c.plan.types[t.Owner].indexOf(t.Index))
	}
	if c.outer != nil && !c.plan.reach.IsOpen(t) {
		return c.outer.of(t, m)
	}
	parts := c.plan.reach.Parts(t)
	if t.Kind == typespec.Named && len(parts) == 0 {
		return c.plan.types[t.Decl].name.String()
	}
	names := make([]string, len(parts))
	args := make([]expr, len(parts))
	for i, part := range parts {
		names[i] = c.of(part, m)
		args[i] = atom(names[i])
	}
	function := c.plan.codecFunction(t)
	key := function + "(" + strings.Join(names, ", ") + ")"
	found := c.byKey[key]
	if found == nil {
		found = &constant{name: c.unique(function, names), make: call(function, args...)}
		c.byKey[key] = found
		c.list = append(c.list, found)
		if t.Kind != typespec.Named {
			m.imports["from .flow.combinators import "+function] = true
		}
	}
	return found.name
}

// unique names a constant after what it is made of.
func (c *constants) unique(function string, parts []string) string {
	name := "_" + strings.TrimSuffix(function, "_of")
	if strings.TrimSuffix(function, "_of") == function {
		name = "_of_" + function
	}
	for _, part := range parts {
		name += "_" + strings.TrimLeft(part, "_")
	}
	if runes := []rune(name); len(runes) > longestConstant {
		name = string(runes[:longestConstant])
	}
	c.taken[name]++
	if n := c.taken[name]; n > 1 {
		return c.unique(fmt.Sprintf("%s_%d", strings.TrimLeft(name, "_"), n)+"_of", nil)
	}
	return name
}

func importScalar(name string) string { return "from .flow.scalars import " + name }

// argumentName is what the codec of a type argument is called where a generic declaration's codec is built.
func argumentName(index int) string { return fmt.Sprintf("codec%d", index) }

// indexOf is where a type parameter stands among those that fields use.
func (t *typePlan) indexOf(place int) int {
	for i, each := range t.params {
		if each == place {
			return i
		}
	}
	return -1
}
