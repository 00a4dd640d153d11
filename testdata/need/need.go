// Package need says what becomes of a test that runs a program which may be missing.
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
	switch {
	case err == nil:
	case os.Getenv("CI") != "":
		t.Fatalf("%s is missing, and CI must have it: %s", name, otherwise)
	default:
		t.Skipf("%s is missing: %s", name, otherwise)
	}
	return path
}
