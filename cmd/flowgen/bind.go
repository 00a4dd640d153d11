package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

func (a *app) bindCommand() *cobra.Command {
	var root string
	var given []string
	cmd := &cobra.Command{
		Use:   "bind LISTING|- --root DIR [--repository REPOSITORY@VERSION=DIR]...",
		Short: "Show what each Tool is bound to by the flow.toml files, and whether it fits",
		Long: `bind finds the flow.toml for each Tool of the listing, starts what it says, and holds each declaration to what the
implementation describes. It prints a line for each Tool: whether it is bound, its identity, and where its implementation comes from
or why it is not bound. The exit status is 1 where some Tool is not.

Local files are those below DIR; a Tool whose file is elsewhere is refused before anything is started. The flow.toml of a file is the
nearest one in its folder or above it, so that the folders above DIR are searched too, where DIR has none. The repository that the Tools
are declared in, where there is one, is taken to be at DIR; --repository names the folder of each where there are several.`,
		Args: oneListing,
		RunE: run(func(args []string) error { return a.bind(root, given, args) }),
	}
	cmd.Flags().Var((*nonEmpty)(&root), "root", "the `DIR` where the sources are")
	cmd.Flags().StringArrayVar(&given, "repository", nil, "the folder of a repository's checkout: `REPOSITORY@VERSION=DIR`")
	return cmd
}

func (a *app) bind(root string, given, args []string) error {
	if root == "" {
		return usagef("--root DIR is needed: the folder where the sources are")
	}
	program, err := a.program(listingOnly, args)
	if err != nil {
		return err
	}
	sources, err := sourcesOf(program, root, given)
	if err != nil {
		return err
	}
	if err := below(sources.Base, program); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	progress := a.progress()
	defer progress.stop()
	progress.at("starting the implementations")
	bindings := host.Survey(ctx, program, host.BindOptions{Sources: sources, Process: host.ProcessOptions{Stderr: a.theirStderr()}, MCP: mcpAdapter})
	progress.at("ending the implementations")
	bindings.Shutdown()
	return a.showBindings(bindings)
}

// sourcesOf says where the sources of a program's Tools are.
func sourcesOf(program *typespec.Program, root string, given []string) (host.Sources, error) {
	base, err := absolute(root)
	if err != nil {
		return host.Sources{}, err
	}
	sources := host.Sources{Base: base, Repositories: map[string]string{}}
	for _, text := range given {
		name, folder, ok := strings.Cut(text, "=")
		if !ok || !strings.Contains(name, "@") {
			return host.Sources{}, usagef("--repository %s: write REPOSITORY@VERSION=DIR", text)
		}
		if sources.Repositories[name], err = absolute(folder); err != nil {
			return host.Sources{}, err
		}
	}
	if all := repositories(program); len(all) == 1 && len(given) == 0 {
		sources.Repositories[all[0]] = base
	}
	return sources, nil
}

// below refuses local files that are not below a folder: a listing is not to choose what else on this machine is run.
func below(base string, program *typespec.Program) error {
	var refused []error
	for _, tool := range program.Tools {
		id := typespec.ParseIdentity(tool.Identity)
		if id.Repository != "" {
			continue
		}
		file := filepath.FromSlash(id.File)
		if !filepath.IsAbs(file) {
			file = filepath.Join(base, file)
		}
		if inside, err := filepath.Rel(base, file); err != nil || !filepath.IsLocal(inside) {
			refused = append(refused, fmt.Errorf("%s: its file is not below %s: name a --root that all local files are below", excerpt(tool.Identity), base))
		}
	}
	return errors.Join(refused...)
}

// showBindings prints the table.
func (a *app) showBindings(bindings *host.Bindings) error {
	var text strings.Builder
	unbound := 0
	for _, bound := range bindings.All() {
		if bound.Err != nil {
			unbound++
			fmt.Fprintf(&text, "unbound  %s\n", oneLine(bound.Tool.Identity))
			for line := range strings.SplitSeq(bound.Err.Error(), "\n") {
				text.WriteString("         " + oneLine(line) + "\n")
			}
			continue
		}
		fmt.Fprintf(&text, "bound    %s\n         %s, by %s\n", oneLine(bound.Tool.Identity), oneLine(bound.Implementation.String()), oneLine(bound.Origin))
	}
	if err := a.print(text.String()); err != nil {
		return err
	}
	var refused *host.BindError
	if err := bindings.Err(); errors.As(err, &refused) && unbound == 0 {
		return err
	} else if err != nil {
		return fmt.Errorf("%d of %d Tools are not bound: a run would be refused", unbound, len(bindings.All()))
	}
	return nil
}
