package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

// generation is what the user asks of the root command.
type generation struct {
	input               input
	lang, dir, pkg      string
	selected, renames   []string
	check, diff, dryRun bool
}

func (a *app) generateCommand() *cobra.Command {
	var g generation
	cmd := &cobra.Command{
		Use:   "flowgen --lang LANGUAGE -o DIR [LISTING|-]",
		Short: "Generate a toolkit from the Tools that a Flow program declares",
		Long: `flowgen reads what "flow tools" prints: the Tools that a Flow program declares and every type that they reach. It
checks it, and writes a package on which an author implements the Tools in another language.`,
		Example: `  flow tools | flowgen --lang python -o acme_tools
  flowgen --lang python listing.json -o acme_tools --check`,
		Args:          rootArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          run(func(args []string) error { return a.generate(g, args) }),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&g.lang, "lang", "", "the `LANGUAGE` to generate: "+a.targets.Names())
	flags.StringVarP(&g.dir, "output", "o", "", "the folder `DIR` to write, made where it is missing")
	flags.StringVar(&g.pkg, "package", "", "the package's `NAME` (by default the folder's)")
	flags.StringArrayVar(&g.selected, "select", nil, "only the Tools of `FILE.flow`, or the Tool of an IDENTITY; may be given again")
	flags.StringArrayVar(&g.renames, "rename", nil, "name a type, Tool or member: `IDENTITY=NAME`; may be given again")
	flags.StringVar(&g.input.tool, "tool", "", toolHelp)
	flags.BoolVar(&g.check, "check", false, "write nothing; exit 1 with a diff where the folder is not what would be written")
	flags.BoolVar(&g.diff, "diff", false, "write nothing; print what would change as a unified diff")
	flags.BoolVar(&g.dryRun, "dry-run", false, "write nothing; list the files that would be created, updated and removed")
	cmd.MarkFlagsMutuallyExclusive("check", "diff", "dry-run")
	a.completeLang(cmd)
	return cmd
}

// completeLang lets a shell complete --lang, and -o with folders.
func (a *app) completeLang(cmd *cobra.Command) {
	names := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, t := range a.targets {
			names = append(names, t.Name())
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	err := errors.Join(cmd.RegisterFlagCompletionFunc("lang", names), cmd.MarkFlagDirname("output"))
	if err != nil {
		panic(err) // a flag that is not there
	}
}

// rootArgs takes one listing at most, and tells a mistyped command from it.
func rootArgs(cmd *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] == "-" || cmd.Flags().Changed("lang") {
		return cobra.MaximumNArgs(1)(cmd, args)
	}
	if _, err := os.Stat(args[0]); err == nil {
		return nil
	}
	message := "there is neither a command nor a file " + strconv.Quote(args[0])
	if alike := cmd.SuggestionsFor(args[0]); len(alike) > 0 {
		message += "; did you mean " + strings.Join(alike, " or ") + "?"
	}
	return usagef("%s", message)
}

// generate goes from the listing to the folder, or to a report on what would change in it.
func (a *app) generate(g generation, args []string) error {
	target, err := a.target(g)
	if err != nil {
		return err
	}
	p := a.progress()
	defer p.stop()
	p.at("reading the listing")
	program, err := a.program(g.input, args)
	if err != nil {
		return err
	}
	p.at("generating " + count(len(program.Tools), "Tool") + " and " + count(len(program.Declarations), "type"))
	set, err := a.files(g, target, program)
	if err != nil {
		return err
	}
	p.at("comparing with " + g.dir)
	changes, err := gen.Compare(g.dir, set)
	if err != nil {
		return err
	}
	return a.finish(g, changes)
}

// files generates the part of a program that was asked for.
func (a *app) files(g generation, target gen.Target, program *typespec.Program) (*gen.FileSet, error) {
	part, err := program.Select(g.selected)
	if err != nil {
		return nil, err
	}
	renames, err := gen.ParseRenames(part, g.renames)
	if err != nil {
		return nil, err
	}
	name := g.pkg
	if name == "" {
		folder, err := filepath.Abs(g.dir)
		if err != nil {
			return nil, err
		}
		name = filepath.Base(folder)
	}
	return gen.Generate(target, part, gen.Options{Package: name, Renames: renames, Version: a.version})
}

// target gives the language asked for.
func (a *app) target(g generation) (gen.Target, error) {
	if g.lang == "" {
		return nil, usagef("--lang is missing: one of %s", a.targets.Names())
	}
	target, ok := a.targets.Find(g.lang)
	if !ok {
		return nil, usagef("--lang %s: there is no such language: one of %s", g.lang, a.targets.Names())
	}
	if g.dir == "" {
		return nil, usagef("-o DIR is missing: the folder to write")
	}
	return target, nil
}

// finish writes the changes, or shows them.
func (a *app) finish(g generation, changes *gen.Changes) error {
	switch {
	case g.check:
		if changes.Same() {
			return nil
		}
		if err := a.print(changes.Diff()); err != nil {
			return err
		}
		if err := changes.Obstacles(); err != nil {
			return err
		}
		return fmt.Errorf("%s is not what would be generated: run the same command without --check", g.dir)
	case g.diff:
		if err := a.print(changes.Diff()); err != nil {
			return err
		}
		return changes.Obstacles()
	case g.dryRun:
		if err := a.print(changes.Summary()); err != nil {
			return err
		}
		return changes.Obstacles()
	}
	return apply(changes)
}

// apply writes the changes. An interrupt or a request to end leaves the folder as it was, or else as it shall be.
func apply(changes *gen.Changes) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return changes.Apply(ctx)
}
