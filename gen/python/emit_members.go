package python

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// groupWriter writes the functions that read and write the parts of a record or payload. Each part has a local
// variable, its name with an underscore behind; "at" says which part is at work, so that an error can tell its place
// while what goes well pays nothing for it.
type groupWriter struct {
	*codecsWriter
	group gen.Group
	class string
	// result is the class with its type arguments.
	result string
}

const (
	absentImport      = "from .flow.codec import ABSENT"
	decodeErrorImport = "from .flow.errors import DecodeError"
	encodeErrorImport = "from .flow.errors import EncodeError"
	importSome        = "from .flow.values import Some"
)

// local is a part's variable. Checkers take a name without lower-case letters for a constant, which is set only once.
func local(part gen.Part) string {
	if strings.ToUpper(part.Name) == part.Name {
		return part.Name + "_v"
	}
	return part.Name + "_"
}

// token is a part's place in JSON as a literal.
func (g *groupWriter) token(part gen.Part) string {
	if g.group.Kind == gen.SeveralParts {
		return part.Wire
	}
	return literal(part.Wire)
}

func (g *groupWriter) head(name, argument, result string) {
	g.checked[importAny] = true
	any := atom("Any")
	g.blank(g.betweenFunctions())
	g.function("def "+name, []parameter{{argument, &any}}, atom(result), "")
}

// read writes the function that makes the value of a JSON tree.
func (g *groupWriter) read(name string) {
	g.head(name, "j", g.result)
	g.within(g.readBody)
	g.blank(g.betweenFunctions())
}

func (g *groupWriter) readBody() {
	parts := g.group.Parts
	switch g.group.Kind {
	case gen.OnePart:
		g.expression("return ", call(g.maker(), g.readValue(parts[0].Term, "j")), "")
		return
	case gen.SeveralParts:
		g.line(fmt.Sprintf("if type(j) is not list or len(j) != %d:", len(parts)))
		g.refusal(fmt.Sprintf("an array of %d", len(parts)))
	default:
		g.line("if type(j) is not dict:")
		g.refusal("an object")
	}
	args := make([]expr, len(parts))
	for i, part := range parts {
		args[i] = atom(local(part))
	}
	if len(parts) > 0 {
		g.guarded(parts, g.readPart, g.readFailure)
	}
	if len(args) == 0 {
		g.expression("return ", call(g.class), "")
		return
	}
	g.expression("return ", call(g.maker(), args...), "")
}

// maker is what makes a value of its parts, which were read and so need no look.
func (g *groupWriter) maker() string { return g.class + ".__flow_make__" }

func (g *groupWriter) refusal(what string) {
	g.imports[fromCodec("expected")] = true
	g.within(func() { g.line("raise expected(", literal(what), ", j)") })
}

// guarded writes statements for each part in a try block, with what follows on a failure.
func (g *groupWriter) guarded(parts []gen.Part, each func(gen.Part), failure func()) {
	g.assign("at", atom(g.token(parts[0])))
	g.line("try:")
	g.within(func() {
		for i, part := range parts {
			if i > 0 {
				g.assign("at", atom(g.token(part)))
			}
			each(part)
		}
	})
	failure()
}

func (g *groupWriter) readFailure() {
	g.imports[decodeErrorImport] = true
	if g.group.Kind == gen.SeveralParts {
		g.line("except DecodeError as fault:")
		g.within(func() {
			g.line("fault.under(at)")
			g.line("raise")
		})
		return
	}
	g.imports[fromMembers("unread")] = true
	g.line("except (DecodeError, KeyError) as fault:")
	g.within(func() { g.line("raise unread(fault, j, at) from None") })
}

// mostBranching is how many parts a function may test inline; for more, all is left to calls, since checkers give up on
// functions with so many branches.
const mostBranching = 100

func (g *groupWriter) isLarge() bool { return len(g.group.Parts) > mostBranching }

// isByCodec says whether a part that may be left out is wholly its codec's business.
func (g *groupWriter) isByCodec(t *typespec.Term) bool {
	return t.Kind == typespec.Param || t.Args[0].Kind == typespec.Never || g.isLarge()
}

// readPart writes the statements that read one part into its variable.
func (g *groupWriter) readPart(part gen.Part) {
	name, t := local(part), part.Term
	if !g.mayBeLeftOut(part) {
		g.readInto(name, t)
		return
	}
	if g.isByCodec(t) {
		g.imports[absentImport] = true
		codec := g.constants.of(t, g.module)
		g.assign(name, call(codec+".read_field", call("j.get", atom("at"), atom("ABSENT"))))
		return
	}
	g.line(name, " = None")
	g.line("if at in j:")
	g.within(func() {
		if !mayBeNone(t.Args[0]) {
			g.readInto(name, t.Args[0])
			return
		}
		g.imports[importSome] = true
		g.assign(name, call("Some", g.readValue(t.Args[0], "j[at]")))
	})
}

// plainClasses are the classes whose instances in a JSON tree are values as they stand.
var plainClasses = map[typespec.TermKind]string{typespec.Int: "int", typespec.Text: "str", typespec.Bool: "bool"}

// readInto reads what stands at the part into a variable; a value that needs no conversion takes no call.
func (g *groupWriter) readInto(name string, t *typespec.Term) {
	plain, ok := plainClasses[t.Kind]
	if !ok || g.isLarge() {
		g.assign(name, g.readValue(t, "j[at]"))
		return
	}
	g.line(name, " = j[at]")
	g.condition("type("+name+")", "is not", plain)
	g.within(func() { g.assign(name, g.readValue(t, name)) })
}

func (g *groupWriter) readValue(t *typespec.Term, source string) expr {
	return call(g.codecFunction("read", t), atom(source))
}

