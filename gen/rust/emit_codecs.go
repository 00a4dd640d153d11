package rust

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
)

// codecsFile writes codecs.rs: for each declared type how its values are read, written and put in order.
func (p *plan) codecsFile(w *printer) {
	body := &printer{}
	for _, t := range p.order {
		if t.isValued {
			(&codecWriter{printer: body, plan: p, t: t}).write()
		}
	}
	for _, n := range slices.Sorted(maps.Keys(p.tuples)) {
		p.writeTupleCodec(body, n)
	}
	w.line()
	w.line("//! How the values of the Tools' types are read, written and put in order.")
	if body.Len() == 0 {
		return
	}
	w.blank()
	w.line("use std::cmp::Ordering;")
	w.blank()
	w.line("use super::declarations::DECLARATIONS;")
	w.line("use super::{flow, types};")
	w.WriteString(body.String())
}

// codecWriter writes the codec of one declared type.
type codecWriter struct {
	*printer
	*plan
	t *typePlan
}

func (w *codecWriter) write() {
	w.implement(implementation{trait: "flow::Value", of: w.t.rustName(), generic: w.t.generic, bound: "flow::Value", held: w.t.held}, func() {
		w.method(readHead, w.read)
		w.blank()
		w.method(w.writeHead(), w.writeBody)
		w.blank()
		w.method(w.orderHead(), w.order)
	})
	w.readers()
	w.described()
	if w.t.form == hostValue {
		w.hostTraits()
	}
	if w.t.isError {
		w.errorTraits()
	}
}

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

func (w *printer) method(head string, body func()) { w.block(head, body) }

const readHead = "fn read(r: &mut flow::Reader<'_>) -> Result<Self, flow::DecodeError>"

func (w *codecWriter) writeHead() string {
	name := "w"
	if w.isEmpty() {
		name = "_w"
	}
	return "fn write(&self, " + name + ": &mut flow::Writer<'_>) -> Result<(), flow::EncodeError>"
}

func (w *codecWriter) orderHead() string {
	other := "other"
	if w.t.form == hostValue || w.isEmpty() || w.t.form == record && len(w.t.parts.Parts) == 0 {
		other = "_other"
	}
	return "fn order(&self, " + other + ": &Self) -> Ordering"
}

// isEmpty says that the type has no values.
func (w *codecWriter) isEmpty() bool { return w.t.form == enum && len(w.t.constructors) == 0 }

// isCompared says that the traits which the type derives compare as Flow does, whatever its type arguments are.
func (w *codecWriter) isCompared() bool { return w.ordered[w.t.decl] && len(w.t.generic) == 0 }

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

// structWidth is the width of the members of a struct literal or pattern on one line.
const structWidth = 18

// described writes what says which Flow type the type stands for.
func (w *codecWriter) described() {
	t := w.t
	w.implement(implementation{trait: "flow::Described", of: t.rustName(), generic: t.generic, bound: "flow::Described", held: t.held}, func() {
		args := make([]string, len(t.generic))
		for i, name := range t.generic {
			args[i] = "flow::Type::never()"
			if slices.Contains(t.held, i) {
				args[i] = name + "::describe()"
			}
		}
		w.block("fn describe() -> flow::Type", func() {
			if len(args) == 0 {
				w.call("flow::Type::declared", []string{declarations, literal(t.name.String()), "Vec::new()"}, "")
				return
			}
			w.list("let args = vec![", args, "];")
			w.call("flow::Type::declared", []string{declarations, literal(t.name.String()), "args"}, "")
		})
	})
}

const declarations = "&DECLARATIONS"

// errorTraits makes a declared error one of Rust.
func (w *codecWriter) errorTraits() {
	t := w.t
	name := t.rustName()
	w.implement(implementation{trait: "flow::DeclaredError", of: name, generic: t.generic}, nil)
	w.implement(implementation{trait: "std::fmt::Display", of: name, generic: t.generic}, func() {
		w.block("fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result", func() {
			if len(t.generic) > 0 { // whose codecs are not at hand
				w.line("f.write_str(", literal(t.decl.Name), ")")
				return
			}
			w.call("flow::show_error", []string{"f", literal(t.decl.Name), "self"}, "")
		})
	})
	all := missing(nil, len(t.generic))
	w.implement(implementation{trait: "std::error::Error", of: name, generic: t.generic, bound: "std::fmt::Debug", held: all}, nil)
}

// hostTraits makes a host type one that a registry keeps objects for.
func (w *codecWriter) hostTraits() {
	made := "Self(token)"
	if len(w.t.phantom) > 0 {
		made = "Self(token, " + phantomData + ")"
	}
	w.implement(implementation{trait: "flow::HostValue", of: w.t.rustName(), generic: w.t.generic}, func() {
		w.block("fn of_token(token: flow::Json) -> Self", func() { w.line(made) })
		w.blank()
		w.block("fn token(&self) -> &flow::Json", func() { w.line("&self.0") })
	})
}

// writeTupleCodec writes the codec of the struct of a long tuple.
func (p *plan) writeTupleCodec(w *printer, length int) {
	parameters := tupleParameters(length)
	w.implement(implementation{
		trait: "flow::Value", of: p.tuples[length].String(), generic: parameters, bound: "flow::Value", held: missing(nil, length),
	}, func() {
		w.method(readHead, func() {
			w.line(fmt.Sprintf("let mut parts = r.tuple(%d)?;", length))
			w.assign("let value =", "Self", slices.Repeat([]string{"parts.part(r)?"}, length))
			w.line("parts.end(r)?;")
			w.line("Ok(value)")
		})
		w.blank()
		w.method("fn write(&self, w: &mut flow::Writer<'_>) -> Result<(), flow::EncodeError>", func() {
			w.line("w.array()?;")
			for i := range length {
				w.line(fmt.Sprintf("w.item(&self.%d)?;", i))
			}
			w.line("w.end_array();")
			w.line("Ok(())")
		})
		w.blank()
		w.method("fn order(&self, other: &Self) -> Ordering", func() {
			(&codecWriter{printer: w, plan: p}).orderParts(length, func(i int) (string, string) {
				return fmt.Sprintf("&self.%d", i), fmt.Sprintf("&other.%d", i)
			})
		})
	})
}
