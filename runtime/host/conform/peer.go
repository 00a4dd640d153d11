package conform

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/internal/child"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// peer is a process to which lines are sent as they are.
type peer struct {
	ctx     context.Context
	child   *child.Child
	lines   chan string // what it writes; closed at the end
	wait    time.Duration
	stopped bool
}

// mostLine is how long a line of a process may be here: none of its answers is long.
const mostLine = 8 << 20

func startPeer(ctx context.Context, command host.Command, options Options) (*peer, error) {
	started, err := child.Start(child.Command{Args: command.Args, Dir: command.Dir, Env: command.Env},
		child.Options{LineBytes: mostLine, QueuedBytes: 2 * options.MessageBytes})
	if err != nil {
		return nil, err
	}
	p := &peer{ctx: ctx, child: started, lines: make(chan string, 64), wait: options.Wait}
	go p.read()
	return p, nil
}

func (p *peer) read() {
	defer close(p.lines)
	for {
		line, tooLong, err := p.child.Lines.Next()
		if err != nil {
			return
		}
		if _, broken := wire.SkipSyntax(string(line), 0); broken != nil && p.child.Lines.Open() {
			continue // its end is missing: what is wrong is that the process ended
		}
		text := string(line)
		if tooLong {
			text = text[:100] + "..."
		}
		select {
		case p.lines <- text:
		case <-p.ctx.Done():
		}
	}
}

// send sends a line.
func (p *peer) send(line string) { p.child.Send([]byte(line), unwatched{}) }

// unwatched is the item of a line whose fate shows in the answers.
type unwatched struct{}

// Written does nothing.
func (unwatched) Written(bool) {}

// next gives the next line.
func (p *peer) next() (string, error) {
	timer := time.NewTimer(p.wait)
	defer timer.Stop()
	select {
	case line, ok := <-p.lines:
		if !ok && !p.child.Ends(time.Second) {
			return "", errors.New("the process closed its standard output and lives on")
		}
		if !ok {
			return "", fmt.Errorf("the process ended (%s)%s", p.child.Ending(), lastLine(p.child.Tail()))
		}
		return line, nil
	case <-timer.C:
		return "", fmt.Errorf("nothing came back within %s", p.wait)
	case <-p.ctx.Done():
		return "", p.ctx.Err()
	}
}

func lastLine(tail string) string {
	tail = strings.TrimSpace(tail)
	if tail == "" {
		return ""
	}
	return "; it said: " + tail[strings.LastIndexByte(tail, '\n')+1:]
}

func (p *peer) hasEnded() bool {
	select {
	case <-p.child.Exited():
		return true
	default:
		return false
	}
}

// stop ends the process, whatever it does.
func (p *peer) stop() {
	if p.stopped {
		return
	}
	p.stopped = true
	p.child.Kill()
	for range p.lines {
		continue
	}
	p.child.Release()
}

// message is a line of a process, read.
type message struct {
	line string
	*canon.Value
}

// parse reads a line and holds it to canonical text; fault says what is wrong with it.
func parse(line string) (m message, fault string) {
	v, err := canon.Parse([]byte(line), canon.Options{Depth: host.SignatureDepth + 16})
	switch {
	case err != nil:
		return message{}, fmt.Sprintf("what came is no JSON: %s: %s", err, short(line))
	case v.Kind != canon.Object:
		return message{}, "what came is no object: " + short(line)
	}
	if canonical := string(canon.Append(nil, v)); canonical != line {
		return message{}, fmt.Sprintf("the line is not canonical text: %s; it should be %s", short(line), short(canonical))
	}
	return message{line, v}, ""
}

// text gives the canonical text of a member; empty where it is missing.
func (m message) text(name string) string {
	v := m.Member(name)
	if v == nil {
		return ""
	}
	return string(canon.Append(nil, v))
}

// misshaped says what keeps a message from being an answer.
func (m message) misshaped() string {
	switch {
	case m.text("jsonrpc") != `"2.0"`:
		return `an answer says "jsonrpc": "2.0": ` + short(m.line)
	case (m.Member("result") == nil) == (m.Member("error") == nil):
		return "an answer has either a result or an error: " + short(m.line)
	}
	return ""
}

// short shows the beginning of a line.
func short(line string) string {
	const most = 300
	if len(line) > most {
		line = line[:most] + "..."
	}
	return strings.ToValidUTF8(line, "\uFFFD")
}
