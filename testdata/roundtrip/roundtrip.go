// Package roundtrip holds generated codecs, of Go or of another language, to the codecs that the runtime makes of the
// declarations: values of each type, made at random from its declaration, are read, written and compared by both.
package roundtrip

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Codec is a codec of whatever Go type.
type Codec struct {
	recode  func(text string) (string, error)
	compare func(a, b string) (int, error)
	// isRemote says that it is another reader's than the runtime's.
	isRemote bool
}

// Of hides the type of a codec.
func Of[T any](c flow.Codec[T]) Codec {
	return Codec{
		recode: func(text string) (string, error) {
			v, err := flow.UnmarshalString(c, text)
			if err != nil {
				return "", err
			}
			out, err := flow.Marshal(c, v)
			return string(out), err
		},
		compare: func(a, b string) (order int, err error) {
			defer func() {
				if recovered := recover(); recovered != nil {
					err = fmt.Errorf("%v", recovered)
				}
			}()
			v, _ := flow.UnmarshalString(c, a)
			w, _ := flow.UnmarshalString(c, b)
			return c.Compare(v, w), nil
		},
	}
}

// Remote is a codec elsewhere. recode gives the canonical text of the value that a text stands for, and compare the order of
// two; where a text is refused their error is a flow.DecodeError, or a flow.EncodeError.
func Remote(recode func(text string) (string, error), compare func(a, b string) (int, error)) Codec {
	return Codec{recode, compare, true}
}

// Roots gives the codecs of a Tool's parameters, then those of ok and err. It is asked with the codecs of what the Tool's
// type parameters stand for.
type Roots func(bindings []flow.Codec[flow.Generic]) []Codec

const (
	rounds       = 40 // values of each root and binding
	remoteRounds = 10 // the same where each is a question to another process
	seed         = 3
)

// Tools holds the Tools of a listing, in its order: what their toolkit says of them, and the codecs of their roots.
func Tools(t *testing.T, listing string, toolkit *flow.Toolkit, tools []Roots) {
	program, err := typespec.Read("listing", []byte(listing))
	if err != nil {
		t.Fatal(err)
	}
	if len(tools) != len(program.Tools) {
		t.Fatalf("the codecs are those of %d Tools; the listing has %d", len(tools), len(program.Tools))
	}
	if _, err := toolkit.Describe(); err != nil {
		t.Errorf("describe: %v", err)
	}
	for i, tool := range program.Tools {
		if served := toolkit.Tools()[i]; served.Identity != tool.Identity || served.Fingerprint != tool.Fingerprint() {
			t.Errorf("%s is served as %s with the fingerprint %s", tool.Identity, served.Identity, served.Fingerprint)
		}
		eachBinding(program, tool, func(term *typespec.Term) {
			holdTool(t, tool, term, tools[i])
		})
	}
}

// Program holds the Tools of a program to codecs elsewhere: roots gives those of a Tool's parameters, then those of ok and
// err, with what all its type parameters stand for, which is Text, Option<Int>, or a declared type without arguments.
func Program(t *testing.T, program *typespec.Program, roots func(tool int, bound *typespec.Term) []Codec) {
	for i, tool := range program.Tools {
		eachBinding(program, tool, func(term *typespec.Term) {
			holdTool(t, tool, term, func([]flow.Codec[flow.Generic]) []Codec { return roots(i, term) })
		})
	}
}

// eachBinding calls hold with each type that a Tool's type parameters are to stand for; once where it has none.
func eachBinding(program *typespec.Program, tool *typespec.Tool, hold func(*typespec.Term)) {
	for _, term := range bindings(program) {
		hold(term)
		if len(tool.Generic) == 0 {
			return
		}
	}
}

// bindings are what type parameters stand for: something plain, an Option, and a declared type.
func bindings(program *typespec.Program) []*typespec.Term {
	text := &typespec.Term{Kind: typespec.Text}
	terms := []*typespec.Term{text, {Kind: typespec.Option, Args: []*typespec.Term{{Kind: typespec.Int}}}}
	for _, d := range program.Declarations {
		if len(d.Generic) == 0 && (d.Kind == typespec.Enum || d.Kind == typespec.Record) && isPlain(d) {
			return append(terms, &typespec.Term{Kind: typespec.Named, Decl: d})
		}
	}
	return terms
}

