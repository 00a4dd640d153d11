package typespec

import "strconv"

// parts visits the terms of a declaration's body in declaration order.
func (d *Declaration) parts(visit func(t *Term)) {
	for i := range d.Fields {
		visit(d.Fields[i].Type)
	}
	for i := range d.Constructors {
		d.Constructors[i].parts(visit)
	}
}

func (c *Constructor) parts(visit func(t *Term)) {
	if c.Payload == nil {
		return
	}
	for _, t := range c.Payload.Positional {
		visit(t)
	}
	for i := range c.Payload.Named {
		visit(c.Payload.Named[i].Type)
	}
}

// partName names the part that parts visits at that place: "Turn.text", "ChatError.Refused.reason", "Shape.Line.0".
func (d *Declaration) partName(place int) string {
	if place < len(d.Fields) {
		return d.Name + "." + d.Fields[place].Name
	}
	place -= len(d.Fields)
	for i := range d.Constructors {
		c := &d.Constructors[i]
		if c.Payload == nil {
			continue
		}
		if n := len(c.Payload.Positional); place < n {
			if n == 1 {
				return d.Name + "." + c.Name
			}
			return d.Name + "." + c.Name + "." + strconv.Itoa(place)
		} else {
			place -= n
		}
		if n := len(c.Payload.Named); place < n {
			return d.Name + "." + c.Name + "." + c.Payload.Named[place].Name
		} else {
			place -= n
		}
	}
	return d.Name
}

// reached gives the declarations that terms reach, through arguments, functions, tasks and members alike, each once, in
// the order in which they are met.
func reached(roots []*Term) []*Declaration {
	var found []*Declaration
	seen := map[*Declaration]bool{}
	visit := func(t *Term) {
		eachNamed(t, func(d *Declaration) {
			if !seen[d] {
				seen[d] = true
				found = append(found, d)
			}
		})
	}
	for _, t := range roots {
		visit(t)
	}
	for i := 0; i < len(found); i++ {
		found[i].parts(visit)
	}
	return found
}

// terms gives the Tool's root terms: its parameters', ok and err.
func (t *Tool) terms() []*Term {
	terms := make([]*Term, 0, len(t.Params)+2)
	for i := range t.Params {
		terms = append(terms, t.Params[i].Type)
	}
	return append(terms, t.Ok, t.Err)
}
