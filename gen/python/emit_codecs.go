package python

import (
	"fmt"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// codecsModule writes codecs.py: straight-line functions that read and write each declared type, and its codec.
func (p *plan) codecsModule() ([]byte, error) {
	m := newModule("The codecs of the Tools' types: each under the name of its type.")
	m.pragmas = []string{"# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false"}
	w := &codecsWriter{module: m, plan: p, constants: newConstants(p), public: &printer{}}
	for _, t := range p.order {
		w.declaration(t)
	}
	if w.variables > 0 {
		m.imports[fromHints("TypeVar")] = true
	}
	w.finish()
	m.doc = append(m.doc, idioms(m.text())...)
	return m.bytes(), nil
}

// idioms explains what the functions of this text have in common, a line for each.
func idioms(text string) []string {
	var lines []string
	if strings.Contains(text, " at = ") {
		lines = append(lines, "`at` is the part at work, from which an error takes its place.")
	}
	if strings.Contains(text, "{body[1:]}") {
		lines = append(lines, "`body[1:]` drops the comma before the first member that is there.")
	}
	if len(lines) > 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}

type codecsWriter struct {
	*module
	plan      *plan
	constants *constants
	// public collects the codecs themselves, which stand below the functions.
	public *printer
	// variables is how many type variables the factories need.
	variables int
}

const (
	importAny          = "from typing import Any"
	importCodec        = "from .flow.codec import Codec"
	importDeclarations = "from .declarations import DECLARATIONS"
)

func fromCodec(name string) string   { return "from .flow.codec import " + name }
func fromMembers(name string) string { return "from .flow.members import " + name }
func fromScalars(name string) string { return "from .flow.scalars import " + name }

// finish puts the type variables first and the codecs and constants last.
func (w *codecsWriter) finish() {
	functions := w.text()
	w.printer = printer{}
	for i := range w.variables {
		name := variableName(i)
		w.assign(name, call("TypeVar", atom(literal(name))))
	}
	if functions != "" {
		w.blank(2)
		w.lines(functions)
		w.blank(2)
	}
	if codecs := w.public.text(); codecs != "" {
		w.lines(codecs)
	}
	w.blank(max(1, w.public.gap))
	for _, c := range w.constants.list {
		w.assign(c.name, c.make)
	}
}

func variableName(i int) string { return fmt.Sprintf("_T%d", i) }

func (w *codecsWriter) declaration(t *typePlan) {
	w.imports[importTypes] = true
	w.imports[importCodec] = true
	w.imports[importDeclarations] = true
	name := t.name.String()
	switch {
	case len(t.params) > 0:
		w.factory(t)
	case t.decl.Kind == typespec.Host:
		w.imports[fromScalars("host_of")] = true
		w.codec(t, call("host_of", atom("types."+name), w.term(t), atom("DECLARATIONS")))
		w.aliases(name)
	case t.isBare:
		w.imports[fromMembers("enum_of")] = true
		w.codec(t, call("enum_of", atom("types."+name), w.term(t), atom("DECLARATIONS")))
		w.aliases(name)
	default:
		read, write := "_read_"+name, "_write_"+name
		w.functions(t, read, write)
		known := keyword("declarations", atom("DECLARATIONS"))
		w.codec(t, call("Codec", atom(read), atom(write), w.term(t), known))
	}
}

// term writes what gives the type as a term of the declaration graph.
func (w *codecsWriter) term(t *typePlan) expr {
	w.imports[fromCodec("named")] = true
	return call("named", atom("DECLARATIONS"), atom(literal(w.plan.id(t.decl))))
}

// aliases gives the functions of a codec that the support code made names like those of the others.
func (w *codecsWriter) aliases(name string) {
	w.public.assign("_read_"+name, atom(name+".read"))
	w.public.assign("_write_"+name, atom(name+".write"))
	w.public.blank(1)
}

// codec writes the codec of a type that is not generic.
func (w *codecsWriter) codec(t *typePlan, value expr) {
	name := t.name.String()
	p := w.public
	p.blank(1)
	of := "types." + name
	if t.decl.Kind == typespec.Enum && len(t.constructors) == 0 {
		of = "Any" // pyright takes a tuple of what has no values for the empty tuple
	}
	p.annotated(name, subscript("Codec", atom(of)), value)
	p.docstring([]string{"The codec of " + quoted("types."+name) + "."})
	p.blank(1)
}

// functions writes what reads and what writes a type, under these names.
func (w *codecsWriter) functions(t *typePlan, read, write string) {
	if t.decl.Kind == typespec.Record {
		g := w.groupWriter(t.record, t.name, t.params)
		g.read(read)
		g.write(write, true)
		return
	}
	w.enum(t, read, write)
}

func (w *codecsWriter) groupWriter(g gen.Group, name *gen.Name, params []int) *groupWriter {
	class := "types." + name.String()
	args := make([]expr, len(params))
	for i := range params {
		args[i] = atom("Any")
	}
	result := class
	if len(args) > 0 {
		result = subscript(class, args...).flat()
	}
	return &groupWriter{codecsWriter: w, group: g, class: class, result: result}
}

// enum writes the functions of an enum's constructors; choosing between them is the support code's.
func (w *codecsWriter) enum(t *typePlan, read, write string) {
	var bare, parts, writers []expr
	for _, c := range t.constructors {
		class, tag := "types."+c.name.String(), literal(c.decl.Name)
		writePart := "None"
		if c.parts.Kind == gen.NoParts {
			bare = append(bare, pair(tag, atom(class)))
		} else {
			readPart := "_read_" + c.name.String()
			writePart = "_write_" + c.name.String()
			g := w.groupWriter(c.parts, c.name, c.params)
			g.read(readPart)
			g.write(writePart, false)
			parts = append(parts, pair(tag, atom(readPart)))
		}
		writers = append(writers, pair(class, display("(", []expr{atom(tag), atom(writePart)}, ")")))
	}
	w.imports[fromMembers("read_enum")] = true
	w.imports[fromMembers("write_enum")] = true
	name := atom(literal(t.name.String()))
	w.blank(w.betweenFunctions())
	w.assign(read, call("read_enum", name, display("{", bare, "}"), display("{", parts, "}")))
	w.assign(write, call("write_enum", name, display("{", writers, "}")))
}

// betweenFunctions is how many empty lines stand around a function at this depth.
func (p *printer) betweenFunctions() int {
	if p.indent == 0 {
		return 2
	}
	return 1
}

// factory writes what makes the codec of a generic type from those of its arguments.
func (w *codecsWriter) factory(t *typePlan) {
	name := t.name.String()
	build := "_build_" + name
	w.checked[importAny] = true
	w.imports[fromCodec("instance")] = true
	w.variables = max(w.variables, len(t.params))
	outer, own := w.constants, newConstants(w.plan)
	own.outer = outer
	module := w.printer
	w.constants, w.printer = own, printer{indent: 1}
	w.functions(t, "read", "write")
	functions := w.text()
	w.constants, w.printer = outer, module

	args := []expr{atom("DECLARATIONS"), atom(literal(w.plan.id(t.decl))), places(t.params), atom(build)}
	var parameters []parameter
	for i := range t.params {
		codec := subscript("Codec", atom("Any"))
		parameters = append(parameters, parameter{argumentName(i), &codec})
		args = append(args, atom(argumentName(i)))
	}
	w.blank(2)
	w.function("def "+build, parameters, subscript("tuple", atom("Any"), atom("Any")), "")
	w.within(func() {
		for _, c := range own.list {
			w.assign(c.name, c.make)
		}
		if len(own.list) > 0 {
			w.blank(1)
		}
		w.lines(functions)
		w.blank(1)
		w.line("return read, write")
	})
	w.blank(2)
	w.public.factory(t, args)
}

func places(params []int) expr {
	var items []expr
	for _, place := range params {
		items = append(items, atom(fmt.Sprint(place)))
	}
	if len(items) == 1 {
		return atom("(" + items[0].text + ",)")
	}
	return display("(", items, ")")
}

// factory writes the public function of a generic type's codec.
func (p *printer) factory(t *typePlan, args []expr) {
	name := t.name.String()
	var parameters []parameter
	variables := make([]expr, len(t.params))
	for i := range t.params {
		codec := subscript("Codec", atom(variableName(i)))
		parameters = append(parameters, parameter{argumentName(i), &codec})
	}
	for i, place := range t.arguments {
		variables[i] = atom(variableName(t.indexOf(place)))
	}
	parameters = append(parameters, parameter{"/", nil})
	p.blank(2)
	p.function("def "+name, parameters, subscript("Codec", subscript("types."+name, variables...)), "")
	p.within(func() {
		p.docstring([]string{"The codec of " + quoted("types."+name) + " at these type arguments."})
		p.expression("return ", call("instance", args...), "")
	})
	p.blank(2)
}