// isPlain says whether all that a declaration holds is primitive, so that it can be a key.
func isPlain(d *typespec.Declaration) bool {
	for _, f := range d.Fields {
		if len(f.Type.Args) > 0 || f.Type.Kind == typespec.Named || f.Type.Kind == typespec.Never {
			return false
		}
	}
	for _, c := range d.Constructors {
		if c.Payload != nil {
			return false
		}
	}
	return len(d.Fields)+len(d.Constructors) > 0
}

func holdTool(t *testing.T, tool *typespec.Tool, bound *typespec.Term, roots Roots) {
	contextual := flow.NewContextual()
	holder := &typespec.Term{Kind: typespec.Named}
	var codecs []flow.Codec[flow.Generic]
	for range tool.Generic {
		holder.Args = append(holder.Args, bound)
		codecs = append(codecs, contextual.Of(bound))
	}
	terms := []*typespec.Term{}
	for _, p := range tool.Params {
		terms = append(terms, p.Type)
	}
	terms = append(terms, tool.Ok, tool.Err)
	made := roots(codecs)
	if len(made) != len(terms) {
		t.Fatalf("%s: %d codecs for %d roots", tool.Identity, len(made), len(terms))
	}
	m := &maker{random: rand.New(rand.NewPCG(seed, uint64(len(tool.Identity)))), contextual: contextual}
	for i, term := range terms {
		m.hold(t, fmt.Sprintf("%s, root %d at %s", tool.Identity, i, typespec.FlowType(bound, nil)), substituted(term, holder), made[i])
	}
}

// hold compares a codec with the one that the runtime makes of the type.
func (m *maker) hold(t *testing.T, name string, term *typespec.Term, codec Codec) {
	t.Helper()
	reference := Of(m.contextual.Of(term))
	count, last := rounds, ""
	if codec.isRemote {
		count = remoteRounds
	}
	for range count {
		text, ok := m.text(term, 0, 0)
		if !ok {
			text = "null" // a type without values refuses everything
		}
		m.same(t, name, text, reference, codec)
		m.same(t, name, m.damaged(text), reference, codec)
		if ok && last != "" {
			want, wantErr := reference.compare(last, text)
			got, gotErr := codec.compare(last, text)
			if sign(want) != sign(got) || (wantErr == nil) != (gotErr == nil) {
				t.Errorf("%s: %s and %s: order %d (%v), want %d (%v)", name, last, text, got, gotErr, want, wantErr)
			}
		}
		last = text
	}
}

// same holds a codec to give the text that another one gives, or the same error at the same place.
func (m *maker) same(t *testing.T, name, text string, reference, codec Codec) {
	t.Helper()
	want, wantErr := reference.recode(text)
	got, gotErr := codec.recode(text)
	if got != want || fault(gotErr) != fault(wantErr) && !(codec.isRemote && areOfWholeText(gotErr, wantErr)) {
		t.Errorf("%s: %s\ngives %s (%v)\nwant  %s (%v)", name, text, got, gotErr, want, wantErr)
	}
}

// areOfWholeText says whether a text is refused twice as no JSON at all: which of several faults is told is each reader's to
// say.
func areOfWholeText(a, b error) bool {
	var one, other *flow.DecodeError
	return errors.As(a, &one) && errors.As(b, &other) && ofWholeText[one.Code] && ofWholeText[other.Code]
}

// fault gives what is the same in the errors of all codecs: the code and the place.
func fault(err error) string {
	var decode *flow.DecodeError
	var encode *flow.EncodeError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &decode):
		return decode.Code + " at " + decode.Pointer
	case errors.As(err, &encode):
		return encode.Code + " at " + encode.Pointer
	}
	return err.Error()
}

// damaged changes one byte of a text.
func (m *maker) damaged(text string) string {
	const bytes = `"{}[]:,0129aeNS \nul`
	at := m.random.IntN(len(text))
	return text[:at] + string(bytes[m.random.IntN(len(bytes))]) + text[at+m.random.IntN(2):]
}

func sign(order int) int {
	switch {
	case order < 0:
		return -1
	case order > 0:
		return 1
	}
	return 0
}
