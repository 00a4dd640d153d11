// Package golden holds what a backend generates against the goldens in testdata/golden, in both directions: what is
// missing, what differs and what is no longer generated are all faults.
package golden

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
	"github.com/flow-toolkit/flowgen/typespec"
)

// testdata is the folder as the tests of a backend, which stand in gen/LANGUAGE, see it.
var testdata = filepath.Join("..", "..", "testdata")

// Suite is the goldens of one target: a folder for each listing.
type Suite struct {
	Target gen.Target
	// Language names the folder in testdata/golden.
	Language string
	// Elsewhere says which files and folders, by their paths in a listing's folder, are not held to be goldens: support
	// code that is a link, what tools leave behind. nil means none.
	Elsewhere func(path string) bool
	// Also holds one listing's folder to more; it may be nil.
	Also func(t *testing.T, folder string, update bool)
}

// Folder is where the goldens are.
func (s Suite) Folder() string { return filepath.Join(testdata, "golden", s.Language) }

// Listings are the listings that have goldens, by name: those of the vectors, and the obstacle courses.
func Listings(t testing.TB) map[string]string {
	t.Helper()
	listings := map[string]string{}
	for _, folder := range []string{filepath.Join("vectors", "listings"), "obstacles"} {
		paths, err := filepath.Glob(filepath.Join(testdata, folder, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			listings[strings.TrimSuffix(filepath.Base(path), ".json")] = path
		}
	}
	if len(listings) == 0 {
		t.Fatal("there are no listings")
	}
	return listings
}

// Emit generates the package of a listing, under a name.
func Emit(t testing.TB, target gen.Target, name, path string, text []byte) *gen.FileSet {
	t.Helper()
	program, err := typespec.Read(path, text)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := target.Plan(program, gen.Options{Folder: name})
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

// Run holds what is generated to what the goldens say, file by file, and finds goldens that are left over.
func (s Suite) Run(t *testing.T) {
	listings := Listings(t)
	update := isUpdating(t)
	for name, path := range listings {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s.check(t, name, Emit(t, s.Target, name, path, text), update)
		})
	}
	entries, err := os.ReadDir(s.Folder())
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if _, ok := listings[entry.Name()]; !ok && !s.elsewhere(entry.Name()) {
			t.Errorf("%s is the golden of no listing: remove it", filepath.Join(s.Folder(), entry.Name()))
		}
	}
}

func (s Suite) elsewhere(path string) bool { return s.Elsewhere != nil && s.Elsewhere(path) }

func (s Suite) check(t *testing.T, name string, files *gen.FileSet, update bool) {
	folder := filepath.Join(s.Folder(), name)
	golden := goldie.New(t, goldie.WithFixtureDir(folder), goldie.WithNameSuffix(""), goldie.WithDiffEngine(goldie.ColoredDiff))
	made := map[string]bool{}
	for _, path := range files.Paths() {
		if s.elsewhere(path) {
			continue
		}
		made[path] = true
		golden.Assert(t, path, files.Content(path))
	}
	if s.Also != nil {
		s.Also(t, folder, update)
	}
	for _, path := range s.filesIn(t, folder) {
		if !made[path] {
			t.Errorf("%s is no longer generated: remove it", filepath.Join(folder, path))
		}
	}
}

// filesIn lists the files of a folder that a generator could have made.
func (s Suite) filesIn(t *testing.T, folder string) []string {
	t.Helper()
	var paths []string
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != "." && s.elsewhere(path):
			if entry.IsDir() {
				return fs.SkipDir
			}
		case !entry.IsDir():
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// Linked holds the support code of each golden to be a link to its source, so that the goldens are tested with it as it
// is. It fits Suite.Also.
func (s Suite) Linked(t *testing.T, folder string, update bool) {
	link := filepath.Join(folder, supportFolder)
	target := filepath.Join("..", "..", "..", "..", "templates", s.Language, supportFolder)
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

// supportFolder is where packages have their support code, and templates its source.
const supportFolder = "flow"

// IsSupport reports the support code among the files of a package.
func IsSupport(file string) bool {
	return file == supportFolder || strings.HasPrefix(file, supportFolder+"/")
}

// Copied holds the support code in a package to be the whole of its source, each file of it marked once as generated by
// its first line.
func Copied(t *testing.T, files *gen.FileSet, templates fs.FS, language, extension, header string) {
	t.Helper()
	sources, err := fs.Glob(templates, language+"/"+supportFolder+"/*"+extension)
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) == 0 {
		t.Fatal("no support code is embedded")
	}
	for _, source := range sources {
		text, err := fs.ReadFile(templates, source)
		if err != nil {
			t.Fatal(err)
		}
		copied := files.Content(strings.TrimPrefix(source, language+"/"))
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
