package rust

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/typespec"
)

// scope is where types are written: what they are part of, and which module.
type scope struct {
	*plan
	// owner is the declaration that a term is part of; nil for a Tool's roots.
	owner *typespec.Declaration
	// types stands before the names of declared types: "types::" outside of their module.
	types string
	// bindings writes a Tool's own type parameter.
	bindings func(index int) string
}

// inTypes is the scope of a declaration's parts.
func (p *plan) inTypes(owner *typespec.Declaration) scope { return scope{plan: p, owner: owner} }

// inTools is the scope of a Tool's roots, as the Tool's author sees them.
func (p *plan) inTools() scope {
	return scope{plan: p, types: "types::", bindings: func(index int) string { return fmt.Sprintf("flow::Generic<%d>", index) }}
}

// primitiveTypes are the Rust types of the primitives.
var primitiveTypes = map[typespec.TermKind]string{
	typespec.Int: "flow::BigInt", typespec.Decimal: "flow::BigDecimal", typespec.Bool: "bool", typespec.Text: "String",
	typespec.Bytes: "Vec", typespec.Duration: "flow::Duration", typespec.Instant: "flow::Instant", typespec.Unit: "()",
	typespec.Never: "flow::Never", typespec.JSONValue: "flow::Json",
}

// rustType gives the Rust type of a term whose values stand where they are written.
func (s scope) rustType(t *typespec.Term) rustType { return s.typeAt(t, true) }

// typeAt gives the Rust type of a term; isInline says that what holds its values has them within itself.
func (s scope) typeAt(t *typespec.Term, isInline bool) rustType {
	switch t.Kind {
	case typespec.Text:
		return rustType{name: s.prelude("String")}
	case typespec.Bytes:
		return rustType{name: s.prelude("Vec"), args: []rustType{{name: "u8"}}}
	case typespec.Param:
		if t.Owner == nil {
			return rustType{name: s.bindings(t.Index)}
		}
		return rustType{name: s.plan.types[t.Owner].generic[t.Index]}
	case typespec.Named:
		return s.named(t, isInline)
	case typespec.Tuple:
		if long := s.tuples[len(t.Args)]; long != nil {
			return rustType{name: s.types + long.String(), args: s.arguments(t, isInline)}
		}
		return rustType{isTuple: true, args: s.arguments(t, isInline)}
	case typespec.List:
		return rustType{name: s.prelude("Vec"), args: s.arguments(t, isInline)}
	case typespec.Option:
		return rustType{name: s.prelude("Option"), args: s.arguments(t, isInline)}
	case typespec.Set:
		return rustType{name: "flow::Set", args: s.arguments(t, isInline)}
	case typespec.Dict:
		return rustType{name: "flow::Dict", args: s.arguments(t, isInline)}
	case typespec.Task:
		return marker(rustType{name: "fn()", result: s.typeAt(t.Args[0], false).ptr()})
	case typespec.Function:
		last := len(t.Args) - 1
		function := rustType{name: "fn", isTuple: true, result: s.typeAt(t.Args[last], false).ptr()}
		for _, arg := range t.Args[:last] {
			function.args = append(function.args, s.typeAt(arg, false))
		}
		return marker(function)
	}
	return rustType{name: primitiveTypes[t.Kind]}
}

// marker is the type of what stands for a type that has no values here. Unlike that type it has every trait.
func marker(of rustType) rustType {
	return rustType{name: "std::marker::PhantomData", args: []rustType{of}}
}

// named gives a declared type at its arguments, in a Box where it would hold itself.
func (s scope) named(t *typespec.Term, isInline bool) rustType {
	isBoxed := isInline && s.boxes.needed(s.owner, t)
	named := rustType{name: s.types + s.plan.types[t.Decl].rustName(), args: s.arguments(t, isInline && !isBoxed)}
	if isBoxed {
		return rustType{name: s.prelude("Box"), args: []rustType{named}}
	}
	return named
}

func (s scope) arguments(t *typespec.Term, isInline bool) []rustType {
	args := make([]rustType, len(t.Args))
	for i, arg := range t.Args {
		args[i] = s.typeAt(arg, isInline && s.boxes.isInline(t, i))
	}
	return args
}

// prelude names a type of Rust's prelude, by its path where a declared type of the module bears its name.
func (s scope) prelude(name string) string {
	if s.types == "" && s.shadowed[name] {
		return preludePaths[name]
	}
	return name
}

var preludePaths = map[string]string{
	"Box": "std::boxed::Box", "Option": "std::option::Option", "String": "std::string::String", "Vec": "std::vec::Vec",
}
