package golang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	"github.com/flow-toolkit/flowgen/testdata/roundtrip"
	"github.com/flow-toolkit/flowgen/typespec"
)

const roundtripPath = "github.com/flow-toolkit/flowgen/testdata/roundtrip"

// overlay is what `go -overlay` reads: files that stand in for others, or where there is none.
type overlay struct {
	folder  string
	Replace map[string]string
}

func newOverlay(t *testing.T) *overlay {
	t.Helper()
	return &overlay{folder: t.TempDir(), Replace: map[string]string{}}
}

// put makes a file of a golden's folder have a text.
func (o *overlay) put(t *testing.T, listing, name string, text []byte) {
	t.Helper()
	at, err := filepath.Abs(filepath.Join(golden.Suite{Language: "go"}.Folder(), listing, name))
	if err != nil {
		t.Fatal(err)
	}
	stand := filepath.Join(o.folder, fmt.Sprintf("%d.go", len(o.Replace)))
	if err := os.WriteFile(stand, text, 0o600); err != nil {
		t.Fatal(err)
	}
	o.Replace[at] = stand
}

// run runs the go command on golden packages with the overlay.
func (o *overlay) run(t *testing.T, listings []string, args ...string) {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(o.folder, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	args = append([]string{args[0], "-overlay", file}, args[1:]...)
	for _, listing := range listings {
		args = append(args, "./"+filepath.ToSlash(filepath.Join(golden.Suite{Language: "go"}.Folder(), listing)))
	}
	command := exec.Command("go", args...)
	// Types that nest fifty deep cost the compiler most of its time in collecting garbage.
	command.Env = append(os.Environ(), "GOGC=400")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", args[0], err, out)
	}
}

// planned plans a listing and emits it, so that all codecs have their names.
func planned(t *testing.T, name string, text []byte) (*plan, *gen.FileSet) {
	t.Helper()
	program, err := typespec.Read(name, text)
	if err != nil {
		t.Fatal(err)
	}
	made, err := Target{}.Plan(program, gen.Options{Folder: name})
	if err != nil {
		t.Fatal(err)
	}
	files, err := made.Emit()
	if err != nil {
		t.Fatal(err)
	}
	return made.(*plan), files
}

// testFile writes a test of a golden's package.
func testFile(t *testing.T, p *plan, call func() *jen.Statement) []byte {
	t.Helper()
	file := jen.NewFile(p.pkg)
	file.ImportAlias(runtimePath, runtimeName)
	file.Func().Id("TestCodecs").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(call())
	var text bytes.Buffer
	if err := file.Render(&text); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// hidden writes the codecs of a Tool's roots without their types.
func hidden(r roots) *jen.Statement {
	return jen.Index().Qual(roundtripPath, "Codec").ValuesFunc(func(g *jen.Group) {
		for i, codec := range r.codecs {
			g.Line().Qual(roundtripPath, "Of").Types(r.types[i]).Call(codec)
		}
		g.Line()
	})
}

// The goldens build without a complaint of go vet, and their codecs agree with those that the runtime makes of the
// declarations: on values of every root, on damaged texts, and on the order of values.
func TestGoldenCodecs(t *testing.T) {
	listings := golden.Listings(t)
	o := newOverlay(t)
	names := slices.Sorted(maps.Keys(listings))
	for _, name := range names {
		text, err := os.ReadFile(listings[name])
		if err != nil {
			t.Fatal(err)
		}
		p, _ := planned(t, name, text)
		o.put(t, name, "codecs_test.go", testFile(t, p, func() *jen.Statement {
			return jen.Qual(roundtripPath, "Tools").Call(jen.Id("t"), jen.Id("listing"), jen.Id("Toolkit").Call(jen.Nil()), jen.Index().Qual(roundtripPath, "Roots").ValuesFunc(func(g *jen.Group) {
				for _, tool := range p.tools {
					g.Line().Func().Params(jen.Id("bindings").Index().Add(support("Codec").Types(support("Generic")))).
						Index().Qual(roundtripPath, "Codec").Block(jen.Return(hidden(p.rootsOf(tool))))
				}
				g.Line()
			}))
		}))
	}
	o.run(t, names, "test", "-count=1", "-gcflags=-N -l")
}

// The codecs that are generated for the types of the vectors' rows give what the rows say.
func TestVectors(t *testing.T) {
	o := newOverlay(t)
	vectors := filepath.Join("..", "..", "testdata", "vectors")
	names := []string{"everything", "openai", "planner"}
	for _, name := range names {
		rows, err := roundtrip.Rows(vectors, name)
		if err != nil {
			t.Fatal(err)
		}
		listing, err := os.ReadFile(filepath.Join(vectors, "listings", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		putVectors(t, o, name, name, roundtrip.WithRows(t, listing, rows))
	}
	rows, err := roundtrip.Rows(vectors, "")
	if err != nil {
		t.Fatal(err)
	}
	putVectors(t, o, "browser", "", roundtrip.WithRows(t, []byte(`{"data":"1.0","tools":[],"types":{}}`), rows))
	o.run(t, append(names, "browser"), "test", "-count=1", "-gcflags=-N -l")
}

// putVectors has the package of a listing with rows stand in for a golden.
func putVectors(t *testing.T, o *overlay, folder, listing string, text []byte) {
	t.Helper()
	p, files := planned(t, folder, text)
	for _, path := range files.Paths() {
		o.put(t, folder, path, files.Content(path))
	}
	var rows roots
	for _, tool := range p.tools {
		if roundtrip.IsRow(tool.tool) {
			root := p.rootsOf(tool)
			rows.codecs, rows.types = append(rows.codecs, root.codecs[0]), append(rows.types, root.types[0])
		}
	}
	o.put(t, folder, "vectors_test.go", testFile(t, p, func() *jen.Statement {
		return jen.Qual(roundtripPath, "Vectors").Call(jen.Id("t"), jen.Lit(listing), hidden(rows))
	}))
}
