package golang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/typespec"
)

// codecs writes codecs of terms as expressions, at one place of the generated code.
type codecs struct {
	scope
	// global are the variables of the package, for types without type parameters.
	global *shared
	// own are the parts of a generic type's codec, for types with its type parameters; nil where an expression has to do.
	own *shared
	// usesOwn says that an expression since it was last cleared names one of them.
	usesOwn bool
}

// compounds are the functions that make the codecs of compound types from those of their parts.
var compounds = map[typespec.TermKind]string{
	typespec.List: "ListOf", typespec.Set: "SetOf", typespec.Option: "OptionOf", typespec.Dict: "DictOf",
}

// argument is the codec of a type parameter.
func (c *codecs) argument(t *typespec.Term) *jen.Statement {
	if t.Owner == nil {
		return jen.Id("bindings").Index(jen.Lit(t.Index))
	}
	return jen.Id("c").Dot(argumentName(t.Index))
}

func argumentName(index int) string { return fmt.Sprintf("arg%d", index) }

// of writes the codec of a term.
func (c *codecs) of(t *typespec.Term) *jen.Statement {
	switch {
	case primitiveTypes[t.Kind] != nil:
		return support(kindWords[t.Kind] + "Codec").Call()
	case t.Kind == typespec.Param:
		return c.argument(t)
	case t.Kind == typespec.Named && !c.boxes.needed(c.owner, t):
		if c.isSelf(t) {
			return jen.Id("c")
		}
		if len(t.Args) == 0 {
			return c.make(t)
		}
	}
	switch {
	case !isOpen(t):
		return jen.Id(c.global.get(c.key(t), c.words(t), c.goType(t), func() *jen.Statement { return c.make(t) }).name)
	case c.own != nil:
		part := c.own.get(c.key(t), c.words(t), c.goType(t), func() *jen.Statement { return c.make(t) })
		c.usesOwn = true
		return jen.Id("p").Dot(part.name)
	}
	return c.make(t)
}

// isSelf says whether a term is the type whose codec is being written, at its own type parameters.
func (c *codecs) isSelf(t *typespec.Term) bool {
	if c.owner == nil || t.Decl != c.owner || len(t.Args) == 0 {
		return false
	}
	for i, arg := range t.Args {
		if arg.Kind != typespec.Param || arg.Owner != c.owner || arg.Index != i {
			return false
		}
	}
	return true
}

// isOpen says whether a type parameter stands in a term, phantom arguments included.
func isOpen(t *typespec.Term) bool {
	return t.Kind == typespec.Param || slices.ContainsFunc(t.Args, isOpen)
}

// make writes what makes the codec of a compound term.
func (c *codecs) make(t *typespec.Term) *jen.Statement {
	if t.Kind != typespec.Named {
		if t.Kind == typespec.Tuple {
			return c.inferred(c.tupleCodec(len(t.Args)), t.Args...).Call(c.list(t.Args)...)
		}
		return c.inferred(support(compounds[t.Kind]), t.Args...).Call(c.list(t.Args)...)
	}
	named := c.types[t.Decl]
	var args []jen.Code
	for _, place := range named.held {
		args = append(args, c.of(t.Args[place]))
	}
	function := jen.Id(named.codec.String())
	if len(t.Args) > 0 {
		function.Types(c.goTypes(t.Args)...)
	}
	made := function.Call(args...)
	if c.boxes.needed(c.owner, t) {
		if c.isSelf(t) {
			made = jen.Id("c")
		}
		return support("PointerOf").Call(made)
	}
	return made
}

// deepest is how deep types nest that are left to be inferred: Go's compiler gives up on deeper ones.
const deepest = 20

// inferred names a function whose type arguments are terms: they are left out where Go can infer them.
func (s scope) inferred(function *jen.Statement, terms ...*typespec.Term) *jen.Statement {
	for _, t := range terms {
		if depth(t) > deepest {
			return function.Types(s.goTypes(terms)...)
		}
	}
	return function
}

// depth is how deep a term nests; a primitive is 1.
func depth(t *typespec.Term) int {
	below := 0
	for _, arg := range t.Args {
		below = max(below, depth(arg))
	}
	return below + 1
}

func (c *codecs) list(terms []*typespec.Term) []jen.Code {
	list := make([]jen.Code, len(terms))
	for i, t := range terms {
		list[i] = c.of(t)
	}
	return list
}

func (p *plan) tupleCodec(length int) *jen.Statement {
	if name := p.tuples[length]; name != nil {
		return jen.Id("codecOf" + name.String())
	}
	return support(fmt.Sprintf("Tuple%dOf", length))
}

// key tells types apart. The mark in front of a declared type's name keeps it from a built-in one that is called alike.
func (c *codecs) key(t *typespec.Term) string {
	var b strings.Builder
	c.writeKey(&b, t)
	return b.String()
}

func (c *codecs) writeKey(b *strings.Builder, t *typespec.Term) {
	switch t.Kind {
	case typespec.Param:
		fmt.Fprintf(b, "%d", t.Index)
		return
	case typespec.Named:
		if c.boxes.needed(c.owner, t) {
			b.WriteByte('*')
		}
		b.WriteByte('@')
		b.WriteString(c.types[t.Decl].name.String())
	default:
		b.WriteString(kindWords[t.Kind])
	}
	for _, arg := range t.Args {
		b.WriteByte('(')
		c.writeKey(b, arg)
		b.WriteByte(')')
	}
}

// words describes a type in one word: ListOfText.
func (c *codecs) words(t *typespec.Term) string {
	var b strings.Builder
	c.writeWords(&b, t)
	return b.String()
}

func (c *codecs) writeWords(b *strings.Builder, t *typespec.Term) {
	switch {
	case b.Len() > longestShared: // no more of it is seen
		return
	case t.Kind == typespec.Param:
		b.WriteString(c.types[t.Owner].generic[t.Index])
	case t.Kind == typespec.Named:
		if c.boxes.needed(c.owner, t) {
			b.WriteString("PointerTo")
		}
		b.WriteString(c.types[t.Decl].name.String())
	default:
		b.WriteString(kindWords[t.Kind])
	}
	for i, arg := range t.Args {
		if i == 0 {
			b.WriteString("Of")
		}
		c.writeWords(b, arg)
	}
}
