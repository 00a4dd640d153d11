// Package child runs a command that speaks lines on its standard input and output: what processes of the Tool protocol
// and servers of MCP have in common. Nothing in it waits for a child that does not read, write or end.
package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// Command says what to start.
type Command struct {
	// Args are the program and its arguments; a program without a slash is looked up in PATH.
	Args []string
	// Dir is the folder that it runs in; empty for this process's own.
	Dir string
	// Env is its environment, as os.Environ gives it; nil for this process's own.
	Env []string
}

// Options bound what a child may cost.
type Options struct {
	// LineBytes is how long a line of its output may be to be stored.
	LineBytes int
	// QueuedBytes is how much may wait to be written to its input.
	QueuedBytes int
	// Stderr gets a copy of what it writes to standard error; nil where nobody wants it. What writing costs, the child
	// pays for: a writer that blocks blocks it alone.
	Stderr io.Writer
}

// drainTime is for what an ended child left in its pipes to be read, where a process that it left behind, out of its
// group, keeps them open.
const drainTime = 500 * time.Millisecond

// Child is a command that runs, or has run.
type Child struct {
	// Lines are those of its standard output, for one goroutine to read. They end when the child has ended and all that
	// it wrote was read, and no later than shortly after its end, whoever else holds the pipe.
	Lines *wire.Lines

	cmd    *exec.Cmd
	output *os.File
	input  *input
	tail   tail

	exited chan struct{} // closed once it ended and its group was killed
	drains sync.WaitGroup
	err    error // how it ended

	mu   sync.Mutex
	gone bool // its number may be another's
}

// Start starts a command in a process group of its own. The error says why it cannot be started.
func Start(c Command, o Options) (*Child, error) {
	if len(c.Args) == 0 {
		return nil, errors.New("there is no command to start: name a program")
	}
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir, cmd.Env = c.Dir, c.Env
	setGroup(cmd)
	var pipes pipes
	defer pipes.closeTheirs()
	in, out, err := pipes.open(3)
	if err != nil {
		pipes.closeOurs()
		return nil, fmt.Errorf("no pipe can be made: %w", err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = in[0], in[1], in[2]
	if err := cmd.Start(); err != nil {
		pipes.closeOurs()
		return nil, fmt.Errorf("%s cannot be started: %w", c.Args[0], err)
	}
	child := &Child{
		Lines:  wire.NewLines(out[1], o.LineBytes),
		cmd:    cmd,
		output: out[1],
		input:  newInput(out[0], o.QueuedBytes),
		exited: make(chan struct{}),
	}
	child.drains.Add(1)
	go child.drainErrors(out[2], o.Stderr)
	go child.await(out[2])
	return child, nil
}

// pipes are those between a child and us. The first is the child's to read, the others ours.
type pipes struct{ theirs, ours []*os.File }

func (p *pipes) open(n int) (theirs, ours []*os.File, err error) {
	for i := range n {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, nil, err
		}
		if i == 0 {
			r, w = w, r
		}
		p.ours, p.theirs = append(p.ours, r), append(p.theirs, w)
	}
	return p.theirs, p.ours, nil
}

func (p *pipes) closeOurs()   { closeAll(p.ours) }
func (p *pipes) closeTheirs() { closeAll(p.theirs) }

func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close() // a pipe: closing it fails only where it is closed
	}
}

// drainErrors keeps the end of what the child writes to standard error, as fast as it writes.
func (c *Child) drainErrors(from *os.File, copyTo io.Writer) {
	defer c.drains.Done()
	defer func() { _ = from.Close() }()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		c.tail.add(buffer[:n])
		if copyTo != nil && n > 0 {
			if _, err := copyTo.Write(buffer[:n]); err != nil {
				copyTo = nil // nobody listens any more; the child must not notice
			}
		}
		if err != nil {
			return
		}
	}
}

// await waits for the child to end, and ends what it left behind.
func (c *Child) await(errorOutput *os.File) {
	held := awaitExit(c.cmd.Process.Pid)
	if !held {
		c.err = c.cmd.Wait()
	}
	c.signal(kill)
	c.mu.Lock()
	c.gone = true
	c.mu.Unlock()
	if held {
		c.err = c.cmd.Wait()
	}
	c.input.close()
	deadline := time.Now().Add(drainTime)
	// Where a pipe has no deadline, as on some systems, its end must come by itself.
	_ = c.output.SetReadDeadline(deadline)
	_ = errorOutput.SetReadDeadline(deadline)
	close(c.exited)
}

// Exited is closed when the child has ended. What it wrote before may still wait to be read.
func (c *Child) Exited() <-chan struct{} { return c.exited }

// Ending says how the child ended, for a sentence: "exit status 1", "signal: killed". It waits for the end.
func (c *Child) Ending() string {
	<-c.exited
	if c.err != nil {
		return c.err.Error()
	}
	return "exit status 0"
}

// Tail gives the end of what the child wrote to standard error so far, whole lines where there are some; once it has
// ended, of all that it wrote.
func (c *Child) Tail() string {
	select {
	case <-c.exited:
		c.drains.Wait()
	default:
	}
	return c.tail.text()
}

// Send queues a line, which has no line end, for the child's input. It never waits. item is told once: Written(true) when the whole line,
// its end included, was taken by the system, Written(false) where that will not happen. room says whether the queue has
// room for more; where it has none, wait for Room before the next Send.
func (c *Child) Send(line []byte, item Item) (room bool) { return c.input.send(line, item) }

// Room gives a channel that is closed when the queue has room again, or the child has ended.
func (c *Child) Room() <-chan struct{} { return c.input.room() }

// Withdraw takes a line back that was sent with an item. It says false where its writing had begun; then nothing
// changes. The item of a line taken back is not told.
func (c *Child) Withdraw(item Item) bool { return c.input.withdraw(item) }

// CloseInput ends the child's input once everything queued was written.
func (c *Child) CloseInput() { c.input.finish() }

// Shutdown ends the child in order: it ends its input and waits for grace, sends SIGTERM to its process group and waits
// for patience, and kills the group. It returns when the child has ended. Lines still have to be read to their end.
func (c *Child) Shutdown(grace, patience time.Duration) {
	c.CloseInput()
	if c.Ends(grace) {
		return
	}
	c.signal(terminate)
	if c.Ends(patience) {
		return
	}
	c.Kill()
	<-c.exited
}

// Kill ends the child and its process group at once.
func (c *Child) Kill() { c.signal(kill) }

// signal signals the child's group, as long as its number is its own.
func (c *Child) signal(what os.Signal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.gone {
		signalGroup(c.cmd.Process, what)
	}
}

// Ends waits for the child's end, and says whether it came in time.
func (c *Child) Ends(within time.Duration) bool {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-c.exited:
		return true
	case <-timer.C:
		return false
	}
}

// Release frees what is left of a child that has ended and whose Lines were read to their end.
func (c *Child) Release() {
	<-c.exited
	_ = c.output.Close()
	c.drains.Wait()
	c.input.wait()
}
