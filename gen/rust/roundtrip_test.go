package rust

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/testdata/need"
	"github.com/flow-toolkit/flowgen/testdata/roundtrip"
	"github.com/flow-toolkit/flowgen/typespec"
)

// codecsProgram answers questions about the codecs that its function codecs gives.
//
//go:embed testdata/codecs.rs
var codecsProgram string

// codecTable writes that function: a codec for each root of each Tool at each binding.
type codecTable struct {
	functions, calls strings.Builder
	count            int
	// first finds the codec of the first root of a Tool at a binding.
	first map[string]int
}

func tableKey(listing string, tool int, bound *typespec.Term) string {
	return fmt.Sprintf("%s %d %s", listing, tool, typespec.FlowType(bound, nil))
}

// add enters the Tools of a golden, each in a function of its own: rustc takes its time with long ones.
func (c *codecTable) add(p *plan, listing string) {
	s := p.inTools()
	s.types = "flow_goldens::" + listing + "::types::"
	for i, t := range p.tools {
		for _, bound := range roundtrip.Bindings(p.program) {
			c.first[tableKey(listing, i, bound)] = c.count
			name := fmt.Sprintf("codecs%d", c.count)
			fmt.Fprintf(&c.calls, "    %s(&mut codecs);\n", name)
			fmt.Fprintf(&c.functions, "\nfn %s(codecs: &mut Vec<Codec>) {\n    let at = %s;\n", name, viewOf(s, listing, i, bound))
			gen.EachRoot(t.tool, func(term *typespec.Term) {
				fmt.Fprintf(&c.functions, "    codecs.push(of::<%s>(at));\n", s.rustType(term).flat())
				c.count++
			})
			c.functions.WriteString("}\n")
			if len(t.tool.Generic) == 0 {
				break
			}
		}
	}
}

// viewOf writes the view of a call to a Tool whose type parameters all stand for one type.
func viewOf(s scope, listing string, tool int, bound *typespec.Term) string {
	generic := s.tools[tool].tool.Generic
	if len(generic) == 0 {
		return "None"
	}
	of := fmt.Sprintf("flow::described::<%s>()", s.rustType(bound).flat())
	return fmt.Sprintf("view(&flow_goldens::%s::declarations::DECLARATIONS, %d, &[%s])",
		listing, tool, strings.Join(slices.Repeat([]string{of}, len(generic)), ", "))
}

func (c *codecTable) program() string {
	return codecsProgram + "\nfn codecs() -> Vec<Codec> {\n    let mut codecs = Vec::new();\n" + c.calls.String() + "    codecs\n}\n" + c.functions.String()
}

// codecServer is that program.
type codecServer struct {
	input  io.WriteCloser
	output *bufio.Reader
}

func startCodecs(t *testing.T, program string) *codecServer {
	t.Helper()
	command := exec.Command(program)
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
	return &codecServer{input, bufio.NewReader(output)}
}

// ask asks about a text, or about two.
func (s *codecServer) ask(codec int, a string, b ...string) (text string, order int, err error) {
	size := -1
	if len(b) > 0 {
		size = len(b[0])
	}
	if _, err := fmt.Fprintf(s.input, "%d %d %d\n%s%s", codec, len(a), size, a, strings.Join(b, "")); err != nil {
		return "", 0, err
	}
	var word string
	if _, err := fmt.Fscanf(s.output, "%s %d %d\n", &word, &order, &size); err != nil {
		return "", 0, err
	}
	bytes := make([]byte, size)
	if _, err := io.ReadFull(s.output, bytes); err != nil {
		return "", 0, err
	}
	switch word {
	case "ok":
		return string(bytes), order, nil
	case "panic":
		return "", 0, errors.New("a panic")
	}
	return "", 0, &flow.DecodeError{Code: word, Pointer: string(bytes)}
}

func (s *codecServer) codec(number int) roundtrip.Codec {
	return roundtrip.Remote(
		func(text string) (string, error) {
			got, _, err := s.ask(number, text)
			return got, err
		},
		func(a, b string) (int, error) {
			_, order, err := s.ask(number, a, b)
			return order, err
		})
}

// The goldens' codecs agree with those that the Go runtime makes of the declarations: on values of every root, on damaged
// texts, and on the order of values.
func TestGoldenCodecs(t *testing.T) {
	need.Program(t, "cargo", "the codecs are generated, but not run")
	listings := golden.Listings(t)
	names := slices.Sorted(maps.Keys(listings))
	table := &codecTable{first: map[string]int{}}
	programs := map[string]*typespec.Program{}
	for _, name := range names {
		text, err := os.ReadFile(listings[name])
		if err != nil {
			t.Fatal(err)
		}
		program, err := typespec.Read(name, text)
		if err != nil {
			t.Fatal(err)
		}
		made, err := Target{}.Plan(program, gen.Options{})
		if err != nil {
			t.Fatal(err)
		}
		programs[name] = program
		table.add(made.(*plan), name)
	}
	server := startCodecs(t, buildCodecs(t, table.program()))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			roundtrip.Program(t, programs[name], func(tool int, bound *typespec.Term) []roundtrip.Codec {
				var codecs []roundtrip.Codec
				for i := range len(programs[name].Tools[tool].Params) + 2 {
					codecs = append(codecs, server.codec(table.first[tableKey(name, tool, bound)]+i))
				}
				return codecs
			})
		})
	}
}

// buildCodecs builds the program on the crate of the goldens, and gives its path.
func buildCodecs(t *testing.T, program string) string {
	t.Helper()
	folder := t.TempDir()
	crate := &crate{folder: folder}
	goldens, err := filepath.Abs(filepath.Join("..", "..", "testdata", "golden", "rust"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "Cargo.toml"), fmt.Appendf(nil, `[package]
name = "flow-codecs"
version = "0.0.0"
edition = "2021"

[dependencies]
flow-goldens = { path = %q }

[profile.dev]
debug = false
incremental = false
`, goldens))
	crate.lock(t)
	write(t, filepath.Join(folder, "src", "main.rs"), []byte("#![recursion_limit = \"1024\"]\n"+strings.TrimPrefix(program, "\n")))
	crate.cargo(t, "build", "--quiet")
	return filepath.Join(targetFolder(t), "debug", "flow-codecs")
}
