//go:build !unix

package testees

// lock does nothing where the testees, which are scripts, do not run.
func lock(string) (unlock func(), err error) { return func() {}, nil }
