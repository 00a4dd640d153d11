package golang

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// Whatever a compiler may print becomes a package of Go without faults.
func TestAcceptedListings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "listings-accepted.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Name, Text string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("no listings")
	}
	set := token.NewFileSet()
	imports := exportedTypes(t, set)
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			checkTypes(t, set, imports, golden.Emit(t, Target{}, "accepted", row.Name, []byte(row.Text)))
		})
	}
}

// exportedTypes gives an importer of what generated packages import.
func exportedTypes(t *testing.T, set *token.FileSet) types.Importer {
	t.Helper()
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", runtimePath).Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, line := range strings.Split(string(out), "\n") {
		path, file, _ := strings.Cut(line, " ")
		files[path] = file
	}
	return importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
}

// checkTypes holds a package to Go's rules.
func checkTypes(t *testing.T, set *token.FileSet, imports types.Importer, files *gen.FileSet) {
	t.Helper()
	var parsed []*ast.File
	for _, path := range files.Paths() {
		file, err := parser.ParseFile(set, path, files.Content(path), 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, file)
	}
	if _, err := (&types.Config{Importer: imports}).Check("accepted", set, parsed, nil); err != nil {
		t.Error(err)
	}
}
