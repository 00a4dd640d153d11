package main

import (
	"fmt"
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

func (a *app) listCommand() *cobra.Command {
	var in input
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list [LISTING|-]",
		Short: "Print the Tools and their types in Flow's notation",
		Long: `list prints the whole outside surface of a program: each Tool with its doc and its signature in Flow's notation, in
the listing's order, then every type that they reach, by identity. A comment names the file that declares them.`,
		Args: oneListing,
		RunE: run(func(args []string) error { return a.list(in, asJSON, args) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "give the same as JSON")
	cmd.Flags().Var((*nonEmpty)(&in.tool), "tool", toolHelp)
	return cmd
}

func (a *app) list(in input, asJSON bool, args []string) error {
	program, err := a.program(in, args)
	if err != nil {
		return err
	}
	if asJSON {
		return a.printData(surfaceOf(program))
	}
	var l listing
	for _, t := range program.Tools {
		l.entry(t.Identity, 1, t.Doc, toolInFlow(t))
	}
	for _, d := range program.Declarations {
		l.entry(d.Identity, d.Ordinal, d.Doc, typeInFlow(d))
	}
	return a.print(l.text.String())
}

// listing is the text of "flowgen list", with a heading wherever another file begins.
type listing struct {
	text strings.Builder
	file string
}

func (l *listing) entry(identity string, ordinal int, doc *string, declaration string) {
	if l.text.Len() > 0 {
		l.text.WriteString("\n")
	}
	id := typespec.ParseIdentity(identity)
	file := strings.TrimSuffix(identity, "."+id.Name)
	if file != l.file {
		l.file = file
		l.text.WriteString("// " + oneLine(file) + "\n\n")
	}
	l.text.WriteString(docInFlow(doc, ""))
	l.text.WriteString(declaration)
	if ordinal > 1 {
		fmt.Fprintf(&l.text, "  // the declaration #%d of this name", ordinal)
	}
	l.text.WriteString("\n")
}
