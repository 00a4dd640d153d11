package rust

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// usualRecursion is how deep rustc looks into types unless a crate says otherwise.
const usualRecursion = 128

// levels are how many types stand within each other in std's and the support code's containers, to rustc's eye.
var levels = map[typespec.TermKind]int{
	typespec.List: 4, typespec.Bytes: 4, typespec.Set: 5, typespec.Dict: 6, typespec.Int: 8, typespec.Decimal: 9,
	typespec.Duration: 9, typespec.Instant: 9, typespec.JSONValue: 12, typespec.Task: 2, typespec.Function: 2,
}

// recursionLimit is the limit that a crate has to set so that rustc looks through the types of the Tools, as it does where
// a method's future has to be Send; 0 where the usual one is enough. It is an upper bound: types that hold each other are
// taken to be looked through one after the other.
func (p *plan) recursionLimit() int {
	d := newDepths(p)
	deepest := 0
	for _, t := range p.tools {
		gen.EachRoot(t.tool, func(term *typespec.Term) { deepest = max(deepest, d.of(term)) })
	}
	const ofFuture = 16 // what stands around an argument in the future of a call
	if deepest+ofFuture <= usualRecursion {
		return 0
	}
	limit := usualRecursion
	for limit < deepest+ofFuture {
		limit *= 2
	}
	return limit
}

// depths says how deep rustc looks into declared types.
type depths struct {
	index     map[*typespec.Declaration]int32
	component []int32
	// within is how deep the declarations of a component go, one after the other; all adds those below it.
	within, all []int
}

func newDepths(p *plan) *depths {
	declarations := p.program.Declarations
	d := &depths{index: map[*typespec.Declaration]int32{}}
	for i, each := range declarations {
		d.index[each] = int32(i)
	}
	edges := make([][]int32, len(declarations))
	for i, each := range declarations {
		gen.EachPart(each, func(t *typespec.Term) {
			d.each(t, 0, func(held *typespec.Declaration, _ int) { edges[i] = append(edges[i], d.index[held]) })
		})
	}
	d.component = typespec.Components(edges)
	d.measure(declarations)
	return d
}

// each calls visit for each declaration in a term, with the levels above it.
func (d *depths) each(t *typespec.Term, above int, visit func(held *typespec.Declaration, above int)) {
	above += max(levels[t.Kind], 1)
	if t.Kind == typespec.Named {
		above += 3 // it may be in a Box
		visit(t.Decl, above)
	}
	for _, arg := range t.Args {
		d.each(arg, above, visit)
	}
}

// measure goes from what holds no other declarations to what holds them.
func (d *depths) measure(declarations []*typespec.Declaration) {
	count := 0
	for _, c := range d.component {
		count = max(count, int(c)+1)
	}
	d.within, d.all = make([]int, count), make([]int, count)
	members := make([][]*typespec.Declaration, count)
	for i, each := range declarations {
		c := d.component[i]
		members[c] = append(members[c], each)
	}
	for c := range members { // each comes after those that it refers to
		below := 0
		for _, each := range members[c] {
			own := 1
			gen.EachPart(each, func(t *typespec.Term) {
				own = max(own, d.plain(t))
				d.each(t, 0, func(held *typespec.Declaration, above int) {
					if other := d.component[d.index[held]]; int(other) == c {
						own = max(own, above)
					} else {
						below = max(below, above+d.all[other])
					}
				})
			})
			d.within[c] += own
		}
		d.all[c] = d.within[c] + below
	}
}

// plain is how many levels a term has by itself.
func (d *depths) plain(t *typespec.Term) int {
	deepest := 0
	for _, arg := range t.Args {
		deepest = max(deepest, d.plain(arg))
	}
	return deepest + max(levels[t.Kind], 1)
}

// of is how deep rustc looks into a term.
func (d *depths) of(t *typespec.Term) int {
	deepest := d.plain(t)
	d.each(t, 0, func(held *typespec.Declaration, above int) {
		deepest = max(deepest, above+d.all[d.component[d.index[held]]])
	})
	return deepest
}

// recursionAttribute is what a crate has to have at its head.
func recursionAttribute(limit int) string {
	return fmt.Sprintf("#![recursion_limit = %q]", fmt.Sprint(limit))
}
