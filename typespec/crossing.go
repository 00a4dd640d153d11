package typespec

import "math/bits"

// holding is a set of what a type holds at positions that carry values.
type holding uint8

// What a type may hold that does not cross everywhere.
const (
	holdsFunction holding = 1 << iota
	holdsTask
	holdsNonData
	holdsHost
	holdsOpaque
	holdsOptionalJSON // Option<json.Value>
	holdsHostKey      // a host value inside a Set's item or a Dict's key

	holdings = 7
)

// What may cross, by what it may not hold.
const (
	// notData bars from a Tool's parameter, unless it is itself a host type.
	notData = holdsFunction | holdsTask | holdsNonData | holdsHost | holdsOptionalJSON
	// notReply bars from ok and err, which decoding builds.
	notReply = holdsFunction | holdsTask | holdsNonData | holdsOpaque | holdsOptionalJSON | holdsHostKey
	// notDecodable bars from the binding of a type parameter that carries values.
	notDecodable = notData | holdsOpaque
)

var holdingNames = [holdings]string{
	"a function", "a task", "a type that is no data", "a host value", "an opaque type", "Option<json.Value>",
	"a host value in a Set's item or a Dict's key",
}

// String names the first thing of a set.
func (h holding) String() string { return holdingNames[bits.TrailingZeros8(uint8(h))] }

// use is a set of ways in which a term or a type parameter carries values; none for a phantom.
type use uint8

const (
	asValue  use = 1 << iota
	asKey        // inside a Set's item or a Dict's key
	inOption     // directly inside an Option
)

// whole is the part of a reason that is a declaration as such.
const whole = int32(-1)

// crossings says what declarations and roots hold at value positions after substitution, and which type parameters
// stand there.
//
// Nothing is substituted. What a type holds is the union of what its parts hold, and a type argument's part in it
// depends only on how its parameter is used; so each declaration is summed up by what it holds whatever its arguments,
// and a use for each parameter. The summaries are a least fixed point: a term is visited again only where its use has
// grown, so the whole is linear.
type crossings struct {
	// bodies are the declarations', then the roots'.
	bodies  []body
	number  map[*Declaration]int32
	first   int // the first root's body
	pending []carrier
	// carriers are the Named terms with arguments that carry values.
	carriers map[occurrence]use
	// free are the uses of the type parameters that stand in roots, by index.
	free map[int]use
}

// body is what is known of a declaration or a root.
type body struct {
	declaration *Declaration // nil for a root
	holds       holding
	// why says where each thing held stands.
	why [holdings]reason
	// uses are those of a declaration's type parameters; arguments are the terms that stand for each in what refers to it.
	uses      []use
	arguments [][]argument
	// holders are the bodies that hold this one at a value position.
	holders []holder
}

// reason is a part of a body and the declaration there whose body holds it in turn; -1 where the part itself does.
type reason struct{ part, from int32 }

// holder is a body that holds another at one of its parts.
type holder struct {
	body, part int32
	asKey      bool
}

// carrier is a term at a value position of a body's part.
type carrier struct {
	term       *Term
	use        use
	body, part int32
}

// occurrence is a term in a body.
type occurrence struct {
	term *Term
	body int32
}

// argument is a type argument of a Named term that carries values.
type argument struct {
	named *Term
	carrier
}

// newCrossings sums up declarations, which must be all that the roots reach, and the roots.
func newCrossings(declarations []*Declaration, roots []*Term) *crossings {
	c := &crossings{
		bodies:   make([]body, len(declarations)+len(roots)),
		number:   make(map[*Declaration]int32, len(declarations)),
		first:    len(declarations),
		carriers: map[occurrence]use{},
		free:     map[int]use{},
	}
	for i, d := range declarations {
		c.number[d] = int32(i)
		c.bodies[i] = body{declaration: d, uses: make([]use, len(d.Generic)), arguments: make([][]argument, len(d.Generic))}
	}
	for i, d := range declarations {
		c.declare(int32(i), d)
	}
	for i, t := range roots {
		c.visit(carrier{term: t, use: asValue, body: int32(c.first + i)})
	}
	for len(c.pending) > 0 {
		next := c.pending[len(c.pending)-1]
		c.pending = c.pending[:len(c.pending)-1]
		c.visit(next)
	}
	c.spread()
	return c
}

// declare visits a declaration's own body.
func (c *crossings) declare(b int32, d *Declaration) {
	if d.Opaque {
		c.hold(b, holdsOpaque, reason{from: -1, part: whole})
	}
	switch d.Kind {
	case Host:
		c.hold(b, holdsHost, reason{from: -1, part: whole})
	case NonData:
		c.hold(b, holdsNonData, reason{from: -1, part: whole})
	}
	part := int32(0)
	d.parts(func(t *Term) {
		c.visit(carrier{term: t, use: asValue, body: b, part: part})
		part++
	})
}

