package flow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

const (
	unwindTime  = time.Second            // for cancelled calls to end in, and for their answers to be taken
	abandonTime = 100 * time.Millisecond // for a reader to see that nobody wants its lines any more
)

// server answers one stream of messages.
type server struct {
	toolkit *Toolkit
	options serveOptions
	base    context.Context // of the calls: its values, without its cancellation
	source  io.Reader
	writer  *wire.MessageWriter
	calls   *callTable
	workers workers
	members []spanPair // scratch of the reader
	texts   buffers
}

func newServer(ctx context.Context, toolkit *Toolkit, options serveOptions, in io.Reader, out io.Writer) *server {
	s := &server{
		toolkit: toolkit, options: options, base: context.WithoutCancel(ctx),
		source: in, writer: wire.NewMessageWriter(out), calls: newCallTable(),
		members: make([]spanPair, 0, toolkit.mostArgs+1),
	}
	s.workers = workers{server: s, bound: options.maxCalls, calls: make(chan *runningCall)}
	return s
}

// run serves until the input ends, stop is closed or the host is gone; then it sees running calls to their end.
func (s *server) run(stop <-chan struct{}) {
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.read()
	}()
	grace := s.options.grace
	select {
	case <-read:
	case <-stop:
		grace = 0
	case <-s.writer.Closed():
		grace = 0
	}
	s.windUp(grace, stop)
	s.abandonReader(read)
	s.workers.close()
}

// read answers messages until the input ends.
func (s *server) read() {
	lines := wire.NewLines(s.source, s.options.limits.MessageBytes)
	for {
		line, overlong, err := lines.Next()
		if err != nil {
			return // the end of the input, or a host that is gone: either way nothing more will come
		}
		if overlong {
			text := fmt.Sprintf("a message has at most %d bytes", s.options.limits.MessageBytes)
			s.refuse(idBefore(string(line)), codeInvalidRequest, text)
		} else {
			s.take(string(line))
		}
		s.writer.WaitBelow(s.options.backlog)
	}
}

func (s *server) take(line string) {
	m := readMessage(line, s.options.limits, s.members)
	switch m.kind {
	case messageDescribe:
		s.describe(m.id)
	case messageCall:
		s.call(m, len(line))
	case messageCancel:
		if c := s.calls.find(pair{m.run, m.call}); c != nil {
			s.interrupt(c, "the host cancelled it")
		}
	case messageRefused:
		s.refuse(m.id, m.code, m.reason)
	case messageIgnored:
	}
}

func (s *server) refuse(id string, code int, reason string) {
	s.writer.Post(func(dst []byte) []byte { return appendRefusal(dst, id, code, reason) })
}

func (s *server) describe(id string) {
	description, err := s.toolkit.Describe()
	if err != nil {
		s.refuse(id, codeInternal, "the toolkit cannot describe itself: "+err.Error())
		return
	}
	s.writer.Post(func(dst []byte) []byte { return appendDescription(dst, id, description) })
}

// call starts a call, joins it to the one that runs already, or says why it is not run.
func (s *server) call(m message, size int) {
	c := &runningCall{message: m, size: size + callOverhead, table: s.calls}
	c.ids = append(c.first[:0], m.id)
	c.message.members = nil
	c.in.limits = s.options.limits
	c.in.running = c
	if reason := s.toolkit.open(&c.in, &m); reason != "" {
		s.decline(&m, reason)
		return
	}
	ctx, cancel := context.WithCancelCause(s.base)
	c.cancel = cancel
	c.in.enter(ctx)
	entered, err := s.calls.admit(c, s.options.backlog)
	switch {
	case err != nil:
		s.decline(&m, err.Error())
		fallthrough
	case !entered:
		cancel(nil)
	default:
		s.workers.start(c)
	}
}

func (s *server) decline(m *message, reason string) {
	s.writer.Post(func(dst []byte) []byte {
		return appendReply(dst, m.id, m.call, appendDoubt(nil, OutcomeNotRun, reason), m.run)
	})
}

