// Package need says what becomes of a test whose program or file may be missing.
package need

import (
	"os"
	"os/exec"
	"testing"
)

// Program gives the path of a program. Where it is missing the test is skipped, and fails in CI; otherwise says what the
// test then leaves undone, such as "no diff is applied".
func Program(t testing.TB, name, otherwise string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	held(t, name, err, otherwise)
	return path
}

// File holds a test to a file or folder of the system, such as /proc/self/fd. Where it is missing the test is skipped, and
// fails in CI, as with Program.
func File(t testing.TB, name, otherwise string) {
	t.Helper()
	_, err := os.Stat(name)
	held(t, name, err, otherwise)
}

func held(t testing.TB, name string, err error, otherwise string) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("CI") != "":
		t.Fatalf("%s is missing, and CI must have it: %s", name, otherwise)
	default:
		t.Skipf("%s is missing: %s", name, otherwise)
	}
}
