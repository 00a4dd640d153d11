package typespec

import "bytes"

// mostFurther bounds the terms that may be visited again to judge finite values. Only instances that differ in which of
// their type arguments have finite values add to it, so a program that people wrote needs few.
const mostFurther = 4_000_000

// infinite gives the declarations of which no finite value can exist, because every value would hold another of itself.
// Never and an enum without constructors count as if they had values, a List, Set, Dict or Option as if empty, and what
// is no data as given. Judged by instance: a record that holds Box<Self> is infinite where Box holds its argument.
//
// It is a least fixed point. Each declaration, taken at type arguments that have finite values, has a cell that fires
// once a value was found for it; so have terms that need others first. A reference waits until all its arguments have
// fired; only where nothing else moves, its declaration is taken at those that have fired so far, with a cell of its
// own. Each step fires a cell, so the whole is linear but for these further cells. tooMany is the declaration at which
// they took more than mostFurther, nil where they did not.
func infinite(declarations []*Declaration) (found []*Declaration, tooMany *Declaration) {
	f := &finiteness{full: make(map[*Declaration]int32, len(declarations)), partial: map[instance]int32{}}
	for _, d := range declarations {
		f.full[d] = f.cell(1)
	}
	for _, d := range declarations {
		f.declare(f.full[d], d, bytes.Repeat([]byte{given}, len(d.Generic)))
	}
	if tooMany = f.settle(f.visited + mostFurther); tooMany != nil {
		return nil, tooMany
	}
	endless := f.unfired()
	for _, d := range declarations {
		if endless[f.full[d]] {
			found = append(found, d)
		}
	}
	return found, nil
}

// finiteness is the state of that search.
type finiteness struct {
	cells      []cell
	references []reference
	// full are the cells of declarations at arguments that all have finite values, partial those at others.
	full    map[*Declaration]int32
	partial map[instance]int32
	// visited counts terms and arguments.
	visited int
	// fired are cells whose users have not heard yet.
	fired []int32
	// stalled are references some of whose arguments have fired since their declaration was last taken.
	stalled []int32
}

// cell fires when need of the cells that it uses have fired.
type cell struct {
	need  int32
	fired bool
	users []user
}

// user is what waits for a cell: another cell or, where argument is not negative, that argument of a reference.
type user struct{ of, argument int32 }

// reference is a Named term some of whose arguments have not fired.
type reference struct {
	// cell is its own, holder that of the declaration in which it stands.
	cell, holder int32
	declaration  *Declaration
	arguments    []byte // given or missing
	missing      int
	stalled      bool
}

// instance is a declaration at arguments that are given or missing.
type instance struct {
	declaration *Declaration
	arguments   string
}

// What is known of a type argument.
const (
	given   = '1'
	missing = '0'
)

// The answers of term where it needs no cell.
const (
	always = int32(-1)
	never  = int32(-2)
)

func (f *finiteness) cell(need int32) int32 {
	f.cells = append(f.cells, cell{need: need})
	return int32(len(f.cells) - 1)
}

func (f *finiteness) fire(c int32) {
	if !f.cells[c].fired {
		f.cells[c].fired = true
		f.fired = append(f.fired, c)
	}
}

// use lets u wait for what term answered.
func (f *finiteness) use(c int32, u user) {
	switch {
	case c == never:
	case c == always || f.cells[c].fired:
		f.hear(u)
	default:
		f.cells[c].users = append(f.cells[c].users, u)
	}
}

// hear tells u that what it waits for has fired.
func (f *finiteness) hear(u user) {
	if u.argument < 0 {
		f.cells[u.of].need--
		if f.cells[u.of].need == 0 {
			f.fire(u.of)
		}
		return
	}
	r := &f.references[u.of]
	r.arguments[u.argument] = given
	r.missing--
	if r.missing == 0 {
		f.use(f.full[r.declaration], user{of: r.cell, argument: -1})
	} else {
		f.stall(u.of)
	}
}

func (f *finiteness) stall(r int32) {
	if !f.references[r].stalled {
		f.references[r].stalled = true
		f.stalled = append(f.stalled, r)
	}
}

