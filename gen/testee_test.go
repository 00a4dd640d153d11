package gen_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

const testees = "../testdata/testee"

// A transcript is a row of wire.json: lines for a fresh process, and the lines that it must answer.
type transcript struct {
	Name string            `json:"name"`
	Note string            `json:"note"`
	In   []json.RawMessage `json:"in"`
	Out  []json.RawMessage `json:"out"`
}

// TestTestees plays the transcripts of wire.json against every language's testee. A language joins by having a
// testdata/testee/LANGUAGE/run: `run build` makes what it needs, `run` serves.
func TestTestees(t *testing.T) {
	transcripts := readTranscripts(t)
	for _, command := range builtTestees(t) {
		t.Run(filepath.Base(filepath.Dir(command)), func(t *testing.T) { playAll(t, command, transcripts) })
	}
}

// onlyTestee names the one testee that takes part, as where its language has another way to run it.
var onlyTestee = flag.String("testee", "*", "play only the testee in this language")

// unavailable is the status by which `run build` says that the machine lacks what the testee's language needs.
const unavailable = 69

// builtTestees lets every language's testee be built, and gives the commands that serve them.
func builtTestees(t *testing.T) (commands []string) {
	t.Helper()
	runs, err := filepath.Glob(filepath.Join(testees, *onlyTestee, "run"))
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) == 0 {
		t.Fatalf("there is no %s/*/run", testees)
	}
	for _, run := range runs {
		command, err := filepath.Abs(run)
		if err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(command, "build").CombinedOutput()
		var exit *exec.ExitError
		switch {
		case err == nil:
			commands = append(commands, command)
		case errors.As(err, &exit) && exit.ExitCode() == unavailable && os.Getenv("CI") == "":
			t.Run(filepath.Base(filepath.Dir(command)), func(t *testing.T) { t.Skipf("%s", out) })
		default:
			t.Fatalf("%s build: %v\n%s", run, err, out)
		}
	}
	return commands
}

func readTranscripts(t *testing.T) []transcript {
	t.Helper()
	text, err := os.ReadFile("../testdata/vectors/wire.json")
	if err != nil {
		t.Fatal(err)
	}
	var transcripts []transcript
	if err := json.Unmarshal(text, &transcripts); err != nil {
		t.Fatal(err)
	}
	return transcripts
}

// playAll plays several transcripts at once: most of their time is spent waiting.
func playAll(t *testing.T, command string, transcripts []transcript) {
	places := make(chan struct{}, 2*runtime.NumCPU())
	for _, script := range transcripts {
		t.Run(script.Name, func(t *testing.T) {
			t.Parallel()
			places <- struct{}{}
			defer func() { <-places }()
			play(t, command, script)
		})
	}
}
