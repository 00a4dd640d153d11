package typespec

import (
	"strconv"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// scope says which type parameters a term may name.
type scope struct {
	// owner is a template's declaration; nil for a Tool's roots.
	owner *Declaration
	// id is how a Param spells the owner; empty where no Param may stand.
	id string
	// arity is how many type parameters the owner has, -1 where that could not be read.
	arity int
}

// toolID is the local id that stands for the Tool itself, so that no declaration may have it.
const toolID = "tool"

// toolScope is that of a Tool's roots.
func toolScope(arity int) scope { return scope{id: toolID, arity: arity} }

// concreteScope is that of a view's bindings and roots, where no type parameter is free.
func concreteScope() scope { return scope{} }

// primitives are the terms written as strings; they are shared by all who refer to them.
var primitives = map[string]*Term{
	"Int":        {Kind: Int},
	"Decimal":    {Kind: Decimal},
	"Bool":       {Kind: Bool},
	"Text":       {Kind: Text},
	"Bytes":      {Kind: Bytes},
	"Duration":   {Kind: Duration},
	"Instant":    {Kind: Instant},
	"Unit":       {Kind: Unit},
	"Never":      {Kind: Never},
	"json.Value": {Kind: JSONValue},
}

// lost stands for every term that could not be read.
var lost = &Term{Kind: unreadable}

// term reads one type term. It is never nil: what cannot be read is lost, by a fault of its own or of the template that
// it names, and the input with it is hurt.
func (r *reader) term(v *canon.Value, at *place, in scope) *Term {
	t := r.readTerm(v, at, in)
	r.hurt = r.hurt || t == lost
	return t
}

func (r *reader) readTerm(v *canon.Value, at *place, in scope) *Term {
	switch {
	case v.Kind == canon.String:
		if t := primitives[v.Text]; t != nil {
			return t
		}
		r.lose(v, at, CodeUnknownTerm, "%s is no primitive of Flow: %s", quoted(v.Text), r.wordMeant(v.Text))
		return lost
	case v.Kind != canon.Object:
		r.lose(v, at, CodeShape, "a term is a string or an object of one member; this is %s", v.Kind)
		return lost
	case len(v.Members) != 1:
		r.lose(v, at, CodeShape, "a compound term has exactly one member, such as {\"List\": term}; this has %d", len(v.Members))
		return lost
	}
	m := v.Members[0]
	inner := at.member(m.Name)
	switch m.Name {
	case "List":
		return r.compound(List, in, inner, m.Value)
	case "Set":
		return r.compound(Set, in, inner, m.Value)
	case "Option":
		return r.compound(Option, in, inner, m.Value)
	case "Task":
		return r.compound(Task, in, inner, m.Value)
	case "Dict":
		return r.dict(m.Value, inner, in)
	case "Tuple":
		return r.tuple(m.Value, inner, in)
	case "Function":
		return r.function(m.Value, inner, in)
	case "Named":
		return r.named(m.Value, inner, in)
	case "Param":
		return r.param(m.Value, inner, in)
	}
	r.hurt = true
	r.sink.add(m.Offset, r.sink.pointer(inner), CodeUnknownTerm, "%s is no compound term: %s", quoted(m.Name), compoundMeant(m.Name))
	return lost
}

func (r *reader) compound(kind TermKind, in scope, at *place, v *canon.Value) *Term {
	return &Term{Kind: kind, Args: []*Term{r.term(v, at, in)}}
}

func (r *reader) dict(v *canon.Value, at *place, in scope) *Term {
	items, ok := r.items(v, at, "Dict")
	if ok && len(items) != 2 {
		r.lose(v, at, CodeShape, "Dict is an array of exactly two terms, key and value; this has %d", len(items))
	}
	if len(items) != 2 {
		return lost
	}
	return &Term{Kind: Dict, Args: r.terms(items, at, in)}
}

func (r *reader) tuple(v *canon.Value, at *place, in scope) *Term {
	items, ok := r.items(v, at, "Tuple")
	if ok && len(items) < 2 {
		r.lose(v, at, CodeShape, "Tuple is an array of at least two terms; this has %d", len(items))
	}
	if len(items) < 2 {
		return lost
	}
	return &Term{Kind: Tuple, Args: r.terms(items, at, in)}
}

func (r *reader) function(v *canon.Value, at *place, in scope) *Term {
	ms := r.members(v, at, "Function", "params", "result")
	if ms == nil {
		return lost
	}
	var args []*Term
	if ms[0] != nil {
		if items, ok := r.items(ms[0], at.member("params"), "params of a Function"); ok {
			args = r.terms(items, at.member("params"), in)
		}
	}
	result := lost
	if ms[1] != nil {
		result = r.term(ms[1], at.member("result"), in)
	}
	return &Term{Kind: Function, Args: append(args, result)}
}

func (r *reader) named(v *canon.Value, at *place, in scope) *Term {
	ms := r.members(v, at, "Named", "declaration", "args")
	if ms == nil {
		return lost
	}
	var args []*Term
	counted := false
	if ms[1] != nil {
		if items, ok := r.items(ms[1], at.member("args"), "args of a Named"); ok {
			args, counted = r.terms(items, at.member("args"), in), true
		}
	}
	if ms[0] == nil {
		return lost
	}
	id, ok := r.text(ms[0], at.member("declaration"), "declaration of a Named")
	if !ok {
		return lost
	}
	named := r.known[id]
	if named == nil && r.blind {
		return lost
	}
	if named == nil {
		r.lose(ms[0], at.member("declaration"), CodeUnresolved,
			"no declaration has the local id %s: add its template, or correct the reference", quoted(id))
		return lost
	}
	if !counted || named.arity < 0 {
		return lost
	}
	if len(args) != named.arity {
		r.lose(ms[1], at.member("args"), CodeArity, "%s takes %s, not %d",
			quoted(named.decl.Name), counting(named.arity, "type argument"), len(args))
		return lost
	}
	return &Term{Kind: Named, Decl: named.decl, Args: args}
}

func (r *reader) param(v *canon.Value, at *place, in scope) *Term {
	ms := r.members(v, at, "Param", "owner", "index")
	if ms == nil || ms[0] == nil || ms[1] == nil {
		return lost
	}
	owner, ok := r.text(ms[0], at.member("owner"), "owner of a Param")
	index, whole := r.whole(ms[1], at.member("index"), "index of a Param", 0)
	switch {
	case !ok:
		return lost
	case in.id == "":
		r.lose(ms[0], at.member("owner"), CodeOwner, "no type parameter is free here: write the concrete type")
		return lost
	case owner != in.id:
		r.lose(ms[0], at.member("owner"), CodeOwner, "a type parameter here belongs to %s, not to %s", quoted(in.id), quoted(owner))
		return lost
	case !whole || in.arity < 0:
		return lost
	case index >= int64(in.arity):
		r.lose(ms[1], at.member("index"), CodeIndex, "%s has %s, counted from 0; there is none at this index",
			quoted(in.id), counting(in.arity, "type parameter"))
		return lost
	}
	return &Term{Kind: Param, Owner: in.owner, Index: int(index)}
}

func (r *reader) terms(items []*canon.Value, at *place, in scope) []*Term {
	terms := make([]*Term, len(items), len(items)+1)
	for i, item := range items {
		terms[i] = r.term(item, at.item(i), in)
	}
	return terms
}

// beyond is what whole gives for a number that is whole and has more digits than any that we use.
const beyond = int64(1) << 62

// whole reads a whole number of at least least, in any spelling.
func (r *reader) whole(v *canon.Value, at *place, what string, least int64) (n int64, ok bool) {
	if v.Kind != canon.Number {
		r.lose(v, at, CodeShape, "%s is a whole number; this is %s", what, v.Kind)
		return 0, false
	}
	text, isWhole, err := canon.CanonicalInt(v.Text, canon.Limits{IntDigits: 18})
	n = beyond
	if err != nil && v.Text[0] == '-' {
		n = -beyond
	}
	if err == nil && isWhole {
		n, err = strconv.ParseInt(text, 10, 64)
		isWhole = err == nil
	}
	if !isWhole || n < least {
		r.lose(v, at, CodeShape, "%s is a whole number from %d", what, least)
		return 0, false
	}
	return n, true
}

// counting writes a number of things: "1 type argument", "no type arguments".
func counting(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
