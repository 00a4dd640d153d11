package conform

import (
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// values makes JSON texts at types: some that decode, and some that must not. Types are concrete, or stand in a
// declaration whose type parameters args stand for.
type values struct {
	// open are the declarations whose values are being made, so that recursion ends.
	open map[*typespec.Declaration]bool
}

// substituted gives a term with args for its type parameters.
func substituted(t *typespec.Term, args []*typespec.Term) *typespec.Term {
	if t.Kind == typespec.Param {
		return args[t.Index]
	}
	if len(t.Args) == 0 {
		return t
	}
	made := *t
	made.Args = make([]*typespec.Term, len(t.Args))
	for i, arg := range t.Args {
		made.Args[i] = substituted(arg, args)
	}
	return &made
}

var simplest = map[typespec.TermKind]string{
	typespec.Int: "0", typespec.Decimal: "0", typespec.Bool: "false", typespec.Text: `""`, typespec.Bytes: `""`,
	typespec.Duration: `"PT0S"`, typespec.Instant: `"2000-01-01T00:00:00Z"`, typespec.Unit: "null", typespec.JSONValue: "null",
	typespec.List: "[]", typespec.Set: "[]", typespec.Option: `"None"`,
}

// good gives a text that decodes at a type; ok is false where none is found.
func (v values) good(t *typespec.Term) (text string, ok bool) {
	if text, ok = simplest[t.Kind]; ok {
		return text, true
	}
	switch t.Kind {
	case typespec.Dict:
		if t.Args[0].Kind == typespec.Text {
			return "{}", true
		}
		return "[]", true
	case typespec.Tuple:
		return v.goodItems(t.Args)
	case typespec.Named:
		return v.goodDeclared(t)
	}
	return "", false
}

func (v values) goodItems(terms []*typespec.Term) (string, bool) {
	items := make([]string, len(terms))
	for i, term := range terms {
		text, ok := v.good(term)
		if !ok {
			return "", false
		}
		items[i] = text
	}
	return "[" + strings.Join(items, ",") + "]", true
}

func (v values) goodDeclared(t *typespec.Term) (string, bool) {
	if v.open[t.Decl] {
		return "", false
	}
	v.open[t.Decl] = true
	defer delete(v.open, t.Decl)
	switch t.Decl.Kind {
	case typespec.Host:
		return `"conform"`, true
	case typespec.Record:
		return v.goodFields(t.Decl.Fields, t.Args, "")
	case typespec.Enum:
		for i := range t.Decl.Constructors {
			if text, ok := v.goodConstructor(&t.Decl.Constructors[i], t.Args); ok {
				return text, true
			}
		}
	}
	return "", false
}

// goodFields gives an object of all fields but Options and the one left out.
func (v values) goodFields(fields []typespec.Field, args []*typespec.Term, without string) (string, bool) {
	var members []string
	for _, f := range fields {
		term := substituted(f.Type, args)
		if term.Kind == typespec.Option || f.Name == without {
			continue
		}
		text, ok := v.good(term)
		if !ok {
			return "", false
		}
		members = append(members, quoted(f.Name)+":"+text)
	}
	return "{" + strings.Join(members, ",") + "}", true
}

func (v values) goodConstructor(c *typespec.Constructor, args []*typespec.Term) (string, bool) {
	if c.Payload == nil {
		return quoted(c.Name), true
	}
	text, ok := v.goodPayload(c.Payload, args)
	return "{" + quoted(c.Name) + ":" + text + "}", ok
}

func (v values) goodPayload(p *typespec.Payload, args []*typespec.Term) (string, bool) {
	switch {
	case p.Named != nil:
		return v.goodFields(p.Named, args, "")
	case len(p.Positional) == 1:
		return v.good(substituted(p.Positional[0], args))
	}
	terms := make([]*typespec.Term, len(p.Positional))
	for i, term := range p.Positional {
		terms[i] = substituted(term, args)
	}
	return v.goodItems(terms)
}

func quoted(text string) string { return string(canon.AppendString(nil, text)) }

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

// bad gives texts that must not decode at a type.
func (v values) bad(t *typespec.Term) []misfit {
	var found []misfit
	if !takesNull(t) {
		found = append(found, misfit{"null", "null"})
	}
	found = append(found, wrong[t.Kind]...)
	switch t.Kind {
	case typespec.List:
		found = append(found, misfit{"an object", "{}"})
		return append(found, within(v.some(t.Args[0]), "an item: ", "[", "]")...)
	case typespec.Set:
		found = append(found, misfit{"an object", "{}"})
		if item, ok := v.good(t.Args[0]); ok {
			found = append(found, misfit{"an item twice", "[" + item + "," + item + "]"})
		}
		return append(found, within(v.some(t.Args[0]), "an item: ", "[", "]")...)
	case typespec.Dict:
		return append(found, v.badDict(t)...)
	case typespec.Tuple:
		return append(found, v.badTuple(t.Args)...)
	case typespec.Option:
		found = append(found, misfit{"None as an object", `{"None":null}`}, misfit{"a name that is no constructor", `"none"`})
		return append(found, within(v.some(t.Args[0]), "Some: ", `{"Some":`, "}")...)
	case typespec.Named:
		return append(found, v.badDeclared(t)...)
	}
	return found
}

// takesNull says whether null decodes at a type.
func takesNull(t *typespec.Term) bool {
	return t.Kind == typespec.Unit || t.Kind == typespec.JSONValue || t.Kind == typespec.Named && t.Decl.Kind == typespec.Host
}

// some gives a few texts that must not decode at the type of a part.
func (v values) some(t *typespec.Term) []misfit {
	found := v.bad(t)
	const most = 3
	return found[:min(len(found), most)]
}

// within puts texts into a larger one.
func within(parts []misfit, what, before, behind string) []misfit {
	whole := make([]misfit, len(parts))
	for i, part := range parts {
		whole[i] = misfit{what + part.what, before + part.text + behind}
	}
	return whole
}

func (v values) badDict(t *typespec.Term) []misfit {
	if t.Args[0].Kind == typespec.Text {
		found := []misfit{{"an array", "[]"}}
		if value, ok := v.good(t.Args[1]); ok {
			found = append(found, misfit{"a key twice", `{"a":` + value + `,"\u0061":` + value + `}`})
		}
		return append(found, within(v.some(t.Args[1]), "a value: ", `{"a":`, "}")...)
	}
	found := []misfit{{"an object", "{}"}, {"an entry that is no pair", "[[]]"}}
	entry, ok := v.goodItems(t.Args)
	if ok {
		found = append(found, misfit{"a key twice", "[" + entry + "," + entry + "]"})
	}
	return append(found, within(v.badTuple(t.Args), "an entry: ", "[", "]")...)
}

func (v values) badTuple(terms []*typespec.Term) []misfit {
	found := []misfit{{"an object", "{}"}, {"no items", "[]"}}
	whole, ok := v.goodItems(terms)
	if !ok {
		return found
	}
	found = append(found, misfit{"an item too many", strings.TrimSuffix(whole, "]") + ",null]"})
	for i := range terms {
		items := make([]string, len(terms))
		for j, term := range terms {
			items[j], _ = v.good(term)
		}
		for _, part := range v.some(terms[i]) {
			items[i] = part.text
			found = append(found, misfit{"item " + strconv.Itoa(i) + ": " + part.what, "[" + strings.Join(items, ",") + "]"})
		}
	}
	return found
}

func (v values) badDeclared(t *typespec.Term) []misfit {
	if v.open[t.Decl] {
		return nil
	}
	switch t.Decl.Kind {
	case typespec.Host:
		return []misfit{{"a token with a member twice", `{"a":1,"a":2}`}, {"a token with a lone surrogate", `"\ud800"`}}
	case typespec.Record:
		return v.badFields(t.Decl, t.Decl.Fields, t.Args)
	case typespec.Enum:
		return v.badEnum(t)
	}
	return nil
}

// badFields gives objects with one field missing or wrong. It needs good ones for the others.
func (v values) badFields(d *typespec.Declaration, fields []typespec.Field, args []*typespec.Term) []misfit {
	found := []misfit{{"an array", "[]"}}
	for _, f := range fields {
		term := substituted(f.Type, args)
		v.open[d] = true
		rest, ok := v.goodFields(fields, args, f.Name)
		var parts []misfit
		if ok {
			parts = v.some(term)
		}
		delete(v.open, d)
		if !ok {
			continue
		}
		if term.Kind != typespec.Option {
			found = append(found, misfit{"no " + f.Name, rest})
		} else {
			parts = v.some(term.Args[0])
		}
		before := strings.TrimSuffix(rest, "}")
		if before != "{" {
			before += ","
		}
		found = append(found, within(parts, f.Name+": ", before+quoted(f.Name)+":", "}")...)
	}
	return found
}

func (v values) badEnum(t *typespec.Term) []misfit {
	found := []misfit{{"an empty object", "{}"}, {"a name that is no constructor", `"no constructor"`}, {"an object of no constructor", `{"no constructor":null}`}}
	for i := range t.Decl.Constructors {
		c := &t.Decl.Constructors[i]
		name := quoted(c.Name)
		if c.Payload == nil {
			found = append(found, misfit{c.Name + " as an object", "{" + name + ":null}"})
			continue
		}
		found = append(found, misfit{c.Name + " without its payload", name})
		v.open[t.Decl] = true
		payload, ok := v.goodPayload(c.Payload, t.Args)
		delete(v.open, t.Decl)
		if ok {
			found = append(found, misfit{c.Name + " beside another member", "{" + name + ":" + payload + `,"more":null}`})
		}
		found = append(found, within(v.badPayload(t, c.Payload), c.Name+": ", "{"+name+":", "}")...)
	}
	return found
}

func (v values) badPayload(t *typespec.Term, p *typespec.Payload) []misfit {
	switch {
	case p.Named != nil:
		return v.badFields(t.Decl, p.Named, t.Args)
	case len(p.Positional) == 1:
		v.open[t.Decl] = true
		defer delete(v.open, t.Decl)
		return v.some(substituted(p.Positional[0], t.Args))
	}
	terms := make([]*typespec.Term, len(p.Positional))
	for i, term := range p.Positional {
		terms[i] = substituted(term, t.Args)
	}
	v.open[t.Decl] = true
	defer delete(v.open, t.Decl)
	return v.badTuple(terms)
}
