package typespec

import (
	"strconv"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// IDs says under which local id a description is to refer to a declaration: each under another, none under that of Tools.
type IDs func(*Declaration) string

// ownIDs refers to declarations as the listing does.
func ownIDs(d *Declaration) string { return d.ID }

// TypeSpec gives the Tool's own TypeSpec: generic, params, ok, err and exactly the declarations that they reach, under
// the local ids of the listing. canon.Append writes it canonically; ReadTypeSpec reads it back.
func (t *Tool) TypeSpec() *canon.Value {
	spec := t.Roots(ownIDs)
	declarations := t.reach()
	members := make([]canon.Member, len(declarations))
	for i, d := range declarations {
		members[i] = canon.Member{Name: d.ID, Value: d.Template(ownIDs)}
	}
	spec.Members = append(spec.Members, canon.Member{Name: "declarations", Value: canon.NewObject(members...)})
	return spec
}

// Roots gives the Tool's TypeSpec without its declarations: generic, params, ok and err.
func (t *Tool) Roots(ids IDs) *canon.Value {
	params := make([]*canon.Value, len(t.Params))
	for i, p := range t.Params {
		params[i] = canon.NewObject(
			canon.Member{Name: "name", Value: canon.NewString(p.Name)},
			canon.Member{Name: "type", Value: ids.term(p.Type)})
	}
	return canon.NewObject(
		canon.Member{Name: "generic", Value: nameValues(t.Generic)},
		canon.Member{Name: "params", Value: canon.NewArray(params...)},
		canon.Member{Name: "ok", Value: ids.term(t.Ok)},
		canon.Member{Name: "err", Value: ids.term(t.Err)})
}

// Template gives the declaration's template.
func (d *Declaration) Template(ids IDs) *canon.Value {
	members := []canon.Member{
		{Name: "name", Value: canon.NewString(d.Name)},
		{Name: "identity", Value: canon.NewString(d.Identity)},
		{Name: "lexical_ordinal", Value: wholeValue(d.Ordinal)},
		{Name: "generic", Value: nameValues(d.Generic)},
		{Name: "opaque", Value: canon.NewBool(d.Opaque)},
		{Name: "kind", Value: canon.NewString(d.Kind.String())},
		{Name: "doc", Value: docValue(d.Doc)},
	}
	switch d.Kind {
	case Record:
		members = append(members, canon.Member{Name: "fields", Value: ids.fields(d.Fields)})
	case Enum:
		constructors := make([]*canon.Value, len(d.Constructors))
		for i := range d.Constructors {
			constructors[i] = ids.constructor(&d.Constructors[i])
		}
		members = append(members, canon.Member{Name: "constructors", Value: canon.NewArray(constructors...)})
	}
	return canon.NewObject(members...)
}

func (ids IDs) constructor(c *Constructor) *canon.Value {
	payload := &canon.Value{Kind: canon.Null}
	switch {
	case c.Payload == nil:
	case c.Payload.Named != nil:
		payload = canon.NewObject(canon.Member{Name: "named", Value: ids.fields(c.Payload.Named)})
	default:
		payload = canon.NewObject(canon.Member{Name: "positional", Value: ids.terms(c.Payload.Positional)})
	}
	return canon.NewObject(
		canon.Member{Name: "name", Value: canon.NewString(c.Name)},
		canon.Member{Name: "doc", Value: docValue(c.Doc)},
		canon.Member{Name: "payload", Value: payload})
}

func (ids IDs) fields(fields []Field) *canon.Value {
	values := make([]*canon.Value, len(fields))
	for i, f := range fields {
		values[i] = canon.NewObject(
			canon.Member{Name: "name", Value: canon.NewString(f.Name)},
			canon.Member{Name: "type", Value: ids.term(f.Type)},
			canon.Member{Name: "doc", Value: docValue(f.Doc)})
	}
	return canon.NewArray(values...)
}

// compounds are the one-member objects that hold a term or an array of terms.
var compounds = map[TermKind]string{List: "List", Set: "Set", Option: "Option", Task: "Task", Dict: "Dict", Tuple: "Tuple"}

// term gives a term as descriptions write it.
func (ids IDs) term(t *Term) *canon.Value {
	switch t.Kind {
	case List, Set, Option, Task:
		return one(compounds[t.Kind], ids.term(t.Args[0]))
	case Dict, Tuple:
		return one(compounds[t.Kind], ids.terms(t.Args))
	case Function:
		last := len(t.Args) - 1
		return one("Function", canon.NewObject(
			canon.Member{Name: "params", Value: ids.terms(t.Args[:last])},
			canon.Member{Name: "result", Value: ids.term(t.Args[last])}))
	case Named:
		return one("Named", canon.NewObject(
			canon.Member{Name: "declaration", Value: canon.NewString(ids(t.Decl))},
			canon.Member{Name: "args", Value: ids.terms(t.Args)}))
	case Param:
		owner := toolID
		if t.Owner != nil {
			owner = ids(t.Owner)
		}
		return one("Param", canon.NewObject(
			canon.Member{Name: "owner", Value: canon.NewString(owner)},
			canon.Member{Name: "index", Value: wholeValue(t.Index)}))
	}
	return canon.NewString(spelled[t.Kind])
}

func one(name string, v *canon.Value) *canon.Value {
	return canon.NewObject(canon.Member{Name: name, Value: v})
}

func (ids IDs) terms(terms []*Term) *canon.Value {
	values := make([]*canon.Value, len(terms))
	for i, t := range terms {
		values[i] = ids.term(t)
	}
	return canon.NewArray(values...)
}

func nameValues(names []string) *canon.Value {
	values := make([]*canon.Value, len(names))
	for i, name := range names {
		values[i] = canon.NewString(name)
	}
	return canon.NewArray(values...)
}

func docValue(doc *string) *canon.Value {
	if doc == nil {
		return &canon.Value{Kind: canon.Null}
	}
	return canon.NewString(*doc)
}

func wholeValue(n int) *canon.Value { return canon.NewNumber(strconv.Itoa(n)) }
