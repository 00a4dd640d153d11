package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
	"golang.org/x/term"
)

// maxInput bounds a listing in bytes, so that an endless input is refused before the memory is gone.
const maxInput = 256 << 20

// input is where a command reads its program from.
type input struct {
	// tool is the identity of the Tool that a single TypeSpec belongs to; "" where the input is a listing.
	tool string
	// listingAdvice and specAdvice are the next step where the input is a listing although tool is set, and where it is a
	// TypeSpec although tool is not; "" is the usual one.
	listingAdvice, specAdvice string
}

// toolHelp describes the flag that sets input.tool.
const toolHelp = "read a single TypeSpec, of the Tool of this `IDENTITY`, instead of a listing"

// program reads and checks the listing that the arguments name: a file, or standard input for "-" or none.
func (a *app) program(in input, args []string) (*typespec.Program, error) {
	name, text, err := a.read(args)
	if err != nil {
		return nil, err
	}
	if in.tool != "" {
		program, err := typespec.ReadTypeSpec(name, in.tool, text)
		return program, advised(err, typespec.NoTypeSpec, cmp.Or(in.listingAdvice, "leave out --tool"))
	}
	program, err := typespec.Read(name, text)
	return program, advised(err, typespec.NoListing, cmp.Or(in.specAdvice, "add --tool IDENTITY, the identity of its Tool"))
}

// advised adds the next step to the only fault of an input that is of the other form.
func advised(err error, message, advice string) error {
	var faults typespec.Faults
	if errors.As(err, &faults) && len(faults) == 1 && faults[0].Message == message {
		fault := faults[0]
		fault.Message += ": " + advice
		return typespec.Faults{fault}
	}
	return err
}

// listingOnly is the input of commands whose own --tool takes a Tool of the listing.
var listingOnly = input{specAdvice: "this command reads the listing that it is from"}

// read gives the text of a listing and the name under which its faults are reported.
func (a *app) read(args []string) (string, []byte, error) {
	if len(args) == 0 || args[0] == "-" {
		if len(args) == 0 && isTerminal(a.stdin) {
			return "", nil, usagef("no listing: name a file, or pipe one in: flow tools | flowgen ...")
		}
		text, err := readBounded("<stdin>", a.stdin)
		return "<stdin>", text, err
	}
	file, err := os.Open(args[0])
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", args[0], gen.Reason(err))
	}
	defer file.Close()
	text, err := readBounded(args[0], file)
	return args[0], text, err
}

func readBounded(name string, from io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxInput+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, gen.Reason(err))
	}
	if len(text) > maxInput {
		return nil, fmt.Errorf("%s: it has more than %d bytes, the most that a listing may have", name, maxInput)
	}
	return text, nil
}

// isTerminal reports whether a stream is a person's terminal.
func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
