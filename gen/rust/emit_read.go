package rust

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
)

func (w *codecWriter) read() {
	switch {
	case w.t.form == hostValue && len(w.t.phantom) > 0:
		w.line("let token = flow::Value::read(r)?;")
		w.line("Ok(Self(token, ", phantomData, "))")
	case w.t.form == hostValue:
		w.line("Ok(Self(flow::Value::read(r)?))")
	case w.t.form == record:
		w.readObject(w.t.parts.Parts, "r.object()?")
		w.makeObject("Ok(Self", w.t.parts.Parts, w.t.marker, ")")
	case w.isEmpty():
		w.line("let k = r.constructor(", literal(w.t.name.String()), ")?;")
		w.line("Err(k.unknown(r))")
	default:
		w.readEnum()
	}
}

const phantomData = "std::marker::PhantomData"

func slot(i int) string { return "field" + strconv.Itoa(i) }

// readObject writes the statements that read members into variables, one for each part.
func (w *codecWriter) readObject(parts []gen.Part, begin string) {
	for i := range parts {
		w.line("let mut ", slot(i), " = None;")
	}
	w.line("let mut o = ", begin, ";")
	if len(parts) == 0 {
		w.block("while o.member(r)?.is_some()", func() { w.line("o.skip(r)?;") })
		return
	}
	w.block("while let Some(name) = o.member(r)?", func() {
		w.block("match name", func() {
			for i, part := range parts {
				w.arm(literal(part.Wire), "o.field", []string{"r", "&mut " + slot(i)}, "?")
			}
			w.line("_ => o.skip(r)?,")
		})
	})
}

// arm writes a match arm whose body is a call: behind the pattern, in a block of its own, or with an argument a line.
func (w *printer) arm(pattern, function string, args []string, after string) {
	joined := strings.Join(args, ", ")
	called := function + "(" + joined + ")" + after
	isNarrow := len(args) == 1 || width(joined) <= callWidth
	switch {
	case isNarrow && w.fits(pattern+" => "+called+","):
		w.line(pattern, " => ", called, ",")
	case isNarrow && width(called)+tab <= w.room():
		w.block(pattern+" =>", func() { w.line(called) })
	default:
		w.call(pattern+" => "+function, args, after+",")
	}
}

// makeObject writes the expression that makes a record or named payload of what was read.
func (w *codecWriter) makeObject(before string, parts []gen.Part, marker, after string) {
	if len(parts) == 0 && marker == "" {
		w.line(before, " {}", after)
		return
	}
	w.blockThen(before, func() {
		for i, part := range parts {
			w.call(identifier(part.Name)+": o.take", []string{"r", slot(i), literal(part.Wire)}, "?,")
		}
		if marker != "" {
			w.line(marker, ": ", phantomData, ",")
		}
	}, after)
}

func (w *codecWriter) readEnum() {
	w.line("let mut k = r.constructor(", literal(w.t.name.String()), ")?;")
	w.blockThen("let value = match k.name()", func() {
		for i := range w.t.constructors {
			w.readConstructor(&w.t.constructors[i])
		}
		w.line("_ => return Err(k.unknown(r)),")
	}, ";")
	w.line("k.end(r)?;")
	w.line("Ok(value)")
}

func (w *codecWriter) readConstructor(c *constructorPlan) {
	pattern, variant := literal(c.decl.Name), "Self::"+identifier(c.name.String())
	parts := c.parts.Parts
	switch c.parts.Kind {
	case gen.NoParts:
		w.arm(pattern, "k.bare", []string{"r", variant}, "?")
	case gen.OnePart:
		w.arm(pattern, variant, []string{"k.part(r)?"}, "")
	case gen.SeveralParts:
		w.block(pattern+" =>", func() {
			w.line(fmt.Sprintf("let mut parts = k.parts(r, %d)?;", len(parts)))
			w.assign("let value =", variant, slices.Repeat([]string{"parts.part(r)?"}, len(parts)))
			w.line("parts.end(r)?;")
			w.line("value")
		})
	case gen.NamedParts:
		w.arm(pattern, c.reader, []string{"&k", "r"}, "?")
	}
}

// readers writes a function for each constructor whose parts have names: in one function for all, rustc would look at each
// part of one beside those of all others.
func (w *codecWriter) readers() {
	t := w.t
	bounds := []string{"'a"}
	of := rustType{name: "types::" + t.rustName()}
	for i, name := range t.generic {
		of.args = append(of.args, rustType{name: name})
		if slices.Contains(t.held, i) {
			name += ": flow::Value"
		}
		bounds = append(bounds, name)
	}
	for i := range t.constructors {
		c := &t.constructors[i]
		if c.parts.Kind != gen.NamedParts {
			continue
		}
		w.blank()
		w.function("fn "+c.reader, bounds, []parameter{
			{name: "k", of: rustType{name: "&flow::Constructor<'a, '_>"}},
			{name: "r", of: rustType{name: "&mut flow::Reader<'a>"}},
		}, rustType{name: "Result", args: []rustType{of, {name: "flow::DecodeError"}}}, " {")
		w.within(func() {
			w.readObject(c.parts.Parts, "k.named(r)?")
			w.makeObject("Ok(types::"+t.rustName()+"::"+identifier(c.name.String()), c.parts.Parts, "", ")")
		})
		w.line("}")
	}
}
