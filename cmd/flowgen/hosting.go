package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

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
	return host.NewProcess(host.Command{Args: command}, host.ProcessOptions{Stderr: a.theirStderr(), GraceTime: time.Second})
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
	known := map[string]bool{}
	for _, tool := range program.Tools {
		id := typespec.ParseIdentity(tool.Identity)
		if name := id.Repository + "@" + id.Version; id.Repository != "" && !known[name] {
			known[name] = true
			found = append(found, name)
		}
	}
	return found
}

// excerpt is the beginning of a text from outside, for a message.
func excerpt(text string) string {
	const most = 200
	if len(text) > most {
		text = text[:most] + "..."
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// theirStderr is where the standard error of other processes goes: ours. A terminal gets it escaped, as print does.
func (a *app) theirStderr() io.Writer {
	if isTerminal(a.stderr) {
		return &visibleWriter{to: a.stderr}
	}
	return a.stderr
}

// visibleWriter makes visible what is written, by whichever processes.
type visibleWriter struct {
	to io.Writer

	mu   sync.Mutex
	rest []byte // of a character whose other bytes were not written yet
}

// Write takes all of its bytes.
func (w *visibleWriter) Write(written []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.rest, written...)
	end := len(text)
	for i := range min(utf8.UTFMax-1, len(text)) {
		if at := len(text) - 1 - i; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	w.rest = append([]byte(nil), text[end:]...)
	if _, err := io.WriteString(w.to, visible(strings.ToValidUTF8(string(text[:end]), "\uFFFD"))); err != nil {
		return 0, err
	}
	return len(written), nil
}
