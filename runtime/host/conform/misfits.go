package conform

import (
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// misfit is a text that must not decode, and what is wrong with it.
type misfit struct{ what, text string }

// wrong are those that must not decode at primitive types, beside null.
var wrong = map[typespec.TermKind][]misfit{
	typespec.Int:       {{"a fraction", "1.5"}, {"a text", `"1"`}, {"true", "true"}, {"an Int over the limit", "1e5000"}},
	typespec.Decimal:   {{"a text", `"1.5"`}, {"true", "true"}, {"a Decimal over the limit", "1e5000"}},
	typespec.Bool:      {{"a number", "1"}, {"a text", `"true"`}},
	typespec.Text:      {{"a number", "1"}, {"a lone surrogate", `"\ud800"`}},
	typespec.Bytes:     {{"a number", "1"}, {"base64 without its padding", `"AA"`}, {"base64 with unused bits set", `"ZE=="`}, {"base64 of the URL alphabet", `"_-8="`}, {"a line feed behind base64", `"AA==\n"`}},
	typespec.Duration:  {{"a number", "1"}, {"a day", `"P1D"`}, {"no part", `"PT"`}, {"a sign before P", `"-PT1S"`}, {"a line feed behind it", `"PT1S\n"`}},
	typespec.Instant:   {{"a number", "1"}, {"30 February", `"2024-02-30T00:00:00Z"`}, {"second 60", `"2016-12-31T23:59:60Z"`}, {"no offset", `"2024-01-01T00:00:00"`}, {"a space for the T", `"2024-01-01 00:00:00Z"`}},
	typespec.Unit:      {{"a number", "0"}, {"an object", "{}"}},
	typespec.Never:     {{"an object", "{}"}},
	typespec.JSONValue: {{"a member twice", `{"a":1,"a":2}`}, {"a lone surrogate", `["\udc00"]`}, {"a number over the limit", "1e5000"}},
}

// misfits gathers texts up to a number and a size.
type misfits struct {
	all        []misfit
	most, size int
	around     int // bytes that each takes beside its own
	// cut says that there was no more room for one.
	cut bool
}

func (m *misfits) full() bool { return m.cut || len(m.all) >= m.most }

func (m *misfits) add(all ...misfit) {
	for _, one := range all {
		size := len(one.text) + m.around
		if m.full() || m.size < size {
			m.cut = true
			return
		}
		m.all = append(m.all, one)
		m.size -= size
	}
}

// bad adds texts that must not decode at a type.
func (v *values) bad(t *typespec.Term, found *misfits) {
	if !takesNull(t) {
		found.add(misfit{"null", "null"})
	}
	found.add(wrong[t.Kind]...)
	switch t.Kind {
	case typespec.List:
		found.add(misfit{"an object", "{}"})
		v.part(t.Args[0], found, "an item: ", "[", "]")
	case typespec.Set:
		found.add(misfit{"an object", "{}"})
		if item, ok := v.want(t.Args[0]); ok {
			found.add(misfit{"an item twice", "[" + item + "," + item + "]"})
		}
		v.part(t.Args[0], found, "an item: ", "[", "]")
	case typespec.Dict:
		v.badDict(t, found)
	case typespec.Tuple:
		v.badTuple(t.Args, found, "", "", "")
	case typespec.Option:
		found.add(misfit{"None as an object", `{"None":null}`}, misfit{"a name that is no constructor", `"none"`})
		v.part(t.Args[0], found, "Some: ", `{"Some":`, "}")
	case typespec.Named:
		v.badDeclared(t, found)
	}
}

// takesNull says whether null decodes at a type.
func takesNull(t *typespec.Term) bool {
	return t.Kind == typespec.Unit || t.Kind == typespec.JSONValue || t.Kind == typespec.Named && t.Decl.Kind == typespec.Host
}

// part adds a few texts that must not decode at the type of a part, put into a larger text. No more are made than there
// is room for, so that parts of parts are not looked at in vain.
func (v *values) part(t *typespec.Term, found *misfits, what, before, behind string) {
	const most = 3
	if found.full() {
		return
	}
	some := &misfits{most: min(most, found.most-len(found.all)), size: mostValue}
	v.bad(t, some)
	for _, one := range some.all {
		found.add(misfit{what + one.what, before + one.text + behind})
	}
}

func (v *values) badDict(t *typespec.Term, found *misfits) {
	if t.Args[0].Kind == typespec.Text {
		found.add(misfit{"an array", "[]"})
		if value, ok := v.want(t.Args[1]); ok {
			found.add(misfit{"a key twice", `{"a":` + value + `,"\u0061":` + value + `}`})
		}
		v.part(t.Args[1], found, "a value: ", `{"a":`, "}")
		return
	}
	found.add(misfit{"an object", "{}"}, misfit{"an entry that is no pair", "[[]]"})
	if entry := v.goodItems(t.Args); entry.ok {
		found.add(misfit{"a key twice", "[" + entry.text + "," + entry.text + "]"})
	}
	v.badTuple(t.Args, found, "an entry: ", "[", "]")
}

func (v *values) badTuple(terms []*typespec.Term, found *misfits, what, before, behind string) {
	found.add(misfit{what + "an object", before + "{}" + behind}, misfit{what + "no items", before + "[]" + behind})
	items, ok := v.membersOf(len(terms), func(i int) sample { return v.good(terms[i]) }).all()
	if !ok {
		return
	}
	found.add(misfit{what + "an item too many", before + "[" + strings.Join(append(items[:len(items):len(items)], "null"), ",") + "]" + behind})
	for i, term := range terms {
		if found.full() {
			return
		}
		v.part(term, found, what+"item "+strconv.Itoa(i)+": ",
			before+"["+strings.Join(append(items[:i:i], ""), ","), strings.Join(append([]string{""}, items[i+1:]...), ",")+"]"+behind)
	}
}

// members are the good texts of an object's members or an array's items; empty for those that may stay out.
type members struct {
	texts []string
	// lacking are those that no text was found for, up to two: so many spoil every text.
	lacking []int
}

func (v *values) membersOf(count int, part func(int) sample) members {
	m := members{texts: make([]string, count)}
	size := 0
	for i := range count {
		made := part(i)
		m.texts[i] = made.text
		if size += len(made.text) + 1; size > mostValue {
			made = sample{tooLarge: true}
		}
		v.tooLarge = v.tooLarge || made.tooLarge
		if !made.ok {
			m.lacking = append(m.lacking, i)
		}
		if len(m.lacking) > 1 || size > mostValue {
			m.lacking = []int{-1, i} // -1 is no member: nothing can be made
			break
		}
	}
	return m
}

// all gives the texts; ok is false where one is lacking.
func (m members) all() (texts []string, ok bool) { return m.texts, len(m.lacking) == 0 }

// without gives all members but one, parted by commas; ok is false where another one is lacking.
func (m members) without(one int) (text string, ok bool) {
	if len(m.lacking) > 1 || len(m.lacking) == 1 && m.lacking[0] != one {
		return "", false
	}
	var b strings.Builder
	for i, text := range m.texts {
		if i == one || text == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(text)
	}
	return b.String(), true
}

func (v *values) badDeclared(t *typespec.Term, found *misfits) {
	if _, open := v.open[t.Decl]; open {
		return
	}
	switch t.Decl.Kind {
	case typespec.Host:
		found.add(misfit{"a token with a member twice", `{"a":1,"a":2}`}, misfit{"a token with a lone surrogate", `"\ud800"`})
	case typespec.Record:
		v.badFields(t.Decl, t.Decl.Fields, t.Args, found, "", "", "")
	case typespec.Enum:
		v.badEnum(t, found)
	}
}

// badFields adds objects with one field missing or wrong, put into a larger text. It needs good ones for the others.
func (v *values) badFields(d *typespec.Declaration, fields []typespec.Field, args []*typespec.Term, found *misfits, what, before, behind string) {
	found.add(misfit{what + "an array", before + "[]" + behind})
	if found.full() {
		return
	}
	v.enter(d)
	good := v.membersOf(len(fields), func(i int) sample { return v.goodField(fields[i], args) })
	v.leave(d)
	for i, f := range fields {
		rest, ok := good.without(i)
		if !ok {
			if len(good.lacking) > 1 {
				return
			}
			continue
		}
		if found.full() {
			return
		}
		start := before + "{" + rest
		if rest != "" {
			start += ","
		}
		start += quoted(f.Name) + ":"
		term := substituted(f.Type, args)
		if term.Kind == typespec.Option {
			v.part(term.Args[0], found, what+f.Name+": ", start, "}"+behind)
			continue
		}
		found.add(misfit{what + "no " + f.Name, before + "{" + rest + "}" + behind})
		v.enter(d)
		v.part(term, found, what+f.Name+": ", start, "}"+behind)
		v.leave(d)
	}
}

func (v *values) badEnum(t *typespec.Term, found *misfits) {
	found.add(misfit{"an empty object", "{}"}, misfit{"a name that is no constructor", `"no constructor"`}, misfit{"an object of no constructor", `{"no constructor":null}`})
	for i := range t.Decl.Constructors {
		if found.full() {
			return
		}
		c := &t.Decl.Constructors[i]
		name := quoted(c.Name)
		if c.Payload == nil {
			found.add(misfit{c.Name + " as an object", "{" + name + ":null}"})
			continue
		}
		found.add(misfit{c.Name + " without its payload", name})
		v.enter(t.Decl)
		payload := v.goodPayload(c.Payload, t.Args)
		v.leave(t.Decl)
		v.tooLarge = v.tooLarge || payload.tooLarge
		if payload.ok {
			found.add(misfit{c.Name + " beside another member", "{" + name + ":" + payload.text + `,"more":null}`})
		}
		v.badPayload(t, c.Payload, found, c.Name+": ", "{"+name+":", "}")
	}
}

func (v *values) badPayload(t *typespec.Term, p *typespec.Payload, found *misfits, what, before, behind string) {
	if p.Named != nil {
		v.badFields(t.Decl, p.Named, t.Args, found, what, before, behind)
		return
	}
	v.enter(t.Decl)
	defer v.leave(t.Decl)
	terms := substitutedAll(p.Positional, t.Args)
	if len(terms) == 1 {
		v.part(terms[0], found, what, before, behind)
		return
	}
	v.badTuple(terms, found, what, before, behind)
}
