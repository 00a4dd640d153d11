// Package peer keeps a command that answers requests in lines: it is started when it is first needed, and again when a
// call finds it ended. What the lines say is a Session's to know.
package peer

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/internal/child"
)

// Options bound a child and the waiting for it. A member that is zero stands for its default; host.ProcessOptions, which
// has the same members, says what they are.
type Options struct {
	MessageBytes        int
	QueuedBytes         int
	StartTime           time.Duration
	CancelTime          time.Duration
	Pause, LongestPause time.Duration
	GraceTime, TermTime time.Duration
	Stderr              io.Writer
}

func (o Options) orDefaults() Options {
	orInt(&o.MessageBytes, 64<<20)
	orInt(&o.QueuedBytes, 64<<20)
	orTime(&o.StartTime, 30*time.Second)
	orTime(&o.CancelTime, 5*time.Second)
	orTime(&o.Pause, 10*time.Millisecond)
	orTime(&o.LongestPause, 5*time.Second)
	orTime(&o.GraceTime, 6*time.Second)
	orTime(&o.TermTime, 2*time.Second)
	return o
}

func orInt(n *int, otherwise int) {
	if *n <= 0 {
		*n = otherwise
	}
}

func orTime(d *time.Duration, otherwise time.Duration) {
	if *d <= 0 {
		*d = otherwise
	}
}

// Session is what a run of a child is to those who speak to it.
type Session interface {
	// Greet asks what has to be asked before the first call, until ctx ends. With an error, the child is ended.
	Greet(ctx context.Context) error
	// Line takes a line of the child's; unfinished says that its output ended without the line's end.
	Line(line string, unfinished bool)
	// Overlong takes what is known of a line over the limit: its id, canonical, empty where it has no good one; and
	// whether it has a method, so that it is no answer.
	Overlong(id string, request bool)
}

// Keeper keeps the sessions of one command, one alive at a time. R is how its calls end, S what a session is.
type Keeper[R any, S Session] struct {
	command child.Command
	options Options
	lost    Lost[R]
	meet    func(*Run[R]) S
	counts  Counts

	mu       sync.Mutex
	current  *life[R, S] // the newest; nil before the first start
	failures int         // lives in a row that ended without having answered a call
	closed   bool
	closing  chan struct{} // closed with it
	all      sync.WaitGroup
}

// life is a run and its session.
type life[R any, S Session] struct {
	run     *Run[R]
	session S
}

// NewKeeper makes a Keeper; nothing is started yet. meet makes the session of a run that is about to start.
func NewKeeper[R any, S Session](command child.Command, options Options, lost Lost[R], meet func(*Run[R]) S) *Keeper[R, S] {
	return &Keeper[R, S]{command: command, options: options.orDefaults(), lost: lost, meet: meet, closing: make(chan struct{})}
}

// Counts gives the counts so far.
func (k *Keeper[R, S]) Counts() *Counts { return &k.counts }

var errShutdown = errors.New("the implementation was shut down")

// Session gives the session that calls go to, whose child has been greeted. Where none is alive, it starts one, after a
// pause where those before it ended without an answer.
func (k *Keeper[R, S]) Session(ctx context.Context) (S, error) {
	var none S
	if ctx.Err() != nil {
		return none, errors.New("it was cancelled before it was sent")
	}
	l, err := k.alive()
	if err != nil {
		return none, err
	}
	select {
	case <-l.run.ready:
		return l.session, l.run.failure
	case <-ctx.Done():
		return none, errors.New("it was cancelled while the process started")
	}
}

// alive gives the life that is on, or begins one.
func (k *Keeper[R, S]) alive() (*life[R, S], error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return nil, errShutdown
	}
	if l := k.current; l != nil {
		open, answered := l.run.Calls.state()
		switch {
		case open:
			return l, nil
		case answered:
			k.failures = 0
		default:
			k.failures++
		}
	}
	run := &Run[R]{Options: k.options, Calls: newCalls(k.lost, &k.counts), started: make(chan struct{}), ready: make(chan struct{})}
	k.current = &life[R, S]{run, k.meet(run)}
	k.all.Add(1)
	go k.live(k.current, k.pause())
	return k.current, nil
}

// pause is what has to pass before the next start; the lock is held.
func (k *Keeper[R, S]) pause() time.Duration {
	if k.failures < 1 {
		return 0
	}
	pause := k.options.Pause
	for range min(k.failures-1, 40) {
		pause = min(2*pause, k.options.LongestPause)
	}
	return min(pause, k.options.LongestPause)
}

// live starts the child, has it greeted, and reads what it writes, to its end.
func (k *Keeper[R, S]) live(l *life[R, S], pause time.Duration) {
	defer k.all.Done()
	r := l.run
	if err := k.start(r, pause); err != nil {
		r.failure = err
		r.Calls.finish(err.Error())
		close(r.started)
		close(r.ready)
		return
	}
	close(r.started)
	r.Calls.onDeaf = func() { k.retire(r) }
	go r.greet(l.session)
	r.read(l.session)
	r.Child.Release()
	<-r.ready
}

// retire ends a run in order whose child reads no more. The run is on still.
func (k *Keeper[R, S]) retire(r *Run[R]) {
	k.all.Add(1)
	go func() {
		defer k.all.Done()
		r.shutdown()
	}()
}

// start starts the run's child after a pause. The error says why there is none.
func (k *Keeper[R, S]) start(r *Run[R], pause time.Duration) error {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-k.closing:
		return errShutdown
	}
	k.counts.starts.Add(1)
	o := k.options
	started, err := child.Start(k.command, child.Options{LineBytes: o.MessageBytes, QueuedBytes: o.QueuedBytes, Stderr: o.Stderr})
	r.Child = started
	return err
}

// Shutdown ends the child in order, as Options.GraceTime and TermTime say, and with it all that it started in its process
// group. It returns when nothing of it is left. There is no session from now on.
func (k *Keeper[R, S]) Shutdown() {
	k.mu.Lock()
	if !k.closed {
		k.closed = true
		close(k.closing)
	}
	l := k.current
	k.mu.Unlock()
	if l != nil {
		<-l.run.started
		if l.run.Child != nil {
			l.run.shutdown()
		}
	}
	k.all.Wait()
}
