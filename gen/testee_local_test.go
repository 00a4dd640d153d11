package gen_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	testee "github.com/flow-toolkit/flowgen/testdata/testee/go"
	"github.com/flow-toolkit/flowgen/testdata/testee/go/tools"
)

// TestTesteeInProcess plays the calls of the transcripts without a process: each line's params go in as text, and the
// outcome that comes out stands for the line that a server would write. Transcripts of what only a stream has, ids and
// rests and cancels, are for the processes.
func TestTesteeInProcess(t *testing.T) {
	played := 0
	for _, script := range readTranscripts(t) {
		calls, ok := callsOf(script)
		if !ok {
			continue
		}
		played++
		t.Run(script.Name, func(t *testing.T) {
			local := tools.Local(testee.New())
			var got []string
			for _, call := range calls {
				outcome, err := local.CallText(context.Background(), call.params)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf(`{"id":%s,"jsonrpc":"2.0","result":{"call":%s,"outcome":%s,"run":%s}}`+"\n", call.id, call.call, outcome, call.run))
			}
			compare(t, script, got)
		})
	}
	if played < 90 {
		t.Errorf("only %d transcripts are of calls alone", played)
	}
}

// localCall is a call of a transcript: canonical texts, and its params as sent.
type localCall struct{ id, run, call, params string }

// callsOf gives the calls of a transcript that has nothing else, and no two of one pair.
func callsOf(script transcript) (calls []localCall, ok bool) {
	pairs := map[string]bool{}
	if len(script.In) != len(script.Out) || script.Note == "in this order" {
		return nil, false
	}
	for _, raw := range script.In {
		var line string
		if json.Unmarshal(raw, &line) != nil {
			return nil, false
		}
		call, ok := callOf(line)
		if !ok || pairs[call.run+" "+call.call] {
			return nil, false
		}
		pairs[call.run+" "+call.call] = true
		calls = append(calls, call)
	}
	return calls, true
}

func callOf(line string) (localCall, bool) {
	var message struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	decoder := json.NewDecoder(strings.NewReader(line))
	if decoder.Decode(&message) != nil || message.ID == nil || message.Method != "call" {
		return localCall{}, false
	}
	if _, err := decoder.Token(); err != io.EOF {
		return localCall{}, false
	}
	var pair struct {
		Run  json.RawMessage `json:"run"`
		Call json.RawMessage `json:"call"`
	}
	if json.Unmarshal(message.Params, &pair) != nil || pair.Run == nil || pair.Call == nil {
		return localCall{}, false
	}
	run, call := canonicalID(pair.Run), canonicalID(pair.Call)
	return localCall{id: string(message.ID), run: run, call: call, params: string(message.Params)}, run != "" && call != ""
}

// canonicalID gives the canonical text of a run or a call; empty where it is none.
func canonicalID(raw json.RawMessage) string {
	value, err := canon.Parse(raw, canon.Options{})
	if err != nil {
		return ""
	}
	text := string(canon.Append(nil, value))
	switch value.Kind {
	case canon.String:
		return text
	case canon.Number:
		if !strings.Contains(text, ".") {
			return text
		}
	}
	return ""
}
