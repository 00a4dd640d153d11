package host

import "sync/atomic"

// Stats counts what a Process has seen.
type Stats struct {
	// Starts are those of the command, failed ones included.
	Starts int64
	// Late are replies to calls that had ended without one, after a cancel. Second are replies to calls that had one,
	// Strange those to no call, or of nobody: lines that cannot be understood. All of these were dropped.
	Late, Second, Strange int64
}

type counters struct{ starts, late, second, strange atomic.Int64 }

// Stats gives the counts so far.
func (p *Process) Stats() Stats {
	return Stats{Starts: p.counts.starts.Load(), Late: p.counts.late.Load(), Second: p.counts.second.Load(), Strange: p.counts.strange.Load()}
}
