package gen_test

import (
	"encoding/json"
	"flag"
	"os"
	"runtime"
	"testing"

	"github.com/flow-toolkit/flowgen/testdata/testees"
)

// A transcript is a row of wire.json: lines for a fresh process, and the lines that it must answer.
type transcript struct {
	Name string            `json:"name"`
	Note string            `json:"note"`
	In   []json.RawMessage `json:"in"`
	Out  []json.RawMessage `json:"out"`
}

// TestTestees plays the transcripts of wire.json against every language's testee.
func TestTestees(t *testing.T) {
	transcripts := readTranscripts(t)
	for _, testee := range testees.Built(t, *onlyTestee) {
		t.Run(testee.Language, func(t *testing.T) { playAll(t, testee.Command, transcripts) })
	}
}

// onlyTestee names the one testee that takes part, as where its language has another way to run it.
var onlyTestee = flag.String("testee", "*", "play only the testee in this language")

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
