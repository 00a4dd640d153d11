package gen_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// An expectation is one of a transcript's lines to come back.
type expectation struct {
	line    string          // a whole line; a reason of "*" in it stands for any text
	id      json.RawMessage // else: the id of the reply,
	code    int             // and the code of its error,
	outcome []string        // or the outcomes that it may have
}

func expect(t *testing.T, raw json.RawMessage) expectation {
	t.Helper()
	var line string
	if json.Unmarshal(raw, &line) == nil {
		return expectation{line: line}
	}
	var loose struct {
		ID      json.RawMessage `json:"id"`
		Error   int             `json:"error"`
		Outcome json.RawMessage `json:"outcome"`
	}
	if err := json.Unmarshal(raw, &loose); err != nil {
		t.Fatal(err)
	}
	e := expectation{id: loose.ID, code: loose.Error}
	if loose.Outcome != nil && json.Unmarshal(loose.Outcome, &e.outcome) != nil {
		var one string
		if err := json.Unmarshal(loose.Outcome, &one); err != nil {
			t.Fatal(err)
		}
		e.outcome = []string{one}
	}
	return e
}

// String shows an expectation in a failure.
func (e expectation) String() string {
	switch {
	case e.line != "":
		return e.line
	case e.code != 0:
		return fmt.Sprintf("an error of code %d for id %s", e.code, e.id)
	default:
		return fmt.Sprintf("an outcome %s for id %s", strings.Join(e.outcome, " or "), e.id)
	}
}

// A response is what a testee may write: exactly one of result and error.
type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  *struct {
		Run     json.RawMessage            `json:"run"`
		Call    json.RawMessage            `json:"call"`
		Outcome map[string]json.RawMessage `json:"outcome"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// fits says whether a line is what is expected.
func (e expectation) fits(line string) bool {
	text := strings.TrimSuffix(line, "\n")
	if e.line != "" {
		before, after, wild := strings.Cut(e.line, `"*"`)
		if !wild {
			return text == e.line
		}
		if !strings.HasPrefix(text, before) || !strings.HasSuffix(text, after) || len(text) < len(before)+len(after) {
			return false
		}
		var reason string
		return json.Unmarshal([]byte(text[len(before):len(text)-len(after)]), &reason) == nil && reason != ""
	}
	var got response
	if json.Unmarshal([]byte(text), &got) != nil || got.JSONRPC != "2.0" || string(got.ID) != string(e.id) {
		return false
	}
	if e.code != 0 {
		return got.Result == nil && got.Error != nil && got.Error.Code == e.code && got.Error.Message != ""
	}
	return got.Error == nil && got.Result != nil && len(got.Result.Outcome) == 1 &&
		slices.Contains(e.outcome, slices.Collect(maps.Keys(got.Result.Outcome))[0])
}

// compare holds the lines that came to those that a transcript wants: in any order, unless its note says otherwise.
func compare(t *testing.T, script transcript, got []string) {
	t.Helper()
	var wanted []expectation
	for _, raw := range script.Out {
		wanted = append(wanted, expect(t, raw))
	}
	for _, line := range got {
		checkLine(t, line)
		at := slices.IndexFunc(wanted, func(e expectation) bool { return e.fits(line) })
		if at < 0 {
			t.Errorf("unexpected: %s", line)
			continue
		}
		if at > 0 && script.Note == "in this order" {
			t.Errorf("out of order: %s", line)
		}
		wanted = slices.Delete(wanted, at, at+1)
	}
	for _, missing := range wanted {
		t.Errorf("missing: %s", missing)
	}
	if script.Note == "one answers 1, the other 2" {
		compareCounts(t, got)
	}
}

// checkLine holds a line to what is true of all of them: a line end, and canonical text.
func checkLine(t *testing.T, line string) {
	t.Helper()
	text, ended := strings.CutSuffix(line, "\n")
	if !ended {
		t.Errorf("no line end: %s", line)
	}
	value, err := canon.Parse([]byte(text), canon.Options{Depth: 512})
	if err != nil {
		t.Errorf("not JSON: %v: %s", err, line)
	} else if canonical := string(canon.Append(nil, value)); canonical != text {
		t.Errorf("not canonical: %s", line)
	}
}

func compareCounts(t *testing.T, got []string) {
	t.Helper()
	var counts []string
	for _, line := range got {
		var reply response
		if json.Unmarshal([]byte(line), &reply) == nil && reply.Result != nil {
			counts = append(counts, string(reply.Result.Outcome["Ok"]))
		}
	}
	slices.Sort(counts)
	if !slices.Equal(counts, []string{`"1"`, `"2"`}) {
		t.Errorf("the two calls counted %v", counts)
	}
}
