package gen_test

import (
	"fmt"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// madeView is a view that says what a call's types are: its roots, and what a call carries of them.
type madeView struct {
	params        []typespec.Parameter
	types, schema *canon.Value
}

// view binds a Tool's type parameters to random types, and describes them as a caller would: the served declarations
// under local ids, and perhaps a version, of the caller's own.
func (m *typeMaker) view(tool *typespec.Tool) madeView {
	ids := fmt.Sprintf("%c", 'a'+m.IntN(26)) + "%s"
	version := "@v1.4.0"
	if m.IntN(6) == 0 {
		version = "@v1.4.1"
	}
	instead := m.served(tool, ids, version)
	root := func(t *typespec.Term, args []*typespec.Term) *typespec.Term { return substituted(t, args, instead) }

	var args []*typespec.Term
	var described typespec.Tool
	for _, name := range tool.Generic {
		args = append(args, m.binding(instead))
		described.Params = append(described.Params, typespec.Parameter{Name: name, Type: args[len(args)-1]})
	}
	made := madeView{}
	for _, p := range tool.Params {
		made.params = append(made.params, typespec.Parameter{Name: p.Name, Type: root(p.Type, args)})
	}
	described.Params = append(described.Params, made.params...)
	described.Ok, described.Err = root(tool.Ok, args), root(tool.Err, args)
	spec := described.TypeSpec()
	params := spec.Member("params").Items
	made.types = canon.NewObject(
		canon.Member{Name: "bindings", Value: canon.NewArray(params[:len(args)]...)},
		canon.Member{Name: "params", Value: canon.NewArray(params[len(args):]...)},
		canon.Member{Name: "ok", Value: spec.Member("ok")},
		canon.Member{Name: "err", Value: spec.Member("err")},
		canon.Member{Name: "declarations", Value: spec.Member("declarations")})
	made.schema = canon.NewObject()
	if schema, err := typespec.Schema(described.Ok, typespec.SchemaOptions{Bare: m.IntN(3) == 0}); err == nil {
		made.schema = schema
	}
	return made
}

// binding makes the type that a type parameter stands for: often a declared one, at times of the Tool's own.
func (m *typeMaker) binding(instead map[*typespec.Declaration]*typespec.Declaration) *typespec.Term {
	for served, own := range instead {
		if served.Name == "Batch" && m.IntN(10) == 0 {
			return &typespec.Term{Kind: typespec.Named, Decl: own, Args: []*typespec.Term{m.term(nil, 1)}}
		}
	}
	if known := m.later(nil, false); len(known) > 0 && m.IntN(2) == 0 {
		return m.reference(nil, known[m.IntN(len(known))], 2)
	}
	return m.term(nil, 3)
}

// served copies the declarations that a Tool reaches.
func (m *typeMaker) served(tool *typespec.Tool, ids, version string) map[*typespec.Declaration]*typespec.Declaration {
	reached := new(typespec.Program).Reach(tool)
	instead := map[*typespec.Declaration]*typespec.Declaration{}
	for _, d := range reached {
		own := *d
		own.ID, own.Doc = fmt.Sprintf(ids, d.ID), m.doc()
		own.Identity = strings.Replace(d.Identity, "@v1.4.0", version, 1)
		own.Generic = nil
		for i := range d.Generic {
			own.Generic = append(own.Generic, fmt.Sprintf("P%d", i))
		}
		instead[d] = &own
	}
	for _, d := range reached {
		own := instead[d]
		own.Fields = m.copied(own.Fields, instead)
		constructors := own.Constructors
		own.Constructors = nil
		for _, c := range constructors {
			if c.Payload != nil {
				p := &typespec.Payload{Named: m.copied(c.Payload.Named, instead)}
				for _, t := range c.Payload.Positional {
					p.Positional = append(p.Positional, substituted(t, nil, instead))
				}
				c.Payload = p
			}
			own.Constructors = append(own.Constructors, c)
		}
	}
	return instead
}

func (m *typeMaker) copied(fields []typespec.Field, instead map[*typespec.Declaration]*typespec.Declaration) []typespec.Field {
	var own []typespec.Field
	for _, f := range fields {
		own = append(own, typespec.Field{Name: f.Name, Type: substituted(f.Type, nil, instead), Doc: m.doc()})
	}
	return own
}
