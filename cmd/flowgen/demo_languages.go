package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed demo/shop.py
var demoPython []byte

//go:embed demo/_go/shop.go
var demoGo []byte

// demonstrations are the small implementations that there are, by language.
var demonstrations = map[string]demonstration{
	"python": {file: "shop.py", text: demoPython, need: "Python 3.11 or newer", ready: readyPython},
	"go":     {file: "shop.go", text: demoGo, need: "Go 1.24 or newer", ready: readyGo},
	"typescript": {
		file: "shop.ts", text: demoTypeScript, need: "Node 22.18 or newer, or an older one from 20 on with TypeScript",
		ready: readyTypeScript,
	},
}

// demonstration is a small implementation of the demo's listing in one language.
type demonstration struct {
	file string
	text []byte
	need string
	// ready makes the implementation in a folder, beside the generated package, ready to run, and gives the command.
	ready func(folder, version string) ([]string, error)
}

// demoBuildTime bounds what makes a demonstration ready, which may have to fetch the modules that it needs.
const demoBuildTime = 5 * time.Minute

func readyPython(folder, _ string) ([]string, error) {
	for _, name := range []string{"python3", "python"} {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path, filepath.Join(folder, "shop.py")}, nil
		}
	}
	return nil, errors.New("there is no python3 here: install it and try again")
}

// flowgenModule is the module that a generated package in Go imports its support code from.
const flowgenModule = "github.com/flow-toolkit/flowgen"

// readyGo builds a program in a module of its own.
func readyGo(folder, version string) ([]string, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return nil, errors.New("there is no go here: install it and try again")
	}
	if err := writeDemoModule(tool, folder, version); err != nil {
		return nil, err
	}
	program := filepath.Join(folder, "shop.exe") // a name that every system runs
	if _, err := goOutput(tool, folder, "build", "-mod=mod", "-o", program, "."); err != nil {
		return nil, err
	}
	return []string{program}, nil
}

// writeDemoModule writes the demonstration's go.mod. The support code is that of the checkout that the demonstration is
// run in, elsewhere that of this program's version.
func writeDemoModule(tool, folder, version string) error {
	checkout := checkoutHere(tool)
	module := "module demo\n\ngo 1.24.0\n\nrequire " + flowgenModule + " "
	switch {
	case checkout != "":
		module += "v0.0.0\n\nreplace " + flowgenModule + " => " + strconv.Quote(filepath.ToSlash(checkout)) + "\n"
		sums, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, "go.sum"), sums, 0o600); err != nil {
			return err
		}
	case strings.HasPrefix(version, "v"):
		module += version + "\n"
	default:
		return fmt.Errorf("this is flowgen %s, of which no support code is published: run the demonstration in flowgen's checkout", version)
	}
	return os.WriteFile(filepath.Join(folder, "go.mod"), []byte(module), 0o600)
}

// checkoutHere gives the folder of flowgen's own module where the current folder is in it; empty elsewhere.
func checkoutHere(tool string) string {
	out, err := goOutput(tool, "", "list", "-m", "-f", "{{.Path}} {{.Dir}}")
	if err != nil {
		return "" // no module at all is here
	}
	for _, line := range strings.Split(out, "\n") {
		if dir, ok := strings.CutPrefix(strings.TrimRight(line, "\r"), flowgenModule+" "); ok {
			return dir
		}
	}
	return ""
}

// goOutput runs the go command in a folder; the error has what it said.
func goOutput(tool, folder string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), demoBuildTime)
	defer stop()
	command := exec.CommandContext(ctx, tool, args...)
	command.Dir = folder
	if folder != "" {
		command.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	}
	var said strings.Builder
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", args[0], err, said.String())
	}
	return string(out), nil
}
