package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
)

// fuzzRuns is how many inputs a short fuzz run tries. A count rather than a time: a timed run can fail at its deadline
// with nothing found (go.dev/issue/75804).
const fuzzRuns = "50000x"

// testLimit is how long the tests of one package may take before go test says which of them hangs.
const testLimit = "25m"

// goSteps checks the Go module and this runner.
func goSteps(c *checkout) []step {
	steps := []step{
		{"gofmt", c.gofmt},
		c.command("go mod tidy", "", "go", "mod", "tidy", "-diff"),
		c.command("go vet", "", "go", "vet", "./..."),
		c.command("go vet .ci/check", ".ci/check", "go", "vet", "./..."),
		{"staticcheck installed", c.installStaticcheck},
		{"staticcheck", func(ctx context.Context, out *bytes.Buffer) error {
			return errors.Join(
				c.exec(ctx, out, "", c.staticcheck(), "./..."),
				c.exec(ctx, out, ".ci/check", c.staticcheck(), "./..."))
		}},
		{"go vet and staticcheck of testdata", c.testdataPackages},
		{"modules of testdata", c.testdataModules},
		{"node tools installed", c.installNode}, // tests compile what is generated in TypeScript
		{"MCP servers and clients installed", c.installMCP},
		{"go test -race", c.testRace},
		{"fuzz", c.fuzz},
	}
	return steps
}

// testdataModules are Go modules that stand apart: what the benchmarks compare with, and a repository of Tools.
var testdataModules = []string{"testdata/bench/golang", "testdata/mcp/golang", "testdata/tour/go"}

// testdataPackages checks the packages of testdata, goldens among them, which "./..." leaves out.
func (c *checkout) testdataPackages(ctx context.Context, out *bytes.Buffer) error {
	files, err := c.files(ctx, "testdata/*.go")
	if err != nil {
		return err
	}
	var packages []string
	for _, file := range files {
		folder := path.Dir(file)
		apart := slices.ContainsFunc(testdataModules, func(module string) bool { return strings.HasPrefix(folder+"/", module+"/") })
		if !apart && !slices.Contains(packages, "./"+folder) {
			packages = append(packages, "./"+folder)
		}
	}
	if !slices.Contains(packages, "./testdata/golden/go/everything") {
		return errors.New("the goldens of Go were not found")
	}
	return errors.Join(
		c.exec(ctx, out, "", append([]string{"go", "vet"}, packages...)...),
		c.exec(ctx, out, "", append([]string{c.staticcheck()}, packages...)...))
}

// testdataModules generates what these modules do not commit, and checks them.
func (c *checkout) testdataModules(ctx context.Context, out *bytes.Buffer) error {
	var failed error
	for _, module := range testdataModules {
		for _, args := range [][]string{
			{"go", "generate", "./..."}, {"go", "mod", "tidy", "-diff"}, {"go", "vet", "./..."}, {c.staticcheck(), "./..."},
		} {
			if err := c.exec(ctx, out, module, args...); err != nil {
				failed = errors.Join(failed, fmt.Errorf("%s: %s: %w", module, strings.Join(args, " "), err))
			}
		}
	}
	return failed
}

// gofmt fails where a tracked or new Go file is not formatted.
func (c *checkout) gofmt(ctx context.Context, out *bytes.Buffer) error {
	files, err := c.files(ctx, "*.go")
	if err != nil {
		return err
	}
	if err := c.exec(ctx, out, "", append([]string{"gofmt", "-l"}, files...)...); err != nil {
		return err
	}
	if out.Len() > 0 {
		return errors.New("not formatted; `make fmt` mends these")
	}
	return nil
}

// files lists the checkout's files that match a pattern, without what git ignores.
func (c *checkout) files(ctx context.Context, pattern string) ([]string, error) {
	var out bytes.Buffer
	err := c.exec(ctx, &out, "", "git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", pattern)
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w: %s", err, out.String())
	}
	return strings.Fields(out.String()), nil
}

// testRace runs the tests; where there is no C compiler, which the race detector needs, it runs them without it and
// still reports the want of one.
func (c *checkout) testRace(ctx context.Context, out *bytes.Buffer) error {
	if _, err := exec.LookPath("cc"); err != nil {
		if err := c.exec(ctx, out, "", "go", "test", "-timeout", testLimit, "./..."); err != nil {
			return err
		}
		return missing{"passed without -race, which needs a C compiler"}
	}
	return c.exec(ctx, out, "", "go", "test", "-race", "-timeout", testLimit, "./...")
}

var fuzzName = regexp.MustCompile(`(?m)^Fuzz\w*$`)

// fuzz finds every fuzz target and tries each for a short while.
func (c *checkout) fuzz(ctx context.Context, out *bytes.Buffer) error {
	var list bytes.Buffer
	if err := c.exec(ctx, &list, "", "go", "list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}", "./..."); err != nil {
		return fmt.Errorf("go list: %w: %s", err, list.String())
	}
	ran := 0
	for _, pkg := range strings.Fields(list.String()) {
		var names bytes.Buffer
		if err := c.exec(ctx, &names, "", "go", "test", "-list", "^Fuzz", pkg); err != nil {
			return fmt.Errorf("go test -list: %w: %s", err, names.String())
		}
		for _, name := range fuzzName.FindAllString(names.String(), -1) {
			fmt.Fprintf(out, "%s %s\n", pkg, name)
			if err := c.exec(ctx, out, "", "go", "test", "-run", "^$", "-fuzz", "^"+name+"$", "-fuzztime", fuzzRuns, pkg); err != nil {
				return fmt.Errorf("%s in %s: %w", name, pkg, err)
			}
			ran++
		}
	}
	if ran == 0 {
		return errors.New("no fuzz target was found")
	}
	fmt.Fprintf(out, "%d targets, %s each\n", ran, fuzzRuns)
	return nil
}
