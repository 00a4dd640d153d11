package peer

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/internal/child"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// Run is one run of a child, from its start to its end.
type Run[R any] struct {
	Options Options
	// Child is there from Greet on.
	Child *child.Child
	Calls *Calls[R]

	started chan struct{} // closed once it is known whether Child is there
	ready   chan struct{} // closed once the child was greeted, or failure is there
	failure error
}

// Ask sends a request of our own, which is no call, and gives its end; ok is false where ctx ended before.
func (r *Run[R]) Ask(ctx context.Context, key string, line []byte) (end R, ok bool) {
	call := r.Calls.enter(&Call[R]{keys: []string{key}, question: true})
	r.Child.Send(line, call)
	select {
	case <-call.done:
		return call.end, true
	case <-ctx.Done():
		return call.Abandon(end), false
	}
}

// Tell sends a line that nobody answers.
func (r *Run[R]) Tell(line []byte) { r.Child.Send(line, Unwatched{}) }

func (r *Run[R]) greet(s Session) {
	defer close(r.ready)
	ctx, cancel := context.WithTimeout(context.Background(), r.Options.StartTime)
	defer cancel()
	if err := s.Greet(ctx); err != nil {
		r.failure = r.withLastWords(err)
		r.Child.Kill()
		r.Calls.finish(r.failure.Error())
	}
}

// withLastWords adds the last words to an error that does not end in them already.
func (r *Run[R]) withLastWords(err error) error {
	words := r.LastWords()
	if strings.HasSuffix(err.Error(), words) {
		return err
	}
	return fmt.Errorf("%w%s", err, words)
}

// shutdown ends the child in order.
func (r *Run[R]) shutdown() { r.Child.Shutdown(r.Options.GraceTime, r.Options.TermTime) }

// read reads what the child writes, to the end, and settles what is open then.
func (r *Run[R]) read(s Session) {
	var overlong wire.IDScanner
	lines := r.Child.Lines
	lines.Skipped = func(piece []byte) {
		if piece != nil {
			overlong.Scan(piece)
			return
		}
		s.Overlong(overlong.Found())
	}
	for {
		line, tooLong, err := lines.Next()
		switch {
		case err != nil:
			r.endOfOutput()
			return
		case tooLong:
			overlong = wire.IDScanner{}
			overlong.Scan(line)
		default:
			s.Line(string(line), lines.Open())
		}
	}
}

// endOfOutput settles what is open: the child has ended, or has no more to say. One that lives on is ended.
func (r *Run[R]) endOfOutput() {
	const soon = time.Second
	if r.Child.Ends(soon) {
		r.Calls.finish("the process has ended (" + r.Child.Ending() + ")" + r.LastWords())
		return
	}
	r.Calls.finish("the process closed its standard output" + r.LastWords())
	r.shutdown()
}

// LastWords are the last lines that the child wrote to standard error, for the end of a message.
func (r *Run[R]) LastWords() string {
	const mostLines, mostBytes = 5, 1000
	text := strings.TrimSpace(r.Child.Tail())
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
