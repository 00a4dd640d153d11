package rust

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// findOrdered finds the declarations that Rust's derived traits compare as Flow does: in declaration order, part by part.
// Host values are never compared, and neither is what holds one; that holds for phantom arguments too, of which derived
// traits ask the same as of all others.
func findOrdered(declarations []*typespec.Declaration) map[*typespec.Declaration]bool {
	ordered := map[*typespec.Declaration]bool{}
	holders := map[*typespec.Declaration][]*typespec.Declaration{}
	var queue []*typespec.Declaration
	for _, d := range declarations {
		ordered[d] = d.Kind != typespec.Host
		if d.Kind == typespec.Host {
			queue = append(queue, d)
		}
		gen.EachPart(d, func(t *typespec.Term) {
			eachCompared(t, func(held *typespec.Declaration) { holders[held] = append(holders[held], d) })
		})
	}
	for len(queue) > 0 {
		d := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, holder := range holders[d] {
			if ordered[holder] {
				ordered[holder] = false
				queue = append(queue, holder)
			}
		}
	}
	return ordered
}

// eachCompared calls visit for the declarations whose traits decide on those of a type.
func eachCompared(t *typespec.Term, visit func(*typespec.Declaration)) {
	switch t.Kind {
	case typespec.Function, typespec.Task: // a marker, which has every trait
		return
	case typespec.Named:
		visit(t.Decl)
	}
	for _, arg := range t.Args {
		eachCompared(arg, visit)
	}
}

// derives are the traits that a type derives.
func (p *plan) derives(t *typePlan) []string {
	list := []string{"Debug", "Clone"}
	if t.form == enum && t.isBare() {
		list = append(list, "Copy")
	}
	if p.ordered[t.decl] {
		list = append(list, "PartialEq", "Eq", "PartialOrd", "Ord", "Hash")
	}
	return list
}

// isBare says that no value of an enum has a payload.
func (t *typePlan) isBare() bool {
	for _, c := range t.constructors {
		if c.parts.Kind != gen.NoParts {
			return false
		}
	}
	return len(t.phantom) == 0
}
