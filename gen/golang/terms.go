package golang

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/typespec"
)

// runtimePath is the import path of the package that generated code stands on, and runtimeName what it calls it.
const (
	runtimePath = "github.com/flow-toolkit/flowgen/runtime"
	runtimeName = "flow"
)

// support names something of the runtime.
func support(name string) *jen.Statement { return jen.Qual(runtimePath, name) }

// scope is where a term stands: what it is a part of, if anything, decides on pointers and type parameters.
type scope struct {
	*plan
	// owner is the declaration that the term is part of; nil for a Tool's roots.
	owner *typespec.Declaration
}

func (p *plan) in(owner *typespec.Declaration) scope { return scope{p, owner} }

// primitiveTypes are the Go types of the primitives: those of the runtime, or Go's own.
var primitiveTypes = map[typespec.TermKind]func() *jen.Statement{
	typespec.Int:       func() *jen.Statement { return support("Int") },
	typespec.Decimal:   func() *jen.Statement { return support("Decimal") },
	typespec.Bool:      jen.Bool,
	typespec.Text:      jen.String,
	typespec.Bytes:     func() *jen.Statement { return jen.Index().Byte() },
	typespec.Duration:  func() *jen.Statement { return support("Duration") },
	typespec.Instant:   func() *jen.Statement { return support("Instant") },
	typespec.Unit:      func() *jen.Statement { return support("Unit") },
	typespec.Never:     func() *jen.Statement { return support("Never") },
	typespec.JSONValue: func() *jen.Statement { return support("JSON") },
}

// goType writes the Go type of a term.
func (s scope) goType(t *typespec.Term) *jen.Statement {
	if primitive, ok := primitiveTypes[t.Kind]; ok {
		return primitive()
	}
	switch t.Kind {
	case typespec.List:
		return jen.Index().Add(s.goType(t.Args[0]))
	case typespec.Task: // it stands in type arguments alone
		return jen.Op("<-").Chan().Add(s.goType(t.Args[0]))
	case typespec.Function: // likewise
		last := len(t.Args) - 1
		return jen.Func().Params(s.goTypes(t.Args[:last])...).Add(s.goType(t.Args[last]))
	case typespec.Param:
		if t.Owner == nil {
			return support("Generic")
		}
		return jen.Id(s.types[t.Owner].generic[t.Index])
	case typespec.Named:
		named := instance(s.types[t.Decl].name.String(), s.goTypes(t.Args))
		if s.boxes.needed(s.owner, t) {
			return jen.Op("*").Add(named)
		}
		return named
	case typespec.Tuple:
		return s.tupleName("Tuple", len(t.Args)).Types(s.goTypes(t.Args)...)
	case typespec.Option:
		return support("Option").Types(s.goType(t.Args[0]))
	case typespec.Set:
		return support("Set").Types(s.goType(t.Args[0]))
	}
	return support("Dict").Types(s.goTypes(t.Args)...)
}

func (s scope) goTypes(terms []*typespec.Term) []jen.Code {
	types := make([]jen.Code, len(terms))
	for i, t := range terms {
		types[i] = s.goType(t)
	}
	return types
}

// instance writes a type with its arguments, if it has any.
func instance(name string, args []jen.Code) *jen.Statement {
	if len(args) == 0 {
		return jen.Id(name)
	}
	return jen.Id(name).Types(args...)
}

// tupleName names the struct of tuples of a length: the runtime's, or our own where it has none.
func (p *plan) tupleName(prefix string, length int) *jen.Statement {
	if name := p.tuples[length]; name != nil {
		return jen.Id(name.String())
	}
	return support(prefix + strconv.Itoa(length))
}

// parameters writes the type parameters of a declaration with their constraint.
func (t *typePlan) parameters() []jen.Code {
	list := t.arguments()
	list[len(list)-1].(*jen.Statement).Any()
	return list
}

// arguments writes them as arguments.
func (t *typePlan) arguments() []jen.Code {
	var list []jen.Code
	for _, name := range t.generic {
		list = append(list, jen.Id(name))
	}
	return list
}

// self writes the type at its own type parameters.
func (t *typePlan) self() *jen.Statement { return instance(t.name.String(), t.arguments()) }

// selfOf writes a constructor's struct at the type parameters of its enum.
func (t *typePlan) selfOf(c *constructorPlan) *jen.Statement {
	return instance(c.name.String(), t.arguments())
}

// declared writes the head of a type's declaration.
func (t *typePlan) declared(name string) *jen.Statement {
	head := jen.Type().Id(name)
	if len(t.generic) > 0 {
		head.Types(t.parameters()...)
	}
	return head
}
