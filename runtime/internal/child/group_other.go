//go:build !unix

package child

import (
	"os"
	"os/exec"
)

// Where there are no process groups, a command is ended alone, and at once.
var (
	terminate = os.Kill
	kill      = os.Kill
)

func setGroup(*exec.Cmd) {}

func signalGroup(leader int, signal os.Signal) {
	if process, err := os.FindProcess(leader); err == nil {
		_ = process.Signal(signal) // it may have ended
		_ = process.Release()
	}
}
