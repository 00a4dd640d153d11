package typespec

import (
	"fmt"
	"slices"
)

// mostJudged bounds the types that may be looked at to judge the schemas of all Tools. Only a listing whose types together
// are too many for one schema, or cannot be told apart in one, has any looked at more than once.
const mostJudged = 50_000_000

// checkSchemas judges the KEYs of each root's schema. The roots of all Tools are taken together: where all their types can
// be told apart in one schema, and are few enough for one, so they can and are in each.
func (l *draft) checkSchemas() {
	j := schemaJudge{pool: newPool(nil), most: mostJudged}
	j.roots = l.schemaRoots(j.pool)
	j.fault = func(r schemaRoot, f *schemaFault) {
		r.entry.barred = true
		l.fault(r.value, r.at, f.code, "%s", f.message)
	}
	j.check()
}

// schemaRoot is a root whose schema is to be judged.
type schemaRoot struct {
	toolRoot
	entry *entry
	kind  *concrete
}

// schemaRoots gives the roots of all Tools that may have schemas. The other Tools are barred.
func (l *draft) schemaRoots(p *pool) (roots []schemaRoot) {
	unsound := l.graph.unsound()
	index := map[string]int{}
	for i := range l.entries {
		e := &l.entries[i]
		e.barred = e.barred || e.hurt
		for _, r := range e.roots {
			eachNamed(r.term, func(d *Declaration) { e.barred = e.barred || unsound[d] })
		}
		if e.barred {
			continue
		}
		params := p.params(l.program.Tools[i].Generic, index)
		for _, r := range e.roots {
			roots = append(roots, schemaRoot{toolRoot: r, entry: e, kind: p.of(r.term, params)})
		}
	}
	return roots
}

// params gives the types that stand for a Tool's type parameters in a pool of many Tools: one for each name, since it is
// the name that stands in a KEY.
func (p *pool) params(generic []string, index map[string]int) []*concrete {
	params := make([]*concrete, len(generic))
	for i, name := range generic {
		at, ok := index[name]
		if !ok {
			at = len(p.generic)
			index[name] = at
			p.generic = append(p.generic, name)
		}
		params[i] = p.of(&Term{Kind: Param, Index: at}, nil)
	}
	return params
}

// schemaJudge judges the schemas of many roots.
type schemaJudge struct {
	pool  *pool
	roots []schemaRoot
	// most bounds the steps of the pool.
	most  int
	fault func(r schemaRoot, f *schemaFault)
}

// check gives the roots that have no schema. Roots that follow each other are judged together, as long as one schema could
// hold all their types.
func (j *schemaJudge) check() {
	for from := 0; from < len(j.roots); {
		together := j.pool.reachNothing()
		to := from
		var fault *schemaFault
		for to < len(j.roots) && fault == nil {
			if fault = together.add(j.roots[to].kind); fault == nil {
				to++
			}
		}
		if to == from { // this one has no schema even alone
			j.roots[from].kind.fault = fault
			j.fault(j.roots[from], fault)
			to++
		} else if !j.tellApart(j.roots[from:to], together) {
			return
		}
		if from = to; from < len(j.roots) && j.pool.steps > j.most {
			j.giveUp(j.roots[from])
			return
		}
	}
}

func (j *schemaJudge) giveUp(at schemaRoot) {
	j.fault(at, schemaFaultf(CodeLimit, "whether the schemas from here on are in order takes more than %d steps to judge: "+
		"correct the others first, or list fewer Tools", j.most))
}

// tellApart finds the roots among some that reach two types of one KEY; together is what all of them reach. done is false
// where that took too long.
func (j *schemaJudge) tellApart(roots []schemaRoot, together *reachable) (done bool) {
	alike := j.pool.alike(together.declared)
	if len(alike) == 0 {
		return true
	}
	bearer := bearers(together, alike)
	judged := map[int32]*schemaFault{none: nil}
	for _, r := range roots {
		at := bearer[r.kind]
		f, ok := judged[at]
		if !ok {
			f = j.pool.tellApartAmong(r.kind, alike)
			judged[at] = f
		}
		if f != nil {
			j.fault(r, f)
		}
		if j.pool.steps > j.most {
			j.giveUp(r)
			return false
		}
	}
	return true
}

// none is the bearer of types that reach no alike ones.
const none = int32(0)

// bearers gives each type a number. Types of one number reach the same alike types, so that they are judged once: those
// of one cycle, and those that have all their alike types from one other.
func bearers(together *reachable, alike map[*concrete]bool) map[*concrete]int32 {
	types := together.all
	number := make(map[*concrete]int32, len(types))
	for i, c := range types {
		number[c] = int32(i)
	}
	var g digraph
	for range types {
		g.node()
	}
	for i, c := range types {
		for _, held := range together.pool.held(c) {
			g.edge(int32(i), number[held])
		}
	}
	component := g.components() // what a component reaches has lower numbers
	members := make([][]int32, len(types)+1)
	for i, c := range component {
		members[c] = append(members[c], int32(i))
	}
	of := make([]int32, len(types)+1)
	joined := map[string]int32{}
	for c := range members {
		own := false
		var from []int32
		for _, i := range members[c] {
			own = own || alike[types[i]]
			for _, to := range g.to[i] {
				if b := of[component[to]]; b != none {
					from = append(from, b)
				}
			}
		}
		slices.Sort(from)
		from = slices.Compact(from)
		switch {
		case own:
			of[c] = int32(c)
		case len(from) == 1:
			of[c] = from[0]
		case len(from) > 1:
			key := fmt.Sprint(from)
			if joined[key] == none {
				joined[key] = int32(c)
			}
			of[c] = joined[key]
		}
	}
	bearer := make(map[*concrete]int32, len(types))
	for i, c := range types {
		bearer[c] = of[component[i]]
	}
	return bearer
}

// tellApartAmong says whether a root reaches two types that share a KEY, of those that share one with any.
func (p *pool) tellApartAmong(root *concrete, alike map[*concrete]bool) *schemaFault {
	found, fault := p.reach(root)
	if fault != nil {
		return fault
	}
	found = slices.DeleteFunc(found, func(c *concrete) bool { return !alike[c] })
	if fault = p.tellApart(found, (*Declaration).Key); fault != nil {
		return fault
	}
	return p.tellApart(found, keyUnversioned)
}

// alike gives those types whose KEYs without versions another of them has too.
func (p *pool) alike(types []*concrete) map[*concrete]bool {
	first := make(map[string]*concrete, len(types))
	alike := map[*concrete]bool{}
	for _, c := range types {
		key := p.key(c, keyUnversioned)
		if other := first[key]; other != nil {
			alike[c], alike[other] = true, true
		} else {
			first[key] = c
		}
	}
	return alike
}