// scalarFunctions are the modules of the support code that read and write primitive types, and their names there. Unit
// and Never are not among them: a checker takes a call that gives None for a mistake, and one that never returns for the
// end of the function. Nor are types whose modules are slow to import: their codecs do that with the first value.
var scalarFunctions = map[typespec.TermKind][2]string{
	typespec.Int: {"numbers", "int"}, typespec.Decimal: {"decimals", "decimal"}, typespec.Bool: {"primitives", "bool"},
	typespec.Text: {"primitives", "text"}, typespec.Bytes: {"primitives", "bytes"},
}

// codecFunction gives the function that reads or writes ("read", "write") the values of a type.
func (g *groupWriter) codecFunction(verb string, t *typespec.Term) string {
	if scalar, ok := scalarFunctions[t.Kind]; ok {
		name := verb + "_" + scalar[1]
		g.imports["from .flow."+scalar[0]+" import "+name] = true
		return name
	}
	if t.Kind == typespec.Named && len(g.plan.types[t.Decl].params) == 0 {
		return "_" + verb + "_" + g.plan.types[t.Decl].name.String()
	}
	return g.constants.of(t, g.module) + "." + verb
}

// write writes the function that gives the canonical text of a value; checked says that it looks at its class.
func (g *groupWriter) write(name string, checked bool) {
	g.head(name, "v", "str")
	g.within(func() {
		if checked {
			g.imports[fromCodec("misfit")] = true
			g.condition("type(v)", "is not", g.class)
			what := literal(strings.TrimPrefix(g.class, "types."))
			g.within(func() { g.expression("raise ", call("misfit", atom(what), atom("v")), "") })
		}
		g.writeBody()
	})
	g.blank(g.betweenFunctions())
}

func (g *groupWriter) writeBody() {
	parts := slices.Clone(g.group.Parts)
	switch {
	case g.group.Kind == gen.OnePart:
		g.expression("return ", g.writeValue(parts[0].Term, "v.value"), "")
		return
	case len(parts) == 0:
		g.line(`return "{}"`)
		return
	case g.group.Kind == gen.NamedParts:
		slices.SortFunc(parts, func(a, b gen.Part) int { return strings.Compare(a.Wire, b.Wire) })
	}
	g.guarded(parts, g.writePart, g.writeFailure)
	if g.group.Kind == gen.SeveralParts {
		g.returnArray(parts)
		return
	}
	g.returnObject(parts)
}

func (g *groupWriter) writeFailure() {
	g.imports[encodeErrorImport] = true
	g.imports[fromMembers("unwritten")] = true
	g.line("except (EncodeError, AttributeError) as fault:")
	g.within(func() { g.line("raise unwritten(fault, at) from None") })
}

// mayBeLeftOut says whether a part's member is sometimes not there; its text is then that of the whole member.
func (g *groupWriter) mayBeLeftOut(part gen.Part) bool {
	return g.group.Kind == gen.NamedParts && (part.Term.Kind == typespec.Option || part.Term.Kind == typespec.Param)
}

// writePart writes the statements that put the text of one part into its variable.
func (g *groupWriter) writePart(part gen.Part) {
	name, value := local(part), "v."+part.Name
	switch {
	case !g.mayBeLeftOut(part):
		g.assign(name, g.writeValue(part.Term, value))
	case g.isByCodec(part.Term):
		g.imports[fromMembers("member")] = true
		codec := g.constants.of(part.Term, g.module)
		g.assign(name, call("member", atom("at"), call(codec+".write_field", atom(value))))
	default:
		g.line(name, ` = ""`)
		g.condition(value, "is not", "None")
		g.within(func() { g.writeSome(name, value, part.Term.Args[0]) })
	}
}

// writeSome puts the member of an Option that is there into its variable.
func (g *groupWriter) writeSome(name, value string, item *typespec.Term) {
	source := value
	if mayBeNone(item) {
		g.imports["from .flow.combinators import unwrap"] = true
		source = "unwrap(" + value + ")"
	}
	g.assign(name, atom(`f',"{at}":{`+g.writeValue(item, source).flat()+`}'`))
}

func (g *groupWriter) writeValue(t *typespec.Term, source string) expr {
	return call(g.codecFunction("write", t), atom(source))
}

func (g *groupWriter) returnArray(parts []gen.Part) {
	var pieces []string
	for i, part := range parts {
		piece := ",{" + local(part) + "}"
		if i == 0 {
			piece = "[{" + local(part) + "}"
		}
		pieces = append(pieces, piece)
	}
	pieces[len(pieces)-1] += "]"
	g.format("return ", pieces, `"`)
}

// returnObject puts the members together; those that may be left out bring their own comma and name.
func (g *groupWriter) returnObject(parts []gen.Part) {
	opened := !g.mayBeLeftOut(parts[0])
	var pieces []string
	for i, part := range parts {
		text := "{" + local(part) + "}"
		switch {
		case !g.mayBeLeftOut(part) && i == 0:
			pieces = append(pieces, `{{"`+part.Wire+`":`+text)
		case !g.mayBeLeftOut(part):
			pieces = append(pieces, `,"`+part.Wire+`":`+text)
		case i == 0 || len(pieces[len(pieces)-1]) > longestPiece:
			pieces = append(pieces, text)
		default:
			pieces[len(pieces)-1] += text
		}
	}
	if opened {
		pieces[len(pieces)-1] += "}}"
		g.format("return ", pieces, "'")
		return
	}
	g.format("body = ", pieces, "'")
	g.line(`return f"{{{body[1:]}}}"`)
}

// longestPiece is the length of a piece of an object's text to which no more members are added.
const longestPiece = 40
