package python

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// annotations writes types as annotations in one module, and notes what the module has to import for them.
//
// In the body of a class a field or method hides what is named alike outside; a name that is hidden there is reached
// through a module imported under a name that begins with an underscore, which no field or method has.
type annotations struct {
	plan *plan
	// own is true in types.py itself, where declared types need no module before them.
	own bool
	// hidden are the names that the class at hand gives to its members.
	hidden map[string]bool
	// imports are the import lines that were needed so far.
	imports map[string]bool
	// deep names the types that nest too deep to be written out.
	deep *aliases
	// variable names the type variable that a Param stands for in this module.
	variable func(*typespec.Term) string
}

// The lines that import what generated modules refer to.
const (
	importFlow    = "from . import flow"
	importTypes   = "from . import types"
	importDecimal = "from decimal import Decimal"
	importNever   = "from typing import Never"
	// importTypeAlias is for checkers alone.
	importTypeAlias = "from typing import TypeAlias"
	hiddenFlow      = "from . import flow as _flow"
	hiddenTypes     = "from . import types as _types"
	hiddenDecimal   = "import decimal as _decimal"
	hiddenTyping    = "import typing as _typing"
	hiddenBuiltins  = "import builtins as _builtins"
	hiddenAbc       = "import abc as _abc"
	hiddenAwaiting  = "import collections.abc as _collections"
)

// reference is a name with the line that imports it, and what to write where it is hidden.
type reference struct{ name, line, otherwise, otherLine string }

func builtin(name string) reference {
	return reference{name, "", "_builtins." + name, hiddenBuiltins}
}

var (
	flowReference     = reference{"flow", importFlow, "_flow", hiddenFlow}
	typesReference    = reference{"types", importTypes, "_types", hiddenTypes}
	decimalReference  = reference{"Decimal", importDecimal, "_decimal.Decimal", hiddenDecimal}
	abstractReference = reference{"abstractmethod", "from abc import abstractmethod", "_abc.abstractmethod", hiddenAbc}
	awaitReference    = reference{"Awaitable", "from collections.abc import Awaitable", "_collections.Awaitable", hiddenAwaiting}
	neverReference    = reference{"Never", importNever, "_typing.Never", hiddenTyping}
)

// refer gives the text for a name, and notes its import.
func (a *annotations) refer(r reference) string {
	text, line := r.name, r.line
	if a.hidden[r.name] {
		text, line = r.otherwise, r.otherLine
	}
	if line != "" {
		a.imports[line] = true
	}
	return text
}

// flow gives the text for a name of the support code.
func (a *annotations) flow(name string) string { return a.refer(flowReference) + "." + name }

// declared gives the text for a class or alias of types.py.
func (a *annotations) declared(name *gen.Name) string {
	text := name.String()
	if !a.own || a.hidden[text] {
		return a.typesModule() + "." + text
	}
	return text
}

func (a *annotations) typesModule() string {
	if a.own {
		a.imports[hiddenTypes] = true
		return "_types"
	}
	return a.refer(typesReference)
}

// term writes a type, or the name of one that nests deep.
func (a *annotations) term(t *typespec.Term) expr {
	if isNamedApart(t) {
		return a.deep.of(t, *a)
	}
	return a.written(t)
}

// written writes a type out.
func (a *annotations) written(t *typespec.Term) expr {
	switch t.Kind {
	case typespec.List:
		return subscript(a.refer(builtin("tuple")), a.term(t.Args[0]), atom("..."))
	case typespec.Set:
		return subscript(a.flow("Set"), a.term(t.Args[0]))
	case typespec.Dict:
		return subscript(a.flow("Dict"), a.term(t.Args[0]), a.term(t.Args[1]))
	case typespec.Tuple:
		return subscript(a.refer(builtin("tuple")), a.terms(t.Args)...)
	case typespec.Option:
		return a.option(t.Args[0])
	case typespec.Named:
		return a.named(t)
	case typespec.Param:
		return atom(a.variable(t))
	}
	return atom(a.primitive(t.Kind))
}

func (a *annotations) terms(terms []*typespec.Term) []expr {
	exprs := make([]expr, len(terms))
	for i, t := range terms {
		exprs[i] = a.term(t)
	}
	return exprs
}

func (a *annotations) primitive(kind typespec.TermKind) string {
	switch kind {
	case typespec.Int:
		return a.refer(builtin("int"))
	case typespec.Decimal:
		return a.refer(decimalReference)
	case typespec.Bool:
		return a.refer(builtin("bool"))
	case typespec.Text:
		return a.refer(builtin("str"))
	case typespec.Bytes:
		return a.refer(builtin("bytes"))
	case typespec.Duration:
		return a.flow("Duration")
	case typespec.Instant:
		return a.flow("Instant")
	case typespec.JSONValue:
		return a.flow("Json")
	case typespec.Never:
		return a.refer(neverReference)
	}
	return "None"
}

// option writes Option<T>: None is the absent value, and Some stands around values that may be None themselves.
func (a *annotations) option(item *typespec.Term) expr {
	if item.Kind == typespec.Never {
		return atom("None")
	}
	inner := a.term(item)
	if mayBeNone(item) {
		inner = subscript(a.flow("Some"), inner)
	}
	return union([]expr{inner, atom("None")})
}

// mayBeNone says whether a value of a type may be None in Python.
func mayBeNone(t *typespec.Term) bool {
	return t.Kind == typespec.Option || t.Kind == typespec.Unit || t.Kind == typespec.Param
}

// named writes a declared type with those of its arguments that its values hold.
func (a *annotations) named(t *typespec.Term) expr {
	p := a.plan.types[t.Decl]
	var args []expr
	for _, place := range p.arguments {
		args = append(args, a.term(t.Args[place]))
	}
	if len(args) == 0 {
		return atom(a.declared(p.name))
	}
	return subscript(a.declared(p.name), args...)
}
