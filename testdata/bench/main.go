// Command bench measures flowgen and what it generates beside peers, in one run, so that the ratios mean something on
// any machine. Run it with `make bench`; `-only generate,codec,server` picks parts.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// bench is what the parts share: where things are and what was built for the run.
type bench struct {
	root    string // the checkout
	work    string // a folder for what is built and generated, removed at the end
	python  string // an interpreter that has the peers
	flowgen string // the built command
}

func main() {
	only := flag.String("only", "generate,codec,server", "the parts to run, separated by commas")
	python := flag.String("python", "python3", "an interpreter that has pydantic, mcp and datamodel-code-generator")
	flag.Parse()
	if err := run(*only, *python); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(only, python string) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "flowgen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b := &bench{root: root, work: work, python: python, flowgen: filepath.Join(work, "flowgen")}
	if err := b.output("go", "build", "-o", b.flowgen, "./cmd/flowgen"); err != nil {
		return err
	}
	// A fresh checkout's habits, not this shell's: both variables slow Python down.
	for _, name := range []string{"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"} {
		if err := os.Unsetenv(name); err != nil {
			return err
		}
	}
	parts := map[string]func() error{"generate": b.generate, "codec": b.codec, "server": b.server}
	for _, name := range strings.Split(only, ",") {
		part, ok := parts[name]
		if !ok {
			return fmt.Errorf("there is no part %q; the parts are generate, codec and server", name)
		}
		if err := part(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// output runs a command of the checkout and shows what it prints only where it fails.
func (b *bench) output(name string, args ...string) error {
	command := exec.Command(name, args...)
	command.Dir = b.root
	if text, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, text)
	}
	return nil
}

// package generates the Python package that the codec and the server parts use.
func (b *bench) generated() (string, error) {
	into := filepath.Join(b.work, "python")
	listing := filepath.Join(b.root, "testdata", "bench", "python", "bench.json")
	return into, b.output(b.flowgen, "--lang", "python", listing, "-o", filepath.Join(into, "generated"))
}

// script names a file of the bench's Python folder.
func (b *bench) script(name string) string {
	return filepath.Join(b.root, "testdata", "bench", "python", name)
}

func (b *bench) codec() error {
	into, err := b.generated()
	if err != nil {
		return err
	}
	command := exec.Command(b.python, b.script("codec.py"), into)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}
