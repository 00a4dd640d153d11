package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// What prettier formats besides the *.ts files.
var typescriptConfigs = []string{"*.mjs", "*package.json", "*tsconfig*.json"}

// typescriptSteps checks the support code, every generated package, and authors' code on them.
func typescriptSteps(c *checkout) []step {
	return []step{
		{"node tools installed", c.installNode},
		{"prettier", c.prettier},
		{"tsc 7, build", c.buildTypescript},
		{"tsc 6", func(ctx context.Context, out *bytes.Buffer) error { return c.tsc(ctx, out, "typescript", ".ci") }},
		{"eslint", c.eslint},
		{"node --test", c.nodeTest},
	}
}

// typescriptFiles lists the TypeScript files, or of these the ones that FILES names.
func (c *checkout) typescriptFiles(ctx context.Context, patterns ...string) ([]string, error) {
	var found []string
	for _, pattern := range append([]string{"*.ts"}, patterns...) {
		files, err := c.files(ctx, pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			if c.chosen(file) {
				found = append(found, file)
			}
		}
	}
	if len(found) == 0 {
		return nil, errors.New("no TypeScript file was found")
	}
	return found, nil
}

// chosen reports whether a file is one of FILES or in a folder of them. Without FILES every file is.
func (c *checkout) chosen(file string) bool {
	return len(c.only) == 0 || slices.ContainsFunc(c.only, func(part string) bool {
		part = strings.TrimSuffix(part, "/")
		return file == part || strings.HasPrefix(file, part+"/")
	})
}

// prettier holds all TypeScript to prettier's own defaults, as they apply in other people's checkouts.
func (c *checkout) prettier(ctx context.Context, out *bytes.Buffer) error {
	return c.runPrettier(ctx, out, "--check")
}

// formatTypescript writes files as prettier wants them.
func (c *checkout) formatTypescript(ctx context.Context, out *bytes.Buffer) error {
	return c.runPrettier(ctx, out, "--write")
}

func (c *checkout) runPrettier(ctx context.Context, out *bytes.Buffer, mode string) error {
	files, err := c.typescriptFiles(ctx, typescriptConfigs...)
	if err != nil {
		return err
	}
	args := []string{c.node("prettier"), "--no-config", "--no-editorconfig", "--log-level", "warn", mode}
	return c.exec(ctx, out, "", append(args, files...)...)
}

// tsc type-checks what a configuration names with one of the installed compilers.
func (c *checkout) tsc(ctx context.Context, out *bytes.Buffer, compiler, project string) error {
	node, err := exec.LookPath("node")
	if err != nil {
		return missing{"node is not installed"}
	}
	var said bytes.Buffer
	tsc := c.path(".cache", "node", "node_modules", compiler, "bin", "tsc")
	failed := c.exec(ctx, &said, "", node, tsc, "--pretty", "false", "-p", project)
	if len(c.only) == 0 || failed == nil {
		out.Write(said.Bytes())
		return failed
	}
	return c.ofChosen(out, said.String(), failed)
}

// ofChosen keeps the compiler's faults in the files that FILES names, with their further lines, and counts the others.
func (c *checkout) ofChosen(out *bytes.Buffer, said string, failed error) error {
	kept, others, keeping := 0, 0, true
	for line := range strings.Lines(said) {
		if !strings.HasPrefix(line, " ") {
			file, _, placed := strings.Cut(line, "(")
			if keeping = !placed || c.chosen(file); keeping {
				kept++
			} else {
				others++
			}
		}
		if keeping {
			out.WriteString(line)
		}
	}
	if kept == 0 {
		fmt.Fprintf(out, "%d faults in other files\n", others)
		return nil
	}
	return failed
}

// built is where the compiler writes: the checkout's folders again, beside the packages that tests import.
func (c *checkout) built(parts ...string) string {
	return c.path(append([]string{".cache", "node", "build"}, parts...)...)
}

// buildTypescript checks and compiles, and lets compiled tests find the vectors where the sources find them.
func (c *checkout) buildTypescript(ctx context.Context, out *bytes.Buffer) error {
	if err := os.MkdirAll(c.built("testdata"), 0o755); err != nil {
		return err
	}
	for _, name := range []string{"vectors", "obstacles", "roundtrip", "tour"} {
		err := os.Symlink(c.path("testdata", name), c.built("testdata", name))
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return c.tsc(ctx, out, "typescript7", ".ci/tsconfig.build.json")
}

func (c *checkout) eslint(ctx context.Context, out *bytes.Buffer) error {
	files, err := c.typescriptFiles(ctx)
	if err != nil {
		return err
	}
	args := []string{c.node("eslint"), "--config", ".ci/eslint.config.mjs", "--max-warnings", "0"}
	return c.exec(ctx, out, "", append(args, files...)...)
}

// nodeTest runs the compiled tests on the Node that is installed, which may be the oldest that packages run on.
func (c *checkout) nodeTest(ctx context.Context, out *bytes.Buffer) error {
	node, err := exec.LookPath("node")
	if err != nil {
		return missing{"node is not installed"}
	}
	tests, err := c.files(ctx, "templates/typescript/tests/*.test.ts")
	if err != nil {
		return err
	}
	args := []string{node, "--enable-source-maps", "--test", "--test-reporter", "dot"}
	count := 0
	for _, test := range tests {
		if c.chosen(test) {
			args = append(args, c.built(filepath.FromSlash(strings.TrimSuffix(test, ".ts")+".js")))
			count++
		}
	}
	if count == 0 {
		if len(c.only) > 0 {
			return nil
		}
		return errors.New("no test was found")
	}
	if err := c.exec(ctx, out, "", args...); err != nil {
		return err
	}
	fmt.Fprintf(out, "\n%d files\n", count)
	return nil
}
