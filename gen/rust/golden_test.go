package rust

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	"github.com/flow-toolkit/flowgen/templates"
)

// The goldens are all that is generated but for the support code, which the crate around them has once for all.
func TestGoldens(t *testing.T) {
	golden.Suite{Target: Target{}, Language: "rust", Elsewhere: isElsewhere, Also: checkCrate}.Run(t)
}

// isElsewhere reports the support code, the crate that the goldens are modules of, and what Cargo leaves behind.
func isElsewhere(file string) bool {
	switch file {
	case "Cargo.toml", "Cargo.lock", "lib.rs", "target":
		return true
	}
	return golden.IsSupport(file)
}

// sharedFlow stands for the support code of a tree in a crate that has it once for all trees.
const sharedFlow = "//! The support code, which all trees of the crate share.\n\npub use crate::flow::*;\n"

// checkCrate holds a golden's support code to be that of the crate, and the crate to have all goldens as modules.
func checkCrate(t *testing.T, folder string, update bool) {
	crate := filepath.Dir(folder)
	holdFile(t, filepath.Join(folder, "flow", "mod.rs"), sharedFlow, update)
	holdFile(t, filepath.Join(crate, "Cargo.toml"), goldenManifest(), update)
	holdFile(t, filepath.Join(crate, "lib.rs"), goldenCrate(slices.Sorted(maps.Keys(golden.Listings(t)))), update)
}

// holdFile holds a file to have a text, or gives it that text.
func holdFile(t *testing.T, name, want string, update bool) {
	t.Helper()
	if update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("%s is not what it should be (%v): run `make generate`", name, err)
	}
}

func goldenManifest() string {
	return `# What generated Rust looks like, as a crate that compilers and linters can be held to.
[package]
name = "flow-goldens"
version = "0.0.0"
edition = "2021"
rust-version = "1.85"
publish = false

[lib]
path = "lib.rs"

` + dependencies() + `
[lints.rust]
missing_docs = "deny"

[lints.clippy]
pedantic = { level = "warn", priority = -1 }
`
}

func goldenCrate(names []string) string {
	var b strings.Builder
	b.WriteString(`//! The goldens of generated Rust, each a module, on one support code.
#![recursion_limit = "1024"]

#[path = "../../../templates/rust/flow/mod.rs"]
pub mod flow;

`)
	for _, name := range names {
		fmt.Fprintf(&b, "pub mod %s;\n", name)
	}
	return b.String()
}

// The support code is copied whole, and every file of it says that it is generated.
func TestSupportCode(t *testing.T) {
	golden.Copied(t, emit(t, "empty.json", []byte(`{"data":"1.0","tools":[],"types":{}}`)), templates.Rust, "rust", ".rs", header)
}

// emit generates the module tree of a listing.
func emit(t testing.TB, path string, text []byte) *gen.FileSet {
	t.Helper()
	return golden.Emit(t, Target{}, "", path, text)
}
