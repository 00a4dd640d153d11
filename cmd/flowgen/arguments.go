package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// nonEmpty is a flag's text. An empty one is a wrong use: it comes from a variable that was not set, and must not count as
// no flag at all.
type nonEmpty string

func (n *nonEmpty) String() string { return string(*n) }
func (n *nonEmpty) Type() string   { return "string" }

func (n *nonEmpty) Set(text string) error {
	if text == "" {
		return errors.New("it is empty")
	}
	*n = nonEmpty(text)
	return nil
}

// oneListing takes one listing at most.
func oneListing(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usagef("one listing at a time, not %d: %s", len(args), strings.Join(args, " "))
	}
	return nil
}

// rootArgs takes one listing at most, and tells a mistyped command from it.
func rootArgs(cmd *cobra.Command, args []string) error {
	if err := mistypedCommand(cmd, args); err != nil {
		return err
	}
	return oneListing(cmd, args)
}

// rootFlags is what a wrong flag of the root command means: it may be right for the command that was mistyped before it.
func rootFlags(cmd *cobra.Command, err error) error {
	if mistyped := mistypedCommand(cmd, cmd.Flags().Args()); !cmd.HasParent() && mistyped != nil {
		return mistyped
	}
	return err
}

// mistypedCommand is an error where the first argument is no file although nothing but a command or a file may stand there.
func mistypedCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || args[0] == "-" || cmd.Flags().Changed("lang") {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil {
		return nil
	}
	message := fmt.Sprintf("there is neither a command nor a file %q", args[0])
	if alike := cmd.SuggestionsFor(args[0]); len(alike) > 0 {
		message += "; did you mean " + strings.Join(alike, " or ") + "?"
	}
	return usagef("%s", message)
}

// exclude makes flags exclude each other.
func exclude(cmd *cobra.Command, names ...string) {
	cmd.MarkFlagsMutuallyExclusive(names...) // for completions; what it says of a wrong use is hard to read
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		var given []string
		for _, name := range names {
			if cmd.Flags().Changed(name) {
				given = append(given, "--"+name)
			}
		}
		if last := len(given) - 1; last > 0 {
			return usagef("%s and %s exclude each other", strings.Join(given[:last], ", "), given[last])
		}
		return nil
	}
}
