package peer

import "sync/atomic"

// Counts counts what a Keeper's children have done, over all of their runs.
type Counts struct{ starts, late, second, strange atomic.Int64 }

// Starts are those of the command, failed ones included.
func (c *Counts) Starts() int64 { return c.starts.Load() }

// Dropped are the answers that were dropped: late ones, to calls that had ended without one; second ones; and strange
// ones, to no call.
func (c *Counts) Dropped() (late, second, strange int64) {
	return c.late.Load(), c.second.Load(), c.strange.Load()
}

// Strange counts a line of nobody.
func (c *Counts) Strange() { c.strange.Add(1) }

// recentKeys remembers the last calls that ended by their keys, so that an answer that comes too late can be told from
// one to nothing.
type recentKeys struct {
	ring []string
	next int
	// answered says of each key whether its call had an answer.
	answered map[string]bool
}

const mostRecent = 2048

func (r *recentKeys) add(keys []string, answered bool) {
	if r.answered == nil {
		r.answered = map[string]bool{}
	}
	for _, key := range keys {
		_, known := r.answered[key]
		r.answered[key] = answered
		switch {
		case known:
		case len(r.ring) < mostRecent:
			r.ring = append(r.ring, key)
		default:
			delete(r.answered, r.ring[r.next])
			r.ring[r.next] = key
			r.next = (r.next + 1) % mostRecent
		}
	}
}

func (r *recentKeys) find(key string) (answered, known bool) {
	answered, known = r.answered[key]
	return answered, known
}
