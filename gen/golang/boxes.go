package golang

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// boxes says where a struct would hold itself by value, so that a pointer has to stand between. Structs that hold each
// other by value, directly or through others, are one strongly connected component: within it, every such reference is
// a pointer; all others are values.
type boxes struct {
	index     map[*typespec.Declaration]int32
	component []int32
	// inline says which type parameters of records stand in a field by value.
	inline func(*typespec.Declaration, int) bool
}

func findBoxes(declarations []*typespec.Declaration) *boxes {
	b := &boxes{index: map[*typespec.Declaration]int32{}, inline: gen.Inline(declarations, isReference)}
	for i, d := range declarations {
		b.index[d] = int32(i)
	}
	edges := make([][]int32, len(declarations))
	for i, d := range declarations {
		for _, f := range d.Fields {
			b.each(f.Type, func(held *typespec.Declaration) { edges[i] = append(edges[i], b.index[held]) })
		}
	}
	b.component = typespec.Components(edges)
	return b
}

// isReference says of which types Go's values are references already.
func isReference(t *typespec.Term) bool {
	switch t.Kind {
	case typespec.List, typespec.Set, typespec.Dict:
		return true
	}
	return t.Kind == typespec.Named && t.Decl.Kind != typespec.Record
}

// each calls visit for the records that a value of a type has within itself.
func (b *boxes) each(t *typespec.Term, visit func(*typespec.Declaration)) {
	if isReference(t) {
		return
	}
	switch t.Kind {
	case typespec.Option, typespec.Tuple:
		for _, arg := range t.Args {
			b.each(arg, visit)
		}
	case typespec.Named:
		visit(t.Decl)
		for i, arg := range t.Args {
			if b.inline(t.Decl, i) {
				b.each(arg, visit)
			}
		}
	}
}

// needed says whether a reference to a record, within a field of the record owner, is a pointer.
func (b *boxes) needed(owner *typespec.Declaration, t *typespec.Term) bool {
	return owner != nil && owner.Kind == typespec.Record && t.Kind == typespec.Named && t.Decl.Kind == typespec.Record &&
		b.component[b.index[owner]] == b.component[b.index[t.Decl]]
}
