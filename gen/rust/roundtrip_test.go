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
	"github.com/flow-toolkit/flowgen/runtime/canon"
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

// addRow enters the first root of a Tool that stands for a row of the vectors.
func (c *codecTable) addRow(p *plan, listing string, tool *toolPlan) int {
	s := p.inTools()
	s.types = "flow_goldens::" + listing + "::types::"
	root := tool.tool.Ok
	if len(tool.params) > 0 {
		root = tool.params[0].Term
	}
	fmt.Fprintf(&c.calls, "    codecs.push(of::<%s>(None));\n", s.rustType(root).flat())
	c.count++
	return c.count - 1
}

// planned reads and plans a listing.
func planned(t *testing.T, name string, text []byte) *plan {
	t.Helper()
	program, err := typespec.Read(name, text)
	if err != nil {
		t.Fatal(err)
	}
	made, err := Target{}.Plan(program, gen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return made.(*plan)
}

// vectorRows are the rows of the vectors by listing, with the codecs of their types.
type vectorRows struct {
	rows   []*canon.Value
	codecs []int
}

func (c *codecTable) addVectors(t *testing.T, listings map[string]string) map[string]vectorRows {
	t.Helper()
	found := map[string]vectorRows{}
	for _, name := range []string{"", "everything", "openai", "planner"} {
		rows, err := roundtrip.Rows(filepath.Join("..", "..", "testdata", "vectors"), name)
		if err != nil {
			t.Fatal(err)
		}
		text := []byte(`{"data":"1.0","tools":[],"types":{}}`)
		if name != "" {
			if text, err = os.ReadFile(listings[name]); err != nil {
				t.Fatal(err)
			}
		}
		v := vectorRows{rows: rows}
		p := planned(t, name, roundtrip.WithRows(t, text, rows))
		for _, tool := range p.tools {
			if roundtrip.IsRow(tool.tool) {
				v.codecs = append(v.codecs, c.addRow(p, name, tool))
			}
		}
		found[name] = v
	}
	return found
}

// The goldens' codecs agree with those that the Go runtime makes of the declarations: on values of every root, on damaged
// texts, and on the order of values; and they give what the vectors say.
func TestCodecs(t *testing.T) {
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
		p := planned(t, name, text)
		programs[name] = p.program
		table.add(p, name)
	}
	vectors := table.addVectors(t, listings)
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
	for name, v := range vectors {
		t.Run("vectors "+name, func(t *testing.T) {
			var codecs []roundtrip.Codec
			for _, number := range v.codecs {
				codecs = append(codecs, server.codec(number))
			}
			roundtrip.HoldRows(t, v.rows, codecs)
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
