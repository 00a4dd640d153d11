package flow

import (
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// leadHandles points the process's standard handles, which C code asks for, at nothing and at standard error.
func leadHandles(nothing *os.File) error {
	if err := windows.SetStdHandle(windows.STD_INPUT_HANDLE, windows.Handle(nothing.Fd())); err != nil {
		return fmt.Errorf("flow: standard input cannot be set aside: %w", err)
	}
	if err := windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, windows.Handle(os.Stderr.Fd())); err != nil {
		return fmt.Errorf("flow: standard output cannot be led to standard error: %w", err)
	}
	return nil
}
