package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The README's tour in Go, walked in a copy of the repository that it shows: its code is that of the files there, go
// generate makes the package, which go vet likes, the tests pass, and the call by hand is answered.
func TestReadmeTourInGo(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	folder := copyTour(t, root)
	call, shown := "", 0
	for _, b := range tourBlocks(t, "Go") {
		switch b.language {
		case "go":
			shown++
			first, code, _ := strings.Cut(b.text, "\n")
			name := strings.TrimPrefix(first, "// ")
			text, err := os.ReadFile(filepath.Join(folder, name))
			if err != nil {
				t.Fatal(err)
			}
			if string(text) != code {
				t.Errorf("the README's %s is not the file testdata/tour/go/%s", name, name)
			}
		case "sh":
			for _, line := range strings.Split(b.text, "\n") {
				if strings.HasPrefix(line, "echo ") {
					call = line
				}
			}
		}
	}
	if shown < 2 || call == "" {
		t.Fatalf("the README shows %d files and the call %q", shown, call)
	}
	t.Chdir(folder)
	// A tool repository has the version of the go line; here it is this checkout's flowgen that is tried.
	output(t, "go", "mod", "edit", "-replace", "github.com/flow-toolkit/flowgen="+root)
	for _, args := range [][]string{{"generate", "./..."}, {"vet", "./..."}, {"test", "./..."}, {"build"}} {
		output(t, "go", args...)
	}
	shell(t, call, `"outcome":{"Ok":"You said: hi"}`)
}

// copyTour copies the tour's listing and its repository in Go, without what was generated in it, and gives where that is.
func copyTour(t *testing.T, root string) string {
	t.Helper()
	from, into := filepath.Join(root, "testdata", "tour"), t.TempDir()
	names := []string{"agent.json"}
	for _, pattern := range []string{"go/*.go", "go/go.*"} {
		found, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range found {
			names = append(names, filepath.Join("go", filepath.Base(path)))
		}
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(into, name), string(text))
	}
	return filepath.Join(into, "go")
}
