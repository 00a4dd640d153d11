package golang

import (
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// The goldens are all that is generated.
func TestGoldens(t *testing.T) {
	golden.Suite{Target: Target{}, Language: "go"}.Run(t)
}
