package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
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
	g := generation{input: input{listingAdvice: "leave out --tool (to take one Tool, use --select)"}}
	var cmd *cobra.Command
	cmd = &cobra.Command{
		Use:   "flowgen --lang LANGUAGE -o DIR [LISTING|-]",
		Short: "Generate a toolkit from the Tools that a Flow program declares",
		Long: `flowgen reads what "flow tools" prints: the Tools that a Flow program declares and every type that they reach. It
checks it, and writes a package on which an author implements the Tools in another language.`,
		Example: `  flow tools | flowgen --lang python -o acme_tools
  flowgen --lang python listing.json -o acme_tools --check`,
		Args:          rootArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: run(func(args []string) error {
			if len(args) == 0 && cmd.Flags().NFlag() == 0 {
				return errNothingAsked
			}
			return a.generate(g, args)
		}),
	}
	cmd.SetFlagErrorFunc(rootFlags)
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&g.lang, "lang", "", "the `LANGUAGE` to generate: "+a.targets.Names())
	flags.StringVarP(&g.dir, "output", "o", "", "the folder `DIR` to write, made where it is missing")
	flags.Var((*nonEmpty)(&g.pkg), "package", "the package's `NAME`: in Go its package clause, in Python what it will be imported as, which is only checked (by default the folder's)")
	flags.StringArrayVar(&g.selected, "select", nil, "only the Tools of `FILE.flow`, or the Tool of an IDENTITY or its end; may be given again")
	flags.StringArrayVar(&g.renames, "rename", nil, "name a type, Tool or member: `IDENTITY=NAME`; may be given again")
	flags.Var((*nonEmpty)(&g.input.tool), "tool", toolHelp)
	flags.BoolVar(&g.check, "check", false, "write nothing; exit 1 with a diff where the folder is not what would be written")
	flags.BoolVar(&g.diff, "diff", false, "write nothing; print what would change as a unified diff")
	flags.BoolVar(&g.dryRun, "dry-run", false, "write nothing; list the files that would be created, updated and removed")
	exclude(cmd, "check", "diff", "dry-run")
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

// errNothingAsked is the wrong use without any argument, which is answered with the help.
var errNothingAsked = usagef("--lang is missing")

// generate goes from the listing to the folder, or to a report on what would change in it.
func (a *app) generate(g generation, args []string) error {
	target, err := a.target(g)
	if err != nil {
		return err
	}
	if err := gen.CheckRenames(g.renames); err != nil {
		return usagef("%s", err)
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
	for _, note := range set.Notes {
		a.complain(errors.New("note: " + note))
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
	folder, err := filepath.Abs(g.dir)
	if err != nil {
		return nil, err
	}
	set, err := gen.Generate(target, part, gen.Options{
		Package: g.pkg, Folder: filepath.Base(folder), Renames: renames, Version: a.version,
	})
	var unfit *gen.OptionError
	if errors.As(err, &unfit) {
		return nil, usagef("%s", unfit)
	}
	return set, err
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
			return fmt.Errorf("%w\n%s is not what would be generated: do as the lines above say, then run the same command without --check",
				err, g.dir)
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
