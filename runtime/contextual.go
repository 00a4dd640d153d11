package flow

import (
	"encoding/binary"
	"sync"

	"github.com/flow-toolkit/flowgen/typespec"
)

// Entrance says where a value of a type comes into a program, or goes out of it.
type Entrance = typespec.Entrance

// The entrances of values.
const (
	// Arguments are those of a call, which the toolkit decodes: opaque and host types included.
	Arguments = typespec.Arguments
	// Replies are those of a Tool, json.decode and the supplied arguments of a fork: nothing opaque.
	Replies = typespec.Replies
	// Inputs are those of a run: nothing opaque and no host type.
	Inputs = typespec.Inputs
	// Outputs are those of a run, which the program made: no host type.
	Outputs = typespec.Outputs
	// Rebuilding is that of a checkpoint's arguments, which the program made: every type that has values.
	Rebuilding = typespec.Rebuilding
)

// Contextual makes codecs at run time, from the types that a generic Tool's caller chose or a listing declares. It serves
// any goroutine, and remembers each type that it was asked for, by its structure.
type Contextual struct {
	mu    sync.Mutex
	known map[string]*dynamicType
}

// NewContextual makes one that knows no type yet. All the terms that it is given come from one View or one Program.
func NewContextual() *Contextual { return &Contextual{known: map[string]*dynamicType{}} }

// Of gives a new codec of a type, which is checked and has no free type parameter. Using it fails with CodeUnavailable where
// the type is, or holds at a value position, a function, task or type that is no data.
//
// Each codec is its own type parameter: values that different ones made are never equal.
func (c *Contextual) Of(term *typespec.Term) Codec[Generic] {
	return newGenericCodec(c.typeOf(term, nil).codec)
}

// For gives a new codec of a concrete type for an entrance. Where the type may not come in there, using it fails with
// CodeUnavailable before a byte is read.
func (c *Contextual) For(term *typespec.Term, entrance Entrance) Codec[Generic] {
	if barred := entrance.Bars(term); barred != "" {
		return newGenericCodec(unavailable{barred})
	}
	return c.Of(term)
}

// ViewCodecs gives the codec of each binding of a view, in order. That of a type of which decoding builds no value is there,
// and its use fails with CodeUnavailable.
func ViewCodecs(view *typespec.View) []Codec[Generic] {
	c := NewContextual()
	codecs := make([]Codec[Generic], len(view.Bindings))
	for i, b := range view.Bindings {
		if b.Usable {
			codecs[i] = c.Of(b.Type)
		} else {
			codecs[i] = newGenericCodec(unavailable{"no value of " + quoted(typespec.FlowType(b.Type, nil)) + " crosses, so it has no codec"})
		}
	}
	return codecs
}

// dynamicType is a type after substitution; equal types of one Contextual are one.
type dynamicType struct {
	id    uint32
	kind  typespec.TermKind
	codec Codec[any]
	decl  *typespec.Declaration
	args  []*dynamicType

	// The members of a declaration are looked at when they are first needed.
	once sync.Once
	body Codec[any]
}

// typeOf gives the type that a term is where args stand for the type parameters.
func (c *Contextual) typeOf(term *typespec.Term, args []*dynamicType) *dynamicType {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lockedTypeOf(term, args)
}

func (c *Contextual) lockedTypeOf(term *typespec.Term, args []*dynamicType) *dynamicType {
	if term.Kind == typespec.Param {
		return args[term.Index]
	}
	t := &dynamicType{kind: term.Kind, decl: term.Decl}
	key := []byte{byte(term.Kind)}
	if term.Decl != nil {
		key = append(key, term.Decl.ID...)
		key = append(key, 0xff) // no id, which is UTF-8, holds it
	}
	for _, arg := range term.Args {
		made := c.lockedTypeOf(arg, args)
		t.args = append(t.args, made)
		key = binary.LittleEndian.AppendUint32(key, made.id)
	}
	if known := c.known[string(key)]; known != nil {
		return known
	}
	t.id = uint32(len(c.known))
	t.codec = c.codecOf(t)
	c.known[string(key)] = t
	return t
}

