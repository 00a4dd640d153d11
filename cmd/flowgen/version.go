package main

import "github.com/spf13/cobra"

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print flowgen's version",
		Args:  cobra.NoArgs,
		RunE:  run(func([]string) error { return a.print("flowgen " + a.version + "\n") }),
	}
}
