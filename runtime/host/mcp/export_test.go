package mcp

import "github.com/flow-toolkit/flowgen/runtime/host"

// SetMost sets how many processes an adapter keeps at once.
func SetMost(s host.Implementation, n int) { s.(*Server).most = n }
