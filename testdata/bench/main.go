// Command bench measures flowgen and what it generates beside peers, in one run, so that the ratios mean something on
// any machine. Run it with `make bench`; `make bench BENCH="-lang go -only codec,server"` picks languages and parts.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// bench is what the parts share: where things are and what was built for the run.
type bench struct {
	root    string // the checkout
	work    string // a folder for what is built and generated, removed at the end
	python  string // an interpreter that has the peers
	node    string // a folder that has the peers in node_modules
	flowgen string // the built command
}

// language is what there is to measure in one language.
type language struct {
	name, title string
	// codec measures the codec of an order beside peers, and prints it.
	codec func(*bench) error
	// peers makes ready the servers to measure.
	peers func(*bench) (peers, error)
	// compiled says that the servers are programs, whose size tells something.
	compiled bool
	// types has a peer make types of a JSON Schema, in time and memory in KiB; nil where there is none.
	types func(b *bench, schema []byte) (name string, took time.Duration, peak int64, err error)
}

// part is one kind of measurement.
type part struct {
	name string
	run  func(*bench, language) error
}

var (
	languages = []language{golang, python, rust, typescript}
	parts     = []part{
		{"generate", (*bench).generate},
		{"codec", func(b *bench, l language) error { return l.codec(b) }},
		{"server", (*bench).server},
		{"host", (*bench).host},
		{"size", (*bench).size},
	}
)

func main() {
	langs := flag.String("lang", "go,python,rust,typescript", "the languages to measure, separated by commas")
	only := flag.String("only", "generate,codec,server,size,host", "the parts to run, separated by commas")
	interpreter := flag.String("python", "python3", "an interpreter that has pydantic, mcp and datamodel-code-generator")
	packages := flag.String("node", ".cache/bench-node", "a folder where `npm ci` of testdata/bench/typescript/package-lock.json ran")
	declarations := flag.Int("listing", 0, "print a listing of so many declarations, and measure nothing")
	flag.Parse()
	if *declarations > 0 {
		if _, err := os.Stdout.Write(listing(*declarations)); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*langs, *only, *interpreter, *packages); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(langs, only, interpreter, packages string) error {
	chosen, err := choose("language", langs, languages, func(l language) string { return l.name })
	if err != nil {
		return err
	}
	wanted, err := choose("part", only, parts, func(p part) string { return p.name })
	if err != nil {
		return err
	}
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	if packages, err = filepath.Abs(packages); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "flowgen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b := &bench{root: root, work: work, python: interpreter, node: packages, flowgen: filepath.Join(work, "flowgen")}
	if err := b.output("go", "build", "-o", b.flowgen, "./cmd/flowgen"); err != nil {
		return err
	}
	// A fresh checkout's habits, not this shell's: both variables slow Python down.
	for _, name := range []string{"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"} {
		if err := os.Unsetenv(name); err != nil {
			return err
		}
	}
	for _, p := range wanted {
		for _, l := range chosen {
			if err := p.run(b, l); err != nil {
				return fmt.Errorf("%s, %s: %w", p.name, l.name, err)
			}
		}
	}
	return nil
}

// choose finds the things of these names.
func choose[T any](kind, names string, all []T, nameOf func(T) string) ([]T, error) {
	var known []string
	named := map[string]T{}
	for _, one := range all {
		known = append(known, nameOf(one))
		named[nameOf(one)] = one
	}
	var chosen []T
	for _, name := range strings.Split(names, ",") {
		one, ok := named[name]
		if !ok {
			return nil, fmt.Errorf("there is no %s %q: choose from %s", kind, name, strings.Join(known, ", "))
		}
		chosen = append(chosen, one)
	}
	return chosen, nil
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

// file names a file of the bench's folder.
func (b *bench) file(parts ...string) string {
	return filepath.Join(append([]string{b.root, "testdata", "bench"}, parts...)...)
}
