//go:build !linux

package child

// awaitExit cannot wait here without giving the process's number up: what is left of its group is killed by that number
// right behind the wait, before it can be another's.
func awaitExit(int) bool { return false }
