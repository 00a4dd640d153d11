package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
)

// start gives a process that misbehaves in a mode.
func start(t *testing.T, options host.ProcessOptions, mode string, flags ...string) *host.Process {
	t.Helper()
	if options.GraceTime == 0 {
		options.GraceTime, options.TermTime = 50*time.Millisecond, 50*time.Millisecond
	}
	p := host.NewProcess(host.Command{Args: append([]string{misbehaving, "-mode", mode}, flags...)}, options)
	t.Cleanup(p.Shutdown)
	return p
}

func call(id string) *host.Call {
	return &host.Call{Run: flow.TextID("r"), ID: flow.TextID(id), Tool: "a.flow.t", Fingerprint: "f", Args: []byte("{}")}
}

// expect makes a call and holds its end to a kind, and to a part of its reason or value.
func expect(t *testing.T, p *host.Process, id string, kind host.Kind, part string) {
	t.Helper()
	if r := p.Call(t.Context(), call(id)); r.Kind != kind || !strings.Contains(r.Reason+r.Value, part) {
		t.Errorf("call %s: %v, want %v with %q", id, r, kind, part)
	}
}

func TestCallsSideBySide(t *testing.T) {
	p := start(t, host.ProcessOptions{}, "backwards")
	var wait sync.WaitGroup
	for i := range 64 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			expect(t, p, fmt.Sprint("c", i), host.Ok, "1")
		}()
	}
	wait.Wait()
	if s := p.Stats(); s != (host.Stats{Starts: 1}) {
		t.Errorf("%+v", s)
	}
}

// Two runs with one call id are two calls, and ids of every spelling are kept apart.
func TestPairs(t *testing.T) {
	p := start(t, host.ProcessOptions{}, "backwards")
	var wait sync.WaitGroup
	for _, run := range []string{`"a"`, `"b"`} {
		for _, id := range []string{`0`, `""`, `"0"`, `-1`, `9007199254740993`, `"9007199254740993"`} {
			wait.Add(1)
			go func() {
				defer wait.Done()
				c := call("")
				var errs [2]error
				c.Run, errs[0] = flow.ParseID(run)
				c.ID, errs[1] = flow.ParseID(id)
				if r := p.Call(t.Context(), c); r.Kind != host.Ok || errors.Join(errs[:]...) != nil {
					t.Error(run, id, r, errs)
				}
			}()
		}
	}
	wait.Wait()
}

// A pair that is out is not sent again; one that has ended may be.
func TestAPairIsOutOnce(t *testing.T) {
	p := start(t, host.ProcessOptions{CancelTime: time.Millisecond}, "never")
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := p.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	first := make(chan host.Reply, 1)
	go func() { first <- p.Call(ctx, call("c")) }()
	time.Sleep(100 * time.Millisecond) // for the first to be out
	expect(t, p, "c", host.NotRun, "out already")
	cancel()
	if r := <-first; r.Kind != host.Unknown {
		t.Error(r)
	}
}

func TestEndings(t *testing.T) {
	for _, row := range []struct {
		mode string
		kind host.Kind
		part string
	}{
		{"exit-at-once", host.NotRun, "exit status 7); the end of its standard error: no configuration"},
		{"dies-describing", host.NotRun, "exit status 3"},
		{"describes-badly", host.NotRun, "/tools/0"},
		{"refuses-describe", host.NotRun, "-32601"},
		{"bad-version", host.NotRun, "not two whole numbers"},
		{"version-2", host.NotRun, "data version 2.0"},
		{"version-1.7", host.Ok, "1"},
		{"dies-mid-line", host.Unknown, "exit status 4"},
		{"dies-before-reply", host.Unknown, "the end of its standard error: it was the disk"},
		{"dies-after-reply", host.Ok, "1"},
		{"last-line-open", host.Ok, "1"},
		{"twice", host.Ok, "1"},
		{"to-nothing", host.Ok, "1"},
		{"floods", host.Ok, "1"},
		{"banner", host.Ok, "1"},
		{"crlf", host.Ok, "1"},
		{"id-last", host.Ok, "1"},
	} {
		t.Run(row.mode, func(t *testing.T) {
			t.Parallel()
			for i := range 3 {
				expect(t, start(t, host.ProcessOptions{}, row.mode), fmt.Sprint("c", i), row.kind, row.part)
			}
		})
	}
}

