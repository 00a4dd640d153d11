package typespec

import (
	"strconv"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// SchemaOptions say how a schema is written.
type SchemaOptions struct {
	// Generic names the type parameters of the Tool that the root belongs to.
	Generic []string
	// Bare leaves out descriptions.
	Bare bool
	// Formatless leaves out the formats of texts. Validators hold a format to its RFC, which knows no fraction of a
	// duration and no year of five digits, and so refuse values that Flow has.
	Formatless bool
	// Unversioned leaves out the versions in every KEY and $ref.
	Unversioned bool
}

// Schema gives the JSON Schema (draft 2020-12) of a Tool's root, or of any other term, as a document of its own: its $defs
// hold the declared types that it reaches. The error says why there is none: a part that does not cross, a KEY too long,
// too many types, or two types of one KEY.
func Schema(root *Term, o SchemaOptions) (*canon.Value, error) {
	schema, fault := newProjection(newPool(o.Generic), o).document(root)
	if fault != nil {
		return nil, fault
	}
	return schema, nil
}

// SchemaDialect is the JSON Schema draft that schemas are written in, as $schema names it.
const SchemaDialect = "https://json-schema.org/draft/2020-12/schema"

// SchemaDocument is Schema for readers outside of Flow: it names the draft in $schema.
func SchemaDocument(root *Term, o SchemaOptions) (*canon.Value, error) {
	schema, err := Schema(root, o)
	if err != nil {
		return nil, err
	}
	members := []canon.Member{member("$schema", canon.NewString(SchemaDialect))}
	return canon.NewObject(append(members, schema.Members...)...), nil
}

// Term gives the type that a declaration declares; its type parameters stand for themselves.
func (d *Declaration) Term() *Term {
	args := make([]*Term, len(d.Generic))
	for i := range args {
		args[i] = &Term{Kind: Param, Owner: d, Index: i}
	}
	return &Term{Kind: Named, Decl: d, Args: args}
}

// projection writes the schemas of the types of one pool.
type projection struct {
	pool    *pool
	options SchemaOptions
	// written are the schemas of types outside of fields, so that each is written once, however often it is used.
	written map[*concrete]*canon.Value
	name    func(*Declaration) string
}

func newProjection(p *pool, o SchemaOptions) *projection {
	s := &projection{pool: p, options: o, written: map[*concrete]*canon.Value{}, name: (*Declaration).Key}
	if o.Unversioned {
		s.name = keyUnversioned
	}
	return s
}

// document gives a root's schema with the $defs that it reaches.
func (s *projection) document(root *Term) (*canon.Value, *schemaFault) {
	c := s.pool.of(root, nil)
	found, fault := s.pool.reach(c)
	if fault == nil {
		fault = s.pool.tellApart(found, s.name)
	}
	if fault != nil {
		return nil, fault
	}
	schema := s.schema(c)
	if len(found) == 0 {
		return schema, nil
	}
	defs := make([]canon.Member, len(found))
	for i, c := range found {
		defs[i] = canon.Member{Name: s.pool.key(c, s.name), Value: s.definition(c)}
	}
	return with(schema, "$defs", canon.NewObject(defs...)), nil
}

// with gives an object with one member more; the object itself, which others may hold, stays as it is.
func with(object *canon.Value, name string, value *canon.Value) *canon.Value {
	members := append(make([]canon.Member, 0, len(object.Members)+1), object.Members...)
	return canon.NewObject(append(members, canon.Member{Name: name, Value: value})...)
}

// described gives a schema with the description that a doc comment is.
func (s *projection) described(schema *canon.Value, doc *string) *canon.Value {
	if doc == nil || s.options.Bare {
		return schema
	}
	return with(schema, "description", canon.NewString(*doc))
}

// schema gives the schema of a type anywhere but in a field.
func (s *projection) schema(c *concrete) *canon.Value {
	if known := s.written[c]; known != nil {
		return known
	}
	schema := s.write(c)
	s.written[c] = schema
	return schema
}

func (s *projection) write(c *concrete) *canon.Value {
	switch c.term.Kind {
	case Int:
		return typed("integer")
	case Decimal:
		return typed("number")
	case Text:
		return typed("string")
	case Bool:
		return typed("boolean")
	case Bytes:
		return typed("string", member("contentEncoding", canon.NewString("base64")))
	case Instant:
		return s.formatted("date-time")
	case Duration:
		return s.formatted("duration")
	case Unit:
		return typed("null")
	case Never:
		return nothing()
	case JSONValue:
		return canon.NewObject()
	case List:
		return typed("array", member("items", s.schema(c.args[0])))
	case Set:
		return typed("array", member("items", s.schema(c.args[0])), member("uniqueItems", canon.NewBool(true)))
	case Tuple:
		return s.tuple(c.args)
	case Dict:
		return s.dict(c)
	case Option:
		return canon.NewObject(member("oneOf", canon.NewArray(constant("None"), tagged("Some", s.schema(c.args[0])))))
	case Param:
		return canon.NewObject(member("$param", canon.NewString(paramName(c.term, s.pool.generic))))
	default: // Named: whatever has no schema was refused by reach
		return canon.NewObject(member("$ref", canon.NewString(refTo(s.pool.key(c, s.name)))))
	}
}

func (s *projection) tuple(items []*concrete) *canon.Value {
	schemas := make([]*canon.Value, len(items))
	for i, item := range items {
		schemas[i] = s.schema(item)
	}
	return typed("array", member("prefixItems", canon.NewArray(schemas...)), member("items", canon.NewBool(false)),
		member("minItems", canon.NewNumber(strconv.Itoa(len(items)))))
}

func (s *projection) dict(c *concrete) *canon.Value {
	if c.args[0].term.Kind == Text {
		return typed("object", member("additionalProperties", s.schema(c.args[1])))
	}
	return typed("array", member("items", s.tuple(c.args)))
}

// definition gives the schema of a declared type itself, as it stands in $defs.
func (s *projection) definition(c *concrete) *canon.Value {
	d, parts := c.term.Decl, s.pool.expand(c)
	switch d.Kind {
	case Record:
		return s.described(s.record(d.Fields, parts), d.Doc)
	case Enum:
		return s.described(s.enum(d.Constructors, parts), d.Doc)
	}
	return s.described(canon.NewObject(), d.Doc)
}

// record gives the schema of fields of these types: one that is an Option after substitution may be missing.
func (s *projection) record(fields []Field, types []*concrete) *canon.Value {
	properties := make([]canon.Member, len(fields))
	required := []*canon.Value{}
	for i := range fields {
		f, c := &fields[i], types[i]
		if c.term.Kind == Option {
			c = c.args[0]
		} else {
			required = append(required, canon.NewString(f.Name))
		}
		properties[i] = member(f.Name, s.described(s.schema(c), f.Doc))
	}
	return typed("object", member("properties", canon.NewObject(properties...)), member("required", canon.NewArray(required...)))
}

func (s *projection) enum(constructors []Constructor, types []*concrete) *canon.Value {
	if len(constructors) == 0 {
		return nothing()
	}
	branches := make([]*canon.Value, len(constructors))
	for i := range constructors {
		c := &constructors[i]
		branch := constant(c.Name)
		if c.Payload != nil {
			parts := types[:len(c.Payload.Positional)+len(c.Payload.Named)]
			types = types[len(parts):]
			branch = tagged(c.Name, s.payload(c.Payload, parts))
		}
		branches[i] = s.described(branch, c.Doc)
	}
	return canon.NewObject(member("oneOf", canon.NewArray(branches...)))
}

func (s *projection) payload(p *Payload, parts []*concrete) *canon.Value {
	switch {
	case len(p.Named) > 0:
		return s.record(p.Named, parts)
	case len(parts) == 1:
		return s.schema(parts[0])
	}
	return s.tuple(parts)
}

func member(name string, value *canon.Value) canon.Member {
	return canon.Member{Name: name, Value: value}
}

// formatted is the schema of a text of a format.
func (s *projection) formatted(format string) *canon.Value {
	if s.options.Formatless {
		return typed("string")
	}
	return typed("string", member("format", canon.NewString(format)))
}

// typed is a schema of one JSON type.
func typed(name string, members ...canon.Member) *canon.Value {
	return canon.NewObject(append([]canon.Member{member("type", canon.NewString(name))}, members...)...)
}

// nothing is the schema that no value fits.
func nothing() *canon.Value { return canon.NewObject(member("not", canon.NewObject())) }

// constant is the schema of a constructor without payload.
func constant(name string) *canon.Value {
	return canon.NewObject(member("const", canon.NewString(name)))
}

// tagged is the schema of a constructor with payload: an object of that member alone.
func tagged(name string, payload *canon.Value) *canon.Value {
	return typed("object", member("properties", canon.NewObject(member(name, payload))),
		member("required", canon.NewArray(canon.NewString(name))), member("additionalProperties", canon.NewBool(false)))
}
