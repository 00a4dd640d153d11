package typespec

import (
	"errors"
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// mostDepth is how deep a listing or TypeSpec may nest.
const mostDepth = 512

// mostValues is how many JSON values it may hold: those of half a million declarations, in some 2 GB.
const mostValues = 1 << 24

// The messages of the only fault, at the root, of an input that evidently is of the other form.
const (
	NoListing  = "this is a single TypeSpec, not a listing"
	NoTypeSpec = "this is a listing, not a TypeSpec"
)

// Read reads and checks a listing, as flow tools prints it. file names it in faults; nothing is opened. The error is
// Faults: every breach that can be told from the text, by position.
func Read(file string, text []byte) (*Program, error) {
	return read(file, text, func(l *draft, v *canon.Value) {
		if v.Member("tools") == nil && v.Member("declarations") != nil {
			l.fault(v, root(""), CodeShape, NoListing)
			return
		}
		ms := l.someMembers(v, root(""), "a listing", "data", "tools", "types")
		if ms == nil {
			return
		}
		if ms[0] != nil {
			l.program.Data = l.dataVersion(ms[0])
		}
		l.graph = &graph{r: l.reader}
		l.blind = ms[2] == nil
		if ms[2] != nil {
			l.graph = l.templates(ms[2], root("/types"))
		}
		if ms[1] != nil {
			l.readTools(ms[1], root("/tools"))
		}
	})
}

// ReadTypeSpec reads and checks a single TypeSpec, whose Tool has the identity given beside it. The Program has no data
// version. Otherwise as Read; a fault of the identity itself stands at the root.
func ReadTypeSpec(file, identity string, text []byte) (*Program, error) {
	return read(file, text, func(l *draft, v *canon.Value) {
		at := root("")
		if v.Member("tools") != nil && v.Member("declarations") == nil {
			l.fault(v, at, CodeShape, NoTypeSpec)
			return
		}
		l.toolIdentity(identity, v, at)
		ms := l.members(v, at, "a TypeSpec", "generic", "params", "ok", "err", "declarations")
		if ms == nil {
			return
		}
		l.graph = &graph{r: l.reader}
		l.blind = ms[4] == nil
		if ms[4] != nil {
			l.graph = l.templates(ms[4], at.member("declarations"))
		}
		l.program.Tools = append(l.program.Tools, l.tool(identity, nil, v, at, ms[:4]))
	})
}

// draft is a Program while it is read and checked.
type draft struct {
	*reader
	program Program
	graph   *graph
	// entries stand beside the program's Tools.
	entries []entry
}

// entry is what is known of a Tool beyond its declaration.
type entry struct {
	value *canon.Value
	at    *place
	roots []toolRoot
	// hurt says that a part of the entry could not be read; barred, that a root may not cross or has no schema.
	hurt, barred bool
}

// toolRoot is one of a Tool's root terms and where it stands.
type toolRoot struct {
	term  *Term
	value *canon.Value
	at    *place
	// param says that it is a parameter's type, not ok or err.
	param bool
}

func read(file string, text []byte, take func(l *draft, v *canon.Value)) (*Program, error) {
	s := &sink{file: file, text: text}
	v, err := canon.Parse(text, canon.Options{Depth: mostDepth, Values: mostValues})
	if err != nil {
		var fault *canon.Error
		if !errors.As(err, &fault) {
			return nil, err
		}
		s.add(fault.Offset, fault.Pointer, fault.Code, "%s", fault.Message)
		return nil, s.err()
	}
	l := &draft{reader: newReader(s)}
	take(l, v)
	if l.graph != nil {
		l.check()
		l.program.Declarations = l.graph.declarations()
	}
	if err := s.err(); err != nil {
		return nil, err
	}
	return &l.program, nil
}

// DataMajor is the major data version that is read here; within it, minors only add.
const DataMajor = "1"

// MajorOf gives the major of a data version; ok is false where it is not two whole numbers joined by a dot.
func MajorOf(data string) (major string, ok bool) {
	major, minor, dotted := strings.Cut(data, ".")
	return major, dotted && isPlainNumber(major) && isPlainNumber(minor)
}

func (l *draft) dataVersion(v *canon.Value) string {
	at := root("/data")
	major, ok := MajorOf(v.Text)
	switch {
	case v.Kind != canon.String:
		l.fault(v, at, CodeDataVersion, `data is a version such as "1.0"; this is %s`, v.Kind)
	case !ok:
		l.fault(v, at, CodeDataVersion, `data is two whole numbers joined by a dot, such as "1.0", not %s`, quoted(v.Text))
	case major != DataMajor:
		l.fault(v, at, CodeDataVersion, "the data version %s has another major than %s, which is the one read here: use a flow and a "+
			"flowgen of one major", quoted(v.Text), DataMajor)
	}
	return v.Text
}

// isPlainNumber says whether text is a whole number without needless zeros.
func isPlainNumber(text string) bool {
	return text == "0" || text != "" && text[0] != '0' && strings.Trim(text, "0123456789") == ""
}

func (l *draft) readTools(v *canon.Value, at *place) {
	items, _ := l.items(v, at, "tools")
	seen := make(map[string]int, len(items))
	for i, item := range items {
		at := at.item(i)
		ms := l.someMembers(item, at, "a tool entry", "tool", "generic", "params", "ok", "err")
		if ms == nil {
			continue
		}
		identity := ""
		if ms[0] != nil {
			identity = l.entryIdentity(ms[0], at.member("tool"))
		}
		if first, ok := seen[identity]; ok && identity != "" {
			l.fault(ms[0], at.member("tool"), CodeDuplicateName, "a second tool of the identity %s, which /tools/%d has: remove one of them",
				quoted(identity), first)
		} else {
			seen[identity] = i
		}
		var doc *string
		if d := item.Member("doc"); d != nil {
			doc = l.doc(d, at.member("doc"))
		}
		l.program.Tools = append(l.program.Tools, l.tool(identity, doc, item, at, ms[1:]))
	}
}

// entryIdentity gives the identity of a tool entry, empty where it is no text.
func (l *draft) entryIdentity(v *canon.Value, at *place) string {
	if v.Kind != canon.String {
		l.fault(v, at, CodeIdentity, "tool is the Tool's identity, repository@version/file.name; this is %s", v.Kind)
		return ""
	}
	l.toolIdentity(v.Text, v, at)
	return v.Text
}

func (l *draft) toolIdentity(identity string, v *canon.Value, at *place) {
	if id := ParseIdentity(identity); !IsName(id.Name) || id.File == "" {
		l.fault(v, at, CodeIdentity, "%s is no identity of a Tool: write repository@version/file.name, ending in the function's name",
			quoted(identity))
	}
}

// tool reads the members generic, params, ok and err, any of which may be missing.
func (l *draft) tool(identity string, doc *string, v *canon.Value, at *place, ms []*canon.Value) *Tool {
	outer := l.hurt
	l.hurt = false
	t := &Tool{Identity: identity, Doc: doc, Ok: lost, Err: lost}
	e := entry{value: v, at: at}
	in := toolScope(-1)
	if ms[0] != nil {
		if generic, ok := l.generic(ms[0], at.member("generic")); ok {
			t.Generic, in.arity = generic, len(generic)
		}
	}
	if ms[1] != nil {
		t.Params, e.roots = l.params(ms[1], at.member("params"), in, "parameter")
	}
	for i, name := range []string{"ok", "err"} {
		if v := ms[2+i]; v != nil {
			at := at.member(name)
			e.roots = append(e.roots, toolRoot{term: l.term(v, at, in), value: v, at: at})
		} else {
			e.roots = append(e.roots, toolRoot{term: lost, value: e.value, at: at})
		}
	}
	t.Ok, t.Err = e.roots[len(e.roots)-2].term, e.roots[len(e.roots)-1].term
	e.hurt = l.hurt || in.arity < 0 || slices.Contains(ms, nil)
	l.hurt = outer || e.hurt
	l.entries = append(l.entries, e)
	return t
}

// params reads an array of names with types, such as a Tool's parameters; what names one in messages. Both answers leave
// out what could not be read.
func (r *reader) params(v *canon.Value, at *place, in scope, what string) (params []Parameter, roots []toolRoot) {
	items, _ := r.items(v, at, "a list of "+what+"s")
	scope := r.scopeOf(what)
	for i, item := range items {
		at := at.item(i)
		ms := r.members(item, at, "a "+what, "name", "type")
		if ms == nil {
			continue
		}
		p := Parameter{Type: lost}
		if ms[0] != nil {
			p.Name = scope.take(ms[0], at.member("name"))
		}
		if ms[1] != nil {
			p.Type = r.term(ms[1], at.member("type"), in)
			roots = append(roots, toolRoot{term: p.Type, value: ms[1], at: at.member("type"), param: true})
		}
		params = append(params, p)
	}
	return params, roots
}
