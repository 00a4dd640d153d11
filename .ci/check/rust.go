package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"regexp"
	"strings"
)

const (
	rustSupport = "templates/rust"
	rustGoldens = "testdata/golden/rust" // one crate, a module for each golden, all on one support code
)

// rustAuthors is authors' crates on toolkits that are generated beside them for the check.
var rustAuthors = []struct{ crate, tools, listing string }{
	{"testdata/testee/rust", "tools", "testdata/vectors/listings/testee.json"},
	{"testdata/tour/rust", "src/tools", "testdata/tour/agent.json"},
	{"testdata/bench/rust", "src/tools", "testdata/bench/bench.json"},
	{"cmd/flowgen/demo/rust", "shop_tools", "cmd/flowgen/demo/shop.json"},
}

// rustSteps checks the support code, every generated module, and authors' code on them. Clippy looks at each crate as one
// for the oldest Rust that its manifest admits, so that newer parts of the standard library are faults.
func rustSteps(c *checkout) []step {
	return []step{
		{"toolkits of authors' code generated", c.generateRust},
		{"rustfmt", c.rustfmt},
		{"crates locked for the oldest Rust", c.rustVersions},
		{"clippy", func(ctx context.Context, out *bytes.Buffer) error {
			return c.eachCrate(rustCrates(), func(crate string) error { return c.clippy(ctx, out, crate) })
		}},
		{"rustc, edition 2024", c.checkEdition2024},
		{"cargo doc", func(ctx context.Context, out *bytes.Buffer) error {
			return c.eachCrate([]string{rustSupport, rustGoldens}, func(crate string) error {
				return c.lint(ctx, out, crate, "doc", "--no-deps", "--all-features")
			})
		}},
		{"cargo test, support code", func(ctx context.Context, out *bytes.Buffer) error {
			return c.cargo(ctx, out, rustSupport, "test", "--all-features")
		}},
		{"doc tests, generated code", c.docTests},
		{"fuzz", c.fuzzRust},
	}
}

// rustCrates are the folders of all crates but the fuzzed ones.
func rustCrates() []string {
	crates := []string{rustSupport, rustGoldens}
	for _, author := range rustAuthors {
		crates = append(crates, author.crate)
	}
	return crates
}

func (c *checkout) eachCrate(crates []string, check func(crate string) error) error {
	var failed error
	for _, crate := range crates {
		if err := check(crate); err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", crate, err))
		}
	}
	return failed
}

// cargo runs one of cargo's commands in a folder, on exactly the crates that the lock file there names.
func (c *checkout) cargo(ctx context.Context, out *bytes.Buffer, crate, command string, args ...string) error {
	return c.exec(ctx, out, crate, append([]string{"cargo", command, "--quiet", "--locked"}, args...)...)
}

// lint is cargo for a command that makes no program. These have a folder of their own, so that they do not wait for tests of
// other jobs which build programs, nor have these wait: Cargo locks a folder.
func (c *checkout) lint(ctx context.Context, out *bytes.Buffer, crate, command string, args ...string) error {
	return c.cargo(ctx, out, crate, command, append([]string{"--target-dir", c.path(".cache", "target", "lint")}, args...)...)
}

// clippy looks at each part of a crate once: at its library and programs, and at tests that stand beside them.
func (c *checkout) clippy(ctx context.Context, out *bytes.Buffer, crate string) error {
	args := []string{"--all-features"}
	if _, err := os.Stat(c.path(crate, "tests")); err == nil {
		args = append(args, "--lib", "--bins", "--test", "*")
	}
	return c.lint(ctx, out, crate, "clippy", append(args, "--", "-D", "warnings")...)
}

// docTests runs the tests in the docs of the goldens, which are to have none, whatever the docs of a listing say. The crate
// itself, which takes long to compile, is not there for them.
func (c *checkout) docTests(ctx context.Context, out *bytes.Buffer) error {
	return c.lint(ctx, out, rustGoldens, "rustdoc", "--all-features", "--", "--test")
}

func (c *checkout) generateRust(ctx context.Context, out *bytes.Buffer) error {
	for _, author := range rustAuthors {
		err := c.exec(ctx, out, "", "go", "run", "./cmd/flowgen", "--lang", "rust", author.listing, "-o", path.Join(author.crate, author.tools))
		if err != nil {
			return err
		}
	}
	return nil
}

