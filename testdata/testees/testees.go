// Package testees builds the testees of all languages for the tests that play them. A language joins by having a
// testdata/testee/LANGUAGE/run: `run build` makes what it needs, `run` serves.
package testees

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// Testee is a language's testee that was built.
type Testee struct {
	// Language is the name of its folder, and Command the program that serves.
	Language, Command string
}

// unavailable is the status by which `run build` says that the machine lacks what the testee's language needs.
const unavailable = 69

// Built lets the testees be built whose language matches a pattern, "*" for all. One whose language the machine lacks is
// shown as a skipped test, and fails in CI.
func Built(t *testing.T, languages string) []Testee {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	root := filepath.Dir(filepath.Dir(filepath.Dir(here)))
	runs, err := filepath.Glob(filepath.Join(root, "testdata", "testee", languages, "run"))
	if err != nil || len(runs) == 0 {
		t.Fatalf("there is no testdata/testee/%s/run: %v", languages, err)
	}
	// The tests of several packages build at once, and what one plays the other must not be writing.
	unlock, err := lock(filepath.Join(root, ".cache", "testee"))
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	var found []Testee
	for _, command := range runs {
		testee := Testee{filepath.Base(filepath.Dir(command)), command}
		out, err := exec.Command(command, "build").CombinedOutput()
		var exit *exec.ExitError
		switch {
		case err == nil:
			found = append(found, testee)
		case errors.As(err, &exit) && exit.ExitCode() == unavailable && os.Getenv("CI") == "":
			t.Run(testee.Language, func(t *testing.T) { t.Skipf("%s", out) })
		default:
			t.Fatalf("%s build: %v\n%s", command, err, out)
		}
	}
	return found
}
