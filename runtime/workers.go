package flow

import "sync"

// workers run calls, each on a goroutine, no more than bound at once; the others wait in the order in which they came.
type workers struct {
	server *server
	bound  int

	mu     sync.Mutex
	active int
	queue  []*runningCall
	first  int // the queue's first call
}

// start has a call run. It never waits.
func (w *workers) start(c *runningCall) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.active >= w.bound {
		w.queue = append(w.queue, c)
		return
	}
	w.active++
	go w.work(c)
}

func (w *workers) work(c *runningCall) {
	for c != nil {
		c = w.perform(c)
	}
}

// perform runs a call, has it answered, and gives the next one. Where the author's code ends the goroutine, the next one
// gets another.
func (w *workers) perform(c *runningCall) (next *runningCall) {
	returned := false
	defer func() {
		write := w.server.conclude(c)
		next = w.next()
		if next != nil && !returned {
			go w.work(next)
		}
		switch {
		case write && next != nil:
			go w.server.writer.drain()
		case write:
			w.server.writer.drain()
		}
	}()
	w.server.perform(c)
	returned = true
	return nil
}

// next gives the next call that waits; where none does, the worker is done.
func (w *workers) next() *runningCall {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.first == len(w.queue) {
		w.active--
		return nil
	}
	c := w.queue[w.first]
	w.queue[w.first] = nil
	w.first++
	if w.first > len(w.queue)/2 {
		w.queue, w.first = append(w.queue[:0], w.queue[w.first:]...), 0
	}
	return c
}
