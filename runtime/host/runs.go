package host

import flow "github.com/flow-toolkit/flowgen/runtime"

// RunEnder is an Implementation that keeps something for each run, and lets go of it when the run has ended.
type RunEnder interface {
	// EndRun says that no more calls of a run will come.
	EndRun(run flow.ID)
}

// EndRun tells the implementations that the bindings started that a run has ended: a nested one, say, that used the
// bindings of its outer run. Those that keep nothing for a run are not asked.
func (b *Bindings) EndRun(run flow.ID) {
	for _, implementation := range b.owned {
		if keeps, ok := implementation.(RunEnder); ok {
			keeps.EndRun(run)
		}
	}
}
