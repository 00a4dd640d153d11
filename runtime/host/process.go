package host

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/internal/child"
)

// Command says what a Process starts.
type Command struct {
	// Args are the program and its arguments; a program without a slash is looked up in PATH. No shell takes part.
	Args []string
	// Dir is the folder that it runs in; empty for this process's own.
	Dir string
	// Env is its environment, as os.Environ gives it; nil for this process's own.
	Env []string
}

// ProcessOptions bound a Process. A member that is zero stands for its default.
type ProcessOptions struct {
	// MessageBytes is how long one message may be, its line end aside; 64 MiB by default. A longer call is NotRun, a
	// longer reply BadReply.
	MessageBytes int
	// QueuedBytes is how much may wait for a process to read it before further calls wait themselves; 64 MiB by default.
	QueuedBytes int
	// StartTime is how long a process may take from its start to its description; 30 s by default.
	StartTime time.Duration
	// CancelTime is how long a reply is waited for after a call was cancelled; 5 s by default.
	CancelTime time.Duration
	// Pause is that before the second start in a row of a process that ends without having answered a call; 10 ms by
	// default. It doubles with each further one, up to LongestPause, 5 s by default.
	Pause, LongestPause time.Duration
	// GraceTime is what Shutdown leaves a process for its running calls, from the end of its input; 6 s by default, since
	// toolkits give their calls 5. TermTime is how long it then has from SIGTERM to SIGKILL; 2 s by default.
	GraceTime, TermTime time.Duration
	// Stderr gets a copy of what the process writes to standard error; nil where nobody wants it.
	Stderr io.Writer
}

func (o ProcessOptions) orDefaults() ProcessOptions {
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

// Process is an Implementation that speaks the Tool protocol on the standard input and output of a command. The command
// starts when it is first needed, and again when a call finds it ended.
type Process struct {
	command Command
	options ProcessOptions

	mu       sync.Mutex
	current  *session // the newest; nil before the first start
	failures int      // sessions in a row that ended without having answered a call
	closed   bool
	closing  chan struct{} // closed with it
	all      sync.WaitGroup

	counts counters
}

// NewProcess makes a Process; nothing is started yet.
func NewProcess(command Command, options ProcessOptions) *Process {
	return &Process{command: command, options: options.orDefaults(), closing: make(chan struct{})}
}

// String shows the command and its folder.
func (p *Process) String() string {
	words := make([]string, len(p.command.Args))
	for i, word := range p.command.Args {
		words[i] = word
		if word == "" || strings.ContainsAny(word, " \t\n'\"\\") {
			words[i] = strconv.Quote(word)
		}
	}
	text := strings.Join(words, " ")
	if p.command.Dir != "" {
		text += " (in " + p.command.Dir + ")"
	}
	return text
}

// Describe gives what the process serves, as it said when it was last started. The error is a *VersionError, or says
// why there is no description, with the end of what the process wrote to standard error.
func (p *Process) Describe(ctx context.Context) (*Description, error) {
	s, err := p.session(ctx)
	if err != nil {
		return nil, err
	}
	return s.description, nil
}

// Call makes one call. Where the process does not run, it is started first, once; what cannot be started, or does not
// serve the declaration any more, makes the call NotRun. A call that was out to a process that ended is Unknown if its
// whole line was written, and NotRun if it was not. Where ctx ends, the process is asked to stop and has
// ProcessOptions.CancelTime to reply; then the call is Unknown.
func (p *Process) Call(ctx context.Context, call *Call) Reply {
	s, err := p.session(ctx)
	if err != nil {
		return because(NotRun, "%s", err.Error())
	}
	if misfit := s.description.misfit(call); misfit != "" {
		return because(NotRun, "%s", misfit)
	}
	return s.call(ctx, call)
}

// Shutdown ends the process in order, as ProcessOptions.GraceTime and TermTime say, and with it all that it started in
// its process group. Calls from now on are NotRun.
func (p *Process) Shutdown() {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.closing)
	}
	s := p.current
	p.mu.Unlock()
	if s != nil {
		<-s.started
		if s.child != nil {
			s.child.Shutdown(p.options.GraceTime, p.options.TermTime)
		}
	}
	p.all.Wait()
}

var errShutdown = errors.New("the implementation was shut down")

// session gives the session that calls go to, whose process has described itself. Where none is alive, it starts one.
func (p *Process) session(ctx context.Context) (*session, error) {
	if err := ctx.Err(); err != nil {
		return nil, errors.New("it was cancelled before it was sent")
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, errShutdown
	}
	s := p.current
	if s == nil || s.hasEnded() {
		if s != nil && !s.answered.Load() {
			p.failures++
		} else {
			p.failures = 0
		}
		s = newSession(p)
		p.current = s
		p.all.Add(1)
		go s.run(p.pause())
	}
	p.mu.Unlock()
	select {
	case <-s.ready:
		return s, s.failure
	case <-ctx.Done():
		return nil, errors.New("it was cancelled while the process started")
	}
}

// pause is what has to pass before the next start; the lock is held.
func (p *Process) pause() time.Duration {
	if p.failures < 1 {
		return 0
	}
	pause := p.options.Pause
	for range min(p.failures-1, 40) {
		pause = min(2*pause, p.options.LongestPause)
	}
	return min(pause, p.options.LongestPause)
}

func (p *Process) childCommand() child.Command {
	return child.Command{Args: p.command.Args, Dir: p.command.Dir, Env: p.command.Env}
}
