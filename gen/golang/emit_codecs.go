package golang

import (
	"fmt"
	"maps"
	"slices"

	"github.com/dave/jennifer/jen"
)

// codecsFile writes codecs.go: for each declared type a function that gives its codec, and the codec.
func (p *plan) codecsFile(f *jen.File) {
	for _, t := range p.order {
		if t.codec != nil {
			w := &codecWriter{file: f, plan: p, t: t}
			w.write()
		}
	}
	for _, n := range slices.Sorted(maps.Keys(p.tuples)) {
		p.writeTupleCodec(f, n)
	}
	if len(p.shared.list) == 0 {
		return
	}
	f.Var().DefsFunc(func(g *jen.Group) {
		for _, s := range p.shared.list {
			g.Id(s.name).Op("=").Add(s.make)
		}
	})
}

// codecWriter writes the codec of one declared type: a struct without fields, or for a generic type one that holds the
// codecs of its type arguments.
type codecWriter struct {
	file *jen.File
	*plan
	t *typePlan
	*codecs
	parts *shared
	// memory is where the struct keeps the parts, if there are any.
	memory *jen.Statement
}

func (w *codecWriter) write() {
	w.parts = newShared("of")
	w.codecs = &codecs{scope: w.in(w.t.decl), global: w.shared, own: w.parts}
	w.writeFactory()
	switch w.t.form {
	case record:
		w.writeRecordCodec()
	case sealed:
		w.writeSealedCodec()
	case constants:
		w.writeConstantsCodec()
	case hostValue:
		w.writeTokenCodec()
	default:
		w.writeEmptyCodec()
	}
	w.writeParts()
}

// codecType names the struct of a type's codec.
func (t *typePlan) codecType() string { return "codec" + t.name.String() }

// isPointer says whether a type's codec is used by pointer, since it keeps what it made of its arguments' codecs.
func (t *typePlan) isPointer() bool { return len(t.generic) > 0 }

// receiver writes the receiver of a method of the codec.
func (w *codecWriter) receiver() *jen.Statement {
	self := instance(w.t.codecType(), w.t.arguments())
	switch {
	case w.t.isPointer():
		return jen.Id("c").Op("*").Add(self)
	case w.t.form == sealed: // whose methods call each other
		return jen.Id("c").Add(self)
	}
	return self
}

// writeFactory writes the public function that gives the codec, and the codec's struct.
func (w *codecWriter) writeFactory() {
	t := w.t
	name := t.codec.String()
	var params, fields []jen.Code
	values := jen.Dict{}
	for _, place := range t.held {
		arg := jen.Id(t.generic[place])
		params = append(params, jen.Id(argumentName(place)).Add(support("Codec").Types(arg)))
		fields = append(fields, jen.Id(argumentName(place)).Add(support("Codec").Types(arg)))
		values[jen.Id(argumentName(place))] = jen.Id(argumentName(place))
	}
	for _, place := range w.fieldForms() {
		fields = append(fields, jen.Id(fieldName(place)).Add(support("Field").Types(jen.Id(t.generic[place]))))
		values[jen.Id(fieldName(place))] = support("FieldOf").Call(jen.Id(argumentName(place)))
	}
	if len(t.held) == 0 {
		w.file.Comment("// " + name + " gives the codec of " + t.name.String() + ".")
	} else {
		w.file.Comment("// " + name + " gives the codec of " + t.name.String() + " from the codecs of its type arguments.")
	}
	function := w.file.Func().Id(name)
	if len(t.generic) > 0 {
		function.Types(t.parameters()...)
	}
	made := instance(t.codecType(), t.arguments()).Values(values)
	if t.isPointer() {
		made = jen.Op("&").Add(made)
	}
	function.Params(params...).Add(support("Codec").Types(t.self())).Block(jen.Return(made))
	w.file.Line()
	w.file.Add(t.declared(t.codecType())).StructFunc(func(g *jen.Group) {
		for _, field := range fields {
			g.Add(field)
		}
		w.memory = g.Null()
	})
	w.file.Line()
}

func (w *codecWriter) partsType() string { return "parts" + w.t.name.String() }

func fieldName(place int) string { return fmt.Sprintf("field%d", place) }

