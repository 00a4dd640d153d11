package gen

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/testdata/need"
)

// git runs git in the working folder, as in no repository.
func git(t *testing.T, stdin string, args ...string) {
	t.Helper()
	cmd := exec.Command(need.Program(t, "git", "no diff is applied"), args...)
	cmd.Env = append(os.Environ(), "GIT_DIR="+filepath.Join(t.TempDir(), "none"))
	cmd.Stdin = strings.NewReader(stdin)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s\n%s", args, err, out, stdin)
	}
}

// What --diff prints carries out what a run would.
func TestDiffsApply(t *testing.T) {
	old := maps.Clone(two)
	old["stale.py"], old["stale.typed"], old["tail.py"] = header, "", header+"without an end"
	next := maps.Clone(two)
	next["types.py"], next["new/empty.py"], next["new/two.py"], next["empty.py"] = header+"changed\n", "", header, ""
	next["tail.py"] = header + "without another end"
	for _, from := range []map[string]string{old, nil} {
		for _, at := range []struct{ working, dir, header string }{
			{".", "out", "b/out/types.py\n"},
			{".", "./out/../lib//out/", "b/lib/out/types.py\n"},
			{".", "my lib/out", "b/my lib/out/types.py\t\n"},
			{".", "it's \"mine\"/außen", `"b/it's \"mine\"/außen/types.py"` + "\n"},
			{"out", ".", "b/types.py\n"},
			{".", "absolute", "b/absolute/types.py\n"},
		} {
			top := t.TempDir()
			if err := os.MkdirAll(filepath.Join(top, at.working), 0o777); err != nil {
				t.Fatal(err)
			}
			t.Chdir(filepath.Join(top, at.working))
			if at.dir == "absolute" {
				at.dir = filepath.Join(top, "absolute")
			}
			if from != nil {
				write(t, at.dir, from)
			}
			diff := compare(t, at.dir, next).Diff()
			if !strings.Contains(diff, "+++ "+at.header) {
				t.Errorf("%s: the diff lacks %q\n%s", at.dir, at.header, diff)
			}
			git(t, diff, "apply", "--check")
			git(t, diff, "apply")
			if changes := compare(t, at.dir, next); !changes.Same() {
				t.Errorf("%s: after the diff there remains\n%s", at.dir, changes.Diff())
			}
		}
	}
}

// A folder that is not below the working one is named alone: no tool takes a path that leads upward.
func TestDiffsOfFoldersElsewhere(t *testing.T) {
	top := t.TempDir()
	working := filepath.Join(top, "working")
	if err := os.Mkdir(working, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(working)
	for _, dir := range []string{"../out", filepath.Join(top, "deep", "out")} {
		if diff := compare(t, dir, two).Diff(); !strings.Contains(diff, "\n+++ b/out/types.py\n") {
			t.Errorf("%s:\n%s", dir, diff)
		}
	}
	diff := compare(t, "../out", two).Diff()
	t.Chdir(top)
	git(t, diff, "apply")
	if !compare(t, "out", two).Same() {
		t.Error("the diff does not apply beside the folder")
	}
}
