package typespec

import "github.com/flow-toolkit/flowgen/runtime/canon"

// CodeMismatch is the code of a view that is not the served Tool's: other names, other types, another schema.
const CodeMismatch = "mismatch"

// View is what a call of a generic Tool says of its types, checked against the Tool. Its declarations are the caller's.
type View struct {
	// Tool is the served Tool that the call names.
	Tool *Tool
	// Bindings are what the Tool's type parameters stand for, in the Tool's order.
	Bindings []Binding
	// Params, Ok and Err are the Tool's roots with the bindings in place: concrete types, made of Declarations.
	Params  []Parameter
	Ok, Err *Term
	// Declarations are those that the bindings and roots reach, by identity, then ordinal.
	Declarations []*Declaration
	// Types and Schema are the call's members as they were sent.
	Types, Schema *canon.Value
}

// Binding is what one type parameter stands for in a call.
type Binding struct {
	// Name is the type parameter's.
	Name string
	// Type is the concrete type, made of the view's Declarations.
	Type *Term
	// Usable says that decoding can build values of the type, so that there is a codec for it. It is true wherever such
	// values cross; a parameter that only phantoms take may stand for anything.
	Usable bool
}

// SchemaText gives the schema of ok as canonical text, as one shows it to a model.
func (v *View) SchemaText() string { return string(canon.Append(nil, v.Schema)) }

// CheckView judges the members types and schema of a call of a generic Tool; nil is a member that is missing. Neither may
// nest deeper than depth arrays and objects; 0 stands for canon.DefaultDepth. The error is ViewFaults.
//
// The Tool's program must be checked. The work is linear in the call and the Tool's declarations.
func CheckView(t *Tool, types, schema *canon.Value, depth int) (*View, error) {
	if depth == 0 {
		depth = canon.DefaultDepth
	}
	s := &sink{}
	c := &viewCheck{reader: newReader(s), tool: t, schema: schema, depth: depth, view: View{Tool: t, Types: types, Schema: schema}}
	c.anyNames = true
	c.check(types)
	if len(s.faults) > 0 {
		return nil, s.viewFaults()
	}
	return &c.view, nil
}

// viewCheck is a view while it is read and checked.
type viewCheck struct {
	*reader
	tool   *Tool
	schema *canon.Value
	depth  int
	view   View
	graph  *graph
	pool   *pool
	// bindings, then params, ok and err: the places of the view's root terms.
	bindings, roots []toolRoot
}

func (c *viewCheck) check(types *canon.Value) {
	if len(c.tool.Generic) == 0 {
		c.sink.add(0, "/types", CodeShape, "the Tool has no type parameters: its calls carry neither types nor schema")
		return
	}
	present := c.present(types, root("/types"))
	if c.present(c.schema, root("/schema")) && c.schema.Kind != canon.Object {
		c.fault(c.schema, root("/schema"), CodeShape, "schema is an object; this is %s", c.schema.Kind)
	}
	if !present || !c.read(types, root("/types")) {
		return
	}
	c.pool = newPool(nil)
	c.agree()
	c.checkCrossing()
	c.checkSchemas()
}

// present says whether a member of the call is there to be judged, and nests no deeper than it may.
func (c *viewCheck) present(v *canon.Value, at *place) bool {
	if v == nil {
		c.sink.add(0, at.pointer(), CodeShape, "a call of a generic Tool carries types and schema: add the one that is missing")
		return false
	}
	if deeper(v, c.depth) {
		c.fault(v, at, canon.CodeDepth, "it nests deeper than %d", c.depth)
		return false
	}
	return true
}

// deeper says whether a value nests deeper than so many arrays and objects.
func deeper(v *canon.Value, depth int) bool {
	if v.Kind != canon.Array && v.Kind != canon.Object {
		return false
	}
	if depth == 0 {
		return true
	}
	for _, item := range v.Items {
		if deeper(item, depth-1) {
			return true
		}
	}
	for i := range v.Members {
		if deeper(v.Members[i].Value, depth-1) {
			return true
		}
	}
	return false
}