// What is dropped is counted, and changes nothing.
func TestDroppedReplies(t *testing.T) {
	p := start(t, host.ProcessOptions{}, "to-nothing")
	expect(t, p, "c", host.Ok, "1")
	if s := p.Stats(); s.Strange != 6 || s.Late != 0 || s.Second != 0 {
		t.Errorf("%+v", s)
	}
	p = start(t, host.ProcessOptions{}, "twice")
	expect(t, p, "c", host.Ok, "1")
	expect(t, p, "d", host.Ok, "1")
	if s := p.Stats(); s.Second < 1 || s.Strange != 0 {
		t.Errorf("%+v", s)
	}
}

func TestVersionRefusal(t *testing.T) {
	var version *host.VersionError
	_, err := start(t, host.ProcessOptions{}, "version-2").Describe(t.Context())
	if !errors.As(err, &version) || version.Data != "2.0" {
		t.Error(err)
	}
	for _, mode := range []string{"bad-version", "describes-badly", "refuses-describe"} {
		if _, err := start(t, host.ProcessOptions{}, mode).Describe(t.Context()); err == nil || errors.As(err, &version) {
			t.Error(mode, err)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, row := range []struct {
		mode, part string
		late       int64
	}{
		{"obeys", "stopped", 0},
		{"never", "it was cancelled", 0},
		{"late", "it was cancelled", 1},
		{"half-line", "it was cancelled", 0},
		{"stops-reading", "it was cancelled", 0},
	} {
		t.Run(row.mode, func(t *testing.T) {
			t.Parallel()
			p := start(t, host.ProcessOptions{CancelTime: 100 * time.Millisecond}, row.mode)
			if _, err := p.Describe(t.Context()); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if r := p.Call(ctx, call("c")); r.Kind != host.Unknown || !strings.Contains(r.Reason, row.part) {
				t.Error(r)
			}
			for deadline := time.Now().Add(5 * time.Second); p.Stats().Late < row.late; time.Sleep(time.Millisecond) {
				if time.Now().After(deadline) {
					t.Fatalf("%+v", p.Stats())
				}
			}
		})
	}
}

// A call that was cancelled before it was sent did not happen.
func TestCancelBeforeSending(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	p := start(t, host.ProcessOptions{CancelTime: 10 * time.Millisecond, QueuedBytes: 1}, "stops-reading")
	if r := p.Call(cancelled, call("c")); r.Kind != host.NotRun || p.Stats().Starts != 0 {
		t.Error(r)
	}
	if _, err := p.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	short := func() context.Context {
		ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
		t.Cleanup(stop)
		return ctx
	}
	var wait sync.WaitGroup
	kinds := make([]host.Kind, 4)
	for i := range kinds {
		wait.Add(1)
		time.Sleep(20 * time.Millisecond)
		go func() {
			defer wait.Done()
			c := call(fmt.Sprint("c", i))
			c.Args = []byte(`{"x":"` + strings.Repeat("x", 4<<20) + `"}`)
			kinds[i] = p.Call(short(), c).Kind
		}()
	}
	wait.Wait()
	// The first is read, the second being written perhaps; those behind it were taken back.
	if got := fmt.Sprint(kinds); strings.Count(got, "NotRun") < 2 || strings.Count(got, "NotRun")+strings.Count(got, "Unknown") != 4 {
		t.Error(got)
	}
}

func TestRestart(t *testing.T) {
	p := start(t, host.ProcessOptions{Pause: time.Millisecond}, "dies-after-reply")
	expect(t, p, "c", host.Ok, "1")
	for i := 0; p.Stats().Starts < 5; i++ {
		// A call may come while the process is ending.
		if r := p.Call(t.Context(), call(fmt.Sprint("c", i))); r.Kind == host.BadReply || r.Kind == host.Failed {
			t.Fatal(r)
		}
	}
	for mode, part := range map[string]string{"changes-fingerprint": "has the fingerprint other", "changes-tools": "does not serve a.flow.t"} {
		pids := filepath.Join(t.TempDir(), "pids")
		p := start(t, host.ProcessOptions{}, mode, "-state", filepath.Join(t.TempDir(), "started"), "-pids", pids)
		expect(t, p, "c", host.Ok, "1")
		d, err := p.Describe(t.Context())
		if err != nil || len(d.Tools) != 1 {
			t.Fatal(d, err)
		}
		kill(t, pids)
		for p.Stats().Starts == 1 {
			p.Call(t.Context(), call("again"))
		}
		expect(t, p, "d", host.NotRun, part)
	}
}

// kill kills the process that started last, which wrote its id to a file.
func kill(t *testing.T, pids string) {
	t.Helper()
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(text))
	pid, err := strconv.Atoi(lines[len(lines)-1])
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
}

// One that keeps dying is started after growing pauses, once a call, and what it wrote before is never taken for what
// it writes next.
func TestKeepsDying(t *testing.T) {
	p := start(t, host.ProcessOptions{Pause: 4 * time.Millisecond, LongestPause: 64 * time.Millisecond}, "exit-at-once")
	began := time.Now()
	for i := range 10 {
		expect(t, p, fmt.Sprint("c", i), host.NotRun, "no configuration")
		if s := p.Stats(); s.Starts != int64(i+1) {
			t.Fatalf("%d starts for %d calls", s.Starts, i+1)
		}
	}
	if least := (4 + 8 + 16 + 32 + 5*64) * time.Millisecond; time.Since(began) < least {
		t.Errorf("ten starts took %v, and their pauses alone take %v", time.Since(began), least)
	}
}

func TestSizes(t *testing.T) {
	const limit = 16 << 20
	for _, mode := range []string{"sized", "sized-id-last"} {
		for _, size := range []int{65_535, 65_536, 65_537, 1 << 20, limit, limit + 1, limit + 2, limit + 70_000} {
			t.Run(fmt.Sprint(mode, size), func(t *testing.T) {
				t.Parallel()
				p := start(t, host.ProcessOptions{MessageBytes: limit}, mode, "-size", fmt.Sprint(size))
				first := make(chan host.Reply)
				if _, err := p.Describe(t.Context()); err != nil {
					t.Fatal(err)
				}
				go func() { first <- p.Call(t.Context(), call("c")) }()
				time.Sleep(50 * time.Millisecond)
				expect(t, p, "d", host.Ok, "1")
				r := <-first
				if size <= limit && (r.Kind != host.Ok || len(r.Value) < size-200) {
					t.Errorf("%v of %d bytes", r.Kind, len(r.Value))
				}
				if size > limit && (r.Kind != host.BadReply || !strings.Contains(r.Reason, "longer than the limit")) {
					t.Errorf("%v: %.80s", r.Kind, r.Reason)
				}
			})
		}
	}
}

// A host sends nothing over its own limit.
func TestOverlongCall(t *testing.T) {
	p := start(t, host.ProcessOptions{MessageBytes: 1000}, "")
	c := call("c")
	c.Args = []byte(`{"x":"` + strings.Repeat("x", 1000) + `"}`)
	if r := p.Call(t.Context(), c); r.Kind != host.NotRun || !strings.Contains(r.Reason, "over the limit of 1000") {
		t.Error(r)
	}
	expect(t, p, "d", host.Ok, "1")
}

// Replies that cannot be understood are BadReply for their own call, and the stream goes on.
func TestBadReplies(t *testing.T) {
	good := `{"id":$id,"jsonrpc":"2.0","result":{"call":$call,"outcome":{"Ok":1},"run":$run}}`
	replace := func(from, to string) string { return strings.Replace(good, from, to, 1) }
	for _, row := range []struct{ line, part string }{
		{`{"id":$id,"jsonrpc":"2.0","error":{"code":-32000,"message":"busy"}}`, "busy"},
		{`{"error":null,"id":$id,"jsonrpc":"2.0"}`, "null"},
		{`{"id":$id,"jsonrpc":"2.0","result":null}`, "no run, call and outcome"},
		{`{"id":$id,"jsonrpc":"2.0","result":0}`, "no run, call and outcome"},
		{`{"id":$id,"jsonrpc":"2.0","result":""}`, "no run, call and outcome"},
		{`{"id":$id,"jsonrpc":"2.0","result":{}}`, "no run, call and outcome"},
		{`{"id":$id,"jsonrpc":"2.0"}`, "either a result or an error"},
		{replace(`"result"`, `"error":{},"result"`), "either a result or an error"},
		{replace(`"2.0"`, `"1.0"`), `"jsonrpc": "2.0"`},
		{replace(`"jsonrpc":"2.0",`, ``), `"jsonrpc": "2.0"`},
		{replace(`"result"`, `"method":"x","result"`), "a process sends none"},
		{replace(`{"Ok":1}`, `{"OK":1}`), "an outcome is"},
		{replace(`{"Ok":1}`, `{"Ok":1,"Failed":2}`), "an outcome is"},
		{replace(`{"Ok":1}`, `{"Ok":1,"Ok":1}`), "an outcome is"},
		{replace(`{"Ok":1}`, `{}`), "an outcome is"},
		{replace(`{"Ok":1}`, `null`), "an outcome is"},
		{replace(`{"Ok":1}`, `"Ok"`), "an outcome is"},
		{replace(`{"Ok":1}`, `{"NotRun":1}`), "the reason of NotRun is a string"},
		{replace(`{"Ok":1}`, `{"Unknown":"\ud800"}`), "does not read"},
		{replace(`{"Ok":1}`, `{"BadReply":"x"}`), "an outcome is"},
		{replace(`"outcome"`, `"Outcome"`), "no run, call and outcome"},
		{replace(`"outcome"`, `"outcome":{"Ok":2},"outcome"`), "two members"},
		{replace(`"jsonrpc"`, `"jsonrpc":"2.0","jsonrpc"`), "two members"},
		{replace(`"jsonrpc"`, `"x":[{"a":1,"a":2}],"jsonrpc"`), "does not read"},
		{replace(`"jsonrpc"`, `"x":"\udc00","jsonrpc"`), "does not read"},
		{replace(`"jsonrpc"`, `"x":`+strings.Repeat("[", 600)+strings.Repeat("]", 600)+`,"jsonrpc"`), "does not read"},
		{replace(`"jsonrpc"`, "\"x\":\"\xff\",\"jsonrpc\""), "does not read"},
		{replace(`{"Ok":1}`, "{\"Ok\":\"\xfe\"}"), "not UTF-8"},
		{replace(`}}`, `}`), "no JSON"},
		{replace(`"result"`, `result`), "no JSON"},
		{good + ` x`, "something follows"},
		{`{"jsonrpc":"2.0","result":{"call":5,"outcome":{"Ok":1},"run":[]},"id":$id}`, "no run, call and outcome"},
		{`[] {"id":$id}`, ""}, // nobody's: the call below is not answered by it
	} {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			state := filepath.Join(t.TempDir(), "lines")
			if err := os.WriteFile(state, []byte(row.line+"\n"+good+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			p := start(t, host.ProcessOptions{}, "verbatim", "-state", state)
			r := p.Call(t.Context(), call("c"))
			if row.part == "" {
				if r.Kind != host.Ok {
					t.Error(r)
				}
				return
			}
			if r.Kind != host.BadReply || !strings.Contains(r.Reason, row.part) {
				t.Errorf("%.150q: %v, want BadReply with %q", row.line, r, row.part)
			}
		})
	}
}

// Members that are not known are ignored, and all that JSON allows in writing is understood.
func TestGoodReplies(t *testing.T) {
	for _, line := range []string{
		`{"id":"$id","jsonrpc":"2.0","result":{"call":$call,"outcome":{"Ok":1},"run":$run}}`,
		`{"id":null,"jsonrpc":"2.0","result":{"call":$call,"outcome":{"Ok":1},"run":$run}}`,
		`{"jsonrpc":"2.0","result":{"call":$call,"outcome":{"Ok":1},"run":$run,"more":[1]},"also":{}}`,
		`{"\u0069d":$id,"json\u0072pc":"2.0","result":{"\u0063all":"\u0063","outc\u006fme":{"\u004fk":1},"run":"\u0072"}}`,
		"\ufeff" + `{"id":$id,"jsonrpc":"2.0","result":{"call":$call,"outcome":{"Ok":1},"run":$run}}`,
	} {
		state := filepath.Join(t.TempDir(), "lines")
		if err := os.WriteFile(state, []byte(line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(line, "\ufeff") {
			continue // the mark is tolerated at the start of the stream alone
		}
		expect(t, start(t, host.ProcessOptions{}, "verbatim", "-state", state), "c", host.Ok, "1")
	}
}

// 200 calls of 64 KiB to a process that does not read neither lock up nor wait for ever.
func TestNeverReads(t *testing.T) {
	p := start(t, host.ProcessOptions{CancelTime: 50 * time.Millisecond, QueuedBytes: 1 << 20}, "stops-reading")
	if _, err := p.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	kinds := make([]host.Kind, 200)
	var wait sync.WaitGroup
	for i := range kinds {
		wait.Add(1)
		go func() {
			defer wait.Done()
			c := call(fmt.Sprint("c", i))
			c.Args = []byte(`{"x":"` + strings.Repeat("x", 64<<10) + `"}`)
			kinds[i] = p.Call(ctx, c).Kind
		}()
	}
	wait.Wait()
	unknown := 0
	for _, kind := range kinds {
		if kind == host.Unknown {
			unknown++
		} else if kind != host.NotRun {
			t.Fatal(kind)
		}
	}
	if unknown == 0 || unknown > 100 {
		t.Errorf("%d of 200 calls are Unknown", unknown)
	}
}

func TestShutdown(t *testing.T) {
	for _, mode := range []string{"", "never", "ignores-term", "stops-reading", "silent", "grandchild", "half-line", "exit-at-once"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := start(t, host.ProcessOptions{}, mode)
			replies := make(chan host.Reply, 3)
			for i := range cap(replies) {
				go func() { replies <- p.Call(t.Context(), call(fmt.Sprint("c", i))) }()
			}
			time.Sleep(100 * time.Millisecond)
			p.Shutdown()
			for range cap(replies) {
				if r := <-replies; r.Kind != host.NotRun && r.Kind != host.Unknown && r.Kind != host.Ok {
					t.Error(r)
				}
			}
			expect(t, p, "d", host.NotRun, "shut down")
			p.Shutdown()
		})
	}
}

// A server whose command leaves a grandchild with its pipes is missed at once when it is killed.
func TestKilledBesideAGrandchild(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	p := host.NewProcess(host.Command{Args: []string{"sh", "-c", "sleep 60 & exec \"$@\"", "sh", misbehaving, "-mode", "never", "-pids", pids}}, host.ProcessOptions{})
	t.Cleanup(p.Shutdown)
	if _, err := p.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	reply := make(chan host.Reply)
	go func() { reply <- p.Call(t.Context(), call("c")) }()
	time.Sleep(100 * time.Millisecond)
	began := time.Now()
	kill(t, pids)
	if r := <-reply; r.Kind != host.Unknown || time.Since(began) > 2*time.Second {
		t.Errorf("%v after %v", r, time.Since(began))
	}
	if d, err := p.Describe(t.Context()); err != nil || p.Stats().Starts != 2 {
		t.Error(d, err, p.Stats())
	}
}

// A process that closes a pipe and lives on gets no more calls; the next one starts another.
func TestClosedPipes(t *testing.T) {
	for mode, want := range map[string]struct {
		kind host.Kind
		part string
	}{
		"closes-output": {host.Unknown, "closed its standard output"},
		"closes-input":  {host.Ok, "1"}, // what it has it may still answer
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p := start(t, host.ProcessOptions{}, mode)
			for i := range 3 {
				id := fmt.Sprint("c", i)
				r := p.Call(t.Context(), call(id))
				for r.Kind == host.NotRun { // found the input closed
					r = p.Call(t.Context(), call(id))
				}
				if r.Kind != want.kind || !strings.Contains(r.Reason+r.Value, want.part) {
					t.Error(r)
				}
			}
			if s := p.Stats(); s.Starts != 3 {
				t.Errorf("%+v", s)
			}
		})
	}
}

// The last words of a process stand in a reason once.
func TestLastWords(t *testing.T) {
	r := start(t, host.ProcessOptions{}, "exit-at-once").Call(t.Context(), call("c"))
	if n := strings.Count(r.Reason, "no configuration"); n != 1 {
		t.Errorf("%d times: %s", n, r.Reason)
	}
}
