package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) fingerprintCommand() *cobra.Command {
	var in input
	cmd := &cobra.Command{
		Use:   "fingerprint [LISTING|-]",
		Short: "Print each Tool's fingerprint and identity",
		Long: `fingerprint prints a line for each Tool, in the listing's order: its fingerprint, two spaces, its identity. An
implementation fits a declaration when their fingerprints are the same.`,
		Args: oneListing,
		RunE: run(func(args []string) error { return a.fingerprint(in, args) }),
	}
	cmd.Flags().Var((*nonEmpty)(&in.tool), "tool", toolHelp)
	return cmd
}

func (a *app) fingerprint(in input, args []string) error {
	program, err := a.program(in, args)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, t := range program.Tools {
		b.WriteString(t.Fingerprint() + "  " + oneLine(t.Identity) + "\n")
	}
	return a.print(b.String())
}
