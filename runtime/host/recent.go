package host

// recentPairs remembers the last calls that ended, so that a reply that comes too late can be told from one to nothing.
type recentPairs struct {
	ring []pair
	next int
	// answered says of each pair whether it had a reply.
	answered map[pair]bool
}

const mostRecent = 1024

func (r *recentPairs) add(p pair, answered bool) {
	if r.answered == nil {
		r.answered = map[pair]bool{}
	}
	if _, known := r.answered[p]; known {
		r.answered[p] = answered
		return
	}
	r.answered[p] = answered
	if len(r.ring) < mostRecent {
		r.ring = append(r.ring, p)
		return
	}
	delete(r.answered, r.ring[r.next])
	r.ring[r.next] = p
	r.next = (r.next + 1) % mostRecent
}

func (r *recentPairs) find(p pair) (answered, known bool) {
	answered, known = r.answered[p]
	return answered, known
}
