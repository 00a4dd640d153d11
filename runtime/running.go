package flow

import (
	"context"
	"errors"
	"strings"
	"sync"
)

// What a call takes in memory beside its line, and a request that joins one beside its id: roughly, in bytes.
const (
	callOverhead = 1024
	joinOverhead = 32
)

// A pair is the key of a call: the canonical texts of its run and its call.
type pair struct{ run, call string }

// runningCall is a call from its line to its answer.
type runningCall struct {
	in      Invocation
	message message
	size    int
	table   *callTable
	cancel  context.CancelCauseFunc

	// Guarded by the table.
	ids   []string // of the requests that its answer answers
	first [1]string
	begun bool // whether the author's code has begun
	done  bool // whether the ids were taken to be answered
}

func (c *runningCall) pair() pair { return pair{c.message.run, c.message.call} }

// begin marks that the author's code begins, and says whether it may: that the call was not answered before.
func (c *runningCall) begin() bool {
	c.table.mu.Lock()
	defer c.table.mu.Unlock()
	c.begun = !c.done
	return c.begun
}

// callTable holds the calls that run, each pair once.
type callTable struct {
	mu     sync.Mutex
	calls  map[pair]*runningCall
	held   int           // bytes of the calls that run
	open   int           // calls whose answers are not with the writer yet
	ending chan struct{} // closed once none is open; nil while calls still come
	closed bool          // whether no new calls are taken
}

func newCallTable() *callTable { return &callTable{calls: make(map[pair]*runningCall)} }

var (
	errAnotherRuns = errors.New("a call of the same run and call is running, and is not the same")
	errBacklog     = errors.New("too many bytes of calls are running")
)

// admit enters a call. Where one of its pair runs, the request joins that one if it asks for the same, and is refused
// with an error if not. entered says that the call is to be run.
func (t *callTable) admit(c *runningCall, backlog int) (entered bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return false, nil
	}
	if there := t.calls[c.pair()]; there != nil {
		if !there.message.sameCall(&c.message) {
			return false, errAnotherRuns
		}
		return false, t.join(there, c.message.id, backlog)
	}
	if t.held+c.size > backlog {
		return false, errBacklog
	}
	t.calls[c.pair()] = c
	t.held += c.size
	t.open++
	return true, nil
}

// join has a running call answer another request, of whose line no more is kept than its id.
func (t *callTable) join(c *runningCall, id string, backlog int) error {
	size := len(id) + joinOverhead
	if t.held+size > backlog {
		return errBacklog
	}
	c.ids = append(c.ids, strings.Clone(id))
	c.size += size
	t.held += size
	return nil
}

// sameCall says that two calls ask for the same, all of it as it was sent.
func (m *message) sameCall(other *message) bool {
	return m.tool == other.tool && m.args == other.args && m.types == other.types && m.schema == other.schema
}

// find gives the running call of a pair, nil where there is none.
func (t *callTable) find(p pair) *runningCall {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.calls[p]
}

// all gives the calls that run now.
func (t *callTable) all() []*runningCall {
	t.mu.Lock()
	defer t.mu.Unlock()
	calls := make([]*runningCall, 0, len(t.calls))
	for _, c := range t.calls {
		calls = append(calls, c)
	}
	return calls
}

// take takes a call off the table to be answered: the ids to answer, none where somebody else took it. Where unbegun
// is set, only a call is taken whose author's code has not begun, and never will.
func (t *callTable) take(c *runningCall, unbegun bool) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.done || unbegun && c.begun {
		return nil
	}
	c.done = true
	delete(t.calls, c.pair())
	t.held -= c.size
	return c.ids
}

// answered says that the answer of a call that was taken is with the writer.
func (t *callTable) answered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open--
	if t.open == 0 && t.ending != nil {
		close(t.ending)
	}
}

// close has no new calls taken, and gives a channel that is closed once none is open.
func (t *callTable) close() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	t.ending = make(chan struct{})
	if t.open == 0 {
		close(t.ending)
	}
	return t.ending
}
