package main

import (
	"errors"

	"github.com/flow-toolkit/flowgen/runtime/host/mcp"
	"github.com/spf13/cobra"
)

func (a *app) mcpServeCommand() *cobra.Command {
	var selected []string
	cmd := &cobra.Command{
		Use:   "mcp-serve LISTING [--select FILE.flow]... -- COMMAND...",
		Short: "Offer the Tools of a Tool process to MCP clients",
		Long: `mcp-serve is an MCP server on standard input and output: it starts a Tool process, holds it to the listing, and offers each
Tool as the tool of the same name, with the schemas of its parameters and of its success value. Where two Tools have one name, their
files' names stand in front of it. Generic Tools have no schema of their own and are left out, with a note on standard error.

A success value is the result's structured content, and the text of its one content block. Revisions of MCP before 2026-07-28 have
objects alone for structured content; there, a Tool whose values are not all objects has no output schema and answers by the text. A
declared error is a text with isError. A call that did not happen, may have happened, or was answered beyond understanding is told in
words, with isError too: NotRun, Unknown or BadReply is the first of them.

Both the revisions with a handshake (2024-11-05 to 2025-11-25) and the stateless one (2026-07-28) are spoken.`,
		Args: commandArgs("LISTING"),
		RunE: run(func(args []string) error { return a.mcpServe(selected, args[0], args[1:]) }),
	}
	cmd.Flags().StringArrayVar(&selected, "select", nil, "only the Tools of `FILE.flow`, or the Tool of an IDENTITY or its end; may be given again")
	return cmd
}

func (a *app) mcpServe(selected []string, listing string, command []string) error {
	if listing == "-" {
		return usagef("the listing cannot be standard input, which is the protocol's: name a file")
	}
	program, err := a.program(listingOnly, []string{listing})
	if err != nil {
		return err
	}
	if len(selected) > 0 {
		if program, err = program.Select(selected); err != nil {
			return err
		}
	}
	ctx, stop := interruptible()
	defer stop()
	p := a.process(command)
	defer p.Shutdown()
	bindings, err := a.fitted(ctx, program, p)
	if err != nil {
		return err
	}
	offers, left, err := mcp.NewOffers(bindings)
	if err != nil {
		return err
	}
	for _, tool := range left {
		a.note("%s is generic, and so not offered", tool.Identity)
	}
	if len(offers) == 0 {
		return errors.New("there is no Tool to offer")
	}
	mcp.Serve(ctx, offers, a.stdin, a.stdout, mcp.ServeOptions{})
	return nil
}
