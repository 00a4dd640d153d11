package main

import (
	"path/filepath"
	"testing"

	"github.com/flow-toolkit/flowgen/testdata/need"
)

// needCargo skips a test that compiles what is generated in Rust, where there is no Cargo; CI must have it. Crates are
// compiled where the checks compile all of them.
func needCargo(t *testing.T) {
	t.Helper()
	need.Program(t, "cargo", "what is generated is not compiled")
	target, err := filepath.Abs(filepath.Join("..", "..", ".cache", "target"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("CARGO_TARGET_DIR", target)
	t.Setenv("CARGO_INCREMENTAL", "0")
	t.Setenv("CARGO_PROFILE_DEV_DEBUG", "0")
}
