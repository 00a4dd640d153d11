package typescript

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	"github.com/flow-toolkit/flowgen/testdata/need"
)

// project is a folder of generated packages for the compiler, whose support code is a link to its source.
type project struct{ folder string }

func newProject(t *testing.T) *project {
	t.Helper()
	folder := t.TempDir()
	link(t, filepath.Join(root(t), "templates", "typescript", "flow"), filepath.Join(folder, "flow"))
	write(t, filepath.Join(folder, "package.json"), []byte(`{"type":"module"}`))
	return &project{folder}
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

func link(t *testing.T, target, at string) {
	t.Helper()
	if err := os.Symlink(target, at); err != nil {
		t.Fatal(err)
	}
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

// put adds a package.
func (p *project) put(t *testing.T, name string, files *gen.FileSet) {
	t.Helper()
	for _, path := range files.Paths() {
		if !golden.IsSupport(path) {
			write(t, filepath.Join(p.folder, name, path), files.Content(path))
		}
	}
	link(t, filepath.Join("..", "flow"), filepath.Join(p.folder, name, "flow"))
}

// compile checks the packages as strictly as CI does, and gives the folder of what was written as JavaScript.
func (p *project) compile(t *testing.T) string {
	t.Helper()
	node := need.Program(t, "node", "the packages are generated, but not compiled")
	modules := filepath.Join(root(t), ".cache", "node", "node_modules")
	compiler := filepath.Join(modules, "typescript7", "bin", "tsc")
	need.File(t, compiler, "the packages are generated, but not compiled; `make install` has it")
	built := t.TempDir()
	config, err := json.Marshal(map[string]any{
		"extends": filepath.Join(root(t), ".ci", "tsconfig.json"),
		"compilerOptions": map[string]any{
			"noEmit": false, "declaration": false, "isolatedDeclarations": false, "preserveSymlinks": true,
			"rootDir": p.folder, "outDir": built, "typeRoots": []string{filepath.Join(modules, "@types")}, "paths": map[string]any{},
		},
		"include": []string{filepath.Join(p.folder, "*", "*.ts")},
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(p.folder, "tsconfig.json"), config)
	write(t, filepath.Join(built, "package.json"), []byte(`{"type":"module"}`))
	if out, err := exec.Command(node, compiler, "--pretty", "false", "-p", p.folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%.4000s", err, out)
	}
	return built
}
