package main

import "github.com/spf13/cobra"

func (a *app) typespecCommand() *cobra.Command {
	var name string
	var canonical bool
	cmd := &cobra.Command{
		Use:   "typespec --tool NAME [LISTING|-]",
		Short: "Print one Tool's own TypeSpec",
		Long: `typespec prints the TypeSpec of one Tool: its type parameters, parameters, ok and err, and exactly the declarations
that they reach. "flowgen --tool IDENTITY" reads it back.`,
		Args: oneListing,
		RunE: run(func(args []string) error { return a.typespec(name, canonical, args) }),
	}
	cmd.Flags().Var((*nonEmpty)(&name), "tool", "the Tool: its identity, or the `NAME` that it ends in")
	cmd.Flags().BoolVar(&canonical, "canonical", false, "on one line, in canonical form")
	return cmd
}

func (a *app) typespec(name string, canonical bool, args []string) error {
	if name == "" {
		return usagef("--tool NAME is missing: the Tool to print")
	}
	program, err := a.program(listingOnly, args)
	if err != nil {
		return err
	}
	tool, err := program.Tool(name)
	if err != nil {
		return err
	}
	return a.printJSON(tool.TypeSpec(), canonical)
}
