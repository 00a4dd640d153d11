package typescript

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// codecsModule writes codecs.ts: straight-line code that reads, writes and compares each declared type.
func (p *plan) codecsModule() ([]byte, error) {
	m := newModule("The codecs of the Tools' types: each under the name of its type.")
	deep := &aliases{}
	global := newShared(func(name string) bool { return p.codecNames[name] || p.members[name] })
	if len(p.order) > 0 {
		m.imports[`import * as types from "./types.ts";`] = true
		m.add(statement(text("const declarations: ", m.support("Declaring", forTypes), " = async () => "), block(
			text(`const { DECLARATIONS } = await import("./declarations.ts");`),
			text("return DECLARATIONS;"))))
	}
	for _, t := range p.order {
		w := &codecWriter{codecs: &codecs{plan: p, module: m, owner: t, global: global}, t: t}
		w.own = newShared(t.codecMembers().Has)
		w.ts = &types{plan: p, module: m, deep: deep, parameter: asNamed(t.generic)}
		w.declaration()
	}
	if len(global.list) > 0 {
		var made []doc
		for _, s := range global.list {
			made = append(made, statement(s.assigned("=", text("const ", s.name))))
		}
		m.add(lines(made...))
	}
	m.aliases(deep)
	m.importFlow(importData)
	return m.bytes(), nil
}

// codecWriter writes the codec of one declared type: a class, and the constant or function that gives its only instance
// or the one at some type arguments.
type codecWriter struct {
	*codecs
	t  *typePlan
	ts *types
	// methods are those of the class.
	methods []doc
}

// codecMembers are the names of the fields and methods of a type's codec, but for its getters.
func (t *typePlan) codecMembers() gen.Words {
	taken := gen.Words{}
	for name := range reservedWords()[codecMemberScope] {
		taken[name] = true
	}
	for _, name := range t.codecArguments {
		taken[name] = true
	}
	for i := range t.constructors {
		for _, verb := range []string{"read", "write", "compare"} {
			taken[t.constructors[i].method(verb)] = true
		}
	}
	return taken
}

func (w *codecWriter) declaration() {
	switch {
	case w.t.decl.Kind == typespec.Host:
		w.host()
		return
	case w.t.decl.Kind == typespec.Record:
		w.add(w.membersOf(w.t.codec.members, w.t.name.String(), w.t.record))
		w.record()
	default:
		w.enum()
	}
	w.class()
	if len(w.t.params) == 0 {
		w.constant()
	} else {
		w.factory()
	}
}

// self writes the type, as types.ts has it.
func (w *codecWriter) self() doc {
	return instance("types."+w.t.name.String(), texts(w.t.parameters()))
}

// host writes the codec of a host type, which the support code makes.
func (w *codecWriter) host() {
	made := call(w.support("hostOf", forValues), w.self(), text("declarations"), text(literal(w.id(w.t.decl))))
	w.exported(made)
}

// exported writes the constant of a codec.
func (w *codecWriter) exported(made doc) {
	name := w.t.name.String()
	left := typed("export const "+name, instance(w.support("Codec", forTypes), []doc{w.self()}))
	w.add(comment([]string{"The codec of " + quoted(name) + "."}), statement(assigned(left, made)))
}

func (w *codecWriter) constant() {
	w.exported(call("new "+w.t.codec.class.String(), text("declarations"), text(literal(w.id(w.t.decl)))))
}

// factory writes the function that gives the codec of a generic type.
func (w *codecWriter) factory() {
	t, name := w.t, w.t.name.String()
	args := texts(t.arguments())
	head := signature(typeParameters(texts(t.parameters())), w.arguments(), instance(w.support("Codec", forTypes), []doc{w.self()}), false)
	make := group(text("() =>"), group(indent(line, call("new "+t.codec.class.String(), args...))))
	w.add(
		comment([]string{"Gives the codec of " + quoted(name) + " from those of its type arguments."}),
		text("export function ", name), head, text(" "),
		block(
			statement(assigned(text("const make"), make)),
			statement(text("return "), call(w.support("shared", forValues), text(name), array(args, false), text("make")))))
}

// arguments are the codecs of the type arguments, as parameters.
func (w *codecWriter) arguments() []parameter {
	var list []parameter
	for _, place := range w.t.params {
		list = append(list, parameter{typed(w.t.argument(place), w.argumentType(place)), false})
	}
	return list
}