// rustAuthored gives patterns for the files of authors' crates. What git ignores there, toolkits, is reached from them.
func rustAuthored() (patterns []string) {
	for _, author := range rustAuthors {
		patterns = append(patterns, author.crate+"/*.rs")
	}
	return patterns
}

// rustfmt holds all Rust to rustfmt's own defaults. What may come to stand in an author's crate has to look well in either
// edition; the rest is of one.
func (c *checkout) rustfmt(ctx context.Context, out *bytes.Buffer) error {
	carried := []string{rustSupport + "/flow/*.rs", rustGoldens + "/*.rs"}
	return errors.Join(
		c.runRustfmt(ctx, out, "2021", append(carried, rustSupport+"/*.rs"), "--check"),
		c.runRustfmt(ctx, out, "2024", append(carried, rustAuthored()...), "--check"))
}

// formatRust writes files as rustfmt wants them.
func (c *checkout) formatRust(ctx context.Context, out *bytes.Buffer) error {
	return errors.Join(
		c.runRustfmt(ctx, out, "2021", []string{rustSupport + "/*.rs"}),
		c.runRustfmt(ctx, out, "2024", rustAuthored()))
}

func (c *checkout) runRustfmt(ctx context.Context, out *bytes.Buffer, edition string, patterns []string, mode ...string) error {
	args := append([]string{"rustfmt", "--color", "never", "--config-path", "/dev/null", "--edition", edition}, mode...)
	for _, pattern := range patterns {
		files, err := c.files(ctx, pattern)
		if err != nil {
			return err
		}
		if len(files) == 0 {
			return fmt.Errorf("there is no %s", pattern)
		}
		args = append(args, files...)
	}
	if err := c.exec(ctx, out, "", args...); err != nil {
		return fmt.Errorf("in edition %s: %w", edition, err)
	}
	return nil
}

var (
	editionLine = regexp.MustCompile(`(?m)^edition = ".*"$`)
	libraryLine = regexp.MustCompile(`(?m)^path = "(.*)"$`)
	packageLine = regexp.MustCompile(`(?m)^name = "(.*)"$`)
)

// checkEdition2024 compiles the support code and the goldens, which are of edition 2021, in the edition after it.
func (c *checkout) checkEdition2024(ctx context.Context, out *bytes.Buffer) error {
	return c.eachCrate([]string{rustSupport, rustGoldens}, func(crate string) error {
		twin, err := c.twinCrate(crate)
		if err != nil {
			return err
		}
		return c.lint(ctx, out, twin, "check", "--lib", "--all-features")
	})
}

// twinCrate makes a crate below .cache that has the library of another one in edition 2024, on the same locked crates.
func (c *checkout) twinCrate(crate string) (string, error) {
	manifest, err := os.ReadFile(c.path(crate, "Cargo.toml"))
	if err != nil {
		return "", err
	}
	lock, err := os.ReadFile(c.path(crate, "Cargo.lock"))
	if err != nil {
		return "", err
	}
	name, library := packageLine.FindStringSubmatch(string(manifest)), libraryLine.FindStringSubmatch(string(manifest))
	if name == nil || library == nil || !editionLine.Match(manifest) {
		return "", errors.New("its Cargo.toml has no name, edition or path of its library to put others for")
	}
	twin := path.Join(".cache", "edition2024", name[1])
	renamed := fmt.Sprintf("name = \"%s-2024\"", name[1])
	text, _, _ := strings.Cut(string(manifest), "\n[lints")
	text = editionLine.ReplaceAllString(text, `edition = "2024"`)
	text = strings.ReplaceAll(text, library[0], fmt.Sprintf("path = %q", c.path(crate, library[1])))
	text = strings.ReplaceAll(text, name[0], renamed) + "\n[lints.rust]\nwarnings = \"deny\"\n"
	if err := os.MkdirAll(c.path(twin), 0o755); err != nil {
		return "", err
	}
	return twin, errors.Join(
		os.WriteFile(c.path(twin, "Cargo.toml"), []byte(text), 0o644),
		os.WriteFile(c.path(twin, "Cargo.lock"), []byte(strings.ReplaceAll(string(lock), name[0], renamed)), 0o644))
}