// codecOf gives the codec of a type whose arguments have theirs.
func (c *Contextual) codecOf(t *dynamicType) Codec[any] {
	if t.kind == typespec.Named {
		return declaredCodec{c, t}
	}
	switch t.kind {
	case typespec.Int:
		return boxed[Int]{IntCodec()}
	case typespec.Decimal:
		return boxed[Decimal]{DecimalCodec()}
	case typespec.Bool:
		return boxed[bool]{BoolCodec()}
	case typespec.Text:
		return boxedText{boxed[string]{TextCodec()}}
	case typespec.Bytes:
		return boxed[[]byte]{BytesCodec()}
	case typespec.Duration:
		return boxed[Duration]{DurationCodec()}
	case typespec.Instant:
		return boxed[Instant]{InstantCodec()}
	case typespec.Unit:
		return boxed[Unit]{UnitCodec()}
	case typespec.Never:
		return boxedNever{}
	case typespec.JSONValue:
		return boxed[JSON]{JSONCodec()}
	case typespec.List:
		return boxed[[]any]{ListOf(t.args[0].codec)}
	case typespec.Set:
		return boxed[Set[any]]{SetOf(t.args[0].codec)}
	case typespec.Option:
		return newBoxedOption(t.args[0].codec)
	case typespec.Dict:
		return boxed[Dict[any, any]]{DictOf(t.args[0].codec, t.args[1].codec)}
	case typespec.Tuple:
		return boxed[[]any]{sequence(codecsOf(t.args))}
	}
	return unavailable{"functions and tasks have no encoding"}
}

func codecsOf(types []*dynamicType) []Codec[any] {
	codecs := make([]Codec[any], len(types))
	for i, t := range types {
		codecs[i] = t.codec
	}
	return codecs
}

// declaredCodec is that of a declared type, whose members are looked at on first use, so that types may hold themselves.
type declaredCodec struct {
	c *Contextual
	t *dynamicType
}

func (d declaredCodec) Decode(r *Reader) any    { return d.c.bodyOf(d.t).Decode(r) }
func (d declaredCodec) Append(w *Writer, v any) { d.c.bodyOf(d.t).Append(w, v) }
func (d declaredCodec) Compare(a, b any) int    { return d.c.bodyOf(d.t).Compare(a, b) }

func (c *Contextual) bodyOf(t *dynamicType) Codec[any] {
	t.once.Do(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		t.body = c.declared(t)
	})
	return t.body
}

func (c *Contextual) declared(t *dynamicType) Codec[any] {
	switch t.decl.Kind {
	case typespec.Record:
		return boxed[[]any]{c.members(t, t.decl.Fields)}
	case typespec.Enum:
		names := make([]string, len(t.decl.Constructors))
		payloads := make([]Codec[any], len(names))
		for i, k := range t.decl.Constructors {
			names[i], payloads[i] = k.Name, c.payload(t, k.Payload)
		}
		return boxed[variant]{newVariants(t.decl.Name, names, payloads)}
	case typespec.Host:
		same := func(token JSON) JSON { return token }
		return boxed[JSON]{HostOf(same, same)}
	}
	return unavailable{"a type that is no data has no encoding"}
}

func (c *Contextual) members(t *dynamicType, fields []typespec.Field) Codec[[]any] {
	names, codecs := make([]string, len(fields)), make([]Codec[any], len(fields))
	for i, f := range fields {
		names[i], codecs[i] = f.Name, c.part(t, f.Type)
	}
	return newMembers(names, codecs)
}

func (c *Contextual) payload(t *dynamicType, p *typespec.Payload) Codec[any] {
	switch {
	case p == nil:
		return nil
	case p.Named != nil:
		return boxed[[]any]{c.members(t, p.Named)}
	case len(p.Positional) == 1:
		return c.part(t, p.Positional[0])
	}
	codecs := make([]Codec[any], len(p.Positional))
	for i, term := range p.Positional {
		codecs[i] = c.part(t, term)
	}
	return boxed[[]any]{sequence(codecs)}
}

func (c *Contextual) part(t *dynamicType, term *typespec.Term) Codec[any] {
	return c.lockedTypeOf(term, t.args).codec
}

// boxedNever is the codec of Never: a nil Never cannot be told in an any.
type boxedNever struct{}

func (boxedNever) Decode(r *Reader) any    { return r.Never() }
func (boxedNever) Append(w *Writer, _ any) { w.Never(nil) }
func (boxedNever) Compare(_, _ any) int    { return 0 }

// unavailable is the codec of a type of which no value crosses; it says why.
type unavailable struct{ why string }

func (u unavailable) Decode(r *Reader) any {
	r.Fail(CodeUnavailable, u.why)
	return nil
}
func (u unavailable) Append(w *Writer, _ any) { w.Fail(CodeUnavailable, u.why) }
func (u unavailable) Compare(_, _ any) int    { panic("flow: " + u.why) }
