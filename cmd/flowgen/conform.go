package main

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/host/conform"
	"github.com/spf13/cobra"
)

func (a *app) conformCommand() *cobra.Command {
	var asJSON, verbose bool
	cmd := &cobra.Command{
		Use:   "conform LISTING|- [--json] [--verbose] -- COMMAND...",
		Short: "Check that a Tool process keeps the protocol, without running its author's code",
		Long: `conform starts a Tool process, made by flowgen or not, and checks it against the declarations of a listing: what it
describes, how it takes broken messages, and how it takes calls whose arguments or types must not decode, which all have to be
answered NotRun. Nothing that it sends makes a process that keeps the protocol run its author's code.

It prints a line for each fault, and for every check with --verbose; --json prints the whole report. The exit status is 1 where there
is a fault.`,
		Args: commandArgs("LISTING"),
		RunE: run(func(args []string) error { return a.conform(asJSON, verbose, args[0], args[1:]) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print the checks that pass, too")
	exclude(cmd, "json", "verbose")
	return cmd
}

func (a *app) conform(asJSON, verbose bool, listing string, command []string) error {
	program, err := a.program(listingOnly, []string{listing})
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	progress := a.progress()
	defer progress.stop()
	var failed error
	options := conform.Options{Each: func(c conform.Check) {
		progress.at("checking " + c.Group)
		if !asJSON && (verbose || c.Fault != "") && failed == nil {
			failed = a.print(checkLine(c))
		}
	}}
	report, err := conform.Run(ctx, program, host.Command{Args: command}, options)
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case asJSON:
		failed = a.printData(report)
	default:
		failed = a.print(counted(len(report.Checks), "check") + ", " + counted(report.Faults, "fault") + "\n")
	}
	if failed == nil && report.Faults > 0 {
		return errOutcome
	}
	return failed
}

// counted gives a number of things in words: 1 check, 2 checks.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// checkLine shows a check on one line.
func checkLine(c conform.Check) string {
	if c.Fault == "" {
		return fmt.Sprintf("ok     %s: %s\n", oneLine(c.Group), oneLine(c.Name))
	}
	return fmt.Sprintf("FAULT  %s: %s: %s\n", oneLine(c.Group), oneLine(c.Name), oneLine(c.Fault))
}