// read takes the view apart and holds it to the rules of any graph. ok is false where parts of it could not be read.
func (c *viewCheck) read(types *canon.Value, at *place) (ok bool) {
	ms := c.members(types, at, "types", "bindings", "params", "ok", "err", "declarations")
	if ms == nil {
		return false
	}
	c.graph = &graph{r: c.reader}
	c.blind = ms[4] == nil
	if ms[4] != nil {
		c.graph = c.templates(ms[4], at.member("declarations"))
	}
	var bindings []Parameter
	if ms[0] != nil {
		bindings, c.bindings = c.params(ms[0], at.member("bindings"), concreteScope(), "binding")
		c.checkNames(bindings, c.tool.Generic, ms[0], at.member("bindings"), "type parameters")
	}
	if ms[1] != nil {
		c.view.Params, c.roots = c.params(ms[1], at.member("params"), concreteScope(), "parameter")
		names := make([]string, len(c.tool.Params))
		for i := range names {
			names[i] = c.tool.Params[i].Name
		}
		c.checkNames(c.view.Params, names, ms[1], at.member("params"), "parameters")
	}
	for i, name := range []string{"ok", "err"} {
		if v := ms[2+i]; v != nil {
			at := at.member(name)
			c.roots = append(c.roots, toolRoot{term: c.term(v, at, concreteScope()), value: v, at: at})
		}
	}
	c.graph.check(terms(c.bindings, c.roots))
	if c.hurt {
		return false
	}
	for i := range bindings {
		c.view.Bindings = append(c.view.Bindings, Binding{Name: bindings[i].Name, Type: bindings[i].Type})
	}
	c.view.Ok, c.view.Err = c.roots[len(c.roots)-2].term, c.roots[len(c.roots)-1].term
	c.view.Declarations = c.graph.declarations()
	return true
}

// checkNames holds the names of bindings or parameters to those served. Others than those leave nothing to compare.
func (c *viewCheck) checkNames(params []Parameter, served []string, v *canon.Value, at *place, what string) {
	if v.Kind != canon.Array {
		return
	}
	equal := len(params) == len(served) && len(params) == len(v.Items)
	for i := 0; equal && i < len(served); i++ {
		equal = params[i].Name == served[i]
	}
	if !equal {
		c.lose(v, at, CodeMismatch, "the %s of the Tool are %s, in this order and no others", what, quoted(listed(served)))
	}
}

func terms(roots ...[]toolRoot) []*Term {
	var terms []*Term
	for _, rs := range roots {
		for _, r := range rs {
			terms = append(terms, r.term)
		}
	}
	return terms
}

// checkCrossing judges what the roots and the bindings hold at value positions.
func (c *viewCheck) checkCrossing() {
	held := newCrossings(c.view.Declarations, terms(c.roots, c.bindings))
	for i, r := range c.roots {
		for _, h := range held.barred(i, r.term, r.param) {
			c.lose(r.value, r.at, CodeCrossing, "%s", held.complaint(i, h, r.param))
		}
	}
	carried := c.tool.carried()
	for i, r := range c.bindings {
		at := len(c.roots) + i
		bad := held.root(at) & notDecodable
		c.view.Bindings[i].Usable = bad == 0
		if !carried[i] {
			continue
		}
		for _, h := range held.among(at, bad) {
			c.lose(r.value, r.at, CodeCrossing, "%s: values of the type parameter %s cross, so that it stands for data which decoding can build",
				held.found(at, h), quoted(c.tool.Generic[i]))
		}
	}
}

// carried says of each of the Tool's type parameters whether it stands at a value position of its signature.
func (t *Tool) carried() []bool {
	roots := t.terms()
	served := newCrossings(reached(roots), roots)
	carried := make([]bool, len(t.Generic))
	for i := range carried {
		carried[i] = served.carried(i)
	}
	return carried
}

// checkSchemas judges the KEYs of each root, and compares the schema that was sent with that of ok.
func (c *viewCheck) checkSchemas() {
	if c.hurt || len(c.graph.unsound()) > 0 {
		return
	}
	for _, r := range c.roots {
		if f := c.pool.checkSchema(r.term, false); f != nil {
			c.lose(r.value, r.at, f.code, "%s", f.message)
		}
	}
	if c.hurt || c.schema == nil || c.schema.Kind != canon.Object {
		return
	}
	own, fault := newProjection(c.pool, SchemaOptions{Bare: true}).document(c.view.Ok)
	if fault != nil {
		c.fault(c.schema, root("/schema"), fault.code, "%s", fault.message)
		return
	}
	given := bare(c.schema)
	if pointer, equal := canon.Equal(own, given); !equal {
		c.fault(c.schema, root("/schema"), CodeMismatch, "this is not the schema of ok: they part at %s, where the types yield %s and the call has %s",
			quotedPointer(pointer), excerpt(own, pointer), excerpt(given, pointer))
	}
}
