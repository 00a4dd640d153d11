package typespec

import "math"

// concrete is a type after substitution. Those of one pool are interned: equal types are one pointer, so that however
// often a type is written out, it is looked at once.
type concrete struct {
	// term is the type itself; its arguments are those of args.
	term *Term
	args []*concrete
	id   int32
	// keyLength is the length of the type as a KEY spells it.
	keyLength int64
	// textLength bounds the type's schema text from below, $defs aside.
	textLength int64
	// parts are the types of a declaration's members, once expanded.
	parts    []*concrete
	expanded bool
	// visit is the last walk that came here.
	visit int
	// fault says why it has no schema, once that was found.
	fault *schemaFault
}

// pool holds the types that belong to one Tool or view. It grows as types are asked for, and serves one goroutine.
type pool struct {
	// generic names the type parameters of the Tool.
	generic []string
	known   map[concreteKey]*concrete
	// visits counts walks, steps the types that they came to.
	visits, steps int
}

// concreteKey tells types apart by what they are made of: the ids of their arguments.
type concreteKey struct {
	kind TermKind
	// decl is a Named type's declaration, or a type parameter's owner.
	decl          *Declaration
	index         int
	first, second int32
	rest          string
}

func newPool(generic []string) *pool {
	return &pool{generic: generic, known: map[concreteKey]*concrete{}}
}

// of gives the type that a term is where the type parameters of the declaration or Tool that it stands in are args. They
// stay as they are where there are no args.
func (p *pool) of(t *Term, args []*concrete) *concrete {
	if t.Kind == Param && len(args) > 0 {
		return args[t.Index]
	}
	var few [4]*concrete
	parts := few[:0]
	for _, arg := range t.Args {
		parts = append(parts, p.of(arg, args))
	}
	key := concreteKeyOf(t, parts)
	if known := p.known[key]; known != nil {
		return known
	}
	made := p.make(t, append([]*concrete(nil), parts...))
	p.known[key] = made
	return made
}

func concreteKeyOf(t *Term, args []*concrete) concreteKey {
	key := concreteKey{kind: t.Kind, decl: t.Decl, index: t.Index, first: -1, second: -1}
	if t.Kind == Param {
		key.decl = t.Owner
	}
	if len(args) > 0 {
		key.first = args[0].id
	}
	if len(args) > 1 {
		key.second = args[1].id
	}
	if len(args) > 2 {
		rest := make([]byte, 0, 4*len(args))
		for _, arg := range args[2:] {
			rest = append(rest, byte(arg.id), byte(arg.id>>8), byte(arg.id>>16), byte(arg.id>>24))
		}
		key.rest = string(rest)
	}
	return key
}

func (p *pool) make(t *Term, args []*concrete) *concrete {
	made := &concrete{args: args, id: int32(len(p.known))}
	made.term = &Term{Kind: t.Kind, Decl: t.Decl, Owner: t.Owner, Index: t.Index}
	key, text := int64(0), int64(leastSchema)
	for _, arg := range args {
		made.term.Args = append(made.term.Args, arg.term)
		key = saturated(key + arg.keyLength)
		text = saturated(text + arg.textLength)
	}
	made.keyLength = saturated(notationOf(made.term, p.generic, (*Declaration).Key).length(made.term, key))
	if t.Kind == Named {
		text = made.keyLength
	}
	made.textLength = text
	return made
}

// leastSchema is how long the text of a schema is at least: {}.
const leastSchema = 2

// saturated keeps the lengths of types that double at every step from overflowing.
func saturated(n int64) int64 { return min(n, math.MaxInt64/4) }

// expand gives the types of a declared type's members, in the order of Declaration.parts.
func (p *pool) expand(c *concrete) []*concrete {
	if !c.expanded {
		c.expanded = true
		c.term.Decl.parts(func(t *Term) { c.parts = append(c.parts, p.of(t, c.args)) })
	}
	return c.parts
}