// interrupt cancels a call; where the author's code has not begun, it is answered NotRun.
func (s *server) interrupt(c *runningCall, reason string) {
	ids := s.calls.take(c, true)
	c.cancel(errors.New(reason))
	if len(ids) > 0 && s.answer(c, ids, appendDoubt(nil, OutcomeNotRun, "the call was not begun: "+reason)) {
		go s.writer.Drain()
	}
}

// perform runs a call on the goroutine of a worker. The author's code may end that goroutine.
func (s *server) perform(c *runningCall) {
	c.in.text = s.texts.get()
	c.in.run(s.toolkit)
}

// conclude answers a call that was performed; write says that drain is to be called.
func (s *server) conclude(c *runningCall) (write bool) {
	c.cancel(nil)
	if ids := s.calls.take(c, false); len(ids) > 0 {
		if c.in.beyond != "" {
			write = s.answerBeyond(ids, c.in.beyond)
		} else {
			write = s.answer(c, ids, c.in.text)
		}
	}
	s.texts.put(c.in.text)
	c.in.text = nil
	return write
}

// answer hands the answers of a call that was taken to the writer; write says that drain is to be called.
func (s *server) answer(c *runningCall, ids []string, whole []byte) (write bool) {
	m := &c.message
	for _, id := range ids {
		outcome := whole // or what stands for it where the reply to this id would be too long
		size := replySize(id, m.call, outcome, m.run)
		if limit := s.options.limits.MessageBytes; size > limit {
			outcome = appendDoubt(nil, OutcomeUnknown, fmt.Sprintf("the reply has %d bytes; a message has at most %d", size, limit))
		}
		if s.writer.Add(func(dst []byte) []byte { return appendReply(dst, id, m.call, outcome, m.run) }) {
			write = true
		}
	}
	s.calls.answered()
	return write
}

// answerBeyond answers a call by an error, as answer does by an outcome.
func (s *server) answerBeyond(ids []string, reason string) (write bool) {
	for _, id := range ids {
		if s.writer.Add(func(dst []byte) []byte { return appendRefusal(dst, id, codeInternal, reason) }) {
			write = true
		}
	}
	s.calls.answered()
	return write
}

// buffers are empty buffers to write outcomes to.
type buffers struct{ pool sync.Pool }

func (b *buffers) get() []byte {
	if buffer, ok := b.pool.Get().(*[]byte); ok {
		return (*buffer)[:0]
	}
	return nil
}

func (b *buffers) put(buffer []byte) {
	if cap(buffer) > 0 && cap(buffer) <= wire.KeptBuffer {
		b.pool.Put(&buffer)
	}
}

// windUp gives running calls their time, cancels the rest, answers for those that do not end, and has it all written.
func (s *server) windUp(grace time.Duration, stop <-chan struct{}) {
	none := s.calls.close()
	s.writer.Release()
	if grace > 0 {
		await(none, grace, stop, s.writer.Closed())
	}
	for _, c := range s.calls.all() {
		s.interrupt(c, "the process ends")
	}
	await(none, unwindTime, nil, nil)
	for _, c := range s.calls.all() {
		if ids := s.calls.take(c, false); len(ids) > 0 {
			if s.answer(c, ids, appendDoubt(nil, OutcomeUnknown, "the process ended before the call did")) {
				go s.writer.Drain()
			}
		}
	}
	await(s.writer.Flushed(), max(s.options.grace, unwindTime), nil, nil)
}

// await waits for the first of the channels, and no longer than limit.
func await(done <-chan struct{}, limit time.Duration, stop, closed <-chan struct{}) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	case <-stop:
	case <-closed:
	}
}

// abandonReader ends the reading where the source can be told so.
func (s *server) abandonReader(read <-chan struct{}) {
	if source, ok := s.source.(interface{ SetReadDeadline(time.Time) error }); ok {
		if source.SetReadDeadline(time.Now()) == nil {
			await(read, abandonTime, nil, nil)
		}
	}
}
