package host

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/internal/child"
)

// session is one run of a process, from its start to its end.
type session struct {
	process *Process
	child   *child.Child

	started     chan struct{} // closed once it is known whether child is there
	ready       chan struct{} // closed once there is a description, or a failure
	description *Description
	failure     error

	answered atomic.Bool // it has answered a call

	mu     sync.Mutex
	nextID int64
	byID   map[string]*openCall
	byPair map[pair]*openCall
	closed recentPairs
	ended  string // why the session has ended; empty while it runs
}

// pair names a call.
type pair struct{ run, call string }

// openCall is a call that is out to a process.
type openCall struct {
	session *session
	id      string
	pair    pair
	done    chan struct{} // closed with reply

	// Under the session's lock.
	written bool
	settled bool
	reply   Reply
}

func newSession(p *Process) *session {
	return &session{
		process: p,
		started: make(chan struct{}),
		ready:   make(chan struct{}),
		byID:    map[string]*openCall{},
		byPair:  map[pair]*openCall{},
	}
}

func (s *session) hasEnded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended != ""
}

// run lives as long as the session: it starts the process, has it describe itself, and reads what it writes.
func (s *session) run(pause time.Duration) {
	defer s.process.all.Done()
	if err := s.start(pause); err != nil {
		s.failure = err
		s.end(err.Error())
		close(s.started)
		close(s.ready)
		return
	}
	close(s.started)
	description := &openCall{session: s, id: "1", done: make(chan struct{})}
	s.nextID = 1
	s.byID[description.id] = description
	go s.describe(description)
	s.read(description)
	s.child.Release()
	<-s.ready
}

func (s *session) start(pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.process.closing:
		return errShutdown
	}
	s.process.counts.starts.Add(1)
	o := s.process.options
	started, err := child.Start(s.process.childCommand(), child.Options{
		LineBytes: o.MessageBytes, QueuedBytes: o.QueuedBytes, Stderr: o.Stderr,
	})
	if err != nil {
		return err
	}
	s.child = started
	return nil
}

// describe asks the process what it serves; one that does not say is ended.
func (s *session) describe(asked *openCall) {
	defer close(s.ready)
	s.child.Send([]byte(`{"id":1,"jsonrpc":"2.0","method":"describe","params":{"data":"`+dataVersion+`"}}`), asked)
	timer := time.NewTimer(s.process.options.StartTime)
	defer timer.Stop()
	select {
	case <-asked.done:
	case <-timer.C:
		s.mu.Lock()
		s.settle(asked, because(NotRun, "the process did not describe itself within %s", s.process.options.StartTime))
		s.mu.Unlock()
	}
	if s.failure = s.understand(asked.reply); s.failure != nil {
		s.child.Kill()
		s.end(s.failure.Error())
	}
}

// understand makes the description of the reply to describe.
func (s *session) understand(reply Reply) error {
	if reply.Kind != Ok {
		return fmt.Errorf("%s%s", reply.Reason, s.lastWords())
	}
	description, err := ParseDescription(reply.Value)
	s.description = description
	return err
}

// lastWords are the last lines that the process wrote to standard error, for the end of a message.
func (s *session) lastWords() string {
	const mostLines, mostBytes = 5, 1000
	text := strings.TrimSpace(s.child.Tail())
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	text = strings.Join(lines[max(0, len(lines)-mostLines):], "\n")
	if len(text) > mostBytes {
		text = strings.ToValidUTF8("..."+text[len(text)-mostBytes:], "")
	}
	return "; the end of its standard error: " + text
}

// read reads what the process writes, to the end, and settles what is open then.
func (s *session) read(description *openCall) {
	var overlong idScanner
	s.child.Lines.Skipped = func(piece []byte) {
		if piece != nil {
			overlong.scan(piece)
			return
		}
		s.deliver(response{id: overlong.found(), reply: because(BadReply,
			"the reply is longer than the limit of %d bytes", s.process.options.MessageBytes)}, description)
	}
	for {
		line, tooLong, err := s.child.Lines.Next()
		switch {
		case err != nil:
			s.end("the process has ended (" + s.child.Ending() + ")" + s.lastWords())
			return
		case tooLong:
			overlong = idScanner{}
			overlong.scan(line)
		default:
			r := readResponse(string(line))
			if s.child.Lines.Open() && !r.isJSON {
				continue // its end is missing, and it is no reply without it
			}
			s.deliver(r, description)
		}
	}
}

