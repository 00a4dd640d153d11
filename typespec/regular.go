package typespec

// irregular gives the declarations in which a type parameter grows around a cycle of references, so that one instance
// would need ever greater ones. Every reference counts, used as a value or not.
//
// Type parameters and the compound terms that hold them are the nodes of a graph: from a term to the term around it,
// where it grows, and from a type argument to the parameter that it becomes. The instances are endless exactly where a
// step that grows lies on a cycle. The graph has a node and two edges a term, so this is linear.
func irregular(declarations []*Declaration) []*Declaration {
	f := &flow{parameter: make(map[*Declaration]int32, len(declarations))}
	for _, d := range declarations {
		f.parameter[d] = int32(len(f.graph.to))
		for range d.Generic {
			f.graph.node()
		}
	}
	var grown []growth
	for i, d := range declarations {
		d.parts(func(t *Term) {
			f.term(t)
		})
		for _, g := range f.grown {
			grown = append(grown, growth{from: g.from, to: g.to, declaration: i})
		}
		f.grown = f.grown[:0]
	}
	component := f.graph.components()
	var found []*Declaration
	for _, g := range grown {
		d := declarations[g.declaration]
		if component[g.from] == component[g.to] && (len(found) == 0 || found[len(found)-1] != d) {
			found = append(found, d)
		}
	}
	return found
}

// flow says where type parameters go.
type flow struct {
	graph digraph
	// parameter is the node of a declaration's first type parameter.
	parameter map[*Declaration]int32
	grown     []growth
}

// growth is a step from a term to the term around it, in the declaration of that number.
type growth struct {
	from, to    int32
	declaration int
}

// term gives the node of a term, -1 where it holds no type parameter.
func (f *flow) term(t *Term) int32 {
	if t.Kind == Param {
		return f.parameter[t.Owner] + int32(t.Index)
	}
	node := int32(-1)
	for i, arg := range t.Args {
		from := f.term(arg)
		if from < 0 {
			continue
		}
		if node < 0 {
			node = f.graph.node()
		}
		f.graph.edge(from, node)
		f.grown = append(f.grown, growth{from: from, to: node})
		if t.Kind == Named {
			f.graph.edge(from, f.parameter[t.Decl]+int32(i))
		}
	}
	return node
}
