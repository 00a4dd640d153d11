package golang

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"
)

// longTuple is a tuple longer than the runtime's: the name of its struct and its type parameters.
func (p *plan) longTuple(length int) *typePlan {
	t := &typePlan{name: p.tuples[length]}
	for i := range length {
		t.generic = append(t.generic, fmt.Sprintf("T%d", i))
	}
	return t
}

// writeTuples writes the structs of tuples that are longer than the runtime's.
func (p *plan) writeTuples(f *jen.File) {
	for _, n := range slices.Sorted(maps.Keys(p.tuples)) {
		t := p.longTuple(n)
		f.Comment(fmt.Sprintf("// %s is a tuple of %d.", t.name, n))
		f.Add(t.declared(t.name.String())).StructFunc(func(g *jen.Group) {
			for i, name := range t.generic {
				g.Id(fmt.Sprintf("V%d", i)).Id(name)
			}
		})
		f.Line()
	}
}

// writeTupleCodec writes what makes the codec of such a tuple from those of its parts.
func (p *plan) writeTupleCodec(f *jen.File, length int) {
	t := p.longTuple(length)
	var params, parts []jen.Code
	for i, name := range t.generic {
		codec := fmt.Sprintf("c%d", i)
		params = append(params, jen.Id(codec).Add(support("Codec").Types(jen.Id(name))))
		at := jen.Func().Params(jen.Id("t").Op("*").Add(t.self())).Op("*").Id(name).
			Block(jen.Return(jen.Op("&").Id("t").Dot(fmt.Sprintf("V%d", i))))
		parts = append(parts, jen.Line().Add(support("PartOf").Call(jen.Id(codec), at)))
	}
	parts = append(parts, jen.Line())
	f.Func().Id("codecOf" + t.name.String()).Types(t.parameters()...).Params(params...).
		Add(support("Codec").Types(t.self())).Block(jen.Return(support("TupleCodec").Call(parts...)))
	f.Line()
}
