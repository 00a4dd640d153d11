package typescript

import (
	"fmt"
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// shared are the codecs of compound types that several places need, each made once and named after what it is made of:
// listOfTurn.
type shared struct {
	byKey map[string]*sharedCodec
	taken func(string) bool
	// last holds the number of the last codec that got the same words.
	last map[string]int
	list []*sharedCodec
}

// sharedCodec is one of them: its name, its type, and the function that makes it of other codecs.
type sharedCodec struct {
	name     string
	term     *typespec.Term
	function string
	args     []string
}

func newShared(taken func(string) bool) *shared {
	s := &shared{byKey: map[string]*sharedCodec{}, last: map[string]int{}}
	used := map[string]bool{}
	s.taken = func(name string) bool {
		isTaken := used[name] || taken(name)
		used[name] = true
		return isTaken
	}
	return s
}

// get gives the codec of a type, making it on the first request: what it is made of comes before it in the list.
func (s *shared) get(key, words string, t *typespec.Term, make func() (string, []string)) string {
	if found := s.byKey[key]; found != nil {
		return found.name
	}
	made := &sharedCodec{term: t}
	s.byKey[key] = made
	made.function, made.args = make()
	made.name = s.unique(words)
	s.list = append(s.list, made)
	return made.name
}

// assigned writes what makes it, assigned to something by an operator.
func (s *sharedCodec) assigned(operator string, left doc) doc {
	if len(s.args) == 1 && !strings.Contains(s.args[0], ".") {
		return made(operator, left, s.function, s.args[0])
	}
	return assignedBy(operator, left, call(s.function, references(s.args)...))
}

// longestShared is how much of a name tells what the codec is made of.
const longestShared = 50

func (s *shared) unique(words string) string {
	if runes := []rune(words); len(runes) > longestShared {
		words = string(runes[:longestShared])
	}
	for {
		s.last[words]++
		name := words
		if n := s.last[words]; n > 1 {
			name = fmt.Sprintf("%s_%d", words, n)
		}
		if !s.taken(name) {
			return name
		}
	}
}

// kindWords name the primitive and compound types.
var kindWords = map[typespec.TermKind]string{
	typespec.Int: "Int", typespec.Decimal: "Decimal", typespec.Bool: "Bool", typespec.Text: "Text", typespec.Bytes: "Bytes",
	typespec.Duration: "Duration", typespec.Instant: "Instant", typespec.Unit: "Unit", typespec.Never: "Never",
	typespec.JSONValue: "Json", typespec.List: "List", typespec.Set: "Set", typespec.Option: "Option",
	typespec.Dict: "Dict", typespec.Tuple: "Tuple",
}

// codecKey tells types apart. The mark in front of a declared type's name keeps it from a built-in one that is called
// alike.
func (p *plan) codecKey(t *typespec.Term) string {
	var b strings.Builder
	p.writeKey(&b, t)
	return b.String()
}

func (p *plan) writeKey(b *strings.Builder, t *typespec.Term) {
	switch t.Kind {
	case typespec.Param:
		fmt.Fprintf(b, "%d", t.Index)
	case typespec.Named:
		b.WriteString("@" + p.types[t.Decl].name.String())
	default:
		b.WriteString(kindWords[t.Kind])
	}
	for _, arg := range p.reach.Parts(t) {
		b.WriteByte('(')
		p.writeKey(b, arg)
		b.WriteByte(')')
	}
}

// codecWords describes a type in one word: ListOfText.
func (p *plan) codecWords(t *typespec.Term) string {
	var b strings.Builder
	p.writeWords(&b, t)
	return lowerFirst(b.String())
}

func (p *plan) writeWords(b *strings.Builder, t *typespec.Term) {
	switch {
	case b.Len() > 4*longestShared: // no more of it is seen
		return
	case t.Kind == typespec.Param:
		b.WriteString(p.types[t.Owner].generic[t.Index])
	case t.Kind == typespec.Named:
		b.WriteString(p.types[t.Decl].name.String())
	default:
		b.WriteString(kindWords[t.Kind])
	}
	for i, arg := range p.reach.Parts(t) {
		if i == 0 {
			b.WriteString("Of")
		}
		p.writeWords(b, arg)
	}
}

// lowerFirst begins a name of ASCII with a small letter.
func lowerFirst(name string) string {
	if name[0] >= 'A' && name[0] <= 'Z' {
		return string(name[0]+'a'-'A') + name[1:]
	}
	return name
}
