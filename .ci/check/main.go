// Command check runs everything that has to hold before a change lands: formatters, linters, type checkers, tests and
// short fuzz runs, one job a language, the jobs side by side. What it needs beyond Go, Python and Node it installs
// into the checkout's .cache folder, at the versions that the lock files beside it name.
//
//	check test [JOB...]    every job, or those named
//	check format-typescript    format TypeScript
//	check install          the checkers only, for `make fmt` and editors
//	check install-bench    what `make bench` measures beside us
//
// It runs in the checkout's root, where `make` builds and starts it.
// A tool that the machine lacks makes its steps skipped, with a line that says so; with CI=true it makes them fail.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// job is a sequence of steps that must not wait for another language's.
type job struct {
	name  string
	steps func(*checkout) []step
}

var jobs = []job{
	{"go", goSteps},
	{"python", pythonSteps},
	{"typescript", typescriptSteps},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:]))
}

// run carries out one command line and returns the exit status: 0 fine, 1 something failed, 2 usage.
func run(ctx context.Context, args []string) int {
	root, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	c := &checkout{root: root, ci: os.Getenv("CI") == "true", only: strings.Fields(os.Getenv("FILES"))}
	switch {
	case len(args) > 0 && args[0] == "test":
		return test(ctx, c, args[1:])
	case len(args) == 1 && args[0] == "install":
		return report(runSteps(ctx, c, "install", installSteps(c)))
	case len(args) == 1 && args[0] == "format-typescript":
		return report(runSteps(ctx, c, "format", []step{{"node tools", c.installNode}, {"prettier", c.formatTypescript}}))
	case len(args) == 1 && args[0] == "install-bench":
		return report(runSteps(ctx, c, "install", benchSteps(c)))
	}
	fmt.Fprintln(os.Stderr, "usage: check test [JOB...] | check install | check install-bench | check format-typescript")
	return 2
}

func test(ctx context.Context, c *checkout, names []string) int {
	for _, name := range names {
		if !slices.ContainsFunc(jobs, func(j job) bool { return j.name == name }) {
			fmt.Fprintf(os.Stderr, "check: no job is called %q\n", name)
			return 2
		}
	}
	var wait sync.WaitGroup
	tallies := make([]tally, len(jobs))
	for i, j := range jobs {
		if len(names) > 0 && !slices.Contains(names, j.name) {
			continue
		}
		wait.Add(1)
		go func() {
			defer wait.Done()
			tallies[i] = runSteps(ctx, c, j.name, j.steps(c))
		}()
	}
	wait.Wait()
	return report(tallies...)
}

// report prints the closing line and returns the exit status.
func report(tallies ...tally) int {
	var sum tally
	for _, t := range tallies {
		sum.passed += t.passed
		sum.failed += t.failed
		sum.skipped += t.skipped
	}
	line := fmt.Sprintf("%d passed, %d failed", sum.passed, sum.failed)
	if sum.skipped > 0 {
		line += fmt.Sprintf(", %d skipped", sum.skipped)
	}
	fmt.Printf("\n%s\n", line)
	if sum.failed > 0 || sum.passed == 0 {
		return 1
	}
	return 0
}
