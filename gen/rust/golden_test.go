package rust

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	case "flow", "Cargo.toml", "Cargo.lock", "lib.rs", "target":
		return true
	}
	return strings.HasPrefix(file, "flow/")
}

// checkCrate holds a golden's support code to be that of the crate, and the crate to have all goldens as modules.
func checkCrate(t *testing.T, folder string, update bool) {
	crate := filepath.Dir(folder)
	holdFile(t, filepath.Join(folder, "flow", "mod.rs"), "//! The support code, which all goldens share.\n\npub use crate::flow::*;\n", update)
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
	files := golden.Emit(t, Target{}, "", "empty.json", []byte(`{"data":"1.0","tools":[],"types":{}}`))
	sources, err := fs.Glob(templates.Rust, path.Join(supportFolder, "*.rs"))
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) == 0 {
		t.Fatal("no support code is embedded")
	}
	for _, source := range sources {
		text, err := fs.ReadFile(templates.Rust, source)
		if err != nil {
			t.Fatal(err)
		}
		copied := files.Content(strings.TrimPrefix(source, "rust/"))
		if !bytes.HasPrefix(copied, []byte(header+"\n")) || bytes.Count(copied, []byte(header)) != 1 {
			t.Errorf("%s does not bear the line that marks generated code once, at its head", source)
		}
		if !bytes.HasSuffix(copied, text) {
			t.Errorf("%s is not copied as it is", source)
		}
	}
}
