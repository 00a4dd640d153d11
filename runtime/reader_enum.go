package flow

// Constructor is a value of an enum that is being read:
//
//	c := r.Constructor("Shape")
//	switch c.Name {
//	case "Point":
//		c.Bare()
//		v = ShapePoint{}
//	case "Circle":
//		c.Payload()
//		v = ShapeCircle{Radius: r.Decimal()}
//	default:
//		c.Unknown()
//	}
//	c.End()
//
// What is no constructor of the enum is refused with CodeConstructor at the enum's place.
type Constructor struct {
	// Name is the constructor's; empty where the value has not the shape of one.
	Name string

	object Object // where there is a payload
	start  int
	loaded bool
	enum   string
}

// Constructor begins a value of the enum of that name: a string, or an object of one member.
func (r *Reader) Constructor(enum string) Constructor {
	c := Constructor{enum: enum}
	switch r.peek() {
	case '"':
		c.object.r, c.start = r, r.at
		c.Name, _ = r.scanString(false)
		return c
	case '{':
		c.start, c.loaded = r.at, true
		c.object = r.Object()
		if !c.object.Next() {
			c.Unknown()
			return c
		}
		c.Name = c.object.Name
		return c
	}
	c.object.r, c.start = r, r.at
	r.wrong(CodeConstructor, "a constructor of "+enum)
	return c
}

// Bare holds the constructor to have no payload: it is written as a string.
func (c *Constructor) Bare() {
	if c.loaded {
		c.refuse(quoted(c.Name) + " with a payload, which it has not")
	}
}

// Payload holds the constructor to have a payload, whose value begins here.
func (c *Constructor) Payload() {
	if !c.loaded {
		c.refuse(quoted(c.Name) + " without its payload")
	}
}

// Unknown refuses the value: the enum has no such constructor.
func (c *Constructor) Unknown() {
	switch {
	case !c.loaded:
		c.refuse(quoted(c.Name))
	case c.Name == "":
		c.refuse("an object without members")
	default:
		c.refuse("an object with the member " + quoted(c.Name))
	}
}

// End holds the payload's object to end here.
func (c *Constructor) End() {
	if !c.loaded || c.object.r.err != nil {
		return
	}
	if c.object.Next() {
		if c.object.Name == c.Name {
			c.object.repeated()
			return
		}
		c.refuse("an object of several members")
	}
}

func (c *Constructor) refuse(found string) {
	c.object.r.fail(CodeConstructor, c.start, "expected a constructor of "+c.enum+", found "+found)
}
