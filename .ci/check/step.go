package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// stepLimit is how long one step may take: far more than any needs, so that one that hangs is named.
const stepLimit = 40 * time.Minute

// checkout is the working copy that is checked.
type checkout struct {
	root string
	// ci makes a missing tool a failure.
	ci bool
	// only names the files and folders that TypeScript's steps look at, where it is not all of them.
	only []string
	// nodeLock is held while .cache/node is filled.
	nodeLock sync.Mutex
}

// path joins parts below the checkout's root.
func (c *checkout) path(parts ...string) string {
	return filepath.Join(append([]string{c.root}, parts...)...)
}

// step is one check. It passes when run returns nil; what it wrote to out is shown where it does not.
type step struct {
	name string
	run  func(ctx context.Context, out *bytes.Buffer) error
}

// missing says that a step could not run for want of a tool.
type missing struct{ what string }

func (m missing) Error() string { return m.what }

// tally counts how steps went.
type tally struct{ passed, failed, skipped int }

// runSteps runs the steps in order, all of them whatever fails, and prints each one's end in a single write.
func runSteps(ctx context.Context, c *checkout, job string, steps []step) tally {
	var t tally
	for _, s := range steps {
		if ctx.Err() != nil {
			t.failed++
			continue
		}
		var out bytes.Buffer
		start := time.Now()
		limited, cancel := context.WithTimeout(ctx, stepLimit)
		err := s.run(limited, &out)
		cancel()
		took := time.Since(start).Seconds()
		var lacking missing
		switch {
		case err == nil:
			t.passed++
			fmt.Printf("%-7s ok    %-34s %6.1fs  %s\n", job, s.name, took, lastLine(out.String()))
		case errors.As(err, &lacking) && !c.ci:
			t.skipped++
			fmt.Printf("%-7s skip  %-34s          %s\n", job, s.name, lacking.what)
		default:
			t.failed++
			fmt.Printf("%-7s FAIL  %-34s %6.1fs  %v\n%s", job, s.name, took, err, indent(out.String()))
		}
	}
	return t
}

// lastLine is the summary that most tools close with.
func lastLine(out string) string {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	return strings.Trim(lines[len(lines)-1], "= ")
}

// indent sets a failed step's output off from the lines of the steps.
func indent(out string) string {
	out = strings.TrimRight(out, "\n")
	if out == "" {
		return ""
	}
	return "    | " + strings.ReplaceAll(out, "\n", "\n    | ") + "\n"
}

// command is a step that runs a program, found through PATH or by its full path, in dir (from the root).
func (c *checkout) command(name, dir string, args ...string) step {
	return step{name, func(ctx context.Context, out *bytes.Buffer) error {
		return c.exec(ctx, out, dir, args...)
	}}
}

// exec runs a program to its end in a process group of its own, all of which is killed when ctx ends.
func (c *checkout) exec(ctx context.Context, out *bytes.Buffer, dir string, args ...string) error {
	program, err := exec.LookPath(args[0])
	if err != nil {
		return missing{filepath.Base(args[0]) + " is not installed"}
	}
	cmd := exec.CommandContext(ctx, program, args[1:]...)
	cmd.Dir = c.path(dir)
	cmd.Env = append(os.Environ(), c.environment()...)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	err = cmd.Run()
	if ctx.Err() != nil {
		return fmt.Errorf("stopped: %w", ctx.Err())
	}
	return err
}

// environment points what tools keep between runs into .cache, so that a run leaves the tree as it was.
func (c *checkout) environment() []string {
	return []string{
		"PYTHONPYCACHEPREFIX=" + c.path(".cache", "pycache"),
		"HYPOTHESIS_STORAGE_DIRECTORY=" + c.path(".cache", "hypothesis"),
		"MYPY_CACHE_DIR=" + c.path(".cache", "mypy"),
		"MYPYPATH=" + c.path(".cache", "testee", "python"), // the testee's own package, which is built there
		"RUFF_CACHE_DIR=" + c.path(".cache", "ruff"),
		"CARGO_TARGET_DIR=" + c.path(".cache", "target"), // one for all crates, as they stand on the same ones
		"CARGO_INCREMENTAL=0",
		"CARGO_PROFILE_DEV_DEBUG=0",
		"RUSTDOCFLAGS=-D warnings",
		"PYRIGHT_PYTHON_IGNORE_WARNINGS=1",
		"NO_COLOR=1",
	}
}
