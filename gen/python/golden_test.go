package python

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/templates"
	"github.com/flow-toolkit/flowgen/typespec"
)

// goldenFolder holds a folder for each listing: what is generated for it, but for the support code, which is a link
// to its source.
var goldenFolder = filepath.Join("..", "..", "testdata", "golden", "python")

// goldenListings are the listings that have goldens: those of the vectors, and the obstacle courses.
func goldenListings(t *testing.T) map[string]string {
	t.Helper()
	listings := map[string]string{}
	for _, folder := range []string{filepath.Join("vectors", "listings"), "obstacles"} {
		paths, err := filepath.Glob(filepath.Join("..", "..", "testdata", folder, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			listings[strings.TrimSuffix(filepath.Base(path), ".json")] = path
		}
	}
	return listings
}

// emit generates the package of a listing.
func emit(t testing.TB, path string, text []byte) *gen.FileSet {
	t.Helper()
	program, err := typespec.Read(path, text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Target{}.Plan(program, gen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// isUpdating says whether goldens are to be written; a machine that checks must not.
func isUpdating(t *testing.T) bool {
	t.Helper()
	update := flag.Lookup("update").Value.String() == "true"
	if update && os.Getenv("CI") != "" {
		t.Fatal("goldens are not written where CI is set: run `make generate` on your own machine and read the diff")
	}
	return update
}

// What is generated is what the goldens say, file by file, and no golden is left over.
func TestGoldens(t *testing.T) {
	listings := goldenListings(t)
	update := isUpdating(t)
	for name, path := range listings {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			checkGoldens(t, name, emit(t, path, text), update)
		})
	}
	entries, err := os.ReadDir(goldenFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if _, ok := listings[entry.Name()]; !ok && !isCache(entry.Name()) {
			t.Errorf("%s is the golden of no listing: remove it", filepath.Join(goldenFolder, entry.Name()))
		}
	}
}

func checkGoldens(t *testing.T, name string, files *gen.FileSet, update bool) {
	folder := filepath.Join(goldenFolder, name)
	golden := goldie.New(t, goldie.WithFixtureDir(folder), goldie.WithNameSuffix(""), goldie.WithDiffEngine(goldie.ColoredDiff))
	made := map[string]bool{}
	for _, path := range files.Paths() {
		if strings.HasPrefix(path, "flow/") {
			continue
		}
		made[path] = true
		golden.Assert(t, path, files.Content(path))
	}
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
	for _, path := range filesIn(t, folder) {
		if !made[path] {
			t.Errorf("%s is no longer generated: remove it", filepath.Join(folder, path))
		}
	}
}

// isCache reports the folders that Python and its checkers leave behind.
func isCache(name string) bool {
	return name == "__pycache__" || strings.HasPrefix(name, ".") && strings.HasSuffix(name, "_cache")
}

// filesIn lists the files of a folder that a generator could have made; what Python leaves there is not of them.
func filesIn(t *testing.T, folder string) []string {
	t.Helper()
	var paths []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == "flow" {
			return err
		}
		if entry.IsDir() && isCache(entry.Name()) {
			return fs.SkipDir
		}
		if !entry.IsDir() {
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
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
