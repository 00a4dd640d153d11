//go:build unix

package flow

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The servers that BenchmarkCalls compares with: a loop that gives each line back, and one that answers the same calls,
// written by hand on encoding/json with a goroutine a call.
func init() {
	switch os.Getenv("FLOW_TEST_LOOPS") {
	case "":
		return
	case "lines":
		loopLines()
	case "hand-written":
		loopByHand()
	}
	os.Exit(0)
}

func loopLines() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriterSize(os.Stdout, 1<<16)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		if _, err := out.Write(line); err != nil {
			log.Fatal(err)
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				log.Fatal(err)
			}
		}
	}
}

func loopByHand() {
	type request struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			Run  json.RawMessage `json:"run"`
			Call json.RawMessage `json:"call"`
			Tool string          `json:"tool"`
			Args struct {
				Text string `json:"text"`
			} `json:"args"`
		} `json:"params"`
	}
	type result struct {
		Call    json.RawMessage   `json:"call"`
		Outcome map[string]string `json:"outcome"`
		Run     json.RawMessage   `json:"run"`
	}
	type response struct {
		ID      json.RawMessage `json:"id"`
		JSONRPC string          `json:"jsonrpc"`
		Result  result          `json:"result"`
	}
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	replies := make(chan []byte, 1024)
	go func() {
		out := bufio.NewWriterSize(os.Stdout, 1<<16)
		for reply := range replies {
			if _, err := out.Write(reply); err != nil {
				log.Fatal(err)
			}
			if len(replies) == 0 {
				if err := out.Flush(); err != nil {
					log.Fatal(err)
				}
			}
		}
	}()
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		go func() {
			var r request
			if err := json.Unmarshal(line, &r); err != nil || r.Method != "call" || r.Params.Tool != sayTool {
				log.Fatal(err)
			}
			reply, err := json.Marshal(response{r.ID, "2.0", result{r.Params.Call, map[string]string{"Ok": r.Params.Args.Text}, r.Params.Run}})
			if err != nil {
				log.Fatal(err)
			}
			replies <- append(reply, '\n')
		}()
	}
}

// BenchmarkCalls calls servers in processes of their own through pipes. CPU is what the server takes for a call.
func BenchmarkCalls(b *testing.B) {
	for _, window := range []int{1, 64} {
		for _, server := range [][2]string{{"flow", "FLOW_TEST_SERVES=plain"}, {"hand-written", "FLOW_TEST_LOOPS=hand-written"}, {"lines", "FLOW_TEST_LOOPS=lines"}} {
			b.Run(fmt.Sprintf("%d/%s", window, server[0]), func(b *testing.B) { benchmarkCalls(b, server[1], window) })
		}
	}
}

func benchmarkCalls(b *testing.B, environment string, window int) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), environment)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewReaderSize(out, 1<<16)
	text := strings.Repeat("a prompt ", 6)
	exchange(b, in, lines, window, 1, text) // until it is up
	b.ResetTimer()
	exchange(b, in, lines, window, b.N, text)
	b.StopTimer()
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	used := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}

// exchange sends so many calls, no more than window of which are unanswered at a time.
func exchange(b *testing.B, in io.Writer, lines *bufio.Reader, window, total int, text string) {
	free := make(chan struct{}, window)
	go func() {
		out := bufio.NewWriterSize(in, 1<<16)
		for i := range total {
			select {
			case free <- struct{}{}:
			default: // no more may be sent: let go of those that wait
				if err := out.Flush(); err != nil {
					b.Error(err)
				}
				free <- struct{}{}
			}
			if _, err := out.WriteString(sayCall(fmt.Sprint(i), `"run-1"`, fmt.Sprint(i), text) + "\n"); err != nil {
				b.Error(err)
			}
		}
		if err := out.Flush(); err != nil {
			b.Error(err)
		}
	}()
	for range total {
		if _, err := lines.ReadSlice('\n'); err != nil {
			b.Fatal(err)
		}
		<-free
	}
}

// BenchmarkStart is the time from the start of a process to its first answer and its end.
func BenchmarkStart(b *testing.B) {
	for _, server := range [][2]string{{"flow", "FLOW_TEST_SERVES=plain"}, {"lines", "FLOW_TEST_LOOPS=lines"}} {
		b.Run(server[0], func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command(os.Args[0])
				cmd.Env = append(os.Environ(), server[1])
				cmd.Stdin = strings.NewReader(sayCall("1", "1", "1", "x") + "\n")
				if out, err := cmd.Output(); err != nil || len(out) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkMessage is what becomes of a line before its call begins, and of its outcome, without streams.
func BenchmarkMessage(b *testing.B) {
	line := sayCall("17", `"run-1"`, "42", strings.Repeat("a prompt ", 6))
	b.ReportAllocs()
	limits := DefaultLimits()
	members := make([]spanPair, 0, 4)
	for b.Loop() {
		if m := readMessage(line, limits, members); m.kind != messageCall {
			b.Fatal(m.reason)
		}
	}
}

// BenchmarkServer is calls in one process, from a stream that is always ready to one that takes all.
func BenchmarkServer(b *testing.B) {
	b.ReportAllocs()
	lines := &repeatedCalls{b: b, text: strings.Repeat("a prompt ", 6)}
	if err := Serve(b.Context(), sayToolkit(echo), WithStreams(lines, io.Discard)); err != nil {
		b.Fatal(err)
	}
}

// repeatedCalls is a stream of b.N calls, the same 256 again and again.
type repeatedCalls struct {
	b     *testing.B
	text  string
	lines []byte
	ends  []int
	sent  int
	rest  []byte
}

func (r *repeatedCalls) Read(p []byte) (int, error) {
	if r.lines == nil {
		for i := range 256 {
			r.lines = append(append(r.lines, sayCall("17", `"run-1"`, fmt.Sprint(i), r.text)...), '\n')
			r.ends = append(r.ends, len(r.lines))
		}
		r.b.ResetTimer()
	}
	if len(r.rest) == 0 {
		if r.sent == r.b.N {
			return 0, io.EOF
		}
		n := min(256, r.b.N-r.sent)
		r.sent += n
		r.rest = r.lines[:r.ends[n-1]]
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
