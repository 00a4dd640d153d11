package main

import (
	"errors"
	"fmt"

	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

func (a *app) checkCommand() *cobra.Command {
	var in input
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check [LISTING|-]",
		Short: "Check a listing and report every fault in it",
		Long: `check reports every fault of a listing, each on a line of standard error:

  file:line:column: code: message (JSON Pointer)

It exits 1 where there is one. With --json the faults are an array on standard output instead, empty where there is
none: [{"code", "at", "file", "line", "column", "message"}, ...].`,
		Args: oneListing,
		RunE: run(func(args []string) error { return a.check(in, args, asJSON) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "give the faults as JSON on standard output")
	cmd.Flags().Var((*nonEmpty)(&in.tool), "tool", toolHelp)
	return cmd
}

// faultRow is a fault as --json gives it.
type faultRow struct {
	Code    string `json:"code"`
	At      string `json:"at"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// errFaults ends a check whose faults were given as JSON.
var errFaults = errors.New("the listing has faults")

func (a *app) check(in input, args []string, asJSON bool) error {
	program, err := a.program(in, args)
	var faults typespec.Faults
	if err != nil && (!asJSON || !errors.As(err, &faults)) {
		return err
	}
	if !asJSON {
		return a.print(fmt.Sprintf("no faults: %s, %s\n",
			count(len(program.Tools), "Tool"), count(len(program.Declarations), "type")))
	}
	rows := make([]faultRow, len(faults))
	for i, f := range faults {
		rows[i] = faultRow{f.Code, f.At, f.File, f.Line, f.Column, f.Message}
	}
	if err := a.printData(rows); err != nil {
		return err
	}
	if len(rows) > 0 {
		return fmt.Errorf("%w: %d", errFaults, len(rows))
	}
	return nil
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