// deliver takes a response to the call that it is of, or drops it.
func (s *session) deliver(r response, description *openCall) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var call *openCall
	if r.pair {
		call = s.byPair[pair{r.run, r.call}]
	} else {
		call = s.byID[r.id]
	}
	switch {
	case call == description && call != nil:
		if r.reply.Kind != BadReply {
			r.reply = Reply{Kind: Ok, Value: r.result}
		}
		s.settle(call, r.reply)
	case call == nil:
		s.drop(r)
	default:
		if r.reply.Kind != BadReply && !r.pair || r.reply.Kind == 0 {
			r.reply = because(BadReply, "the reply is not one to a call: its result has no run, call and outcome")
		}
		s.answered.Store(true)
		s.closed.add(call.pair, true)
		s.settle(call, r.reply)
	}
}

// drop counts a response that is no open call's; the lock is held.
func (s *session) drop(r response) {
	counts := &s.process.counts
	switch answered, known := s.closed.find(pair{r.run, r.call}); {
	case !r.pair || !known:
		counts.strange.Add(1)
	case answered:
		counts.second.Add(1)
	default:
		counts.late.Add(1)
	}
}

// settle ends an open call; the lock is held. Only the first time counts.
func (s *session) settle(call *openCall, reply Reply) {
	if call.settled {
		return
	}
	call.settled, call.reply = true, reply
	delete(s.byID, call.id)
	delete(s.byPair, call.pair)
	close(call.done)
}

// end settles all that is open: what reached the process may have happened.
func (s *session) end(why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended == "" {
		s.ended = why
	}
	for _, call := range s.byID {
		if call.written {
			s.settle(call, because(Unknown, "%s", s.ended))
		}
	}
}

// Written is told by the child what became of the call's line.
func (c *openCall) Written(whole bool) {
	s := c.session
	s.mu.Lock()
	defer s.mu.Unlock()
	c.written = whole
	switch {
	case !whole && s.ended == "":
		s.settle(c, because(NotRun, "the process takes no more input"))
	case !whole:
		s.settle(c, because(NotRun, "%s", s.ended))
	case s.ended != "":
		s.settle(c, because(Unknown, "%s", s.ended))
	}
}

// call makes one call.
func (s *session) call(ctx context.Context, call *Call) Reply {
	open, line, refusal := s.open(call)
	if refusal != nil {
		return *refusal
	}
	select {
	case <-s.child.Room():
	case <-ctx.Done():
		return s.abandon(open, because(NotRun, "it was cancelled before it was sent"))
	}
	s.child.Send(line, open)
	select {
	case <-open.done:
		return open.reply
	case <-ctx.Done():
		return s.cancel(open)
	}
}

// open enters a call among those that are out, and gives its line.
func (s *session) open(call *Call) (*openCall, []byte, *Reply) {
	if call.Run == (flow.ID{}) || call.ID == (flow.ID{}) {
		reply := because(NotRun, "the call has no run id or no call id: give it both")
		return nil, nil, &reply
	}
	open := &openCall{session: s, pair: pair{call.Run.String(), call.ID.String()}, done: make(chan struct{})}
	s.mu.Lock()
	s.nextID++
	open.id = strconv.FormatInt(s.nextID, 10)
	taken := s.byPair[open.pair] != nil
	if !taken {
		s.byID[open.id], s.byPair[open.pair] = open, open
	}
	s.mu.Unlock()
	if taken {
		reply := because(NotRun, "the call %s of the run %s is out already", open.pair.call, open.pair.run)
		return nil, nil, &reply
	}
	line := appendCall(nil, open, call)
	if limit := s.process.options.MessageBytes; len(line) > limit {
		reply := s.abandon(open, because(NotRun, "the call is a message of %d bytes, over the limit of %d", len(line), limit))
		return nil, nil, &reply
	}
	return open, line, nil
}

// abandon settles a call that was not sent.
func (s *session) abandon(open *openCall, reply Reply) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settle(open, reply)
	return open.reply
}

// cancel asks the process to stop a call, and gives the call's end.
func (s *session) cancel(open *openCall) Reply {
	if s.child.Withdraw(open) {
		return s.abandon(open, because(NotRun, "it was cancelled before it was sent"))
	}
	s.child.Send(appendCancel(nil, open.pair), unwatched{})
	timer := time.NewTimer(s.process.options.CancelTime)
	defer timer.Stop()
	select {
	case <-open.done:
		return open.reply
	case <-timer.C:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !open.settled {
		s.closed.add(open.pair, false)
		s.settle(open, because(Unknown, "it was cancelled, and the process did not reply"))
	}
	return open.reply
}

// unwatched is the item of a line whose fate nobody asks for.
type unwatched struct{}

// Written does nothing.
func (unwatched) Written(bool) {}
