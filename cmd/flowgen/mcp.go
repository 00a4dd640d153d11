package main

import (
	"context"
	"fmt"
	"os"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/host/mcp"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

// mcpAdapter makes the implementation of an MCP server.
var mcpAdapter = mcp.New

func (a *app) mcpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp LISTING -- SERVER...",
		Short: "Serve the Tools of a listing by an MCP server",
		Long: `mcp is a Tool process: it answers describe and calls on standard input and output, and has an MCP server do the work. Each
Tool is the server's tool of the same name; those that the server has none for are left out, with a note on standard error.

The value of a call is the structured content of the MCP result or, where there is none, the JSON that its one text block holds. A
result with isError is the declared error. What cannot be told as an outcome, such as prose where the Tool declares a value, is answered
with a JSON-RPC error, which a host takes for BadReply. Each run gets a server process of its own.

The other way round, "flowgen mcp-serve" offers a Tool process to MCP clients.`,
		Args: commandArgs("LISTING"),
		RunE: run(func(args []string) error { return a.mcp(args[0], args[1:]) }),
	}
}

func (a *app) mcp(listing string, command []string) error {
	if listing == "-" {
		return usagef("the listing cannot be standard input, which is the protocol's: name a file")
	}
	name, text, err := a.read([]string{listing})
	if err != nil {
		return err
	}
	program, err := typespec.Read(name, text)
	if err != nil {
		return advised(err, typespec.NoListing, listingOnly.specAdvice)
	}
	ctx, stop := interruptible()
	defer stop()
	server := mcp.New(host.Command{Args: command}, program.Tools, host.ProcessOptions{Stderr: a.theirStderr()})
	defer server.Shutdown()
	toolkit, err := a.mcpToolkit(ctx, string(text), program, server)
	if err != nil {
		return err
	}
	var streams []flow.ServeOption
	if a.stdin != os.Stdin || a.stdout != os.Stdout {
		streams = append(streams, flow.WithStreams(a.stdin, a.stdout))
	}
	return flow.Serve(ctx, toolkit, streams...)
}

// mcpToolkit makes a toolkit of the Tools that a server offers.
func (a *app) mcpToolkit(ctx context.Context, listing string, program *typespec.Program, server host.Implementation) (*flow.Toolkit, error) {
	offered, err := server.Describe(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", server, err)
	}
	var tools []flow.Tool
	codecs := flow.NewContextual()
	for _, tool := range program.Tools {
		if offered.Find(tool.Identity) == nil {
			a.note("%s offers no tool for %s", server, tool.Identity)
			continue
		}
		tools = append(tools, host.Forward(tool, codecs, server))
	}
	return flow.NewToolkit(listing, tools...), nil
}

// note tells something that is no failure.
func (a *app) note(format string, args ...any) {
	fmt.Fprintf(a.stderr, "flowgen: note: %s\n", oneLine(fmt.Sprintf(format, args...)))
}
