package host

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/internal/child"
	"github.com/flow-toolkit/flowgen/runtime/internal/peer"
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

// Process is an Implementation that speaks the Tool protocol on the standard input and output of a command. The command
// starts when it is first needed, and again when a call finds it ended.
type Process struct {
	command Command
	keeper  *peer.Keeper[Reply, *session]
}

// NewProcess makes a Process; nothing is started yet.
func NewProcess(command Command, options ProcessOptions) *Process {
	meet := func(run *peer.Run[Reply]) *session { return &session{run: run} }
	return &Process{command, peer.NewKeeper(child.Command(command), peer.Options(options), Lost, meet)}
}

// String shows the command and its folder.
func (p *Process) String() string { return p.command.String() }

// String shows the command's words, and its folder.
func (c Command) String() string {
	words := make([]string, len(c.Args))
	for i, word := range c.Args {
		words[i] = word
		if word == "" || strings.ContainsAny(word, " \t\n'\"\\") {
			words[i] = strconv.Quote(word)
		}
	}
	text := strings.Join(words, " ")
	if c.Dir != "" {
		text += " (in " + c.Dir + ")"
	}
	return text
}

// Describe gives what the process serves, as it said when it was last started. The error is a *VersionError, or says
// why there is no description, with the end of what the process wrote to standard error.
func (p *Process) Describe(ctx context.Context) (*Description, error) {
	s, err := p.keeper.Session(ctx)
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
	s, err := p.keeper.Session(ctx)
	if err != nil {
		return because(NotRun, "%s", err.Error())
	}
	if misfit := s.description.Misfit(call); misfit != "" {
		return because(NotRun, "%s", misfit)
	}
	return s.call(ctx, call)
}

// Shutdown ends the process in order, as ProcessOptions.GraceTime and TermTime say, and with it all that it started in
// its process group. Calls from now on are NotRun.
func (p *Process) Shutdown() { p.keeper.Shutdown() }
