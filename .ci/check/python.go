package main

import (
	"bytes"
	"context"
)

// Where Python is: the support code with its tests, the generated packages, and the authors' code that serves them.
var pythonRoots = []string{
	"templates/python", "testdata/golden/python", "testdata/testee/python", "testdata/bench/python", "testdata/mcp/sdk",
	"cmd/flowgen/demo",
}

// pythonSteps checks the support code, every generated package, and the testee: an author's code on one of them.
func pythonSteps(c *checkout) []step {
	steps := []step{
		{"venv installed", c.installVenv},
		c.venv("ruff check", "", append([]string{"ruff", "check", "--quiet"}, pythonRoots...)...),
		c.venv("ruff format", "", append([]string{"ruff", "format", "--check", "--quiet"}, pythonRoots...)...),
		c.venv("ruff check by its own rules", "", "ruff", "check", "--isolated", "--quiet", "testdata/golden/python"),
		c.venv("ruff format by its own rules", "", "ruff", "format", "--isolated", "--check", "--quiet", "testdata/golden/python"),
		c.venv("mypy support code", "templates/python", "mypy"),
		c.venv("mypy generated code", "testdata/golden/python", "mypy", "--strict", "--python-version", "3.11", "."),
		c.command("testee built", "", "testdata/testee/python/run", "build"),
		c.venv("mypy testee", "testdata/testee/python", "mypy", "--strict", "--python-version", "3.11", "."),
		{"pyright installed", c.installNode},
		c.pyright("pyright support code", "templates/python"),
		c.pyright("pyright generated code", ".ci"),
		c.venv("pytest", "templates/python", "python", "-m", "pytest", "-q", "-o", "cache_dir="+c.path(".cache", "pytest"), "tests"),
	}
	return steps
}

// venv is a step that runs a program of the virtual environment.
func (c *checkout) venv(name, dir string, args ...string) step {
	return step{name, func(ctx context.Context, out *bytes.Buffer) error {
		return c.exec(ctx, out, dir, append([]string{c.venvBin(args[0])}, args[1:]...)...)
	}}
}

// pyright is a step that checks what the configuration in a folder names.
func (c *checkout) pyright(name, project string) step {
	return step{name, func(ctx context.Context, out *bytes.Buffer) error {
		return c.exec(ctx, out, "", c.node("pyright"), "--project", project, "--pythonpath", c.venvBin("python"))
	}}
}