func (w *codecWriter) argumentType(place int) doc {
	return instance(w.support("Codec", forTypes), []doc{text(w.t.generic[place])})
}

// arguments name the codecs of the type arguments.
func (t *typePlan) arguments() []string {
	names := make([]string, len(t.params))
	for i, place := range t.params {
		names[i] = t.argument(place)
	}
	return names
}

// class writes the class around the methods.
func (w *codecWriter) class() {
	var members []doc
	if len(w.t.params) > 0 {
		members = w.heads()
	}
	for _, method := range append(w.methods, w.getters()...) {
		if len(members) > 0 {
			members = append(members, hardLine)
		}
		members = append(members, method)
	}
	w.add(text("class ", w.t.codec.class.String()), typeParameters(texts(w.t.parameters())), text(" extends "),
		instance(w.support("DeclaredCodec", forValues), []doc{w.self()}), text(" "), bodyOf(members))
}

// bodyOf writes the body of a class: hard lines among the members stand for the empty lines between them.
func bodyOf(members []doc) doc {
	parts := []doc{}
	for i, each := range members {
		if i > 0 && each.kind != hardLineDoc {
			parts = append(parts, hardLine)
		}
		parts = append(parts, each)
	}
	return sequence(text("{"), indent(hardLine, sequence(parts...)), hardLine, text("}"))
}

// heads are the fields of a generic type's codec, and its constructor.
func (w *codecWriter) heads() []doc {
	var fields []doc
	var assignments []doc
	given := make([]doc, len(w.t.decl.Generic))
	for i := range given {
		given[i] = text("undefined")
	}
	for _, place := range w.t.params {
		name := w.t.argument(place)
		fields = append(fields, statement(typed("private readonly "+name, w.argumentType(place))))
		assignments = append(assignments, statement(assigned(text("this.", name), text(name))))
		given[place] = text(name)
	}
	for _, s := range w.own.list {
		fields = append(fields, statement(typed("#"+s.name, orUndefined(w.codecType(s)))))
	}
	super := statement(callWith("super", []doc{text("declarations"), text(literal(w.id(w.t.decl)))}, list("[", given, "]")))
	constructor := sequence(group(text("constructor"), parameters(w.arguments())), text(" "), block(append([]doc{super}, assignments...)...))
	return append(fields, hardLine, constructor)
}

func (w *codecWriter) codecType(s *sharedCodec) doc {
	return instance(w.support("Codec", forTypes), []doc{w.ts.term(s.term)})
}

// getters give the codecs of compound types with type parameters, each made when it is first needed: made at once, those
// of types that go in circles would never end.
func (w *codecWriter) getters() []doc {
	var list []doc
	for _, s := range w.own.list {
		list = append(list, sequence(
			text("private get ", s.name), signature(nothing, nil, w.codecType(s), false), text(" "),
			block(statement(text("return ("), s.assigned("??=", text("this.#", s.name)), text(")")))))
	}
	return list
}

// method writes a method of the class.
func (w *codecWriter) method(name string, params []parameter, result doc, statements ...doc) {
	w.methods = append(w.methods, sequence(text(name), signature(nothing, params, result, false), text(" "), block(statements...)))
}

func (w *codecWriter) reader(name string, of doc, statements ...doc) {
	w.method(name, []parameter{{text("r: ", w.support("Reader", forTypes)), false}}, of, statements...)
}

func (w *codecWriter) writer(name string, of doc, statements ...doc) {
	w.method(name, []parameter{{text("w: ", w.support("Writer", forTypes)), false}, {typed("v", of), false}}, text("void"), statements...)
}

// comparison writes a method that compares a and b, which it does not name where nothing in them may differ.
func (w *codecWriter) comparison(name string, of doc, isUsed bool, statements ...doc) {
	var params []parameter
	if isUsed {
		params = []parameter{{typed("a", of), false}, {typed("b", of), false}}
	}
	w.method(name, params, text("number"), statements...)
}

// membersOf writes the constant that knows the members of a record or named payload.
func (w *codecWriter) membersOf(constant *gen.Name, label string, g gen.Group) doc {
	var required, optional []string
	for _, part := range g.Parts {
		if part.Term.Kind == typespec.Option || part.Term.Kind == typespec.Param {
			optional = append(optional, part.Wire)
		} else {
			required = append(required, part.Wire)
		}
	}
	return statement(assigned(text("const ", constant.String()), call("new "+w.support("Members", forValues),
		text(literal(label)), array(literals(required), false), array(literals(optional), false))))
}
