package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

// commandArgs takes as many arguments as before names, then "--" and the command of a process.
func commandArgs(before ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		dash := cmd.ArgsLenAtDash()
		switch {
		case dash < 0:
			return usagef("no command: put it behind \"--\": flowgen %s", cmd.Use)
		case dash != len(before):
			return usagef("before \"--\" stands %s", cmdWords(before))
		case len(args) == dash:
			return usagef("no command behind \"--\"")
		}
		return nil
	}
}

func cmdWords(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, " ")
}

// interruptible gives a context that ends when the user interrupts.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}

// process makes the implementation of a command line. What it writes to standard error goes to ours.
func (a *app) process(command []string) *host.Process {
	return host.NewProcess(host.Command{Args: command}, host.ProcessOptions{Stderr: a.stderr, GraceTime: time.Second})
}

// fitted binds the Tools of a program to one process, and gives the bindings.
func (a *app) fitted(ctx context.Context, program *typespec.Program, p *host.Process) (*host.Bindings, error) {
	overrides := map[string]host.Implementation{}
	for _, tool := range program.Tools {
		overrides[tool.Identity] = p
	}
	return host.Bind(ctx, program, host.BindOptions{Overrides: overrides})
}

// absolute makes the folders of sources absolute.
func absolute(folder string) (string, error) {
	path, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", folder, gen.Reason(err))
	}
	if !info.IsDir() {
		return "", fmt.Errorf("%s: it is no folder", folder)
	}
	return path, nil
}

// repositories gives the repositories, with their versions, that a program's Tools are declared in.
func repositories(program *typespec.Program) []string {
	var found []string
	for _, tool := range program.Tools {
		id := typespec.ParseIdentity(tool.Identity)
		if name := id.Repository + "@" + id.Version; id.Repository != "" && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}
