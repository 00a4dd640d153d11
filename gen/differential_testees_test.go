package gen_test

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/flow-toolkit/flowgen/testdata/testees"
)

// A contestant is a testee that stays up for all trials.
type contestant struct {
	*process
	language string
	// lost says that it went wrong with trials unanswered, so that nothing that it still writes can be judged.
	lost bool
}

func startContestants(t *testing.T) []*contestant {
	t.Helper()
	var all []*contestant
	for _, testee := range testees.Built(t, *onlyTestee) {
		c := &contestant{process: start(t, testee.Command), language: testee.Language}
		all = append(all, c)
		t.Cleanup(func() {
			_ = c.input.Close()
			killer := time.AfterFunc(patience, func() { _ = c.command.Process.Kill() })
			defer killer.Stop()
			for line := range c.lines {
				if !c.lost {
					t.Errorf("%s: a line too many: %s", c.language, line)
				}
			}
			if err := c.command.Wait(); err != nil && !c.lost {
				t.Errorf("%s ended with %v", c.language, err)
			}
			if t.Failed() && c.errors.Len() > 0 {
				t.Logf("%s: standard error:\n%.4000s", c.language, c.errors.String())
			}
		})
	}
	return all
}

// exchange sends the lines of trials, those at once whose answers can be told apart by their ids, and gives the answers
// by the trials' numbers. The error says which trials a testee did not answer.
func (c *contestant) exchange(trials []*trial) (answers map[int]string, err error) {
	defer func() { c.lost = err != nil }()
	killer := time.AfterFunc(2*patience, func() { _ = c.command.Process.Kill() })
	defer killer.Stop()
	open := map[int]bool{}
	var together strings.Builder
	for _, t := range trials {
		if !t.alone {
			open[t.number] = true
			together.WriteString(t.line + "\n")
		}
	}
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.input, together.String())
		sent <- err
	}()
	answers = map[int]string{}
	for len(open) > 0 {
		line, ok := <-c.lines
		if !ok {
			return answers, fmt.Errorf("the testee ended, or was stopped, with these unanswered: %v", open)
		}
		var number int
		if _, err := fmt.Sscanf(line, `{"id":%d,`, &number); err != nil || !open[number] {
			return answers, fmt.Errorf("an answer to no trial (%v): %s", err, abridged(line))
		}
		delete(open, number)
		answers[number] = line
	}
	if err := <-sent; err != nil {
		return answers, err
	}
	for _, t := range trials {
		if !t.alone {
			continue
		}
		if _, err := io.WriteString(c.input, t.line+"\n"); err != nil {
			return answers, err
		}
		answers[t.number] = <-c.lines
	}
	return answers, nil
}
