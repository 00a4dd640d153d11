package rust

import (
	"slices"
	"strconv"

	"github.com/flow-toolkit/flowgen/gen"
)

func (w *codecWriter) order() {
	switch {
	case w.t.form == hostValue:
		w.line("panic!(\"host values are never compared\")")
	case w.isEmpty():
		w.matchNothing()
	case w.t.form == record && len(w.t.parts.Parts) == 0:
		w.line("Ordering::Equal")
	case w.isCompared():
		w.line("self.cmp(other)")
	case w.t.form == record:
		parts := w.t.parts.Parts
		w.orderParts(len(parts), func(i int) (string, string) {
			name := identifier(parts[i].Name)
			return "&self." + name, "&other." + name
		})
	default:
		w.orderEnum()
	}
}

// orderParts writes the statements that give the order of two values by their parts: the first that differ decide.
func (w *codecWriter) orderParts(count int, pair func(i int) (a, b string)) {
	for i := range count {
		a, b := pair(i)
		if i == count-1 {
			w.call("flow::Value::order", []string{a, b}, "")
			return
		}
		w.assign("let order =", "flow::Value::order", []string{a, b})
		w.block("if order.is_ne()", func() { w.line("return order;") })
	}
}

// orderEnum writes the order of two values of an enum: by their parts where both are of one constructor, else by the
// places of their constructors.
func (w *codecWriter) orderEnum() {
	t := w.t
	if c := &t.constructors[0]; len(t.constructors) == 1 && t.marker == "" && c.parts.Kind != gen.NoParts {
		w.bind("let ", c.pattern(bound("a")), " = self;")
		w.bind("let ", c.pattern(bound("b")), " = other;")
		w.orderConstructor(c)
		return
	}
	w.blockThen("let place = |v: &Self| match v", func() {
		for i := range t.constructors {
			w.line(t.constructors[i].anyOf(), " => ", strconv.Itoa(i), ",")
		}
		w.markerArm()
	}, ";")
	const byPlace = "place(self).cmp(&place(other))"
	if !slices.ContainsFunc(t.constructors, func(c constructorPlan) bool { return c.parts.Kind != gen.NoParts }) {
		w.line(byPlace)
		return
	}
	w.block("match (self, other)", func() {
		for i := range t.constructors {
			if c := &t.constructors[i]; c.parts.Kind != gen.NoParts {
				w.orderArm(c)
			}
		}
		w.line("_ => ", byPlace, ",")
	})
}

// orderArm writes the arm for two values of a constructor that has a payload.
func (w *codecWriter) orderArm(c *constructorPlan) {
	a, b := c.pattern(bound("a")), c.pattern(bound("b"))
	const called = "flow::Value::order(a0, b0)"
	flat, isNarrow := "("+a.flat()+", "+b.flat()+")", a.isNarrow()
	isOne := len(c.parts.Parts) == 1
	switch isFlat := isNarrow && w.fits(flat+" => {"); {
	case isOne && isFlat && w.fits(flat+" => "+called+","):
		w.line(flat, " => ", called, ",")
		return
	case isFlat:
		w.line(flat, " => {")
	default:
		w.line("(")
		w.within(func() {
			w.bind("", a, ",")
			w.bind("", b, ",")
		})
		if isOne {
			w.line(") => ", called, ",")
			return
		}
		w.line(") => {")
	}
	w.within(func() { w.orderConstructor(c) })
	w.line("}")
}

// orderConstructor writes the order of two payloads of a constructor.
func (w *codecWriter) orderConstructor(c *constructorPlan) {
	a, b := bound("a"), bound("b")
	w.orderParts(len(c.parts.Parts), func(i int) (string, string) { return a(i), b(i) })
}

// anyOf is the pattern of any value of the constructor.
func (c *constructorPlan) anyOf() string {
	name := "Self::" + identifier(c.name.String())
	switch c.parts.Kind {
	case gen.NoParts:
		return name
	case gen.NamedParts:
		return name + " { .. }"
	}
	return name + "(..)"
}
