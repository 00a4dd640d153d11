package child

import "golang.org/x/sys/unix"

// awaitExit waits for a process to end and leaves its number its own, so that its group can still be killed by it. It
// says whether it could.
func awaitExit(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return err == nil
		}
	}
}
