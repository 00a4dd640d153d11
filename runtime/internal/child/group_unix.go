//go:build unix

package child

import (
	"os"
	"os/exec"
	"syscall"
)

var (
	terminate os.Signal = syscall.SIGTERM
	kill      os.Signal = syscall.SIGKILL
)

// setGroup has a command start in a process group of its own, so that what it starts can be ended with it.
func setGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup signals all processes of a group; one that has no process left is fine.
func signalGroup(leader *os.Process, signal os.Signal) {
	if number, ok := signal.(syscall.Signal); ok {
		_ = syscall.Kill(-leader.Pid, number)
	}
}
