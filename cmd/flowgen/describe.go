package main

import (
	"context"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/spf13/cobra"
)

func (a *app) describeCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "describe [--json] -- COMMAND...",
		Short: "Print what a Tool process serves",
		Long: `describe starts a Tool process, asks it what it serves, and ends it. It prints a line for each Tool: its fingerprint,
two spaces, its identity, as "flowgen fingerprint" does for a listing, so that the two can be compared by diff. With --json it
prints the whole description, signatures included.`,
		Args: commandArgs(),
		RunE: run(func(args []string) error { return a.describe(asJSON, args) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the description as JSON")
	return cmd
}

func (a *app) describe(asJSON bool, command []string) error {
	ctx, stop := interruptible()
	defer stop()
	progress := a.progress()
	defer progress.stop()
	progress.at("starting the process")
	p := a.process(command)
	defer p.Shutdown()
	d, err := p.Describe(ctx)
	if err != nil {
		return err
	}
	if asJSON {
		return a.describeJSON(ctx, d)
	}
	var text strings.Builder
	for _, tool := range d.Tools {
		if err := ctx.Err(); err != nil {
			return err
		}
		text.WriteString(oneLine(tool.Fingerprint) + "  " + oneLine(tool.Tool) + "\n")
	}
	return a.print(text.String())
}

func (a *app) describeJSON(ctx context.Context, d *host.Description) error {
	tools := make([]*canon.Value, len(d.Tools))
	for i, tool := range d.Tools {
		if err := ctx.Err(); err != nil {
			return err
		}
		members := []canon.Member{
			{Name: "tool", Value: canon.NewString(tool.Tool)},
			{Name: "fingerprint", Value: canon.NewString(tool.Fingerprint)},
		}
		if tool.Signature != "" {
			signature, err := canon.Parse([]byte(tool.Signature), canon.Options{Depth: host.SignatureDepth})
			if err != nil {
				return err
			}
			members = append(members, canon.Member{Name: "signature", Value: signature})
		}
		tools[i] = canon.NewObject(members...)
	}
	return a.printJSON(canon.NewObject(
		canon.Member{Name: "data", Value: canon.NewString(d.Data)},
		canon.Member{Name: "tools", Value: canon.NewArray(tools...)}), false)
}
