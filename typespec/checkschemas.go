package typespec

import "slices"

// mostJudged bounds the types that may be looked at again to judge one schema after another. Only a listing whose types
// together are too many for one schema, or cannot be told apart in one, takes a look at each.
const mostJudged = 50_000_000

// checkSchemas judges the KEYs of each root's schema. The roots of all Tools are taken together first: where all their
// types can be told apart in one schema, and are few enough for one, so they can and are in each.
func (l *draft) checkSchemas() {
	j := schemaJudge{pool: newPool(nil), sound: map[*concrete]bool{}}
	j.roots = l.schemaRoots(j.pool)
	j.check(func(r schemaRoot, f *schemaFault) {
		r.entry.barred = true
		l.fault(r.value, r.at, f.code, "%s", f.message)
	})
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
	// sound are types whose schemas were judged to be right, each with all that it reaches.
	sound map[*concrete]bool
}

// check gives the roots that have no schema.
func (j *schemaJudge) check(fault func(r schemaRoot, f *schemaFault)) {
	kinds := make([]*concrete, len(j.roots))
	for i := range j.roots {
		kinds[i] = j.roots[i].kind
	}
	found, tooMany := j.pool.reach(kinds...)
	alike := j.pool.alike(found)
	if tooMany == nil && len(alike) == 0 {
		return
	}
	most := j.pool.steps + mostJudged
	for _, r := range j.roots {
		f := j.judge(r.kind, alike, tooMany != nil)
		if f != nil {
			fault(r, f)
		}
		if j.pool.steps > most {
			fault(r, schemaFaultf(CodeLimit, "whether the schemas from here on are in order takes more than %d steps to judge: "+
				"correct the others first, or list fewer Tools", mostJudged))
			return
		}
	}
}

// judge says why a type has no schema. A type that reaches one without a schema has none for the same reason, and one
// that a right schema reaches has one.
func (j *schemaJudge) judge(c *concrete, alike map[*concrete]bool, all bool) *schemaFault {
	if j.sound[c] {
		return nil
	}
	found, fault := j.pool.reach(c)
	if fault == nil {
		confused := found
		if !all {
			confused = slices.DeleteFunc(slices.Clone(found), func(c *concrete) bool { return !alike[c] })
		}
		if fault = j.pool.tellApart(confused, (*Declaration).Key); fault == nil {
			fault = j.pool.tellApart(confused, keyUnversioned)
		}
	}
	if c.fault = fault; fault != nil {
		return fault
	}
	j.sound[c] = true
	for _, c := range found {
		j.sound[c] = true
	}
	return nil
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
