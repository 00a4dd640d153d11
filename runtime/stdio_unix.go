//go:build unix

package flow

import (
	"fmt"
	"os"
	"os/signal"

	"golang.org/x/sys/unix"
)

// takeDescriptors moves descriptors 0 and 1 to new ones, which no child inherits, and points 0 at nothing and 1 at
// standard error.
func takeDescriptors() (*Channel, error) {
	in, err := take(0, unix.O_RDONLY, "the protocol's input")
	if err != nil {
		return nil, err
	}
	out, err := take(1, unix.O_WRONLY, "the protocol's output")
	if err != nil {
		return nil, err
	}
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("flow: standard input cannot be set aside: %w", err)
	}
	defer func() { _ = nothing.Close() }() // its copy stays
	if err := unix.Dup2(int(nothing.Fd()), 0); err != nil {
		return nil, fmt.Errorf("flow: standard input cannot be set aside: %w", err)
	}
	if err := unix.Dup2(2, 1); err != nil {
		return nil, fmt.Errorf("flow: standard output cannot be led to standard error: %w", err)
	}
	// Go ends a process that writes to a broken standard error, unless somebody asks for the signal. Nobody hears it here,
	// but the write fails like any other.
	signal.Notify(make(chan os.Signal, 1), unix.SIGPIPE)
	return &Channel{in: in, out: out}, nil
}

func take(descriptor, mode int, name string) (*os.File, error) {
	taken := reopen(descriptor, mode)
	if taken < 0 {
		var err error
		if taken, err = unix.FcntlInt(uintptr(descriptor), unix.F_DUPFD_CLOEXEC, 3); err != nil {
			return nil, fmt.Errorf("flow: %s cannot be taken: %w", name, err)
		}
	}
	return os.NewFile(uintptr(taken), name), nil
}

// reopen opens a pipe anew where the system can, -1 where it cannot. Only such a descriptor may be made non-blocking,
// which Go's poller wants: one that is merely copied shares that with whoever else has it, standard error perhaps.
func reopen(descriptor, mode int) int {
	var about unix.Stat_t
	if unix.Fstat(descriptor, &about) != nil || about.Mode&unix.S_IFMT != unix.S_IFIFO {
		return -1
	}
	opened, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", descriptor), mode|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1
	}
	var again unix.Stat_t
	if unix.Fstat(opened, &again) != nil || again.Ino != about.Ino || again.Dev != about.Dev {
		_ = unix.Close(opened)
		return -1
	}
	return opened
}