// writeParts writes the codecs of compound types that a generic type's codec needs, which are made when a value of the type
// is first at hand: made at once, those of types that go in circles would never end.
func (w *codecWriter) writeParts() {
	t := w.t
	if len(w.parts.list) == 0 {
		return
	}
	w.memory.Id("once").Qual("sync", "Once").Line().Id("made").Add(instance(w.partsType(), t.arguments()))
	var fields, made []jen.Code
	for _, s := range w.parts.list {
		fields = append(fields, jen.Id(s.name).Add(support("Codec").Types(s.of)))
		made = append(made, jen.Id("p").Dot(s.name).Op("=").Add(s.make))
	}
	w.file.Add(t.declared(w.partsType())).Struct(fields...)
	w.file.Line()
	body := append([]jen.Code{jen.Id("p").Op(":=").Op("&").Id("c").Dot("made")}, made...)
	w.file.Func().Params(w.receiver()).Id("parts").Params().Op("*").Add(instance(w.partsType(), t.arguments())).Block(
		jen.Id("c").Dot("once").Dot("Do").Call(jen.Func().Params().Block(body...)),
		jen.Return(jen.Op("&").Id("c").Dot("made")))
	w.file.Line()
}

// method writes a method of the codec. The codecs of compound types are at hand, as p, where the body needs them.
func (w *codecWriter) method(name string, params, result []jen.Code, body func(g *jen.Group)) {
	w.usesOwn = false
	w.file.Func().Params(w.receiver()).Id(name).Params(params...).Params(result...).BlockFunc(func(g *jen.Group) {
		head := g.Null()
		body(g)
		if w.usesOwn {
			head.Id("p").Op(":=").Id("c").Dot("parts").Call()
		}
	})
	w.file.Line()
}

// decode writes the method Decode, which gives v.
func (w *codecWriter) decode(body func(g *jen.Group)) {
	w.method("Decode", []jen.Code{jen.Id("r").Op("*").Add(support("Reader"))}, []jen.Code{jen.Id("v").Add(w.t.self())},
		func(g *jen.Group) {
			body(g)
			g.Return(jen.Id("v"))
		})
}

// appendMethod writes the method Append, or one like it for a constructor's struct.
func (w *codecWriter) appendMethod(name string, of *jen.Statement, body func(g *jen.Group)) {
	w.method(name, []jen.Code{jen.Id("w").Op("*").Add(support("Writer")), jen.Id("v").Add(of)}, nil, body)
}

// compareMethod writes the method Compare, or one like it for a constructor's struct.
func (w *codecWriter) compareMethod(name string, of *jen.Statement, body func(g *jen.Group)) {
	w.method(name, []jen.Code{jen.List(jen.Id("a"), jen.Id("b")).Add(of)}, []jen.Code{jen.Int()}, body)
}

func (w *codecWriter) writeRecordCodec() {
	t := w.t
	w.decode(func(g *jen.Group) { w.readGroup(g, t.parts) })
	w.appendMethod("Append", t.self(), func(g *jen.Group) { w.appendGroup(g, t.parts) })
	w.compareMethod("Compare", t.self(), func(g *jen.Group) { w.compareGroup(g, t.parts) })
}

func (w *codecWriter) writeTokenCodec() {
	self := w.t.self()
	w.decode(func(g *jen.Group) { g.Id("v").Dot("Token").Op("=").Id("r").Dot("JSON").Call() })
	w.appendMethod("Append", self, func(g *jen.Group) { g.Id("w").Dot("JSON").Call(jen.Id("v").Dot("Token")) })
	w.compareMethod("Compare", self, func(g *jen.Group) {
		g.Panic(jen.Lit("flow: host values of " + w.t.name.String() + " are never compared"))
	})
}

func (w *codecWriter) writeEmptyCodec() {
	self := w.t.self()
	w.decode(func(g *jen.Group) {
		g.Id("k").Op(":=").Id("r").Dot("Constructor").Call(jen.Lit(w.t.name.String()))
		g.Id("k").Dot("Unknown").Call()
	})
	w.appendMethod("Append", self, func(g *jen.Group) { g.Id("w").Dot("Never").Call(jen.Nil()) })
	w.compareMethod("Compare", self, func(g *jen.Group) { g.Return(jen.Lit(0)) })
}
