package typespec

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
)

// These tests hold the linear checks to the plain meaning of their rules: small random programs are written out, type by
// type, as the checks themselves never do.

// randomProgram makes up to four declarations that refer to each other, and a root.
func randomProgram(r *rand.Rand) ([]*Declaration, *Term) {
	declarations := make([]*Declaration, 1+r.Intn(4))
	for i := range declarations {
		d := &Declaration{ID: fmt.Sprintf("D%d", i), Name: fmt.Sprintf("D%d", i), Ordinal: 1}
		d.Generic = []string{"A", "B"}[:r.Intn(3)]
		switch n := r.Intn(20); {
		case n == 0:
			d.Kind = NonData
		case n == 1:
			d.Kind = Host
		case n < 9:
			d.Kind = Enum
		}
		d.Opaque = r.Intn(12) == 0
		declarations[i] = d
	}
	for _, d := range declarations {
		switch d.Kind {
		case Record:
			for range r.Intn(3) {
				d.Fields = append(d.Fields, Field{Name: "f", Type: randomTerm(r, declarations, d, 3)})
			}
		case Enum:
			for range r.Intn(4) {
				c := Constructor{Name: "C"}
				for range r.Intn(3) {
					if c.Payload == nil {
						c.Payload = &Payload{}
					}
					c.Payload.Positional = append(c.Payload.Positional, randomTerm(r, declarations, d, 3))
				}
				d.Constructors = append(d.Constructors, c)
			}
		}
	}
	return declarations, randomTerm(r, declarations, nil, 3)
}

func randomTerm(r *rand.Rand, declarations []*Declaration, in *Declaration, depth int) *Term {
	some := func(n int) []*Term {
		args := make([]*Term, n)
		for i := range args {
			args[i] = randomTerm(r, declarations, in, depth-1)
		}
		return args
	}
	if in != nil && len(in.Generic) > 0 && r.Intn(3) == 0 {
		return &Term{Kind: Param, Owner: in, Index: r.Intn(len(in.Generic))}
	}
	if depth == 0 {
		return primitives[[]string{"Int", "json.Value", "Never"}[r.Intn(3)]]
	}
	switch n := r.Intn(16); {
	case n < 2:
		return primitives[[]string{"Int", "json.Value"}[n]]
	case n < 8:
		d := declarations[r.Intn(len(declarations))]
		return &Term{Kind: Named, Decl: d, Args: some(len(d.Generic))}
	case n < 14:
		kind := []TermKind{Option, List, Set, Dict, Tuple, Tuple}[n-8]
		if kind == Dict || kind == Tuple {
			return &Term{Kind: kind, Args: some(2)}
		}
		return &Term{Kind: kind, Args: some(1)}
	case n == 14:
		return &Term{Kind: Task, Args: some(1)}
	}
	return &Term{Kind: Function, Args: some(1 + r.Intn(2))}
}

// world holds types written out, equal ones once.
type world map[string]*Term

// substituted is a term with its type parameters replaced.
func (w world) substituted(t *Term, args []*Term) *Term {
	if t.Kind == Param {
		return args[t.Index]
	}
	s := *t
	s.Args = nil
	key := fmt.Sprintf("%d %d %p", t.Kind, t.Index, t.Decl)
	for _, arg := range t.Args {
		arg = w.substituted(arg, args)
		s.Args = append(s.Args, arg)
		key += fmt.Sprintf(" %p", arg)
	}
	if w[key] == nil {
		w[key] = &s
	}
	return w[key]
}

// bodyOf is the parts of an instance.
func (w world) bodyOf(t *Term) (parts []*Term) {
	t.Decl.parts(func(p *Term) { parts = append(parts, w.substituted(p, t.Args)) })
	return parts
}

// generically is a declaration at arguments that nothing else names.
func (w world) generically(d *Declaration) *Term {
	t := &Term{Kind: Named, Decl: d}
	for i := range d.Generic {
		t.Args = append(t.Args, &Term{Kind: Text, Index: i})
	}
	return w.substituted(t, nil)
}

// instances writes out all that roots refer to; ok is false where that does not end.
func (w world) instances(roots []*Term) (found []*Term, ok bool) {
	met := map[*Term]bool{}
	var meet func(t *Term)
	meet = func(t *Term) {
		if met[t] {
			return
		}
		met[t] = true
		if t.Kind == Named {
			found = append(found, t)
		}
		for _, arg := range t.Args {
			meet(arg)
		}
	}
	for _, t := range roots {
		meet(t)
	}
	for i := 0; i < len(found); i++ {
		if i == 1000 {
			return nil, false
		}
		for _, p := range w.bodyOf(found[i]) {
			meet(p)
		}
	}
	return found, true
}

