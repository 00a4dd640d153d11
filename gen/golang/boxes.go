package golang

import "github.com/flow-toolkit/flowgen/typespec"

// boxes says where a struct would hold itself by value, so that a pointer has to stand between. Structs that hold each
// other by value, directly or through others, are one strongly connected component: within it, every such reference is
// a pointer; all others are values.
type boxes struct {
	index     map[*typespec.Declaration]int32
	component []int32
	// inline are the type parameters of records that stand in a field by value.
	inline map[parameter]bool
}

// parameter is one type parameter of a declaration.
type parameter struct {
	owner *typespec.Declaration
	index int
}

func findBoxes(declarations []*typespec.Declaration) *boxes {
	b := &boxes{index: map[*typespec.Declaration]int32{}, inline: map[parameter]bool{}}
	for i, d := range declarations {
		b.index[d] = int32(i)
	}
	b.findInline(declarations)
	edges := make([][]int32, len(declarations))
	for i, d := range declarations {
		for _, f := range d.Fields {
			b.each(f.Type, func(t *typespec.Term) {
				if t.Kind == typespec.Named {
					edges[i] = append(edges[i], b.index[t.Decl])
				}
			})
		}
	}
	b.component = typespec.Components(edges)
	return b
}

// findInline finds the inline parameters: each round goes through all fields, until one finds nothing new. There are as
// many rounds as a parameter is handed on from declaration to declaration, which is few in any listing of people's.
func (b *boxes) findInline(declarations []*typespec.Declaration) {
	for found := true; found; {
		found = false
		for _, d := range declarations {
			for _, f := range d.Fields {
				b.each(f.Type, func(t *typespec.Term) {
					if p := (parameter{t.Owner, t.Index}); t.Kind == typespec.Param && !b.inline[p] {
						b.inline[p], found = true, true
					}
				})
			}
		}
	}
}

// each calls visit for the records and type parameters that a value of a type has within itself. Lists, sets, dicts and
// enums are references already.
func (b *boxes) each(t *typespec.Term, visit func(*typespec.Term)) {
	switch t.Kind {
	case typespec.Param:
		visit(t)
	case typespec.Option, typespec.Tuple:
		for _, arg := range t.Args {
			b.each(arg, visit)
		}
	case typespec.Named:
		if t.Decl.Kind != typespec.Record {
			return
		}
		visit(t)
		for i, arg := range t.Args {
			if b.inline[parameter{t.Decl, i}] {
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
