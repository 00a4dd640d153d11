package rust

import (
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// The goldens are all that is generated but for the support code, which the crate around them has once for all.
func TestGoldens(t *testing.T) {
	golden.Suite{Target: Target{}, Language: "rust", Elsewhere: isElsewhere}.Run(t)
}

func isElsewhere(file string) bool {
	return file == "flow" || strings.HasPrefix(file, "flow/")
}
