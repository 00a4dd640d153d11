package rust

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
)

func (w *codecWriter) writeBody() {
	switch {
	case w.t.form == hostValue:
		w.line("flow::Value::write(&self.0, w)")
	case w.t.form == record:
		w.writeObject(w.t.parts.Parts, func(i int) string { return "&self." + identifier(w.t.parts.Parts[i].Name) })
		w.line("Ok(())")
	case w.isEmpty():
		w.matchNothing()
	default:
		w.block("match self", func() {
			for i := range w.t.constructors {
				w.writeConstructor(&w.t.constructors[i])
			}
			w.markerArm()
		})
		w.line("Ok(())")
	}
}

// matchNothing writes the expression that ends what no value gets into.
func (w *codecWriter) matchNothing() {
	if w.t.marker == "" {
		w.line("match *self {}")
		return
	}
	w.block("match self", w.markerArm)
}

// markerArm writes the arm of the variant that holds the phantom parameters, of which there are no values.
func (w *codecWriter) markerArm() {
	if w.t.marker != "" {
		w.line("Self::", w.t.marker, "(never, _) => match *never {},")
	}
}

// writeObject writes the statements that write an object, its members in the order of canonical text.
func (w *codecWriter) writeObject(parts []gen.Part, value func(i int) string) {
	w.line("w.object()?;")
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(parts[a].Wire, parts[b].Wire) })
	for _, i := range order {
		w.call("w.field", []string{literal(parts[i].Wire), value(i)}, "?;")
	}
	w.line("w.end_object();")
}

func (w *codecWriter) writeConstructor(c *constructorPlan) {
	tag, parts := literal(c.decl.Name), c.parts.Parts
	variant := "Self::" + identifier(c.name.String())
	part := bound("part")
	switch c.parts.Kind {
	case gen.NoParts:
		w.arm(variant, "w.bare", []string{tag}, "")
		return
	case gen.OnePart:
		w.arm(variant+"("+part(0)+")", "w.part", []string{tag, part(0)}, "?")
		return
	}
	w.bind("", c.pattern(part), " => {")
	w.within(func() {
		w.call("w.payload", []string{tag}, "?;")
		if c.parts.Kind == gen.NamedParts {
			w.writeObject(parts, part)
		} else {
			w.line("w.array()?;")
			for i := range parts {
				w.line("w.item(", part(i), ")?;")
			}
			w.line("w.end_array();")
		}
		w.line("w.end_object();")
	})
	w.line("}")
}
