package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

// callRequest is what "flowgen call" is asked for.
type callRequest struct {
	args    string
	types   []string
	run, id string
}

func (a *app) callCommand() *cobra.Command {
	r := callRequest{}
	cmd := &cobra.Command{
		Use:   "call LISTING TOOL [--args JSON|@FILE|-] [--type T=TYPE]... -- COMMAND...",
		Short: "Call one Tool of a process and print the outcome",
		Long: `call starts a Tool process, holds it to the Tool's declaration in the listing, calls the Tool once, and ends the process.
It prints the outcome as canonical JSON on one line: {"Ok":...}, {"Failed":...}, {"NotRun":"reason"}, {"Unknown":"reason"} or
{"BadReply":"reason"}. The exit status is 0 for Ok alone.

TOOL is the Tool's identity, or any end of it that no other has. The arguments are a JSON object by the parameters' names; a Tool
without parameters needs none. A generic Tool needs a type for each of its type parameters, in Flow's notation, such as
--type 'T=List<Text>', with types of the listing by any end of their identity.`,
		Args: commandArgs("LISTING", "TOOL"),
		RunE: run(func(args []string) error { return a.call(r, args[0], args[1], args[2:]) }),
	}
	flags := cmd.Flags()
	flags.StringVar(&r.args, "args", "{}", "the arguments: `JSON`, @FILE, or - for standard input")
	flags.StringArrayVar(&r.types, "type", nil, "a type parameter's type, such as `T=Int`; repeat it for several")
	flags.StringVar(&r.run, "run", "flowgen", "the run id, a text")
	flags.StringVar(&r.id, "call", "1", "the call id, a text")
	return cmd
}

func (a *app) call(r callRequest, listing, name string, command []string) error {
	if listing == "-" && r.args == "-" {
		return usagef("the listing and --args cannot both be standard input")
	}
	program, err := a.program(listingOnly, []string{listing})
	if err != nil {
		return err
	}
	tool, err := program.Tool(name)
	if err != nil {
		return err
	}
	types, err := r.typeArguments(program, tool)
	if err != nil {
		return err
	}
	args, err := a.arguments(r.args)
	if err != nil {
		return err
	}
	only := *program
	only.Tools = []*typespec.Tool{tool}
	return a.callBound(r, &only, types, args, command)
}

// callBound calls the only Tool of a program.
func (a *app) callBound(r callRequest, program *typespec.Program, types []*typespec.Term, args string, command []string) error {
	ctx, stop := interruptible()
	defer stop()
	progress := a.progress()
	defer progress.stop()
	progress.at("starting the process")
	p := a.process(command)
	defer p.Shutdown()
	bindings, err := a.fitted(ctx, program, p)
	if err != nil {
		return err
	}
	instance, err := bindings.All()[0].At(flow.DefaultLimits(), types...)
	if err != nil {
		return err
	}
	progress.at("waiting for the reply")
	outcome := instance.Call(ctx, flow.TextID(r.run), flow.TextID(r.id), args)
	if err := a.print(outcomeText(outcome) + "\n"); err != nil {
		return err
	}
	if outcome.Kind != host.Ok {
		return errOutcome
	}
	return nil
}

// errOutcome is the failure of a command that has said all there is to say.
var errOutcome = errors.New("the outcome is not Ok")

// outcomeText is an outcome as canonical JSON.
func outcomeText(o host.Outcome) string {
	value := o.Value.Text()
	if o.Kind != host.Ok && o.Kind != host.Failed {
		value = string(canon.AppendString(nil, o.Reason))
	}
	return fmt.Sprintf(`{"%s":%s}`, o.Kind, value)
}

// typeArguments reads the types that the type parameters stand for.
func (r callRequest) typeArguments(program *typespec.Program, tool *typespec.Tool) ([]*typespec.Term, error) {
	given := map[string]*typespec.Term{}
	for _, text := range r.types {
		name, notation, ok := strings.Cut(text, "=")
		if !ok {
			return nil, usagef("--type %s: write NAME=TYPE", excerpt(text))
		}
		if given[name] != nil {
			return nil, usagef("--type %s: %s has a type already", excerpt(text), excerpt(name))
		}
		term, err := typespec.ParseType(notation, func(name string) (*typespec.Declaration, error) {
			found, err := findType(program.Declarations, name)
			if shown := excerpt(name); err != nil && shown != name {
				err = fmt.Errorf("%s: no such type here", shown) // the error has all of the name
			}
			return found, err
		})
		if err != nil {
			return nil, fmt.Errorf("--type %s: %w", excerpt(text), err)
		}
		given[name] = term
	}
	var terms []*typespec.Term
	for _, name := range tool.Generic {
		if given[name] == nil {
			return nil, fmt.Errorf("%s is generic: add --type %s=TYPE", tool.Identity, name)
		}
		terms = append(terms, given[name])
		delete(given, name)
	}
	for _, text := range r.types {
		if name, _, _ := strings.Cut(text, "="); given[name] != nil {
			return nil, fmt.Errorf("--type %s: %s has no type parameter %s", excerpt(text), tool.Identity, excerpt(name))
		}
	}
	return terms, nil
}

// arguments gives the text that --args names.
func (a *app) arguments(given string) (string, error) {
	switch {
	case given == "-":
		text, err := readBounded("<stdin>", a.stdin)
		return string(text), err
	case strings.HasPrefix(given, "@"):
		file, err := os.Open(given[1:])
		if err != nil {
			return "", fmt.Errorf("--args: %s: %w", given[1:], gen.Reason(err))
		}
		defer file.Close()
		text, err := readBounded(given[1:], file)
		return string(text), err
	}
	return given, nil
}
