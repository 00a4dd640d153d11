package rust

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// boxes says where a type would hold itself by value, so that a Box has to stand between. Types that hold each other by
// value, directly or through others, are one strongly connected component: within it, every reference by value is a Box.
type boxes struct {
	index     map[*typespec.Declaration]int32
	component []int32
	// inline says which type parameters stand in a part by value.
	inline func(*typespec.Declaration, int) bool
}

func findBoxes(declarations []*typespec.Declaration) *boxes {
	b := &boxes{index: map[*typespec.Declaration]int32{}, inline: gen.Inline(declarations, isReference)}
	for i, d := range declarations {
		b.index[d] = int32(i)
	}
	edges := make([][]int32, len(declarations))
	for i, d := range declarations {
		gen.EachPart(d, func(t *typespec.Term) {
			b.each(t, func(held *typespec.Declaration) { edges[i] = append(edges[i], b.index[held]) })
		})
	}
	b.component = typespec.Components(edges)
	return b
}

// isReference says which types have their values elsewhere, or none.
func isReference(t *typespec.Term) bool {
	switch t.Kind {
	case typespec.List, typespec.Set, typespec.Dict, typespec.Function, typespec.Task:
		return true
	}
	return false
}

// each calls visit for the declarations whose values a value of a type has within itself.
func (b *boxes) each(t *typespec.Term, visit func(*typespec.Declaration)) {
	if isReference(t) {
		return
	}
	if t.Kind == typespec.Named {
		visit(t.Decl)
	}
	for i, arg := range t.Args {
		if b.isInline(t, i) {
			b.each(arg, visit)
		}
	}
}

// isInline says whether a value of a type has values of its argument of this index within itself.
func (b *boxes) isInline(t *typespec.Term, index int) bool {
	return !isReference(t) && (t.Kind != typespec.Named || b.inline(t.Decl, index))
}

// needed says whether a reference by value, within a part of owner, is a Box.
func (b *boxes) needed(owner *typespec.Declaration, t *typespec.Term) bool {
	return owner != nil && t.Kind == typespec.Named && b.component[b.index[owner]] == b.component[b.index[t.Decl]]
}
