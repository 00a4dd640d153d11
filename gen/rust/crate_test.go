package rust

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	"github.com/flow-toolkit/flowgen/testdata/need"
)

// crate is a crate in a folder for a while, whose modules are generated trees on one support code.
type crate struct {
	folder string
	lib    strings.Builder
}

func newCrate(t *testing.T) *crate {
	t.Helper()
	need.Program(t, "cargo", "the modules are generated, but not compiled")
	c := &crate{folder: t.TempDir()}
	flow := filepath.Join(root(t), "templates", "rust", "flow", "mod.rs")
	fmt.Fprintf(&c.lib, "//! Generated trees.\n#![recursion_limit = \"4096\"]\n#[path = %q]\npub mod flow;\n", flow)
	write(t, filepath.Join(c.folder, "Cargo.toml"), []byte(goldenManifest()))
	c.lock(t)
	return c
}

// lock gives the crate the versions of crates that the support code is tested with.
func (c *crate) lock(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root(t), "templates", "rust", "Cargo.lock"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(c.folder, "Cargo.lock"), text)
}

// root is the folder of the checkout.
func root(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func write(t *testing.T, at string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// put adds a tree as a module.
func (c *crate) put(t *testing.T, name string, files *gen.FileSet) {
	t.Helper()
	for _, path := range files.Paths() {
		if !golden.IsSupport(path) {
			write(t, filepath.Join(c.folder, name, path), files.Content(path))
		}
	}
	write(t, filepath.Join(c.folder, name, "flow", "mod.rs"), []byte(sharedFlow))
	fmt.Fprintf(&c.lib, "pub mod %s;\n", name)
}

// cargo runs Cargo on the crate.
func (c *crate) cargo(t *testing.T, args ...string) {
	t.Helper()
	if c.lib.Len() > 0 {
		write(t, filepath.Join(c.folder, "lib.rs"), []byte(c.lib.String()))
	}
	command := exec.Command("cargo", args...)
	command.Dir = c.folder
	command.Env = append(os.Environ(), "RUSTDOCFLAGS=-D warnings", "CARGO_TARGET_DIR="+targetFolder(t))
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("cargo %s: %v\n%.8000s", args[0], err, out)
	}
}

// targetFolder is where Cargo puts what it builds: all crates of the checkout share what they depend on.
func targetFolder(t *testing.T) string {
	t.Helper()
	if folder := os.Getenv("CARGO_TARGET_DIR"); folder != "" {
		return folder
	}
	return filepath.Join(root(t), ".cache", "target")
}

// check holds the trees to rustc and to clippy's pedantic lints without a warning, and their docs to rustdoc.
func (c *crate) check(t *testing.T) {
	t.Helper()
	c.cargo(t, "clippy", "--quiet", "--", "-D", "warnings")
	c.cargo(t, "doc", "--quiet", "--no-deps")
}

// checkFormat holds the files of a tree to rustfmt, in both of its styles.
func checkFormat(t *testing.T, files *gen.FileSet) {
	t.Helper()
	rustfmt := need.Program(t, "rustfmt", "the files are generated, but their format is not looked at")
	for _, path := range files.Paths() {
		if golden.IsSupport(path) || !strings.HasSuffix(path, ".rs") {
			continue
		}
		text := string(files.Content(path))
		if path == "mod.rs" { // rustfmt would go on to the modules
			text, _, _ = strings.Cut(text, "\nmod codecs;")
		}
		for _, edition := range []string{"2021", "2024"} {
			command := exec.Command(rustfmt, "--check", "--edition", edition)
			command.Stdin = strings.NewReader(text)
			if out, err := command.CombinedOutput(); err != nil {
				t.Errorf("%s is not formatted as the edition %s has it: %v\n%.3000s", path, edition, err, out)
			}
		}
	}
}
