package typescript

import (
	"github.com/flow-toolkit/flowgen/typespec"
)

// primitive is how the codec of a primitive type is called, and what reads, writes and compares its values.
type primitive struct{ codec, reader, compare string }

// primitives are those of the support code. Values of Unit and Never are never compared: there are not two of them.
var primitives = map[typespec.TermKind]primitive{
	typespec.Int:       {"INT", "int", "compareInt"},
	typespec.Decimal:   {"DECIMAL", "decimal", "Decimal.compare"},
	typespec.Bool:      {"BOOL", "bool", "compareBool"},
	typespec.Text:      {"TEXT", "string", "compareText"},
	typespec.Bytes:     {"BYTES", "bytes", "compareBytes"},
	typespec.Instant:   {"INSTANT", "instant", "Instant.compare"},
	typespec.Duration:  {"DURATION", "duration", "Duration.compare"},
	typespec.Unit:      {"UNIT", "unit", ""},
	typespec.Never:     {"NEVER", "never", ""},
	typespec.JSONValue: {"JSON_VALUE", "json", "Json.compare"},
}

// combinators make the codecs of compound types from those of their parts.
var combinators = map[typespec.TermKind]string{
	typespec.List: "listOf", typespec.Set: "setOf", typespec.Dict: "dictOf", typespec.Tuple: "tupleOf", typespec.Option: "optionOf",
}

// codecs writes codecs of terms as expressions, in the codec of one declared type.
type codecs struct {
	*plan
	*module
	// owner is that type.
	owner *typePlan
	// global are the constants of the module, for types without type parameters; own the getters of a generic type's
	// codec, for those with.
	global, own *shared
}

// of writes the codec of a term.
func (c *codecs) of(t *typespec.Term) string {
	if p, ok := primitives[t.Kind]; ok {
		return c.support(p.codec, forValues)
	}
	if t.Kind == typespec.Param {
		return "this." + c.owner.argument(t.Index)
	}
	if t.Kind == typespec.Named {
		if len(c.types[t.Decl].params) == 0 {
			return c.types[t.Decl].name.String()
		}
		if c.isSelf(t) {
			return "this"
		}
	}
	key, words := c.codecKey(t), c.codecWords(t)
	if c.reach.IsOpen(t) {
		return "this." + c.own.get(key, words, t, func() (string, []string) { return c.make(t) })
	}
	return c.global.get(key, words, t, func() (string, []string) { return c.make(t) })
}

// isSelf says whether a term is the type whose codec is being written, at its own type parameters.
func (c *codecs) isSelf(t *typespec.Term) bool {
	if t.Decl != c.owner.decl {
		return false
	}
	for _, place := range c.owner.params {
		if arg := t.Args[place]; arg.Kind != typespec.Param || arg.Owner != t.Decl || arg.Index != place {
			return false
		}
	}
	return true
}

// make gives the function that makes the codec of a compound term, and the codecs that it takes.
func (c *codecs) make(t *typespec.Term) (function string, args []string) {
	for _, part := range c.reach.Parts(t) {
		args = append(args, c.of(part))
	}
	if t.Kind == typespec.Named {
		return c.types[t.Decl].name.String(), args
	}
	return c.support(combinators[t.Kind], forValues), args
}

// argument names the field of a generic type's codec that holds the codec of a type argument.
func (t *typePlan) argument(place int) string { return t.codecArguments[place] }

// read writes an expression that reads the value form of a term.
func (c *codecs) read(t *typespec.Term) doc {
	if p, ok := primitives[t.Kind]; ok {
		return text("r.", p.reader, "()")
	}
	return call(c.of(t)+".read", text("r"))
}

// write writes a statement that writes the value form of a term. Of Never it takes the codec: what follows a function that
// never returns would be unreachable.
func (c *codecs) write(t *typespec.Term, value doc) doc {
	if p, ok := primitives[t.Kind]; ok && t.Kind != typespec.Never {
		return statement(call("w."+p.reader, value))
	}
	return statement(call(c.of(t)+".write", text("w"), value))
}

// compares says whether two values of a term may differ.
func compares(t *typespec.Term) bool { return t.Kind != typespec.Unit && t.Kind != typespec.Never }

// compare writes an expression that compares two values of a term.
func (c *codecs) compare(t *typespec.Term, a, b doc) doc {
	if p, ok := primitives[t.Kind]; ok {
		return call(c.support(p.compare, forValues), a, b)
	}
	return call(c.of(t)+".compare", a, b)
}
