package gen_test

import (
	"fmt"
	"strings"
)

// primitives are the terms that are one word, those that can be keys of a Dict first.
var primitives = []term{"Int", "Decimal", "Bool", "Text", "Bytes", "Duration", "Instant", "Unit", "Never", "json.Value"}

// shapes has the forms that generators forget: nothing, one of a thing, cycles, depth, phantoms, collections of everything.
func shapes() *course {
	c := newCourse()
	c.tool("nothing", "Unit", "Never")
	c.tool("never", "Never", "Never")
	c.tool("many", "Unit", "Never", param{"never", "Never"}, param{"maybe", option("Never")}, param{"unit", "Unit"})
	empty := c.record("Empty")
	void := c.enum("Void")
	single := c.enum("Single", cases("Only")...)
	wrapped := c.enum("Wrapped", positional("Only", "Int"))
	parted := c.enum("Parted", named("Only", field{Name: "part", Type: option("Int")}))
	unit := c.enum("UnitPayload", positional("None", "Unit"), positional("Some", option("Unit")), constructor{Name: "Nothing"})
	c.carry("small", empty.of(), void.of(), single.of(), wrapped.of(), parted.of(), unit.of(), list(void.of()), option(void.of()))
	c.cycles()
	c.depths()
	c.phantoms()
	c.options()
	c.collections(empty, single, wrapped, parted)
	c.schemaFields()
	c.genericTools()
	c.opaques()
	return c
}

// cycles are recursions through every form that can hold one.
func (c *course) cycles() {
	a, b := c.enum("A"), c.enum("B")
	a.choosing(positional("B", b.of()))
	b.choosing(positional("A", a.of()), constructor{Name: "End"})
	pair := c.add("record", "Pair", "First", "Second")
	pair.with(field{Name: "first", Type: pair.param(0)}, field{Name: "second", Type: pair.param(1)})
	box := c.add("record", "Box", "T")
	box.with(field{Name: "value", Type: box.param(0)})
	x, y, z := c.record("X"), c.record("Y"), c.record("Z")
	x.with(field{Name: "y", Type: option(y.of())})
	y.with(field{Name: "z", Type: tuple("Int", list(z.of()))})
	z.with(field{Name: "x", Type: pair.of("Int", option(x.of()))}, field{Name: "boxed", Type: box.of(list(x.of()))})
	tree := c.add("enum", "Tree", "T")
	tree.choosing(
		constructor{Name: "Leaf"},
		positional("Node", tree.of(tree.param(0)), tree.param(0), tree.of(tree.param(0))))
	chain := c.add("record", "Chain", "T")
	chain.with(field{Name: "head", Type: chain.param(0)}, field{Name: "tail", Type: option(chain.of(chain.param(0)))})
	flip := c.add("record", "Flip", "L", "R")
	flip.with(field{Name: "left", Type: flip.param(0)}, field{Name: "flipped", Type: option(flip.of(flip.param(1), flip.param(0)))})
	even := c.add("enum", "Even", "T")
	odd := c.add("record", "Odd", "T")
	even.choosing(constructor{Name: "Zero"}, positional("Next", odd.of(even.param(0))))
	odd.with(field{Name: "value", Type: odd.param(0)}, field{Name: "next", Type: even.of(odd.param(0))})
	indexed := c.record("Indexed")
	indexed.with(
		field{Name: "by_name", Type: dict("Text", indexed.of())}, field{Name: "by_self", Type: dict(indexed.of(), "Int")},
		field{Name: "all", Type: set(indexed.of())})
	c.carry("cycles", a.of(), b.of(), x.of(), y.of(), z.of(), tree.of("Int"), tree.of(chain.of("Text")), chain.of(option("Int")),
		flip.of("Int", "Text"), even.of("Text"), indexed.of())
}

// depths nest fifty deep, by terms and by declarations.
func (c *course) depths() {
	lists, options, mixed := term("Int"), term("Int"), term("Text")
	box := c.add("record", "Layer", "T")
	// Each level has a field beside the next one: Go's compiler takes a minute for structs of one field that nest so deep.
	box.with(field{Name: "inner", Type: box.param(0)}, field{Name: "beside", Type: "Text"})
	boxes := term("Int")
	for i := range 50 {
		lists, options, boxes = list(lists), option(options), box.of(boxes)
		mixed = []func(term) term{list, option, func(t term) term { return tuple(t, "Int") }, func(t term) term { return dict("Text", t) }}[i%4](mixed)
	}
	level := c.record("Level50", field{Name: "value", Type: "Int"})
	for i := range 50 {
		level = c.record(fmt.Sprintf("Level%d", 49-i), field{Name: "next", Type: level.of()}, field{Name: "beside", Type: "Int"})
	}
	wide := make([]term, 20)
	for i := range wide {
		wide[i] = primitives[i%8]
	}
	c.carry("depths", lists, options, boxes, mixed, level.of(), tuple(wide...))
}

