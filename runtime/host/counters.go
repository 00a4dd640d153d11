package host

// Stats counts what a Process has seen.
type Stats struct {
	// Starts are those of the command, failed ones included.
	Starts int64
	// Late are replies to calls that had ended without one, after a cancel. Second are replies to calls that had one,
	// Strange those to no call, or of nobody: lines that cannot be understood. All of these were dropped.
	Late, Second, Strange int64
}

// Stats gives the counts so far.
func (p *Process) Stats() Stats {
	counts := p.keeper.Counts()
	late, second, strange := counts.Dropped()
	return Stats{Starts: counts.Starts(), Late: late, Second: second, Strange: strange}
}
