package typespec

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// NewView describes a call of a generic Tool at concrete types, one for each type parameter: what a host sends as the
// call's types and schema. The types have no free type parameters. They may be made of another Program's declarations
// than the Tool's; what both declare, of one identity and ordinal, has to be the same.
//
// The error says why the Tool cannot be called at these types; where the view breaks a rule it is a *ViewFaults.
func NewView(t *Tool, arguments []*Term) (*View, error) {
	if len(arguments) != len(t.Generic) {
		return nil, fmt.Errorf("%s takes a type for each of its type parameters %s, not %d", t.Identity, quoted(listed(t.Generic)), len(arguments))
	}
	m := viewMaker{pool: newPool(nil), ids: map[string]string{}, declared: map[string]*Declaration{}}
	bound := make([]*concrete, len(arguments))
	for i, argument := range arguments {
		if isOpen(argument) {
			return nil, fmt.Errorf("the type for %s has a type parameter in it that stands for nothing", quoted(t.Generic[i]))
		}
		bound[i] = m.pool.of(argument, nil)
	}
	terms := t.terms()
	for i := range terms {
		terms[i] = m.pool.of(terms[i], bound).term
	}
	declarations, err := m.declarations(append(terms, arguments...))
	if err != nil {
		return nil, err
	}
	types := canon.NewObject(
		member("bindings", m.named(t.Generic, arguments)),
		member("params", m.named(parameterNames(t), terms[:len(t.Params)])),
		member("ok", IDs(m.id).term(terms[len(t.Params)])),
		member("err", IDs(m.id).term(terms[len(t.Params)+1])),
		member("declarations", declarations))
	schema, fault := newProjection(m.pool, SchemaOptions{}).document(terms[len(t.Params)])
	if fault != nil {
		return nil, fault
	}
	return CheckView(t, types, schema, 0)
}

func isOpen(t *Term) bool {
	if t.Kind == Param {
		return true
	}
	for _, arg := range t.Args {
		if isOpen(arg) {
			return true
		}
	}
	return false
}

func parameterNames(t *Tool) []string {
	names := make([]string, len(t.Params))
	for i := range names {
		names[i] = t.Params[i].Name
	}
	return names
}

// viewMaker writes the parts of a view. A declaration's local id says nothing but its place.
type viewMaker struct {
	pool     *pool
	ids      map[string]string // by the key of the declaration
	declared map[string]*Declaration
}

func (m *viewMaker) id(d *Declaration) string { return m.ids[d.Key()] }

// declarations writes the templates of all that terms reach. Two declarations of one key are one.
func (m *viewMaker) declarations(terms []*Term) (*canon.Value, error) {
	all := sortedDeclarations(reached(terms))
	var members []canon.Member
	for _, d := range all {
		if key := d.Key(); m.declared[key] == nil {
			m.ids[key] = "d" + strconv.Itoa(len(m.declared))
			m.declared[key] = d
		}
	}
	for _, d := range all {
		template := d.Template(m.id)
		if first := m.declared[d.Key()]; first != d {
			if !bytes.Equal(canon.Append(nil, first.Template(m.id)), canon.Append(nil, template)) {
				return nil, fmt.Errorf("the Tool and its caller declare %s differently: generate both from sources of one version", d.Key())
			}
			continue
		}
		members = append(members, member(m.id(d), template))
	}
	return canon.NewObject(members...), nil
}

// named writes bindings or parameters.
func (m *viewMaker) named(names []string, terms []*Term) *canon.Value {
	items := make([]*canon.Value, len(names))
	for i, name := range names {
		items[i] = canon.NewObject(member("name", canon.NewString(name)), member("type", IDs(m.id).term(terms[i])))
	}
	return canon.NewArray(items...)
}
