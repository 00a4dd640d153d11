package peer

import (
	"context"
	"sync"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/internal/child"
)

// Lost makes the end of a call that no answer ended, for the reason given; reached says whether its whole line was
// written.
type Lost[R any] func(reached bool, reason string) R

// Calls are the requests that are out to one run of a child. Each ends once, in an R.
type Calls[R any] struct {
	lost   Lost[R]
	counts *Counts

	mu       sync.Mutex
	open     map[string]*Call[R] // by each of their keys
	recent   recentKeys
	answered bool   // a call that is no question of ours had an answer
	deaf     bool   // the child takes no more lines, and may still answer those it has
	ended    string // why nothing is answered any more; empty while something is
	onDeaf   func() // called once it is, under the lock
}

// Call is a request that is out.
type Call[R any] struct {
	calls    *Calls[R]
	keys     []string
	question bool
	// refused says that the line of a question was not written; how the process ends says why.
	refused bool
	done    chan struct{} // closed with end

	// Under the lock of calls.
	written bool
	settled bool
	end     R
}

func newCalls[R any](lost Lost[R], counts *Counts) *Calls[R] {
	return &Calls[R]{lost: lost, counts: counts, open: map[string]*Call[R]{}}
}

// Open enters a call under the keys that its answer is known by; nil where one of them is out already. Where nothing is
// answered any more, the call has ended.
func (c *Calls[R]) Open(keys ...string) *Call[R] {
	return c.enter(&Call[R]{keys: keys})
}

func (c *Calls[R]) enter(call *Call[R]) *Call[R] {
	call.calls, call.done = c, make(chan struct{})
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended != "" {
		call.settle(c.lost(false, c.ended))
		return call
	}
	for _, key := range call.keys {
		if c.open[key] != nil {
			return nil
		}
	}
	for _, key := range call.keys {
		c.open[key] = call
	}
	return call
}

// Answer ends the call of a key as end says. Where none is open under it, the answer is dropped and counted.
func (c *Calls[R]) Answer(key string, end func(*Call[R]) R) {
	c.mu.Lock()
	defer c.mu.Unlock()
	call := c.open[key]
	if call == nil {
		c.drop(key)
		return
	}
	if !call.question {
		c.answered = true
		c.recent.add(call.keys, true)
	}
	call.settle(end(call))
}

// drop counts an answer that is no open call's; the lock is held.
func (c *Calls[R]) drop(key string) {
	switch answered, known := c.recent.find(key); {
	case !known:
		c.counts.strange.Add(1)
	case answered:
		c.counts.second.Add(1)
	default:
		c.counts.late.Add(1)
	}
}

// finish ends all that is open: what reached the child may have happened.
func (c *Calls[R]) finish(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended == "" {
		c.ended = why
	}
	for _, call := range c.open {
		switch {
		case call.written:
			call.settle(c.lost(true, c.ended))
		case call.refused:
			call.settle(c.lost(false, c.ended))
		}
	}
}

// state says whether more calls may come, and whether some were answered.
func (c *Calls[R]) state() (open, answered bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended == "" && !c.deaf, c.answered
}

// settle ends a call; the lock is held. Only the first time counts.
func (call *Call[R]) settle(end R) {
	if call.settled {
		return
	}
	call.settled, call.end = true, end
	for _, key := range call.keys {
		delete(call.calls.open, key)
	}
	close(call.done)
}

// Question says that the call is a request of our own, made by Run.Ask.
func (call *Call[R]) Question() bool { return call.question }

// Abandon ends a call, whether or not it was sent, and gives its end.
func (call *Call[R]) Abandon(end R) R {
	call.calls.mu.Lock()
	defer call.calls.mu.Unlock()
	call.settle(end)
	return call.end
}

// Written is told by the child what became of the call's line.
func (call *Call[R]) Written(whole bool) {
	c := call.calls
	c.mu.Lock()
	defer c.mu.Unlock()
	call.written = whole
	switch {
	case !whole && c.ended == "":
		if !c.deaf {
			c.deaf = true
			c.onDeaf()
		}
		if call.question {
			call.refused = true
			return // the process is ending, and how it does says more: finish settles this
		}
		call.settle(c.lost(false, "the process takes no more input"))
	case !whole:
		call.settle(c.lost(false, c.ended))
	case c.ended != "":
		call.settle(c.lost(true, c.ended))
	}
}

// Make sends the call's line and gives its end. Where ctx ends first, the line is taken back, or else that of cancel is
// sent and the answer waited for no longer than patience.
func (call *Call[R]) Make(ctx context.Context, to *child.Child, line []byte, cancel func() []byte, patience time.Duration) R {
	c := call.calls
	select {
	case <-call.done: // it ended before it was sent
		return call.end
	default:
	}
	select {
	case <-to.Room():
	case <-ctx.Done():
		return call.Abandon(c.lost(false, "it was cancelled before it was sent"))
	}
	to.Send(line, call)
	select {
	case <-call.done:
		return call.end
	case <-ctx.Done():
	}
	if to.Withdraw(call) {
		return call.Abandon(c.lost(false, "it was cancelled before it was sent"))
	}
	to.Send(cancel(), Unwatched{})
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-call.done:
	case <-timer.C:
		call.forget()
	}
	return call.end
}

// forget ends a call that was cancelled and not answered.
func (call *Call[R]) forget() {
	c := call.calls
	c.mu.Lock()
	defer c.mu.Unlock()
	if !call.settled {
		c.recent.add(call.keys, false)
		call.settle(c.lost(true, "it was cancelled, and the process did not reply"))
	}
}

// Unwatched is the item of a line whose fate nobody asks for.
type Unwatched struct{}

// Written does nothing.
func (Unwatched) Written(bool) {}