// settle fires all that can fire.
func (f *finiteness) settle(most int) (tooMany *Declaration) {
	for {
		for len(f.fired) > 0 {
			c := f.fired[len(f.fired)-1]
			f.fired = f.fired[:len(f.fired)-1]
			users := f.cells[c].users
			f.cells[c].users = nil
			for _, u := range users {
				f.hear(u)
			}
		}
		if len(f.stalled) == 0 {
			return nil
		}
		i := f.stalled[len(f.stalled)-1]
		f.stalled = f.stalled[:len(f.stalled)-1]
		f.references[i].stalled = false
		if r := f.references[i]; r.missing > 0 && !f.cells[r.cell].fired && !f.cells[r.holder].fired {
			f.use(f.take(r), user{of: r.cell, argument: -1})
			if f.visited > most {
				return r.declaration
			}
		}
	}
}

// take gives the cell of a reference's declaration at the arguments that are given so far.
func (f *finiteness) take(r reference) int32 {
	at := instance{r.declaration, string(r.arguments)}
	f.visited += 1 + len(r.arguments)
	c, ok := f.partial[at]
	if !ok {
		c = f.cell(1)
		f.partial[at] = c
		f.declare(c, r.declaration, []byte(at.arguments))
	}
	return c
}

// declare lets the cell of a declaration wait for its body.
func (f *finiteness) declare(c int32, d *Declaration, arguments []byte) {
	body := always
	switch {
	case d.Kind == Record:
		body = f.all(func(each func(int32)) {
			for i := range d.Fields {
				each(f.term(d.Fields[i].Type, c, arguments))
			}
		})
	case d.Kind == Enum && len(d.Constructors) > 0:
		body = f.any(d, c, arguments)
	}
	f.use(body, user{of: c, argument: -1})
}

// any fires with the first constructor that has a value.
func (f *finiteness) any(d *Declaration, holder int32, arguments []byte) int32 {
	one := f.cell(1)
	for i := range d.Constructors {
		f.use(f.all(func(each func(int32)) {
			d.Constructors[i].parts(func(t *Term) { each(f.term(t, holder, arguments)) })
		}), user{of: one, argument: -1})
	}
	return one
}

// all fires when each of the terms has a value.
func (f *finiteness) all(terms func(each func(int32))) int32 {
	var waits []int32
	impossible := false
	terms(func(c int32) {
		impossible = impossible || c == never
		if c >= 0 {
			waits = append(waits, c)
		}
	})
	switch {
	case impossible:
		return never
	case len(waits) == 0:
		return always
	case len(waits) == 1:
		return waits[0]
	}
	both := f.cell(int32(len(waits)))
	for _, c := range waits {
		f.use(c, user{of: both, argument: -1})
	}
	return both
}

// term gives the cell of a term in the body of holder, or always or never.
func (f *finiteness) term(t *Term, holder int32, arguments []byte) int32 {
	f.visited++
	switch t.Kind {
	case Param:
		if arguments[t.Index] == given {
			return always
		}
		return never
	case Tuple:
		return f.all(func(each func(int32)) {
			for _, item := range t.Args {
				each(f.term(item, holder, arguments))
			}
		})
	case Named:
		return f.named(t, holder, arguments)
	}
	return always
}

func (f *finiteness) named(t *Term, holder int32, arguments []byte) int32 {
	if t.Decl.Kind != Record && t.Decl.Kind != Enum {
		return always
	}
	waits := make([]int32, len(t.Args))
	r := reference{holder: holder, declaration: t.Decl}
	for i, arg := range t.Args {
		waits[i] = f.term(arg, holder, arguments)
		if waits[i] != always {
			r.missing++
		}
	}
	if r.missing == 0 {
		return f.full[t.Decl]
	}
	r.cell = f.cell(1)
	r.arguments = bytes.Repeat([]byte{missing}, len(t.Args))
	index := int32(len(f.references))
	for i, c := range waits {
		if c == always {
			r.arguments[i] = given
		}
	}
	f.references = append(f.references, r)
	f.stall(index)
	for i, c := range waits {
		if c != always {
			f.use(c, user{of: index, argument: int32(i)})
		}
	}
	return r.cell
}

// unfired says which cells have not fired because they wait for themselves.
func (f *finiteness) unfired() []bool {
	waits := digraph{to: make([][]int32, len(f.cells))}
	for c := range f.cells {
		if f.cells[c].fired {
			continue
		}
		for _, u := range f.cells[c].users {
			of := u.of
			if u.argument >= 0 {
				of = f.references[u.of].cell
			}
			if !f.cells[of].fired {
				waits.edge(int32(c), of)
			}
		}
	}
	return waits.cyclic()
}
