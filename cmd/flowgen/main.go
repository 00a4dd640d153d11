// Command flowgen reads the Tools that a Flow program declares, as "flow tools" prints them, and writes a toolkit on
// which an author implements them in another language. "flowgen --help" says how.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

func main() { os.Exit(Do(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// Do runs the command with its arguments and gives the exit status: 0 where all went well, 1 where the input or a check
// failed, 2 where the command was used wrongly. Faults and messages go to stderr, and nothing else does.
func Do(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	a := app{stdin: stdin, stdout: stdout, stderr: stderr, targets: targets(), version: buildVersion(), commit: buildCommit()}
	return a.do(args)
}

// app is what the commands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	targets        gen.Targets
	version        string
	// commit is that of the source, "" where the build does not say; version alone goes into what is generated.
	commit string
}

func (a *app) do(args []string) int {
	root := a.root()
	root.SetArgs(append([]string{}, args...)) // nil would mean the process's own
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	refuseOtherShells(root)
	cmd, err := root.ExecuteC()
	var failed *failure
	var faults typespec.Faults
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errNothingAsked):
		root.SetOut(a.stderr)
		if err := root.Help(); err != nil {
			a.complain(err)
		}
		return 2
	case !errors.As(err, &failed):
		a.complain(err)
		fmt.Fprintf(a.stderr, "Run \"%s --help\" for how it is used.\n", cmd.CommandPath())
		return 2
	case errors.Is(err, errOutcome):
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
		a.versionCommand(), a.demoCommand(), a.describeCommand(), a.callCommand(), a.bindCommand(),
		a.conformCommand(), a.mcpCommand(), a.mcpServeCommand())
	root.SetHelpCommand(helpCommand())
	return root
}

// helpCommand is cobra's, except that a command that is not there is a wrong use.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("there is no command %q", strings.Join(args, " "))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}

// refuseOtherShells makes it a wrong use to ask for the completion of a shell that cobra does not know. The outputs of root
// must be set, since the completions keep them.
func refuseOtherShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.Args = nil
			cmd.RunE = func(cmd *cobra.Command, args []string) error {
				if len(args) > 0 {
					return usagef("there is no completion for %q: one of %s", strings.Join(args, " "), strings.Join(shells(cmd), ", "))
				}
				return cmd.Help()
			}
		}
	}
}

// shells are those that cobra completes in.
func shells(completion *cobra.Command) []string {
	var names []string
	for _, shell := range completion.Commands() {
		names = append(names, shell.Name())
	}
	return names
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
