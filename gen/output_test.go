package gen

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flow-toolkit/flowgen/typespec"
)

const header = "# " + Header + "\n"

// echo is a target whose plan is its files.
type echo struct {
	lang  string
	files map[string]string
}

func (e echo) Name() string                                  { return e.lang }
func (e echo) Plan(*typespec.Program, Options) (Plan, error) { return e, nil }
func (e echo) Emit() (*FileSet, error) {
	set := NewFileSet()
	for _, name := range slices.Sorted(maps.Keys(e.files)) {
		if err := set.Add(name, []byte(e.files[name])); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// two is the output that most tests begin with.
var two = map[string]string{"types.py": header + "one\n", "flow/json.py": header + "two\n", "py.typed": ""}

func generate(t *testing.T, files map[string]string) *FileSet {
	t.Helper()
	set, err := Generate(echo{"python", files}, &typespec.Program{}, Options{Version: "v0"})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func compare(t *testing.T, dir string, files map[string]string) *Changes {
	t.Helper()
	changes, err := Compare(dir, generate(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := compare(t, dir, files).Apply(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := compare(t, dir, files); !after.Same() {
		t.Fatalf("the folder differs after it was written:\n%s", after.Diff())
	}
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	full := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

// tree is what a folder holds: contents by path, folders with a slash behind, links with their target.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
		relative, _ := filepath.Rel(dir, name)
		switch {
		case err != nil || relative == ".":
			return err
		case info.IsDir():
			found[relative+"/"] = ""
		case info.Mode()&os.ModeSymlink != 0:
			target, _ := os.Readlink(name)
			found[relative] = "-> " + target
		default:
			content, err := os.ReadFile(name)
			found[relative] = string(content)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// refused demands that nothing can be written, for the reason given, and that the folder stays as it is.
func refused(t *testing.T, dir string, files map[string]string, reason string) {
	t.Helper()
	before := tree(t, dir)
	changes := compare(t, dir, files)
	err := changes.Apply(t.Context())
	if err == nil || !strings.Contains(err.Error(), reason) {
		t.Errorf("got %v, want %q", err, reason)
	}
	if changes.Same() {
		t.Error("a check would find nothing to complain of")
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("the folder changed: %v\n%v", before, after)
	}
}

func TestWriteMakesExactlyTheSet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	write(t, dir, two)
	want := map[string]string{
		"flow/": "", "flow/json.py": header + "two\n", "types.py": header + "one\n", "py.typed": "",
		ManifestName: `{
  "files": {
    "flow/json.py": "` + hash([]byte(two["flow/json.py"])) + `",
    "py.typed": "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "types.py": "` + hash([]byte(two["types.py"])) + `"
  },
  "flowgen": "v0",
  "lang": "python"
}
`}
	if got := tree(t, dir); !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

func TestWriteRewritesOnlyWhatChanges(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, two)
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{"types.py", "flow/json.py", ManifestName} {
		if err := os.Chtimes(filepath.Join(dir, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "types.py"), 0o640); err != nil {
		t.Fatal(err)
	}
	next := maps.Clone(two)
	next["types.py"] = header + "another\n"
	write(t, dir, next)
	kept, err := os.Stat(filepath.Join(dir, "flow/json.py"))
	if err != nil || !kept.ModTime().Before(time.Now().Add(-time.Minute)) {
		t.Errorf("an unchanged file was written: %v, %v", kept.ModTime(), err)
	}
	changed, err := os.Stat(filepath.Join(dir, "types.py"))
	if err != nil || changed.Mode().Perm() != 0o640 {
		t.Errorf("the permissions were not kept: %v, %v", changed.Mode(), err)
	}
}

func TestDiffAndSummary(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, dir, map[string]string{"types.py": header + "one\n", "old.py": header + "old\n", "py.typed": ""})
	changes := compare(t, dir, map[string]string{"types.py": header + "two", "new.py": header + "new\n"})
	if got, want := changes.Summary(), "update flowgen.json\ncreate new.py\nremove old.py\nremove py.typed\nupdate types.py\n"; got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	diff := changes.Diff()
	for _, want := range []string{
		"--- a/flowgen.json\n+++ b/flowgen.json\n",
		"--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,2 @@\n+" + header + "+new\n",
		"--- a/old.py\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-" + header + "-old\n",
		"\ndiff --git a/py.typed b/py.typed\ndeleted file mode 100644\nindex e69de29..0000000\n",
		"--- a/types.py\n+++ b/types.py\n@@ -1,2 +1,2 @@\n " + header + "-one\n+two\n\\ No newline at end of file\n",
	} {
		if !strings.Contains(diff, want) {
			t.Errorf("the diff lacks\n%s\nin\n%s", want, diff)
		}
	}
}

func TestLineEndsAreTold(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, two)
	put(t, dir, "types.py", strings.ReplaceAll(two["types.py"], "\n", "\r\n"))
	if diff := compare(t, dir, two).Diff(); !strings.Contains(diff, "types.py differs in its line ends alone") {
		t.Errorf("got\n%s", diff)
	}
}

func TestStaleFilesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	first := maps.Clone(two)
	first["deep/er/old.py"] = header
	first["flow/old.py"] = header
	write(t, dir, first)
	put(t, dir, "flow/mine.py", "the author's\n")
	put(t, dir, "deep/mine.py", header+"bears our line, but was not listed\n")
	write(t, dir, two)
	got := slices.Sorted(maps.Keys(tree(t, dir)))
	want := []string{"deep/", "deep/mine.py", "flow/", "flow/json.py", "flow/mine.py", ManifestName, "py.typed", "types.py"}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestEditsAreUndone(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, two)
	put(t, dir, "types.py", header+"edited\n")
	put(t, dir, "py.typed", "")
	if err := os.Remove(filepath.Join(dir, "flow/json.py")); err != nil {
		t.Fatal(err)
	}
	if got, want := compare(t, dir, two).Summary(), "create flow/json.py\nupdate types.py\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	write(t, dir, two)
	if err := os.Remove(filepath.Join(dir, ManifestName)); err != nil {
		t.Fatal(err)
	}
	if got := compare(t, dir, two).Summary(); got != "create flowgen.json\n" {
		t.Errorf("got %q", got)
	}
	write(t, dir, map[string]string{"types.py": header + "next\n"})
}

func TestWhatWeDidNotMakeIsKept(t *testing.T) {
	other := map[string]string{"types.py": header + "one\n", "flow/json.py": header}
	tests := []struct {
		name, reason string
		arrange      func(t *testing.T, dir string)
	}{
		{"a file of the author's", "types.py was not made by flowgen", func(t *testing.T, dir string) {
			put(t, dir, "types.py", "mine\n")
		}},
		{"one that a manifest claims", "types.py was not made by flowgen", func(t *testing.T, dir string) {
			put(t, dir, "types.py", "mine\n")
			put(t, dir, ManifestName, `{"files":{"types.py":"`+hash([]byte("yours\n"))+`"},"flowgen":"v0","lang":"python"}`)
		}},
		{"a folder in a file's place", "types.py is in the way: it is a folder", func(t *testing.T, dir string) {
			put(t, dir, "types.py/x", "")
		}},
		{"a link in a file's place", "types.py is in the way: it is a symbolic link", func(t *testing.T, dir string) {
			put(t, dir, "target", header)
			link(t, dir, "target", "types.py")
		}},
		{"a link in a folder's place", "flow/json.py is in the way: it is a symbolic link", func(t *testing.T, dir string) {
			put(t, dir, "elsewhere/json.py", header)
			link(t, dir, "elsewhere", "flow")
		}},
		{"a file in a folder's place", "flow/json.py is in the way: it is below a file", func(t *testing.T, dir string) {
			put(t, dir, "flow", header)
		}},
		{"a stale file that was edited", "it was changed since flowgen wrote it", func(t *testing.T, dir string) {
			write(t, dir, map[string]string{"old.py": header})
			put(t, dir, "old.py", header+"edited\n")
		}},
		{"a stale file that is a link now", "it is a symbolic link now", func(t *testing.T, dir string) {
			write(t, dir, map[string]string{"old.py": header})
			put(t, dir, "elsewhere", header)
			if err := os.Remove(filepath.Join(dir, "old.py")); err != nil {
				t.Fatal(err)
			}
			link(t, dir, "elsewhere", "old.py")
		}},
		{"another language's", `holds what flowgen made for "rust"`, func(t *testing.T, dir string) {
			put(t, dir, ManifestName, `{"files":{},"flowgen":"v0","lang":"rust"}`)
		}},
		{"a manifest that is none", "it is not as flowgen writes it", func(t *testing.T, dir string) {
			put(t, dir, ManifestName, `{"name": "another program's"}`)
		}},
		{"a manifest that is a link", "flowgen.json is in the way: it is a symbolic link", func(t *testing.T, dir string) {
			put(t, dir, "elsewhere", `{"files":{},"flowgen":"v0","lang":"python"}`)
			link(t, dir, "elsewhere", ManifestName)
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			test.arrange(t, dir)
			refused(t, dir, other, test.reason)
		})
	}
}

func link(t *testing.T, dir, target, name string) {
	t.Helper()
	if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

func TestHostileManifests(t *testing.T) {
	victim := "victim\n"
	entry := func(name string) string {
		text, err := json.Marshal(map[string]any{"files": map[string]string{name: hash([]byte(victim))}, "flowgen": "v0", "lang": "python"})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	tests := map[string]string{
		"a path above":        entry("../victim"),
		"an absolute path":    entry("/victim"),
		"a path round about":  entry("flow/../../victim"),
		"through a link":      entry("linked/victim"),
		"a link":              entry("link"),
		"a folder":            entry("folder"),
		"itself":              entry(ManifestName),
		"a wrong hash":        `{"files":{"inside":"sha256:00"},"flowgen":"v0","lang":"python"}`,
		"a hash that is none": `{"files":{"inside":null},"flowgen":"v0","lang":"python"}`,
		"a list":              `{"files":["inside"],"flowgen":"v0","lang":"python"}`,
		"a repeated member":   `{"files":{},"files":{},"flowgen":"v0","lang":"python"}`,
		"no JSON":             `{`,
		"deep":                strings.Repeat("[", 1_000_000),
	}
	for name, text := range tests {
		t.Run(name, func(t *testing.T) {
			outer := t.TempDir()
			dir := filepath.Join(outer, "out")
			put(t, outer, "victim", victim)
			put(t, outer, "outside/victim", victim)
			put(t, dir, "inside", victim)
			put(t, dir, "folder/x", victim)
			link(t, dir, "../outside", "linked")
			link(t, dir, "../victim", "link")
			put(t, dir, ManifestName, text)
			before := tree(t, outer)
			if err := compare(t, dir, two).Apply(t.Context()); err == nil {
				t.Error("it was written")
			}
			if after := tree(t, outer); !maps.Equal(before, after) {
				t.Errorf("something changed: %v", after)
			}
		})
	}
}

func TestFolderThatIsAFile(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "out", "")
	if _, err := Compare(filepath.Join(dir, "out"), generate(t, two)); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("got %v", err)
	}
}

func TestAFailureLeavesNoTemporaries(t *testing.T) {
	dir := t.TempDir()
	changes := compare(t, dir, two)
	put(t, dir, "types.py/x", "") // comes between
	err := changes.Apply(t.Context())
	if want := "cannot write " + filepath.Join(dir, "types.py") + ": file exists"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	for name := range tree(t, dir) {
		if strings.HasSuffix(name, ".tmp") || name == ManifestName {
			t.Errorf("%s was left", name)
		}
	}
}

// Two runs that compared at the same time do not stumble over what the other has removed already.
func TestTwoRunsRemoveTheSame(t *testing.T) {
	dir := t.TempDir()
	first := maps.Clone(two)
	first["deep/er/old.py"] = header
	write(t, dir, first)
	one, other := compare(t, dir, two), compare(t, dir, two)
	for _, run := range []*Changes{one, other} {
		if err := run.Apply(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if !compare(t, dir, two).Same() {
		t.Error("the folder is not what both wrote")
	}
}

func TestAnInterruptChangesNothing(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"old.py": header})
	before := tree(t, dir)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if err := compare(t, dir, two).Apply(ctx); err == nil || !strings.HasPrefix(err.Error(), "interrupted") {
		t.Errorf("got %v", err)
	}
	if after := tree(t, dir); !maps.Equal(before, after) {
		t.Errorf("from %v to %v", before, after)
	}
}

func TestUnusedRenameIsAnError(t *testing.T) {
	program := &typespec.Program{Declarations: []*typespec.Declaration{{Name: "T", Identity: "a.flow.T", Ordinal: 1}}}
	renames, err := ParseRenames(program, []string{"a.flow.T=U"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = Generate(echo{"python", two}, program, Options{Renames: renames})
	if err == nil || err.Error() != "--rename 'a.flow.T=U': nothing in the generated source has this name" {
		t.Errorf("got %v", err)
	}
}