// finitely gives the instances that have finite values.
func (w world) finitely(found []*Term) map[*Term]bool {
	has := map[*Term]bool{}
	var judge func(t *Term) bool
	judge = func(t *Term) bool {
		switch {
		case t.Kind == Tuple:
			return judge(t.Args[0]) && judge(t.Args[1])
		case t.Kind == Named && t.Decl.Kind <= Enum:
			return has[t]
		}
		return true
	}
	all := func(parts []*Term) bool { return !slices.ContainsFunc(parts, func(p *Term) bool { return !judge(p) }) }
	for again := true; again; {
		again = false
		for _, t := range found {
			ok := t.Decl.Kind != Enum && all(w.bodyOf(t)) || t.Decl.Kind == Enum && len(t.Decl.Constructors) == 0
			for i := range t.Decl.Constructors {
				var parts []*Term
				t.Decl.Constructors[i].parts(func(p *Term) { parts = append(parts, w.substituted(p, t.Args)) })
				ok = ok || all(parts)
			}
			again = again || ok && !has[t]
			has[t] = has[t] || ok
		}
	}
	return has
}

// held walks all value positions of a type.
func (w world) held(root *Term) holding {
	var h holding
	seen := map[string]bool{}
	var walk func(t *Term, asKey bool)
	walk = func(t *Term, asKey bool) {
		switch t.Kind {
		case Function:
			h |= holdsFunction
		case Task:
			h |= holdsTask
		case Option:
			if t.Args[0].Kind == JSONValue {
				h |= holdsOptionalJSON
			}
			walk(t.Args[0], asKey)
		case List, Tuple:
			for _, arg := range t.Args {
				walk(arg, asKey)
			}
		case Set:
			walk(t.Args[0], true)
		case Dict:
			walk(t.Args[0], true)
			walk(t.Args[1], asKey)
		case Named:
			key := fmt.Sprintf("%v %p", asKey, t)
			if seen[key] {
				return
			}
			seen[key] = true
			if t.Decl.Opaque {
				h |= holdsOpaque
			}
			switch t.Decl.Kind {
			case NonData:
				h |= holdsNonData
			case Host:
				h |= holdsHost
				if asKey {
					h |= holdsHostKey
				}
			}
			for _, p := range w.bodyOf(t) {
				walk(p, asKey)
			}
		}
	}
	walk(root, false)
	return h
}

func TestChecksAgainstWrittenOutTypes(t *testing.T) {
	var irregulars, infinites, regular int
	helds := map[holding]int{}
	for seed := range int64(3_000) {
		r := rand.New(rand.NewSource(seed))
		declarations, root := randomProgram(r)
		w := world{}
		root = w.substituted(root, nil)
		var roots []*Term
		for _, d := range declarations {
			roots = append(roots, w.generically(d))
		}
		found, ends := w.instances(append(roots, root))
		if grown := irregular(declarations); (len(grown) == 0) != ends {
			t.Fatalf("seed %d: %d irregular declarations, yet ends is %v", seed, len(grown), ends)
		}
		if !ends {
			irregulars++
			continue
		}
		regular++
		has := w.finitely(found)
		endless, tooMany := infinite(declarations)
		if tooMany != nil {
			t.Fatalf("seed %d: too many", seed)
		}
		some := false
		for i, d := range declarations {
			some = some || !has[roots[i]]
			if slices.Contains(endless, d) && has[roots[i]] {
				t.Fatalf("seed %d: %s has finite values", seed, d.Name)
			}
		}
		if some != (len(endless) > 0) {
			t.Fatalf("seed %d: %d infinite declarations, yet some is %v", seed, len(endless), some)
		}
		if some {
			infinites++
		}
		c := newCrossings(declarations, []*Term{root})
		if got, want := c.root(0), w.held(root); got != want {
			t.Fatalf("seed %d: the root holds %07b; want %07b", seed, got, want)
		}
		for h := holding(1); h < 1<<holdings; h <<= 1 {
			if c.root(0)&h != 0 {
				helds[h]++
				c.where(0, h)
			}
		}
	}
	t.Log(irregulars, infinites, regular, helds)
	if irregulars < 50 || infinites < 50 || regular < 1000 || len(helds) != holdings {
		t.Errorf("the programs are all alike: %d irregular, %d infinite, %d regular, %v", irregulars, infinites, regular, helds)
	}
}
