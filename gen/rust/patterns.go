package rust

import (
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
)

// bound names the variables that the parts of a constructor are bound to.
func bound(prefix string) func(i int) string {
	return func(i int) string { return prefix + strconv.Itoa(i) }
}

// pattern is the pattern of a constructor, its parts bound to variables.
type pattern struct {
	variant string
	items   []string
	isNamed bool
}

func (c *constructorPlan) pattern(name func(i int) string) pattern {
	q := pattern{variant: "Self::" + identifier(c.name.String()), isNamed: c.parts.Kind == gen.NamedParts}
	for i, part := range c.parts.Parts {
		item := name(i)
		if q.isNamed {
			item = identifier(part.Name) + ": " + item
		}
		q.items = append(q.items, item)
	}
	return q
}

// isNarrow says whether the pattern may stand on one line.
func (q pattern) isNarrow() bool {
	return !q.isNamed || width(strings.Join(q.items, ", ")) <= structWidth
}

func (q pattern) flat() string {
	items := strings.Join(q.items, ", ")
	if q.isNamed {
		return q.variant + " { " + items + " }"
	}
	return q.variant + "(" + items + ")"
}

// bind writes a pattern between what stands before and behind it: on one line, or a variable a line.
func (w *printer) bind(before string, q pattern, after string) {
	if flat := before + q.flat() + after; q.isNarrow() && w.fits(flat) {
		w.line(flat)
		return
	}
	open, closing := "(", ")"
	if q.isNamed {
		open, closing = " {", "}"
	}
	w.line(before, q.variant, open)
	w.items(q.items)
	w.line(closing, after)
}

// structWidth is the width of the members of a struct literal or pattern on one line.
const structWidth = 18
