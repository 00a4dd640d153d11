package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/python"
)

// A folder that cannot be imported by its name is written, with a note; a package name that cannot be is wrong usage.
func TestPackageName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my-agent")
	targets := gen.Targets{python.Target{}}
	run := func(more ...string) result {
		return doWith(targets, readListing(t, "browser.json"), append([]string{"--lang", "python", "-o", dir}, more...)...)
	}
	got := run("--package", "my-agent")
	if got.code != 2 || !strings.Contains(got.stderr, "--package my_agent would do") {
		t.Errorf("exit %d, want 2:\n%s", got.code, got.stderr)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("%s was touched: %v", dir, err)
	}
	got = run()
	if got.code != 0 || !strings.HasPrefix(got.stderr, `flowgen: note: the folder "my-agent": `) {
		t.Errorf("exit %d, want 0 with a note:\n%s", got.code, got.stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "tools.py")); err != nil {
		t.Error(err)
	}
	if got = run("--package", "my_agent"); got != (result{}) {
		t.Errorf("%+v", got)
	}
}
