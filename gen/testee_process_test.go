package gen_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

// patience is how long a testee may take for all of a transcript; none needs a tenth of it.
const patience = 30 * time.Second

// A process is a testee at work, with what it has written to standard error.
type process struct {
	command *exec.Cmd
	input   io.WriteCloser
	lines   chan string // what it writes, line by line; closed at its end
	errors  bytes.Buffer
}

func start(t *testing.T, command string) *process {
	t.Helper()
	p := &process{command: exec.Command(command), lines: make(chan string, 1)}
	p.command.Stderr = &p.errors
	output, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if p.input, err = p.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(p.lines)
		reader := bufio.NewReader(output)
		for {
			line, err := reader.ReadString('\n')
			if line != "" {
				p.lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return p
}

// play runs one transcript in a process of its own.
func play(t *testing.T, command string, script transcript) {
	p := start(t, command)
	killer := time.AfterFunc(patience, func() { _ = p.command.Process.Kill() })
	defer killer.Stop()
	if slices.ContainsFunc(script.In, func(e json.RawMessage) bool { return e[0] != '"' }) {
		p.awaken(t)
	}
	endsEarly := strings.HasPrefix(script.Note, "the input ends")
	sent := make(chan error, 1)
	go func() { sent <- p.send(script.In, endsEarly) }()
	got := p.collect(t, len(script.Out))
	if err := <-sent; err != nil {
		t.Errorf("writing to the testee: %v", err)
	}
	_ = p.input.Close()
	for line := range p.lines {
		t.Errorf("a line too many: %s", line)
	}
	if err := p.command.Wait(); err != nil {
		t.Errorf("the testee ended with %v (stopped by the test after %v if killed)", err, patience)
	}
	compare(t, script, got)
	if t.Failed() {
		t.Logf("standard error:\n%s", p.errors.String())
	}
}

// awaken waits until the process answers: the rests in a transcript are meant for one that is up.
func (p *process) awaken(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(p.input, `{"id":"up","jsonrpc":"2.0","method":"describe"}`+"\n"); err != nil {
		t.Error(err)
	}
	if line := <-p.lines; !strings.HasPrefix(line, `{"id":"up",`) {
		t.Errorf("describe answers %s", line)
	}
}

// send writes each text with a newline, in one piece, and rests where the transcript has a number. Where the input ends
// early, its last line has no newline.
func (p *process) send(in []json.RawMessage, endsEarly bool) error {
	for i, element := range in {
		var pause int
		if json.Unmarshal(element, &pause) == nil {
			time.Sleep(time.Duration(pause) * time.Millisecond)
			continue
		}
		var line string
		if err := json.Unmarshal(element, &line); err != nil {
			return err
		}
		last := endsEarly && i == len(in)-1
		if !last {
			line += "\n"
		}
		if _, err := io.WriteString(p.input, line); err != nil {
			return err
		}
		if last {
			return p.input.Close()
		}
	}
	return nil
}

// collect reads as many lines as the transcript wants.
func (p *process) collect(t *testing.T, want int) []string {
	t.Helper()
	var got []string
	for len(got) < want {
		line, open := <-p.lines
		if !open {
			t.Errorf("the output ended after %d of %d lines", len(got), want)
			return got
		}
		got = append(got, line)
	}
	return got
}
