package python

import (
	"path"
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
	suite := golden.Suite{Target: Target{}, Language: "python", Elsewhere: isElsewhere}
	suite.Also = suite.Linked
	suite.Run(t)
}

// isElsewhere reports the support code, and what Python and its checkers leave behind.
func isElsewhere(file string) bool {
	name := path.Base(file)
	return golden.IsSupport(file) || name == "__pycache__" || strings.HasPrefix(name, ".") && strings.HasSuffix(name, "_cache")
}

// The support code is copied whole, and every file of it says that it is generated.
func TestSupportCode(t *testing.T) {
	files := emit(t, "empty.json", []byte(`{"data":"1.0","tools":[],"types":{}}`))
	golden.Copied(t, files, templates.Python, "python", ".py", header)
}
