package typespec

import (
	"strconv"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// TypeSpec gives the Tool's own TypeSpec: generic, params, ok, err and exactly the declarations that they reach, under
// the local ids of the listing. canon.Append writes it canonically; ReadTypeSpec reads it back.
func (t *Tool) TypeSpec() *canon.Value {
	params := make([]*canon.Value, len(t.Params))
	for i, p := range t.Params {
		params[i] = canon.NewObject(
			canon.Member{Name: "name", Value: canon.NewString(p.Name)},
			canon.Member{Name: "type", Value: TermValue(p.Type)})
	}
	return canon.NewObject(
		canon.Member{Name: "generic", Value: nameValues(t.Generic)},
		canon.Member{Name: "params", Value: canon.NewArray(params...)},
		canon.Member{Name: "ok", Value: TermValue(t.Ok)},
		canon.Member{Name: "err", Value: TermValue(t.Err)},
		canon.Member{Name: "declarations", Value: TemplateValues(t.reach())})
}

// TemplateValues gives declarations as an object of templates by local id.
func TemplateValues(declarations []*Declaration) *canon.Value {
	members := make([]canon.Member, len(declarations))
	for i, d := range declarations {
		members[i] = canon.Member{Name: d.ID, Value: d.Template()}
	}
	return canon.NewObject(members...)
}

// Template gives the declaration's template.
func (d *Declaration) Template() *canon.Value {
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
		members = append(members, canon.Member{Name: "fields", Value: fieldValues(d.Fields)})
	case Enum:
		constructors := make([]*canon.Value, len(d.Constructors))
		for i := range d.Constructors {
			constructors[i] = d.Constructors[i].value()
		}
		members = append(members, canon.Member{Name: "constructors", Value: canon.NewArray(constructors...)})
	}
	return canon.NewObject(members...)
}

func (c *Constructor) value() *canon.Value {
	payload := &canon.Value{Kind: canon.Null}
	switch {
	case c.Payload == nil:
	case c.Payload.Named != nil:
		payload = canon.NewObject(canon.Member{Name: "named", Value: fieldValues(c.Payload.Named)})
	default:
		payload = canon.NewObject(canon.Member{Name: "positional", Value: termValues(c.Payload.Positional)})
	}
	return canon.NewObject(
		canon.Member{Name: "name", Value: canon.NewString(c.Name)},
		canon.Member{Name: "doc", Value: docValue(c.Doc)},
		canon.Member{Name: "payload", Value: payload})
}

func fieldValues(fields []Field) *canon.Value {
	values := make([]*canon.Value, len(fields))
	for i, f := range fields {
		values[i] = canon.NewObject(
			canon.Member{Name: "name", Value: canon.NewString(f.Name)},
			canon.Member{Name: "type", Value: TermValue(f.Type)},
			canon.Member{Name: "doc", Value: docValue(f.Doc)})
	}
	return canon.NewArray(values...)
}

// compounds are the one-member objects that hold a term or an array of terms.
var compounds = map[TermKind]string{List: "List", Set: "Set", Option: "Option", Task: "Task", Dict: "Dict", Tuple: "Tuple"}

// TermValue gives a term as descriptions write it.
func TermValue(t *Term) *canon.Value {
	switch t.Kind {
	case List, Set, Option, Task:
		return one(compounds[t.Kind], TermValue(t.Args[0]))
	case Dict, Tuple:
		return one(compounds[t.Kind], termValues(t.Args))
	case Function:
		last := len(t.Args) - 1
		return one("Function", canon.NewObject(
			canon.Member{Name: "params", Value: termValues(t.Args[:last])},
			canon.Member{Name: "result", Value: TermValue(t.Args[last])}))
	case Named:
		return one("Named", canon.NewObject(
			canon.Member{Name: "declaration", Value: canon.NewString(t.Decl.ID)},
			canon.Member{Name: "args", Value: termValues(t.Args)}))
	case Param:
		owner := toolID
		if t.Owner != nil {
			owner = t.Owner.ID
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

func termValues(terms []*Term) *canon.Value {
	values := make([]*canon.Value, len(terms))
	for i, t := range terms {
		values[i] = TermValue(t)
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
