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

// signalGroup signals the leader, which may have ended.
func signalGroup(leader *os.Process, signal os.Signal) { _ = leader.Signal(signal) }
