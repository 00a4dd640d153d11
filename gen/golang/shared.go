package golang

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/typespec"
)

// shared are the codecs of composite types that several places need, each made once and named after what it is made of.
type shared struct {
	// prefix begins the names: those of a package's variables must not be anything else's.
	prefix string
	byKey  map[string]*sharedCodec
	taken  map[string]bool
	list   []*sharedCodec
}

// sharedCodec is one of them.
type sharedCodec struct {
	name string
	of   *jen.Statement
	make *jen.Statement
}

func newShared(prefix string) *shared {
	return &shared{prefix: prefix, byKey: map[string]*sharedCodec{}, taken: map[string]bool{}}
}

const longestShared = 60

// get gives the codec of a type that is written so, making it on the first request.
func (s *shared) get(t *typespec.Term, goType, made *jen.Statement) *sharedCodec {
	key := fmt.Sprintf("%#v", goType)
	found := s.byKey[key]
	if found == nil {
		found = &sharedCodec{name: s.unique(wordsOf(t)), of: goType, make: made}
		s.byKey[key] = found
		s.list = append(s.list, found)
	}
	return found
}

func (s *shared) unique(words string) string {
	if runes := []rune(words); len(runes) > longestShared {
		words = string(runes[:longestShared])
	}
	if s.prefix == "" {
		words = strings.ToLower(words[:1]) + words[1:]
	}
	name := s.prefix + words
	for n := 2; s.taken[name]; n++ {
		name = fmt.Sprintf("%s%s_%d", s.prefix, words, n)
	}
	s.taken[name] = true
	return name
}

var kindWords = map[typespec.TermKind]string{
	typespec.Int: "Int", typespec.Decimal: "Decimal", typespec.Bool: "Bool", typespec.Text: "Text", typespec.Bytes: "Bytes",
	typespec.Duration: "Duration", typespec.Instant: "Instant", typespec.Unit: "Unit", typespec.Never: "Never",
	typespec.JSONValue: "JSON", typespec.List: "List", typespec.Set: "Set", typespec.Option: "Option",
	typespec.Dict: "Dict", typespec.Tuple: "Tuple", typespec.Function: "Function", typespec.Task: "Task",
}

// wordsOf describes a term in one word: ListOfText.
func wordsOf(t *typespec.Term) string {
	var b strings.Builder
	writeWords(&b, t)
	return b.String()
}

func writeWords(b *strings.Builder, t *typespec.Term) {
	switch {
	case b.Len() > longestShared: // no more of it is seen
		return
	case t.Kind == typespec.Param:
		fmt.Fprintf(b, "Arg%d", t.Index)
	case t.Kind == typespec.Named:
		b.WriteString(exported(t.Decl.Name))
	default:
		b.WriteString(kindWords[t.Kind])
	}
	for i, arg := range t.Args {
		if i == 0 {
			b.WriteString("Of")
		}
		writeWords(b, arg)
	}
}
