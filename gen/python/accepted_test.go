package python

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/flow-toolkit/flowgen/testdata/need"
)

// Whatever a compiler may print becomes a package that Python can import.
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
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			files := emit(t, "listing.json", []byte(row.Text))
			python := need.Program(t, "python3", "the package is generated, but not imported")
			folder := t.TempDir()
			for _, path := range files.Paths() {
				at := filepath.Join(folder, "made", filepath.FromSlash(path))
				if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, files.Content(path), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			const check = "import made, typing; [typing.get_type_hints(c) for c in vars(made.types).values() if isinstance(c, type)]"
			command := exec.Command(python, "-c", check)
			command.Dir = folder
			if output, err := command.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, output)
			}
		})
	}
}