// visit notes what a term at a value position holds, and goes on to its parts.
func (c *crossings) visit(at carrier) {
	inner := at
	inner.use = at.use &^ inOption
	switch t := at.term; t.Kind {
	case Function:
		c.hold(at.body, holdsFunction, reason{from: -1, part: at.part})
	case Task:
		c.hold(at.body, holdsTask, reason{from: -1, part: at.part})
	case JSONValue:
		if at.use&inOption != 0 {
			c.hold(at.body, holdsOptionalJSON, reason{from: -1, part: at.part})
		}
	case List, Tuple:
		for _, item := range t.Args {
			inner.term = item
			c.visit(inner)
		}
	case Option:
		inner.term, inner.use = t.Args[0], inner.use|inOption
		c.visit(inner)
	case Set:
		inner.term, inner.use = t.Args[0], inner.use|asKey
		c.visit(inner)
	case Dict:
		inner.term = t.Args[1]
		c.visit(inner)
		inner.term, inner.use = t.Args[0], inner.use|asKey
		c.visit(inner)
	case Param:
		c.useParameter(at.body, t.Index, at.use)
	case Named:
		at.use = inner.use
		c.visitNamed(at)
	}
}

// useParameter adds to the use of a body's type parameter, and visits again the arguments that stand for it.
func (c *crossings) useParameter(b int32, index int, u use) {
	if int(b) >= c.first {
		c.free[index] |= u
		return
	}
	uses := &c.bodies[b].uses[index]
	if *uses|u == *uses {
		return
	}
	*uses |= u
	for _, a := range c.bodies[b].arguments[index] {
		c.pend(a, *uses)
	}
}

// pend lets an argument be visited at the use of its parameter, as part of a key where the Named term is one.
func (c *crossings) pend(a argument, parameter use) {
	if parameter == 0 {
		return
	}
	next := a.carrier
	next.use = parameter | c.carriers[occurrence{a.named, a.body}]&asKey
	c.pending = append(c.pending, next)
}

func (c *crossings) visitNamed(at carrier) {
	t := at.term
	of := &c.bodies[c.number[t.Decl]]
	before := c.carriers[occurrence{t, at.body}]
	if len(t.Args) > 0 {
		if before|at.use == before {
			return
		}
		c.carriers[occurrence{t, at.body}] = before | at.use
	}
	of.holders = append(of.holders, holder{body: at.body, part: at.part, asKey: at.use&asKey != 0})
	for i, arg := range t.Args {
		a := argument{named: t, carrier: carrier{term: arg, body: at.body, part: at.part}}
		if before == 0 {
			of.arguments[i] = append(of.arguments[i], a)
		}
		c.pend(a, of.uses[i])
	}
}

// hold notes that a body holds something, and why, the first time.
func (c *crossings) hold(b int32, h holding, why reason) {
	at := &c.bodies[b]
	if at.holds&h != 0 {
		return
	}
	at.holds |= h
	at.why[bits.TrailingZeros8(uint8(h))] = why
}

// spread gives to each body what the declarations hold that it holds as values.
func (c *crossings) spread() {
	for h := holding(1); h != 0 && h < 1<<holdings; h <<= 1 {
		var found []int32
		for b := range c.bodies {
			if c.bodies[b].holds&h != 0 {
				found = append(found, int32(b))
			}
		}
		for i := 0; i < len(found); i++ {
			for _, by := range c.bodies[found[i]].holders {
				if h == holdsHost && by.asKey {
					c.hold(by.body, holdsHostKey, reason{part: by.part, from: -1})
				}
				if c.bodies[by.body].holds&h == 0 {
					c.hold(by.body, h, reason{part: by.part, from: found[i]})
					found = append(found, by.body)
				}
			}
		}
	}
}

// root gives what a root holds.
func (c *crossings) root(i int) holding { return c.bodies[c.first+i].holds }

// carried says whether the type parameter of that index stands at a value position of any root.
func (c *crossings) carried(index int) bool { return c.free[index] != 0 }

// where names what a root holds, or the part of a declaration at which that stands; it is empty where it stands in the
// root's own term.
func (c *crossings) where(root int, h holding) string {
	at, place := int32(c.first+root), ""
	for {
		b := &c.bodies[at]
		why := b.why[bits.TrailingZeros8(uint8(h))]
		switch {
		case why.part == whole:
			return quoted(b.declaration.Name)
		case b.declaration != nil:
			place = "at " + quoted(b.declaration.partName(int(why.part)))
		}
		if why.from < 0 {
			return place
		}
		at = why.from
	}
}
