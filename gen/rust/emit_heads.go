package rust

import (
	"slices"
)

// implementation is the head of an impl block for a declared type.
type implementation struct {
	trait, of string
	generic   []string
	// bound is what the type parameters at the places held are bounded by.
	bound string
	held  []int
}

// implement writes an impl block, with an empty line before it. A body of nil is an empty one.
func (w *printer) implement(i implementation, body func()) {
	parameters := slices.Clone(i.generic)
	for _, place := range i.held {
		parameters[place] += ": " + i.bound
	}
	w.blank()
	head := generic("impl", parameters) + " " + i.trait + " for types::" + generic(i.of, i.generic)
	switch {
	case body == nil && w.fits(head+" {}"):
		w.line(head, " {}")
		return
	case w.fits(head + " {"):
		w.line(head, " {")
	default:
		w.longHead(i)
	}
	if body != nil {
		w.within(body)
	}
	w.line("}")
}

// longHead writes the head of an impl block whose parameters need lines of their own. Where they need too many, the two
// styles of rustfmt part, and neither is asked.
func (w *printer) longHead(i implementation) {
	before, after := generic("impl", i.generic)+" "+i.trait, "for types::"+generic(i.of, i.generic)
	if !w.fits(before) {
		w.line("#[rustfmt::skip]")
	}
	if w.fits(before + " " + after) {
		w.line(before, " ", after)
	} else {
		w.line(before)
		w.within(func() { w.longArguments(after, i) })
	}
	if len(i.held) > 0 {
		w.line("where")
		w.within(func() {
			for _, place := range i.held {
				w.line(i.generic[place], ": ", i.bound, ",")
			}
		})
	}
	w.line("{")
}

func (w *printer) longArguments(flat string, i implementation) {
	if w.fits(flat) {
		w.line(flat)
		return
	}
	w.line("for types::", i.of, "<")
	w.items(i.generic)
	w.line(">")
}
