package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// installSteps installs every tool.
func installSteps(c *checkout) []step {
	return []step{
		{"staticcheck", c.installStaticcheck},
		{"python tools", c.installVenv},
		{"node tools", c.installNode},
		{"MCP servers and clients", c.installMCP},
	}
}

func (c *checkout) staticcheck() string        { return c.path(".cache", "bin", "staticcheck") }
func (c *checkout) venvBin(name string) string { return c.path(".cache", "venv", "bin", name) }
func (c *checkout) node(name string) string {
	return c.path(".cache", "node", "node_modules", ".bin", name)
}
func (c *checkout) stamp(folder string) string { return c.path(".cache", folder, ".installed") }

func (c *checkout) installStaticcheck(ctx context.Context, out *bytes.Buffer) error {
	return c.exec(ctx, out, ".ci/tools", "go", "build", "-o", c.staticcheck(), "honnef.co/go/tools/cmd/staticcheck")
}

// installVenv makes the checkers' virtual environment.
func (c *checkout) installVenv(ctx context.Context, out *bytes.Buffer) error {
	return c.installPython(ctx, out, "venv", "requirements.txt")
}

// installMCP installs the servers and clients that the MCP adapter is tested with.
func (c *checkout) installMCP(ctx context.Context, out *bytes.Buffer) error {
	return errors.Join(c.installNpm(ctx, out, "mcp-node", ".ci/mcp"), c.installPython(ctx, out, "mcp", "mcp-requirements.txt"))
}

// benchSteps installs what `make bench` measures beside us.
func benchSteps(c *checkout) []step {
	return []step{
		{"bench peers in Python", func(ctx context.Context, out *bytes.Buffer) error {
			return c.installPython(ctx, out, "bench", "bench-requirements.txt")
		}},
		{"bench peers in TypeScript", func(ctx context.Context, out *bytes.Buffer) error {
			return c.installNpm(ctx, out, "bench-node", "testdata/bench/typescript")
		}},
		{"bench peers in Rust", func(ctx context.Context, out *bytes.Buffer) error {
			return c.cargo(ctx, out, "testdata/bench/rust", "fetch")
		}},
	}
}

// installPython makes a virtual environment of exactly what a lock file in .ci names, by hash.
func (c *checkout) installPython(ctx context.Context, out *bytes.Buffer, name, lock string) error {
	python, err := findPython()
	if err != nil {
		return err
	}
	return c.once(name, []string{".ci/" + lock}, python, func(folder string) error {
		if err := c.exec(ctx, out, "", python, "-m", "venv", folder); err != nil {
			return err
		}
		return c.exec(ctx, out, "", filepath.Join(folder, "bin", "python"), "-m", "pip", "install", "--quiet",
			"--require-hashes", "--no-deps", "-r", c.path(".ci", lock))
	})
}

// installNode installs what the checks of all jobs need. The jobs run side by side, and only one of them installs.
func (c *checkout) installNode(ctx context.Context, out *bytes.Buffer) error {
	c.nodeLock.Lock()
	defer c.nodeLock.Unlock()
	return c.installNpm(ctx, out, "node", ".ci")
}

// installNpm installs exactly what the package-lock.json in a folder of the checkout names, below .cache.
func (c *checkout) installNpm(ctx context.Context, out *bytes.Buffer, name, from string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return missing{"npm is not installed"}
	}
	inputs := []string{from + "/package.json", from + "/package-lock.json", ".ci/.npmrc"}
	return c.once(name, inputs, npm, func(folder string) error {
		for _, input := range inputs {
			text, err := os.ReadFile(c.path(input))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(folder, filepath.Base(input)), text, 0o644); err != nil {
				return err
			}
		}
		return c.exec(ctx, out, filepath.Join(".cache", name), npm, "ci", "--no-progress")
	})
}

// once fills a folder of .cache anew, unless it was filled from the same lock files by the same program.
func (c *checkout) once(name string, locks []string, program string, fill func(folder string) error) error {
	hash := sha256.New()
	fmt.Fprintln(hash, program)
	for _, lock := range locks {
		text, err := os.ReadFile(c.path(lock))
		if err != nil {
			return err
		}
		fmt.Fprintf(hash, "%s %d\n%s", lock, len(text), text)
	}
	want := fmt.Sprintf("%x", hash.Sum(nil))
	got, err := os.ReadFile(c.stamp(name))
	if err == nil && string(got) == want {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	folder := c.path(".cache", name)
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := fill(folder); err != nil {
		return err
	}
	return os.WriteFile(c.stamp(name), []byte(want), 0o644)
}

// findPython finds an interpreter of the oldest version that generated code supports, or a newer one.
func findPython() (string, error) {
	for _, name := range []string{"python3.11", "python3", "python3.12", "python3.13", "python3.14"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if exec.Command(path, "-c", "import sys; sys.exit(sys.version_info < (3, 11))").Run() == nil {
			return path, nil
		}
	}
	return "", missing{"no Python 3.11 or newer is installed"}
}