// phantoms have arguments that no value holds, and so may be anything.
func (c *course) phantoms() {
	secret := c.add("nondata", "Secret")
	generic := c.add("nondata", "Wrapped2", "T")
	page := c.host("Page")
	handle := c.host("Handle", "T", "U")
	tag := c.add("record", "Tag", "T")
	tag.with(field{Name: "name", Type: "Text"})
	choice := c.add("enum", "Choice", "T", "U")
	choice.choosing(constructor{Name: "Nothing"}, positional("Just", choice.param(1)))
	marker := c.add("enum", "Marker", "T")
	marker.choosing(cases("On", "Off")...)
	void := c.add("enum", "NoneOf", "T")
	void.choosing()
	through := c.add("record", "Through", "T")
	through.with(field{Name: "tag", Type: tag.of(through.param(0))}, field{Name: "tags", Type: list(tag.of(tag.of(through.param(0))))})
	effect := function("Text", "Int", function("Unit"))
	c.carry("phantoms", tag.of("Int"), tag.of(effect), tag.of(task("Int")), tag.of(secret.of()), tag.of(generic.of("Int")),
		tag.of(page.of()), tag.of(option("json.Value")), choice.of(effect, "Int"), marker.of(page.of()), void.of(secret.of()), through.of(effect))
	c.tool("handle", handle.of("Int", effect), tag.of(page.of()), param{"handle", handle.of(effect, "Int")}, param{"page", page.of()})
	c.tool("pages", list(tuple(page.of(), option(handle.of("Int", "Int")))), "Never")
	spread := c.tool("spread", tag.of(toolParam(0)), choice.of(toolParam(0), toolParam(1)), param{"tag", tag.of(toolParam(0))})
	spread.Generic = []string{"Ghost", "Solid"}
}

// options stand in every place where None is written in another way.
func (c *course) options() {
	box := c.add("record", "MaybeBox", "T")
	box.with(field{Name: "plain", Type: box.param(0)}, field{Name: "option", Type: option(box.param(0))}, field{Name: "list", Type: list(option(box.param(0)))})
	named1 := c.add("enum", "Holder", "T")
	named1.choosing(positional("One", named1.param(0)), positional("Two", named1.param(0), option(named1.param(0))), named("Named", field{Name: "part", Type: named1.param(0)}))
	all := c.record("Optional", fields([]string{"a", "b", "c", "d", "e", "f", "g", "h"},
		option("Int"), option("Unit"), option(option("Int")), option(option(option("Unit"))), list(option(option("Bool"))),
		dict(option("Int"), option("Int")), tuple(option("Unit"), option("Int")), option("Never"))...)
	c.carry("options", box.of("Int"), box.of(option("Int")), box.of(option(option("Unit"))), named1.of(option("Int")), named1.of("Unit"), all.of(),
		option(option("Int")), option("Unit"))
}

// collections hold, and are keyed by, everything that can be.
func (c *course) collections(declared ...*template) {
	terms := append([]term{}, primitives...)
	terms = append(terms, list("Int"), set("Text"), option("Int"), dict("Text", "Int"), dict("Int", "Int"), tuple("Int", "Text"), option(option("Unit")))
	for _, d := range declared {
		terms = append(terms, d.of())
	}
	var held []field
	for i, t := range terms {
		held = append(held,
			field{Name: fmt.Sprintf("list%d", i), Type: list(t)}, field{Name: fmt.Sprintf("set%d", i), Type: set(t)},
			field{Name: fmt.Sprintf("keyed%d", i), Type: dict(t, "Int")}, field{Name: fmt.Sprintf("valued%d", i), Type: dict("Text", t)})
		if t != term("json.Value") {
			held = append(held, field{Name: fmt.Sprintf("option%d", i), Type: option(t)})
		}
	}
	bag := c.add("record", "Bag", "K", "V")
	bag.with(field{Name: "dict", Type: dict(bag.param(0), bag.param(1))}, field{Name: "set", Type: set(bag.param(0))})
	c.carry("collections", c.record("Collections", held...).of(), bag.of("Text", "Int"), bag.of("Int", option("Int")), bag.of(bag.of("Text", "Text"), "Unit"))
}

