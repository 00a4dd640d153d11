package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/typespec"
)

// shared are the codecs of compound types that several places need, each made once and named after what it is made of.
type shared struct {
	// prefix begins the names.
	prefix string
	byKey  map[string]*sharedCodec
	taken  map[string]bool
	list   []*sharedCodec
}

// sharedCodec is one of them: its name, the type of its values and what makes it.
type sharedCodec struct {
	name string
	of   *jen.Statement
	make *jen.Statement
}

func newShared(prefix string) *shared {
	return &shared{prefix: prefix, byKey: map[string]*sharedCodec{}, taken: map[string]bool{}}
}

// get gives the codec of a type, making it on the first request: what it is made of comes before it in the list.
func (s *shared) get(key, words string, of *jen.Statement, make func() *jen.Statement) *sharedCodec {
	if found := s.byKey[key]; found != nil {
		return found
	}
	made := &sharedCodec{name: s.unique(words), of: of}
	s.byKey[key] = made
	made.make = make()
	s.list = append(s.list, made)
	return made
}

// longestShared is how much of a name tells what the codec is made of.
const longestShared = 60

func (s *shared) unique(words string) string {
	if runes := []rune(words); len(runes) > longestShared {
		words = string(runes[:longestShared])
	}
	name := s.prefix + words
	for n := 2; s.taken[name]; n++ {
		name = fmt.Sprintf("%s%s_%d", s.prefix, words, n)
	}
	s.taken[name] = true
	return name
}

// kindWords name the primitive and compound types.
var kindWords = map[typespec.TermKind]string{
	typespec.Int: "Int", typespec.Decimal: "Decimal", typespec.Bool: "Bool", typespec.Text: "Text", typespec.Bytes: "Bytes",
	typespec.Duration: "Duration", typespec.Instant: "Instant", typespec.Unit: "Unit", typespec.Never: "Never",
	typespec.JSONValue: "JSON", typespec.List: "List", typespec.Set: "Set", typespec.Option: "Option",
	typespec.Dict: "Dict", typespec.Tuple: "Tuple", typespec.Function: "Function", typespec.Task: "Task",
}
