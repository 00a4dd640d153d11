package flow

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

const sayTool = "github.com/acme/tools@v1.0.0/say.flow.say"

const sayListing = `{"data": "1.0", "tools": [
	{"tool": "github.com/acme/tools@v1.0.0/say.flow.say", "doc": null, "generic": [],
	 "params": [{"name": "text", "type": "Text"}], "ok": "Text", "err": "Text"}], "types": {}}`

// sayToolkit is a toolkit of one Tool, which has a text and gives one.
func sayToolkit(say func(ctx context.Context, text string) (string, error)) *Toolkit {
	return NewToolkit(sayListing, Tool{
		Identity:    sayTool,
		Fingerprint: "sha256:0",
		Params:      []string{"text"},
		Handle: func(in *Invocation) {
			text := Argument(in, 0, TextCodec())
			if !in.Begin() {
				return
			}
			value, err := say(in.Context(), text)
			Settle(in, TextCodec(), TextCodec(), value, err)
		},
	})
}

func echo(_ context.Context, text string) (string, error) { return text, nil }

// sayCall is the line of a call, without its end. id, run and call are JSON.
func sayCall(id, run, call, text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return `{"id":` + id + `,"jsonrpc":"2.0","method":"call","params":{"args":{"text":` + string(quoted) +
		`},"call":` + call + `,"run":` + run + `,"tool":"` + sayTool + `"}}`
}

// sayReply is the line that answers a call.
func sayReply(id, run, call, outcome string) string {
	return `{"id":` + id + `,"jsonrpc":"2.0","result":{"call":` + call + `,"outcome":` + outcome + `,"run":` + run + "}}\n"
}

// session is a server at work on two pipes of the system.
type session struct {
	t     *testing.T
	in    *os.File
	lines *bufio.Reader
	out   *os.File
	done  chan struct{}
	stop  context.CancelFunc
}

// serveOnPipes serves until the test closes its input; no goroutine may be left then.
func serveOnPipes(t *testing.T, toolkit *Toolkit, options ...ServeOption) *session {
	t.Helper()
	before := goleak.IgnoreCurrent()
	inR, inW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &session{t: t, in: inW, out: outR, lines: bufio.NewReader(outR), done: make(chan struct{}), stop: stop}
	go func() {
		defer close(s.done)
		defer func() { _, _ = inR.Close(), outW.Close() }()
		if err := Serve(ctx, toolkit, append(options, WithStreams(inR, outW))...); err != nil {
			t.Error(err)
		}
	}()
	t.Cleanup(func() {
		_ = inW.Close()
		select {
		case <-s.done:
		case <-time.After(10 * time.Second):
			t.Error("the server does not end")
		}
		stop()
		_ = outR.Close()
		goleak.VerifyNone(t, before)
	})
	return s
}

func (s *session) send(lines ...string) {
	s.t.Helper()
	if _, err := io.WriteString(s.in, strings.Join(lines, "\n")+"\n"); err != nil {
		s.t.Error(err)
	}
}

func (s *session) receive() string {
	s.t.Helper()
	_ = s.out.SetReadDeadline(time.Now().Add(20 * time.Second))
	line, err := s.lines.ReadString('\n')
	if err != nil {
		s.t.Fatalf("no answer: %v (%q)", err, line)
	}
	return line
}

func (s *session) expect(want ...string) {
	s.t.Helper()
	for _, line := range want {
		if got := s.receive(); got != line {
			s.t.Errorf("got %s, want %s", shortLine(got), shortLine(line))
		}
	}
}

// expectSet takes as many lines as are wanted, in any order.
func (s *session) expectSet(want ...string) {
	s.t.Helper()
	open := map[string]int{}
	for _, line := range want {
		open[line]++
	}
	for range want {
		line := s.receive()
		if open[line]--; open[line] < 0 {
			s.t.Errorf("unexpected: %s", shortLine(line))
		}
	}
}

func shortLine(line string) string {
	if len(line) > 400 {
		return fmt.Sprintf("%s... (%d bytes)", line[:400], len(line))
	}
	return line
}
