package typespec

import (
	"math"
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// template is a declaration while it is read.
type template struct {
	decl *Declaration
	// arity is the number of its type parameters, -1 where it could not be read or the id may not be used at all.
	arity int
	value *canon.Value
	at    *place
	// hurt says that a part of the template could not be read.
	hurt bool
}

// templates reads an object of templates by local id. The graph holds them by identity, ordinal and local id, so that
// nothing depends on the order of the object's members.
func (r *reader) templates(v *canon.Value, at *place) *graph {
	g := &graph{r: r}
	if v.Kind != canon.Object {
		r.blind = true
		r.lose(v, at, CodeShape, "declarations stand in an object by local id; this is %s", v.Kind)
		return g
	}
	for _, m := range v.Members {
		t := r.head(m, at.member(m.Name))
		r.known[m.Name] = t
		if m.Name != toolID && m.Value.Kind == canon.Object {
			g.templates = append(g.templates, t)
		}
	}
	outer := r.hurt
	for _, t := range g.templates {
		r.hurt = false
		r.body(t)
		t.hurt = r.hurt || t.arity < 0
		outer = outer || t.hurt
	}
	r.hurt = outer
	slices.SortFunc(g.templates, func(a, b *template) int {
		if c := compareDeclarations(a.decl, b.decl); c != 0 {
			return c
		}
		return strings.Compare(a.decl.ID, b.decl.ID)
	})
	return g
}

// compareDeclarations orders by identity, then ordinal.
func compareDeclarations(a, b *Declaration) int {
	if c := strings.Compare(a.Identity, b.Identity); c != 0 {
		return c
	}
	return a.Ordinal - b.Ordinal
}

// head reads what references to a template need: that it is there, and how many type parameters it has.
func (r *reader) head(m canon.Member, at *place) *template {
	t := &template{decl: &Declaration{ID: m.Name, Name: m.Name}, arity: -1, value: m.Value, at: at}
	if m.Name == toolID {
		r.lose(m.Value, at, CodeShape, "the local id %q stands for the Tool itself: give the declaration another", toolID)
		return t
	}
	if m.Value.Kind != canon.Object {
		r.lose(m.Value, at, CodeShape, "a template is an object; this is %s", m.Value.Kind)
		return t
	}
	if generic := m.Value.Member("generic"); generic != nil {
		if names, ok := r.generic(generic, at.member("generic")); ok {
			t.decl.Generic, t.arity = names, len(names)
		}
	}
	if name := m.Value.Member("name"); name != nil && name.Kind == canon.String {
		t.decl.Name = name.Text
	}
	return t
}

// kinds are the kinds by what a template calls them.
var kinds = func() map[string]DeclarationKind {
	kinds := map[string]DeclarationKind{}
	for kind, name := range kindNames {
		kinds[name] = DeclarationKind(kind)
	}
	return kinds
}()

// body reads the rest of a template.
func (r *reader) body(t *template) {
	names := []string{"name", "identity", "lexical_ordinal", "generic", "opaque", "kind", "doc"}
	kind, known := Record, false
	if k := t.value.Member("kind"); k != nil {
		kind, known = r.kind(k, t.at.member("kind"))
	}
	switch {
	case known && kind == Record:
		names = append(names, "fields")
	case known && kind == Enum:
		names = append(names, "constructors")
	case !known: // whichever body it has is that of the kind that it should name
		for _, body := range []string{"fields", "constructors"} {
			if t.value.Member(body) != nil {
				names = append(names, body)
			}
		}
	}
	d, at := t.decl, t.at
	ms := r.members(t.value, at, "a template", names...)
	d.Kind = kind
	if ms[0] != nil {
		d.Name, _ = r.name(ms[0], at.member("name"), "type")
	}
	if ms[1] != nil {
		d.Identity = r.identity(ms[1], at.member("identity"), ms[0])
	}
	if ms[2] != nil {
		d.Ordinal = r.ordinal(ms[2], at.member("lexical_ordinal"))
	}
	if ms[4] != nil && ms[4].Kind != canon.Bool {
		r.lose(ms[4], at.member("opaque"), CodeShape, "opaque is true or false; this is %s", ms[4].Kind)
	} else if ms[4] != nil {
		d.Opaque = ms[4].Bool
	}
	d.Doc = r.doc(ms[6], at.member("doc"))
	if !known {
		return
	}
	in := scope{owner: d, id: d.ID, arity: t.arity}
	if kind == Record && ms[7] != nil {
		d.Fields = r.fields(ms[7], at.member("fields"), in, "field")
	}
	if kind == Enum && ms[7] != nil {
		d.Constructors = r.constructors(ms[7], at.member("constructors"), in)
	}
}

func (r *reader) kind(v *canon.Value, at *place) (kind DeclarationKind, ok bool) {
	if v.Kind == canon.String {
		if kind, ok = kinds[v.Text]; ok {
			return kind, true
		}
	}
	found := v.Kind.String()
	if v.Kind == canon.String {
		found = quoted(v.Text)
	}
	r.lose(v, at, CodeShape, "kind is record, enum, host or nondata; this is %s", found)
	return Record, false
}

// identity reads a template's identity; name is what it must end in, where that could be read.
func (r *reader) identity(v *canon.Value, at *place, name *canon.Value) string {
	if v.Kind != canon.String {
		r.lose(v, at, CodeIdentity, "an identity is a string, repository@version/file.Name; this is %s", v.Kind)
		return ""
	}
	if r.anyNames || name == nil || name.Kind != canon.String {
		return v.Text
	}
	if id := ParseIdentity(v.Text); id.Name != name.Text || id.File == "" {
		r.fault(v, at, CodeIdentity, "the identity %s must be repository@version/file.Name and end in the template's name, %s",
			quoted(v.Text), quoted(name.Text))
	}
	return v.Text
}

func (r *reader) ordinal(v *canon.Value, at *place) int {
	n, ok := r.whole(v, at, "lexical_ordinal", 1)
	if ok && n > math.MaxInt32 {
		r.lose(v, at, CodeShape, "lexical_ordinal is a whole number from 1 to %d", math.MaxInt32)
		return 0
	}
	return int(n)
}

// fields reads the fields of a record, or of a named payload.
func (r *reader) fields(v *canon.Value, at *place, in scope, what string) []Field {
	items, ok := r.items(v, at, "a list of "+what+"s")
	if !ok {
		return nil
	}
	scope := r.scopeOf(what)
	fields := make([]Field, len(items))
	for i, item := range items {
		at := at.item(i)
		fields[i].Type = lost
		ms := r.members(item, at, "a "+what, "name", "type", "doc")
		if ms == nil {
			continue
		}
		if ms[0] != nil {
			fields[i].Name = scope.take(ms[0], at.member("name"))
		}
		if ms[1] != nil {
			fields[i].Type = r.term(ms[1], at.member("type"), in)
		}
		fields[i].Doc = r.doc(ms[2], at.member("doc"))
	}
	return fields
}

func (r *reader) constructors(v *canon.Value, at *place, in scope) []Constructor {
	items, ok := r.items(v, at, "constructors")
	if !ok {
		return nil
	}
	scope := r.scopeOf("constructor")
	constructors := make([]Constructor, len(items))
	for i, item := range items {
		at := at.item(i)
		ms := r.members(item, at, "a constructor", "name", "doc", "payload")
		if ms == nil {
			continue
		}
		c := &constructors[i]
		if ms[0] != nil {
			c.Name = scope.take(ms[0], at.member("name"))
		}
		c.Doc = r.doc(ms[1], at.member("doc"))
		if ms[2] != nil {
			c.Payload = r.payload(ms[2], at.member("payload"), in)
		}
	}
	return constructors
}

func (r *reader) payload(v *canon.Value, at *place, in scope) *Payload {
	if v.Kind == canon.Null {
		return nil
	}
	if v.Kind != canon.Object || len(v.Members) != 1 || v.Members[0].Name != "positional" && v.Members[0].Name != "named" {
		r.lose(v, at, CodeShape, `payload is null, {"positional": [term, …]} or {"named": [field, …]}`)
		return nil
	}
	parts, at := v.Members[0].Value, at.member(v.Members[0].Name)
	if parts.Kind == canon.Array && len(parts.Items) == 0 {
		r.lose(parts, at, CodeShape, "a payload has at least one part: write null where there is none")
		return nil
	}
	if v.Members[0].Name == "named" {
		return &Payload{Named: r.fields(parts, at, in, "named part")}
	}
	items, ok := r.items(parts, at, "positional")
	if !ok {
		return nil
	}
	return &Payload{Positional: r.terms(items, at, in)}
}