// schemaFields are named as the keywords of a schema, with docs and without.
func (c *course) schemaFields() {
	words := strings.Fields(schemaWords)
	plain := c.record("Schema", fields(words, "Int", option("Text"))...)
	documented := fields(words, "Int", option("Text"))
	for i := range documented {
		doc := "The " + documented[i].Name + "."
		documented[i].Doc = &doc
	}
	c.carry("schema", plain.of(), c.record("Documented", documented...).documented("description").of(),
		c.enum("Keyword", cases(words...)...).of(), c.enum("Keywords", named("properties", fields(words, "Int")...)).of())
}

// genericTools use their type parameters in every position.
func (c *course) genericTools() {
	pair := c.add("record", "Entry", "K", "V")
	pair.with(field{Name: "key", Type: pair.param(0)}, field{Name: "value", Type: option(pair.param(1))})
	problem := c.add("enum", "Problem", "T")
	problem.choosing(constructor{Name: "Missing"}, positional("Wrong", problem.param(0)), named("Many", field{Name: "values", Type: set(problem.param(0))}))
	k, v := toolParam(0), toolParam(1)
	c.tool("sort", list(pair.of(k, v)), problem.of(k), param{"entries", dict(k, v)}, param{"first", option(k)}, param{"seen", set(tuple(k, v))}).
		Generic = []string{"K", "V"}
	c.tool("pick", k, k, param{"one", k}, param{"all", list(k)}, param{"ctx", option(option(k))}).Generic = []string{"T"}
	c.tool("conjure", toolParam(2), toolParam(3)).Generic = []string{"A", "B", "C", "D"}
}

// opaques travel as arguments only.
func (c *course) opaques() {
	token := c.record("Sealed", field{Name: "value", Type: "Text"})
	token.Opaque = true
	choice := c.enum("SealedChoice", positional("One", token.of()), constructor{Name: "None"})
	choice.Opaque = true
	holder := c.record("HoldsSealed", field{Name: "sealed", Type: token.of()}, field{Name: "choices", Type: set(choice.of())})
	c.tool("open", "Bool", "Never", param{"sealed", holder.of()}, param{"choice", choice.of()})
}

// docs has every hostile doc in every place that bears one.
func docs() *course {
	c := newCourse()
	var held []field
	for i, text := range []string{strings.Repeat("ten KiB in a line ", 570), strings.Repeat("tenkibinaword", 800)} {
		t := c.record(fmt.Sprintf("Long%d", i), field{Name: "value", Type: "Int", Doc: &text}).documented(text)
		held = append(held, field{Name: fmt.Sprintf("long%d", i), Type: t.of()})
		c.tool(fmt.Sprintf("long%d", i), "Unit", "Never").Doc = &text
	}
	for i, text := range hostileDocs {
		number := func(name string) string { return fmt.Sprintf("%s%d", name, i) }
		record := c.record(number("Record"), field{Name: "first", Type: "Int", Doc: &text}, field{Name: "second", Type: option("Int"), Doc: &text}).documented(text)
		plain := c.enum(number("Plain"), constructor{Name: "One", Doc: &text}, constructor{Name: "Two", Doc: &text}).documented(text)
		part := named("Named", field{Name: "part", Type: "Int", Doc: &text})
		single := positional("Single", "Int")
		part.Doc, single.Doc = &text, &text
		payloads := c.enum(number("Payloads"), part, single, constructor{Name: "Nothing", Doc: &text}).documented(text)
		void := c.enum(number("Void")).documented(text)
		box := c.add("record", number("Box"), "T").documented(text)
		box.with(field{Name: "value", Type: box.param(0), Doc: &text})
		for j, t := range []term{record.of(), plain.of(), payloads.of(), list(void.of()), box.of("Int")} {
			held = append(held, field{Name: fmt.Sprintf("f%d_%d", i, j), Type: t, Doc: &text})
		}
		host := c.host(number("Host")).documented(text)
		c.tool(number("tool"), host.of(), "Never").Doc = &text
		generic := c.tool(number("generic"), toolParam(0), "Never", param{"value", toolParam(0)})
		generic.Generic, generic.Doc = []string{"T"}, &text
	}
	c.carry("carry", c.record("Documented", held...).of())
	return c
}
