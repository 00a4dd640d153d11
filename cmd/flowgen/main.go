// Command flowgen reads the Tools that a Flow program declares, as "flow tools" prints them, and writes a toolkit on
// which an author implements them in another language. "flowgen --help" says how.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

func main() { os.Exit(Do(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Do runs the command with its arguments and gives the exit status: 0 where all went well, 1 where the input or a check
// failed, 2 where the command was used wrongly. Faults and messages go to stderr, and nothing else does.
func Do(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := app{stdin: stdin, stdout: stdout, stderr: stderr, targets: targets(), version: buildVersion()}
	return a.do(args)
}

// app is what the commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	targets        gen.Targets
	version        string
}

func (a *app) do(args []string) int {
	root := a.root()
	root.SetArgs(append([]string{}, args...)) // nil would mean the process's own
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	cmd, err := root.ExecuteC()
	var failed *failure
	var faults typespec.Faults
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &failed):
		a.complain(err)
		fmt.Fprintf(a.stderr, "Run \"%s --help\" for how it is used.\n", cmd.CommandPath())
		return 2
	case errors.As(err, &faults):
		fmt.Fprintln(a.stderr, faults.Error())
	default:
		a.complain(failed.cause)
	}
	return 1
}

// complain writes an error to standard error, a line for each of its lines.
func (a *app) complain(err error) {
	for _, line := range strings.Split(err.Error(), "\n") {
		fmt.Fprintf(a.stderr, "flowgen: %s\n", visible(line))
	}
}

// root is the command that generates; the others stand below it.
func (a *app) root() *cobra.Command {
	root := a.generateCommand()
	root.SuggestionsMinimumDistance = 2
	root.AddCommand(a.checkCommand(), a.fingerprintCommand(), a.schemaCommand(), a.typespecCommand(), a.listCommand(),
		a.versionCommand(), a.demoCommand())
	return root
}

// failure is an error of the work itself. Every other error that a command gives back is about how it was used.
type failure struct{ cause error }

func (f *failure) Error() string { return f.cause.Error() }
func (f *failure) Unwrap() error { return f.cause }

// usage is an error about how a command was used, found by the command itself.
type usage struct{ message string }

func (u *usage) Error() string { return u.message }

func usagef(format string, args ...any) error { return &usage{fmt.Sprintf(format, args...)} }

// run makes the errors of a command's work failures.
func run(work func(args []string) error) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		err := work(args)
		var u *usage
		if err == nil || errors.As(err, &u) {
			return err
		}
		return &failure{err}
	}
}

// buildVersion is the version that this program was built from, "devel" where the build does not say.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
