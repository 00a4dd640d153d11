package typescript

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/testdata/roundtrip"
	"github.com/flow-toolkit/flowgen/typespec"
)

// codecServer is a Node that has the codecs of compiled packages.
type codecServer struct {
	questions *json.Encoder
	answers   *json.Decoder
}

// question is about one root of a Tool: the canonical text of a value, or the order of two.
type question struct {
	Package string   `json:"package"`
	Tool    int      `json:"tool"`
	Root    int      `json:"root"`
	Bound   string   `json:"bound"`
	Texts   []string `json:"texts"`
}

// answer is a text or an order, or why there is none.
type answer struct {
	Text                   string
	Order                  float64
	Code, Pointer, Message string
}

func startCodecs(t *testing.T, built string) *codecServer {
	t.Helper()
	command := exec.Command("node", filepath.Join("testdata", "codecs.mjs"), built)
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(input.Close(), command.Wait()); err != nil {
			t.Error(err)
		}
	})
	return &codecServer{json.NewEncoder(input), json.NewDecoder(bufio.NewReader(output))}
}

// ask asks about texts, which need not be UTF-8.
func (s *codecServer) ask(q question, texts ...string) (answer, error) {
	for _, text := range texts {
		q.Texts = append(q.Texts, base64.StdEncoding.EncodeToString([]byte(text)))
	}
	var a answer
	if err := s.questions.Encode(q); err != nil {
		return a, err
	}
	if err := s.answers.Decode(&a); err != nil {
		return a, errors.Join(err, io.ErrUnexpectedEOF)
	}
	switch {
	case a.Code != "":
		return a, &flow.DecodeError{Code: a.Code, Pointer: a.Pointer, Message: a.Message}
	case a.Message != "":
		return a, errors.New(a.Message)
	}
	return a, nil
}

// root gives the codec of one root.
func (s *codecServer) root(q question) roundtrip.Codec {
	return roundtrip.Remote(
		func(text string) (string, error) {
			a, err := s.ask(q, text)
			return a.Text, err
		},
		func(a, b string) (int, error) {
			order, err := s.ask(q, a, b)
			return int(order.Order), err
		})
}

// The goldens compile, and their codecs agree with those that the Go runtime makes of the declarations: on values of every
// root, on damaged texts, and on the order of values.
func TestGoldenCodecs(t *testing.T) {
	listings := golden.Listings(t)
	names := slices.Sorted(maps.Keys(listings))
	p := newProject(t)
	programs := map[string]*typespec.Program{}
	plans := map[string]*plan{}
	for _, name := range names {
		text, err := os.ReadFile(listings[name])
		if err != nil {
			t.Fatal(err)
		}
		programs[name], plans[name] = planned(t, name, text)
		files, err := plans[name].Emit()
		if err != nil {
			t.Fatal(err)
		}
		p.put(t, name, files)
	}
	server := startCodecs(t, p.compile(t))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			roundtrip.Program(t, programs[name], func(tool int, bound *typespec.Term) []roundtrip.Codec {
				var codecs []roundtrip.Codec
				for i := range len(programs[name].Tools[tool].Params) + 2 {
					codecs = append(codecs, server.root(question{Package: name, Tool: tool, Root: i, Bound: plans[name].boundName(bound)}))
				}
				return codecs
			})
		})
	}
}

// boundName is what the server calls a type that type parameters stand for.
func (p *plan) boundName(t *typespec.Term) string {
	if t.Kind == typespec.Named {
		return p.types[t.Decl].name.String()
	}
	return typespec.FlowType(t, nil)
}
