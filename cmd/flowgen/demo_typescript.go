package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed demo/shop.ts
var demoTypeScript []byte

// demoCompiler is what compiles the demonstration where Node does not run TypeScript as it is, and no compiler is there.
const demoCompiler = "typescript@6"

// demoNodeTime bounds what Node does to make the demonstration ready, which may fetch a compiler.
const demoNodeTime = 5 * time.Minute

//go:embed demo/package.json
var demoPackage []byte

// demoConfig compiles without checking: the types of Node itself are not there to check against.
//
//go:embed demo/tsconfig.json
var demoConfig []byte

// readyTypeScript has a Node that strips types run the source; for an older one it compiles.
func readyTypeScript(folder, _ string) ([]string, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, errors.New("there is no node here: install it and try again")
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), demoPackage, 0o600); err != nil {
		return nil, err
	}
	strips, err := nodeOutput(folder, node, "-p", "process.features.typescript === 'strip'")
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(strips) == "true" {
		return []string{node, filepath.Join(folder, "shop.ts")}, nil
	}
	if err := os.WriteFile(filepath.Join(folder, "tsconfig.json"), demoConfig, 0o600); err != nil {
		return nil, err
	}
	compiler, err := typescriptCompiler(folder, node)
	if err != nil {
		return nil, err
	}
	if _, err := nodeOutput(folder, compiler[0], append(compiler[1:], "-p", folder)...); err != nil {
		return nil, err
	}
	return []string{node, filepath.Join(folder, "dist", "shop.js")}, nil
}

// typescriptCompiler gives the command of a compiler: one that is installed, or one that npm installs into the folder.
func typescriptCompiler(folder, node string) ([]string, error) {
	if tsc, err := exec.LookPath("tsc"); err == nil {
		return []string{tsc}, nil
	}
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, errors.New("this Node does not run TypeScript as it is, and there is neither tsc nor npm here: " +
			"install Node 22.18 or newer, or TypeScript, and try again")
	}
	if _, err := nodeOutput(folder, npm, "install", "--no-save", "--no-audit", "--no-fund", demoCompiler); err != nil {
		return nil, err
	}
	return []string{node, filepath.Join(folder, "node_modules", "typescript", "bin", "tsc")}, nil
}

// nodeOutput runs a program in a folder; the error has what it said.
func nodeOutput(folder, program string, args ...string) (string, error) {
	ctx, stop := context.WithTimeout(context.Background(), demoNodeTime)
	defer stop()
	command := exec.CommandContext(ctx, program, args...)
	command.Dir = folder
	out, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return "", fmt.Errorf("%s: %w\n%s%s", filepath.Base(program), err, out, failed.Stderr)
	}
	return string(out), err
}
