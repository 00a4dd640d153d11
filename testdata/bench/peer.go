package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// peer is a server on standard input and output that answers one line a request.
type peer struct {
	name    string
	command []string
	// hello is sent first; answered says how many lines come back for it.
	hello    []string
	answered int
	request  func(i int) string
}

const (
	greetTool = "github.com/acme/bench@v1.0.0/order.flow.greet"
	prompt    = "a prompt of about fifty letters, as they come along"
)

// flowPeer makes a peer that answers calls of the Tool greet in the protocol of Flow.
func flowPeer(name string, command ...string) peer {
	return peer{name: name, command: command, request: func(i int) string {
		return fmt.Sprintf(`{"id":%d,"jsonrpc":"2.0","method":"call","params":{"args":{"prompt":"%s"},"call":"c%d","run":"r1","tool":"%s"}}`,
			i, prompt, i, greetTool)
	}}
}

// mcpPeer makes a peer that answers calls of an equivalent tool in the Model Context Protocol.
func mcpPeer(name string, command ...string) peer {
	return peer{
		name: name, command: command, answered: 1,
		hello: []string{
			`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`,
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		},
		request: func(i int) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"greet","arguments":{"prompt":"%s"}}}`, i, prompt)
		},
	}
}

// calls makes so many calls and gives calls a second and the processor time a call in microseconds. A warm-up comes first.
func (p peer) calls(total, window int) (rate, cpu float64, err error) {
	if p.hello != nil {
		total /= 10 // the SDK is slow enough for fewer to tell
	}
	warm, err := p.run(window, window)
	if err != nil {
		return 0, 0, err
	}
	full, err := p.run(total, window)
	if err != nil {
		return 0, 0, err
	}
	n := float64(total)
	return n / full.took.Seconds(), float64((full.cpu - warm.cpu).Microseconds()) / n, nil
}

// usage is what a run took: from the first request to the last answer, and the whole process's processor time.
type usage struct{ took, cpu time.Duration }

// run starts the server, sends total requests with at most window unanswered, and ends its input.
func (p peer) run(total, window int) (usage, error) {
	command := exec.Command(p.command[0], p.command[1:]...)
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		return usage{}, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return usage{}, err
	}
	if err := command.Start(); err != nil {
		return usage{}, err
	}
	lines := bufio.NewReaderSize(out, 1<<16)
	took, err := p.exchange(in, lines, total, window)
	if err != nil {
		_ = command.Process.Kill()
		_ = command.Wait()
		return usage{}, err
	}
	if err := command.Wait(); err != nil {
		return usage{}, err
	}
	return usage{took, command.ProcessState.UserTime() + command.ProcessState.SystemTime()}, nil
}

func (p peer) exchange(in io.WriteCloser, lines *bufio.Reader, total, window int) (time.Duration, error) {
	for _, line := range p.hello {
		if _, err := io.WriteString(in, line+"\n"); err != nil {
			return 0, err
		}
	}
	for range p.answered {
		if _, err := lines.ReadSlice('\n'); err != nil {
			return 0, err
		}
	}
	free := make(chan struct{}, window)
	for range window {
		free <- struct{}{}
	}
	start := time.Now()
	sent := make(chan error, 1)
	go func() { sent <- p.send(in, free, total) }()
	for i := range total {
		if err := answer(lines); err != nil {
			return 0, fmt.Errorf("after %d answers: %w", i, err)
		}
		free <- struct{}{}
	}
	took := time.Since(start)
	return took, errors.Join(<-sent, in.Close())
}

// send writes the requests, as many in one write as may be outstanding.
func (p peer) send(in io.Writer, free chan struct{}, total int) error {
	var text bytes.Buffer
	for sent := 0; sent < total; {
		<-free
		text.Reset()
		for room := 1 + len(free); room > 0 && sent < total; room-- {
			if sent++; text.Len() > 0 {
				<-free // there is one: nobody else takes them
			}
			text.WriteString(p.request(sent))
			text.WriteByte('\n')
		}
		if _, err := in.Write(text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// answer reads lines up to one that answers a request.
func answer(lines *bufio.Reader) error {
	for {
		line, err := lines.ReadSlice('\n')
		if err != nil {
			return err
		}
		if bytes.Contains(line, []byte(`"error"`)) {
			return fmt.Errorf("the server answered %s", bytes.TrimSpace(line))
		}
		if bytes.Contains(line, []byte(`"id"`)) {
			return nil
		}
	}
}

// firstAnswer gives the time from exec to the first answer.
func (p peer) firstAnswer() (time.Duration, error) {
	start := time.Now()
	command := exec.Command(p.command[0], p.command[1:]...)
	in, err := command.StdinPipe()
	if err != nil {
		return 0, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := command.Start(); err != nil {
		return 0, err
	}
	for _, line := range append(append([]string{}, p.hello...), p.request(1)) {
		if _, err := io.WriteString(in, line+"\n"); err != nil {
			return 0, err
		}
	}
	lines := bufio.NewReader(out)
	for range p.answered + 1 {
		err = errors.Join(err, answer(lines))
	}
	took := time.Since(start)
	if err := errors.Join(err, in.Close()); err != nil {
		return 0, err
	}
	_, _ = io.Copy(io.Discard, out)
	_ = command.Wait() // how a server ends after its first answer is not this measure's business
	return took, nil
}
