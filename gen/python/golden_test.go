package python

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	"github.com/flow-toolkit/flowgen/templates"
)

// emit generates the package of a listing.
func emit(t testing.TB, path string, text []byte) *gen.FileSet {
	t.Helper()
	return golden.Emit(t, Target{}, "", path, text)
}

// The goldens are all that is generated but for the support code, which is a link to its source.
func TestGoldens(t *testing.T) {
	golden.Suite{Target: Target{}, Language: "python", Elsewhere: isElsewhere, Also: checkLink}.Run(t)
}

// isElsewhere reports the support code, and what Python and its checkers leave behind.
func isElsewhere(file string) bool {
	name := path.Base(file)
	return file == "flow" || strings.HasPrefix(file, "flow/") || name == "__pycache__" ||
		strings.HasPrefix(name, ".") && strings.HasSuffix(name, "_cache")
}

func checkLink(t *testing.T, folder string, update bool) {
	link := filepath.Join(folder, "flow")
	target := filepath.Join("..", "..", "..", "..", "templates", "python", "flow")
	if update {
		if err := os.Remove(link); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	if found, err := os.Readlink(link); err != nil || found != target {
		t.Errorf("%s has to be a link to %s (%v): run `make generate`", link, target, err)
	}
}

// The support code is copied whole, and every file of it says that it is generated.
func TestSupportCode(t *testing.T) {
	files := emit(t, "empty.json", []byte(`{"data":"1.0","tools":[],"types":{}}`))
	sources, err := fs.Glob(templates.Python, supportFolder+"/*.py")
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) == 0 {
		t.Fatal("no support code is embedded")
	}
	for _, source := range sources {
		text, err := fs.ReadFile(templates.Python, source)
		if err != nil {
			t.Fatal(err)
		}
		copied := files.Content(strings.TrimPrefix(source, "python/"))
		if !bytes.HasPrefix(copied, []byte(header+"\n")) {
			t.Errorf("%s does not begin with the line that marks generated code", source)
		}
		if !bytes.HasSuffix(copied, text) {
			t.Errorf("%s is not copied as it is", source)
		}
		if bytes.Count(copied, []byte(header)) != 1 {
			t.Errorf("%s bears its mark more than once", source)
		}
	}
}
