package flow_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	testee "github.com/flow-toolkit/flowgen/testdata/testee/go"
	"github.com/flow-toolkit/flowgen/testdata/testee/go/tools"
)

// fuzzed is the testee, which neither ends the process nor prints nor takes its time.
type fuzzed struct{ *testee.Testee }

func (f fuzzed) Behave(ctx context.Context, how tools.Behaviour) (string, error) {
	switch how := how.(type) {
	case tools.BehaviourExit, tools.BehaviourPrint, tools.BehaviourCrash:
		return "", flow.Unknown("not here")
	case tools.BehaviourSleep:
		<-ctx.Done()
		return how.V1, ctx.Err()
	case tools.BehaviourSlowly:
		<-ctx.Done()
		return how.V1, nil
	default:
		return f.Testee.Behave(ctx, how)
	}
}

// Whatever comes in, the server ends in order, has written whole canonical lines, and leaves no goroutine behind.
func FuzzServer(f *testing.F) {
	for _, seed := range transcriptInputs(f) {
		f.Add([]byte(seed))
	}
	limits := flow.Limits{MessageBytes: 64 << 10}
	f.Fuzz(func(t *testing.T, input []byte) {
		before := runtime.NumGoroutine()
		var output bytes.Buffer
		var source io.Reader = bytes.NewReader(input)
		if len(input)%2 == 1 && len(input) < 10_000 {
			source = iotest.OneByteReader(source)
		}
		err := flow.Serve(t.Context(), tools.Toolkit(fuzzed{testee.New()}), flow.WithStreams(source, &output),
			flow.WithGrace(time.Millisecond), flow.WithLimits(limits), flow.WithBacklog(1<<20), flow.WithMaxCalls(8))
		if err != nil {
			t.Fatal(err)
		}
		checkOutput(t, output.String(), strings.Count(string(input), "\n")+1)
		for patience := 0; runtime.NumGoroutine() > before; patience++ {
			if patience == 1000 {
				stacks := make([]byte, 1<<16)
				t.Fatalf("goroutines are left:\n%s", stacks[:runtime.Stack(stacks, true)])
			}
			time.Sleep(time.Millisecond)
		}
	})
}

func checkOutput(t *testing.T, output string, most int) {
	t.Helper()
	lines := strings.SplitAfter(output, "\n")
	if last := lines[len(lines)-1]; last != "" {
		t.Fatalf("no line end: %q", last)
	}
	if lines = lines[:len(lines)-1]; len(lines) > most {
		t.Errorf("%d lines answer %d", len(lines), most)
	}
	for _, line := range lines {
		text := strings.TrimSuffix(line, "\n")
		value, err := canon.Parse([]byte(text), canon.Options{Depth: 512})
		if err != nil || string(canon.Append(nil, value)) != text {
			t.Fatalf("not canonical: %v: %q", err, line)
		}
		if (value.Member("result") == nil) == (value.Member("error") == nil) || value.Member("id") == nil {
			t.Fatalf("no response: %q", line)
		}
	}
}

// transcriptInputs are the inputs of the transcripts, each in one piece.
func transcriptInputs(f testing.TB) []string {
	f.Helper()
	text, err := os.ReadFile("../testdata/vectors/wire.json")
	if err != nil {
		f.Fatal(err)
	}
	var transcripts []struct {
		In []json.RawMessage `json:"in"`
	}
	if err := json.Unmarshal(text, &transcripts); err != nil {
		f.Fatal(err)
	}
	var inputs []string
	for _, script := range transcripts {
		var lines []string
		for _, raw := range script.In {
			var line string
			if json.Unmarshal(raw, &line) == nil {
				lines = append(lines, line)
			}
		}
		inputs = append(inputs, strings.Join(lines, "\n"))
	}
	return inputs
}
