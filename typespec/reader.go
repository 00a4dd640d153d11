package typespec

import (
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// reader reads templates and terms out of JSON, for a listing, a TypeSpec and a call's view alike:
//
//	r := newReader(sink)              // r.anyNames = true for a view
//	g := r.templates(value, at)       // the declarations, by local id; call it first, terms refer to them
//	t := r.term(value, at, scope)     // a root: toolScope(generic) or concreteScope()
//	g.check(roots)                    // the rules about the graph as a whole (check.go)
//
// Every breach goes to the sink and reading goes on: a term that cannot be read becomes an unreadable one, which later
// rules pass over, and hurt says that something was lost, so that rules about the whole can be left aside. Nothing is
// reported twice and nothing that follows from another fault alone.
type reader struct {
	sink *sink
	// anyNames takes any text as name and identity, as a call's view may have (its declarations are the caller's own).
	anyNames bool
	// known are the templates by local id, readable or not.
	known map[string]*template
	// byName are those of known by the names that they declare; it is made when a message asks for it.
	byName map[string]*template
	// blind says that the templates could not be read at all, so that no reference can be judged.
	blind bool
	// hurt is set by each fault that loses a part of the input.
	hurt bool
}

func newReader(s *sink) *reader { return &reader{sink: s, known: map[string]*template{}} }

// place is where a value stands: a chain from the root, made into a JSON Pointer only for a fault.
type place struct {
	up *place
	// key is a member's name, or the whole pointer of a root; it is unused where index is not negative.
	key   string
	index int
}

// root is the place of the value at that JSON Pointer.
func root(pointer string) *place { return &place{key: pointer, index: -1} }

func (p *place) member(name string) *place { return &place{up: p, key: name, index: -1} }

func (p *place) item(i int) *place { return &place{up: p, index: i} }

// pointer writes the place as a JSON Pointer.
func (p *place) pointer() string {
	var chain []*place
	for ; p.up != nil; p = p.up {
		chain = append(chain, p)
	}
	var b strings.Builder
	b.WriteString(p.key)
	for i := len(chain) - 1; i >= 0; i-- {
		if chain[i].index >= 0 {
			b.WriteString("/" + strconv.Itoa(chain[i].index))
		} else {
			b.WriteString(canon.Pointer("", chain[i].key))
		}
	}
	return b.String()
}

// shortened is the place with its names cut short.
func (p *place) shortened() *place {
	if p == nil {
		return nil
	}
	short := *p
	short.up, short.key = p.up.shortened(), shortened(p.key)
	return &short
}

// fault notes a breach that loses nothing which later rules need.
func (r *reader) fault(v *canon.Value, at *place, code, format string, args ...any) {
	r.sink.add(v.Offset, r.sink.pointer(at), code, format, args...)
}

// lose notes a breach that leaves a part of the input unread.
func (r *reader) lose(v *canon.Value, at *place, code, format string, args ...any) {
	r.hurt = true
	r.fault(v, at, code, format, args...)
}

// members takes an object of exactly these members apart, in the order of names. A missing member is nil in the answer,
// which is itself nil where v is no object; what names the object in messages.
func (r *reader) members(v *canon.Value, at *place, what string, names ...string) []*canon.Value {
	return r.apart(v, at, what, names, func(m canon.Member) {
		r.hurt = true
		r.sink.add(m.Offset, r.sink.pointer(at.member(m.Name)), CodeShape,
			"%s has no member %s: remove it; its members are exactly %s", what, quoted(m.Name), listed(names))
	})
}

// someMembers is members for an object that may have others, which minors of the data version add.
func (r *reader) someMembers(v *canon.Value, at *place, what string, names ...string) []*canon.Value {
	return r.apart(v, at, what, names, func(canon.Member) {})
}

func (r *reader) apart(
	v *canon.Value, at *place, what string, names []string, other func(m canon.Member),
) []*canon.Value {
	if v.Kind != canon.Object {
		r.lose(v, at, CodeShape, "%s is an object of %s; this is %s", what, listed(names), v.Kind)
		return nil
	}
	values := make([]*canon.Value, len(names))
	for _, m := range v.Members {
		if i := indexOf(names, m.Name); i >= 0 {
			values[i] = m.Value
		} else {
			other(m)
		}
	}
	for i, value := range values {
		if value == nil {
			r.lose(v, at, CodeShape, "%s lacks the member %q: add it; it has the members %s", what, names[i], listed(names))
		}
	}
	return values
}

// items gives the items of an array; ok is false where v is none.
func (r *reader) items(v *canon.Value, at *place, what string) (items []*canon.Value, ok bool) {
	if v.Kind != canon.Array {
		r.lose(v, at, CodeShape, "%s is an array; this is %s", what, v.Kind)
		return nil, false
	}
	return v.Items, true
}

// text gives a string; ok is false where v is none.
func (r *reader) text(v *canon.Value, at *place, what string) (text string, ok bool) {
	if v.Kind != canon.String {
		r.lose(v, at, CodeShape, "%s is a string; this is %s", what, v.Kind)
		return "", false
	}
	return v.Text, true
}

// doc gives a doc comment: a string, or nil for null.
func (r *reader) doc(v *canon.Value, at *place) *string {
	switch {
	case v == nil || v.Kind == canon.Null:
		return nil
	case v.Kind == canon.String:
		return &v.Text
	}
	r.fault(v, at, CodeShape, "doc is a string or null; this is %s", v.Kind)
	return nil
}

// name gives a name; ok is false where it cannot be compared with others.
func (r *reader) name(v *canon.Value, at *place, what string) (name string, ok bool) {
	if v.Kind != canon.String {
		r.fault(v, at, CodeName, "the name of a %s is a string; this is %s", what, v.Kind)
		return "", false
	}
	if !r.anyNames && !IsName(v.Text) {
		r.fault(v, at, CodeName, "%s is no name for a %s: a name is a letter or _, then letters, digits and _", quoted(v.Text), what)
	}
	return v.Text, true
}

// names tells apart the names of one scope.
type names struct {
	r    *reader
	what string
	seen map[string]bool
}

func (r *reader) scopeOf(what string) *names {
	return &names{r: r, what: what, seen: map[string]bool{}}
}

// take reads the next name of the scope.
func (n *names) take(v *canon.Value, at *place) string {
	name, ok := n.r.name(v, at, n.what)
	if ok && n.seen[name] {
		n.r.fault(v, at, CodeDuplicateName, "a second %s named %s: rename one of them", n.what, quoted(name))
	}
	if ok {
		n.seen[name] = true
	}
	return name
}

// generic reads an array of type parameter names; ok is false where not even their number is known.
func (r *reader) generic(v *canon.Value, at *place) (generic []string, ok bool) {
	items, ok := r.items(v, at, "generic")
	if !ok {
		return nil, false
	}
	scope := r.scopeOf("type parameter")
	generic = make([]string, len(items))
	for i, item := range items {
		generic[i] = scope.take(item, at.item(i))
	}
	return generic, true
}

// listed writes names as a list in a sentence.
func listed(names []string) string {
	switch n := len(names); n {
	case 0:
		return "none"
	case 1:
		return names[0]
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
}

func indexOf(names []string, name string) int {
	for i := range names {
		if names[i] == name {
			return i
		}
	}
	return -1
}
