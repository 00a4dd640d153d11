package flow

import "sync"

// keptWorkers bounds the goroutines that are kept for the next calls: their stacks are large enough by then.
const keptWorkers = 64

// workers run calls, each on a goroutine, no more than bound at once; the others wait in the order in which they came.
type workers struct {
	server *server
	bound  int

	mu     sync.Mutex
	active int
	idle   int               // goroutines that wait for a call, or are about to
	calls  chan *runningCall // to them; closed in the end
	closed bool
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
	select {
	case w.calls <- c:
	default:
		go w.work(c)
	}
}

// close lets idle goroutines end. No call is started any more.
func (w *workers) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	close(w.calls)
}

func (w *workers) work(c *runningCall) {
	for c != nil {
		if c = w.perform(c); c == nil && w.rest() {
			c = <-w.calls
			w.wake()
		}
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
			go w.server.writer.Drain()
		case write:
			w.server.writer.Drain()
		}
	}()
	w.server.perform(c)
	returned = true
	return nil
}

// rest says whether a goroutine without a call is to wait for one.
func (w *workers) rest() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed || w.idle >= keptWorkers {
		return false
	}
	w.idle++
	return true
}

func (w *workers) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle--
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
