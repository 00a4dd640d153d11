package typescript

import (
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
	suite := golden.Suite{Target: Target{}, Language: "typescript", Elsewhere: golden.IsSupport}
	suite.Also = suite.Linked
	suite.Run(t)
}

// The support code is copied whole, and every file of it says that it is generated.
func TestSupportCode(t *testing.T) {
	files := emit(t, "empty.json", []byte(`{"data":"1.0","tools":[],"types":{}}`))
	golden.Copied(t, files, templates.TypeScript, "typescript", ".ts", header)
}
