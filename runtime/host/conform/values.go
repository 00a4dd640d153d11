package conform

import (
	"fmt"
	"math"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

const (
	// mostValue is how long a good value's text may be, and mostWork how many bytes all of them may have together: a small
	// listing can declare types whose smallest value is larger than any memory.
	mostValue = 64 << 10
	mostWork  = 64 << 20
)

// values makes JSON texts at types: some that decode, and some that must not. Types are concrete, or stand in a
// declaration whose type parameters args stand for.
type values struct {
	// open are the declarations whose values are being made, so that recursion ends, with how many were open before.
	open map[*typespec.Declaration]int
	// met is the least place in open that a value failed for since somebody looked.
	met   int
	types types
	known map[int]sample // by the type's number
	work  int
	// tooLarge says that a value was wanted that is over the limits, so that the cases that need it were left out.
	tooLarge bool
}

func newValues() *values {
	return &values{open: map[*typespec.Declaration]int{}, met: math.MaxInt, types: newTypes(), known: map[int]sample{}}
}

// sample is a text that decodes at a type, or says that none was found.
type sample struct {
	text string
	ok   bool
	// tooLarge says that there is one, over the limits.
	tooLarge bool
}

var none = sample{}

// types numbers types, so that equal ones have one number. A type that shares its parts is as cheap as it is in memory.
type types struct {
	byTerm  map[*typespec.Term]int
	byShape map[string]int
}

func newTypes() types {
	return types{map[*typespec.Term]int{}, map[string]int{}}
}

func (n types) number(t *typespec.Term) int {
	if known, ok := n.byTerm[t]; ok {
		return known
	}
	shape := fmt.Sprintf("%v %p", t.Kind, t.Decl)
	for _, arg := range t.Args {
		shape += fmt.Sprint(" ", n.number(arg))
	}
	number, ok := n.byShape[shape]
	if !ok {
		number = len(n.byShape)
		n.byShape[shape] = number
	}
	n.byTerm[t] = number
	return number
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

// enter says that a declaration's values are being made; leave takes it back.
func (v *values) enter(d *typespec.Declaration) { v.open[d] = len(v.open) }

func (v *values) leave(d *typespec.Declaration) { delete(v.open, d) }

// want gives a text that decodes at a type; ok is false where none is found, or none within the limits.
func (v *values) want(t *typespec.Term) (text string, ok bool) {
	made := v.good(t)
	v.tooLarge = v.tooLarge || made.tooLarge
	return made.text, made.ok
}

func (v *values) good(t *typespec.Term) sample {
	if text, ok := simplest[t.Kind]; ok {
		return sample{text: text, ok: true}
	}
	switch t.Kind {
	case typespec.Dict:
		if t.Args[0].Kind == typespec.Text {
			return sample{text: "{}", ok: true}
		}
		return sample{text: "[]", ok: true}
	case typespec.Tuple:
		return v.goodItems(t.Args)
	case typespec.Named:
		return v.goodNamed(t)
	}
	return none
}

// goodNamed keeps what goodDeclared makes. That a type has no value is kept where this does not depend on what is open.
func (v *values) goodNamed(t *typespec.Term) sample {
	if place, open := v.open[t.Decl]; open {
		v.met = min(v.met, place)
		return none
	}
	number := v.types.number(t)
	if known, ok := v.known[number]; ok {
		return known
	}
	place, before := len(v.open), v.met
	v.met = math.MaxInt
	v.enter(t.Decl)
	made := v.goodDeclared(t)
	v.leave(t.Decl)
	if v.met >= place {
		v.met = math.MaxInt
	}
	if made.ok || v.met == math.MaxInt {
		v.known[number] = made
	}
	v.met = min(v.met, before)
	return made
}

func (v *values) goodDeclared(t *typespec.Term) sample {
	switch t.Decl.Kind {
	case typespec.Host:
		return sample{text: `"conform"`, ok: true}
	case typespec.Record:
		return v.goodFields(t.Decl.Fields, t.Args)
	case typespec.Enum:
		last := none
		for i := range t.Decl.Constructors {
			made := v.goodConstructor(&t.Decl.Constructors[i], t.Args)
			if made.ok {
				return made
			}
			last.tooLarge = last.tooLarge || made.tooLarge
		}
		return last
	}
	return none
}

// joined puts texts together, each made when its turn comes, within the limits.
func (v *values) joined(before, behind string, count int, part func(int) sample) sample {
	var b strings.Builder
	b.WriteString(before)
	for i := range count {
		made := part(i)
		if !made.ok {
			return made
		}
		if made.text != "" && b.Len() > len(before) {
			b.WriteByte(',')
		}
		b.WriteString(made.text)
		v.work += len(made.text) + 16
		if b.Len() > mostValue || v.work > mostWork {
			return sample{tooLarge: true}
		}
	}
	b.WriteString(behind)
	return sample{text: b.String(), ok: true}
}

func (v *values) goodItems(terms []*typespec.Term) sample {
	return v.joined("[", "]", len(terms), func(i int) sample { return v.good(terms[i]) })
}

// goodFields gives an object of all fields but Options.
func (v *values) goodFields(fields []typespec.Field, args []*typespec.Term) sample {
	return v.joined("{", "}", len(fields), func(i int) sample { return v.goodField(fields[i], args) })
}

// goodField gives the member of a field; empty for an Option.
func (v *values) goodField(f typespec.Field, args []*typespec.Term) sample {
	term := substituted(f.Type, args)
	if term.Kind == typespec.Option {
		return sample{ok: true}
	}
	made := v.good(term)
	if made.ok {
		made.text = quoted(f.Name) + ":" + made.text
	}
	return made
}

func (v *values) goodConstructor(c *typespec.Constructor, args []*typespec.Term) sample {
	if c.Payload == nil {
		return sample{text: quoted(c.Name), ok: true}
	}
	return v.joined("{"+quoted(c.Name)+":", "}", 1, func(int) sample { return v.goodPayload(c.Payload, args) })
}

func (v *values) goodPayload(p *typespec.Payload, args []*typespec.Term) sample {
	switch {
	case p.Named != nil:
		return v.goodFields(p.Named, args)
	case len(p.Positional) == 1:
		return v.good(substituted(p.Positional[0], args))
	}
	return v.goodItems(substitutedAll(p.Positional, args))
}

func substitutedAll(terms, args []*typespec.Term) []*typespec.Term {
	all := make([]*typespec.Term, len(terms))
	for i, term := range terms {
		all[i] = substituted(term, args)
	}
	return all
}

func quoted(text string) string { return string(canon.AppendString(nil, text)) }
