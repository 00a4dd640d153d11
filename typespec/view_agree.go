package typespec

// agree walks the served signature, its type parameters replaced by the bindings, beside the view's roots. Nothing is
// substituted: a binding is compared where its parameter stands, and two declarations that meet are compared once, as
// templates.
func (c *viewCheck) agree() {
	w := &walk{viewCheck: c, met: map[pair]bool{}}
	for _, b := range c.bindings {
		w.bound = append(w.bound, c.pool.of(b.term, nil))
	}
	for i, served := range c.tool.terms() {
		r := c.roots[i]
		if part := w.part(served, r.term, r.at); part != nil {
			c.lose(r.value, r.at, CodeMismatch, "the Tool declares %s here; with these bindings the view parts from it at %s",
				quoted(FlowType(served, c.tool.Generic)), quotedPointer(part.pointer()))
		}
	}
	w.meetServed()
	for len(w.pending) > 0 {
		next := w.pending[0]
		w.pending = w.pending[1:]
		w.compare(next)
	}
}

// walk is the state of that comparison.
type walk struct {
	*viewCheck
	bound   []*concrete
	met     map[pair]bool
	pending []pair
}

// pair is a declaration of the Tool's program and one of the view's that stands for it.
type pair struct{ served, viewed *Declaration }

func (w *walk) meet(p pair) {
	if !w.met[p] {
		w.met[p] = true
		w.pending = append(w.pending, p)
	}
}

// meetServed pairs the declarations of the view that have a served identity to the letter with what is served under it.
// All others that no place has paired are the caller's own.
func (w *walk) meetServed() {
	served := map[string][]*Declaration{}
	for _, d := range reached(w.tool.terms()) {
		served[d.Identity] = append(served[d.Identity], d)
	}
	for _, d := range w.view.Declarations {
		known := served[d.Identity]
		found := false
		for _, s := range known {
			if s.Ordinal == d.Ordinal {
				w.meet(pair{s, d})
				found = true
			}
		}
		if !found && len(known) > 0 {
			w.conflict(d, "the Tool's declaration of this identity has the lexical_ordinal %d, not %d", known[0].Ordinal, d.Ordinal)
		}
	}
}

// part gives the first place in a term of the view at which it is not the served one, nil where they agree.
func (w *walk) part(served, viewed *Term, at *place) *place {
	if served.Kind == Param && served.Owner == nil {
		if w.pool.of(viewed, nil) != w.bound[served.Index] {
			return at
		}
		return nil
	}
	if served.Kind != viewed.Kind {
		return at
	}
	if served.Kind == Param && served.Index != viewed.Index {
		return at
	}
	if served.Kind == Named {
		if !namesake(served.Decl, viewed.Decl) {
			return at
		}
		w.meet(pair{served.Decl, viewed.Decl})
	}
	if len(served.Args) != len(viewed.Args) {
		return at
	}
	for i := range served.Args {
		if part := w.part(served.Args[i], viewed.Args[i], argumentPlace(viewed, i, at)); part != nil {
			return part
		}
	}
	return nil
}

// namesake says whether two declarations have one identity, their versions aside, and one ordinal.
func namesake(a, b *Declaration) bool {
	return a.Ordinal == b.Ordinal && Unversioned(a.Identity) == Unversioned(b.Identity)
}

// argumentPlace gives the place of a term's argument in the JSON of the term.
func argumentPlace(t *Term, i int, at *place) *place {
	switch t.Kind {
	case Named:
		return at.member("Named").member("args").item(i)
	case Function:
		if i == len(t.Args)-1 {
			return at.member("Function").member("result")
		}
		return at.member("Function").member("params").item(i)
	case Tuple:
		return at.member("Tuple").item(i)
	}
	if len(t.Args) > 1 {
		return at.member(spelled[t.Kind]).item(i)
	}
	return at.member(spelled[t.Kind])
}

func (w *walk) conflict(d *Declaration, format string, args ...any) {
	t := w.known[d.ID]
	w.fault(t.value, t.at, CodeConflicting, format, args...)
}

// compare holds a declaration of the view to the served one. Docs and the names of type parameters may differ.
func (w *walk) compare(p pair) {
	s, v := p.served, p.viewed
	switch {
	case s.Name != v.Name:
		w.conflict(v, "the Tool's declaration is named %s, this one %s", quoted(s.Name), quoted(v.Name))
	case s.Ordinal != v.Ordinal:
		w.conflict(v, "the Tool's declaration has the lexical_ordinal %d, this one %d", s.Ordinal, v.Ordinal)
	case s.Kind != v.Kind:
		w.conflict(v, "the Tool's declaration is of another kind")
	case s.Opaque != v.Opaque:
		w.conflict(v, "the Tool's declaration and this one are not both opaque")
	case len(s.Generic) != len(v.Generic):
		w.conflict(v, "the Tool's declaration has %s, this one %d", counting(len(s.Generic), "type parameter"), len(v.Generic))
	case len(s.Constructors) != len(v.Constructors):
		w.conflict(v, "the Tool's declaration has %s, this one %d", counting(len(s.Constructors), "constructor"), len(v.Constructors))
	default:
		at := w.known[v.ID].at
		w.compareFields(v, s.Fields, v.Fields, at.member("fields"))
		for i := range v.Constructors {
			w.compareConstructors(v, &s.Constructors[i], &v.Constructors[i], at.member("constructors").item(i))
		}
	}
}

func (w *walk) compareConstructors(d *Declaration, s, v *Constructor, at *place) {
	if s.Name != v.Name {
		w.conflict(d, "the Tool's constructor at this place is %s, not %s", quoted(s.Name), quoted(v.Name))
		return
	}
	if s.Payload == nil || v.Payload == nil {
		if s.Payload != v.Payload {
			w.conflict(d, "the payload of the Tool's constructor %s has another form", quoted(s.Name))
		}
		return
	}
	at = at.member("payload")
	if len(s.Payload.Positional) != len(v.Payload.Positional) {
		w.conflict(d, "the Tool's constructor %s has %s, not %d", quoted(s.Name),
			counting(len(s.Payload.Positional), "positional part"), len(v.Payload.Positional))
		return
	}
	for i, t := range v.Payload.Positional {
		w.compareTypes(d, s.Payload.Positional[i], t, at.member("positional").item(i))
	}
	w.compareFields(d, s.Payload.Named, v.Payload.Named, at.member("named"))
}

func (w *walk) compareFields(d *Declaration, s, v []Field, at *place) {
	if len(s) != len(v) {
		w.conflict(d, "the Tool's declaration has %s here, this one %d", counting(len(s), "field"), len(v))
		return
	}
	for i := range v {
		if s[i].Name != v[i].Name {
			w.conflict(d, "the Tool's field at this place is %s, not %s", quoted(s[i].Name), quoted(v[i].Name))
			continue
		}
		w.compareTypes(d, s[i].Type, v[i].Type, at.item(i).member("type"))
	}
}

func (w *walk) compareTypes(d *Declaration, s, v *Term, at *place) {
	if part := w.part(s, v, at); part != nil {
		w.fault(w.known[d.ID].value, at, CodeConflicting, "the Tool declares %s here; they part at %s",
			quoted(FlowType(s, nil)), quotedPointer(part.pointer()))
	}
}
