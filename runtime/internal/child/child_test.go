//go:build unix

package child

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, script string) *Child {
	t.Helper()
	c, err := Start(Command{Args: []string{"sh", "-c", script}}, Options{LineBytes: 1 << 20, QueuedBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Kill()
		readAll(c)
		c.Release()
	})
	return c
}

func readAll(c *Child) (lines []string) {
	for {
		line, _, err := c.Lines.Next()
		if err != nil {
			return lines
		}
		lines = append(lines, string(line))
	}
}

// fate is an Item that notes what it is told.
type fate struct {
	mu   sync.Mutex
	told []bool
	done chan struct{}
}

func newFate() *fate { return &fate{done: make(chan struct{})} }

func (f *fate) Written(whole bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.told = append(f.told, whole); len(f.told) == 1 {
		close(f.done)
	}
}

func (f *fate) wait(t *testing.T) bool {
	t.Helper()
	select {
	case <-f.done:
	case <-time.After(10 * time.Second):
		t.Fatal("nobody told what became of the line")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.told) != 1 {
		t.Errorf("told %d times", len(f.told))
	}
	return f.told[0]
}

func TestLinesThroughAChild(t *testing.T) {
	c := start(t, "cat; echo bye >&2")
	first, second := newFate(), newFate()
	c.Send([]byte("one"), first)
	c.Send([]byte(strings.Repeat("x", 300_000)), second)
	c.CloseInput()
	lines := readAll(c)
	if len(lines) != 2 || lines[0] != "one" || len(lines[1]) != 300_000 || !first.wait(t) || !second.wait(t) {
		t.Errorf("%d lines", len(lines))
	}
	c.Release()
	if c.Ending() != "exit status 0" || c.Tail() != "bye\n" {
		t.Errorf("%s, %q", c.Ending(), c.Tail())
	}
	late := newFate()
	c.Send([]byte("late"), late)
	if late.wait(t) {
		t.Error("a line was written to a child that has ended")
	}
}

// Of the lines to a child that takes a part and dies, those count as written whose last byte was taken.
func TestLinesThatDoNotArrive(t *testing.T) {
	c := start(t, "head -c 5 >/dev/null; exit 3")
	fates := []*fate{newFate(), newFate(), newFate()}
	c.Send([]byte("abc"), fates[0])
	if !fates[0].wait(t) {
		t.Error("the first line was not written")
	}
	c.Send([]byte(strings.Repeat("y", 4<<20)), fates[1])
	c.Send([]byte("z"), fates[2])
	if fates[1].wait(t) || fates[2].wait(t) {
		t.Error("lines were written that nobody can have read")
	}
	if c.Ending() != "exit status 3" {
		t.Error(c.Ending())
	}
}

// A child that does not read blocks nobody: lines are queued, taken back and refused.
func TestAChildThatDoesNotRead(t *testing.T) {
	c := start(t, "exec sleep 60")
	blocked, withdrawn, refused := newFate(), newFate(), newFate()
	if !c.Send([]byte(strings.Repeat("x", 1<<20-1)), blocked) {
		t.Error("there was no room for the first line")
	}
	time.Sleep(50 * time.Millisecond) // for its writing to begin
	if c.Withdraw(blocked) {
		t.Error("a line was taken back whose writing had begun")
	}
	c.Send([]byte("a"), withdrawn)
	if c.Send([]byte(strings.Repeat("x", 1<<20)), refused) {
		t.Error("there was room for too much")
	}
	if !c.Withdraw(withdrawn) || c.Withdraw(withdrawn) {
		t.Error("a line that waits was not taken back, once")
	}
	room := c.Room()
	began := time.Now()
	c.Shutdown(20*time.Millisecond, 20*time.Millisecond)
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("the shutdown took %v", took)
	}
	<-room
	if blocked.wait(t) || refused.wait(t) || len(withdrawn.told) != 0 {
		t.Error("a line was written")
	}
	if c.Ending() != "signal: terminated" {
		t.Error(c.Ending())
	}
}

// A grandchild that holds the pipes neither hides that the child has ended nor outlives it.
func TestAGrandchildDies(t *testing.T) {
	c := start(t, "sleep 60 & echo $!; exec cat")
	line, _, err := c.Lines.Next()
	if err != nil {
		t.Fatal(err)
	}
	grandchild := string(line)
	c.CloseInput()
	began := time.Now()
	if lines := readAll(c); len(lines) != 0 {
		t.Error(lines)
	}
	c.Release()
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("the end was noticed after %v", took)
	}
	if running(grandchild) {
		t.Error("the grandchild lives")
	}
}

// One that left the group is not ours to end, but hides nothing either.
func TestAGrandchildOfItsOwn(t *testing.T) {
	c := start(t, "setsid sleep 2 & echo $!; sleep 0.2; echo b")
	began := time.Now()
	lines := readAll(c)
	if len(lines) != 2 || lines[1] != "b" {
		t.Fatal(lines)
	}
	c.Release()
	if took := time.Since(began); took > 1700*time.Millisecond {
		t.Errorf("the end was noticed after %v", took)
	}
	if _, err := os.Stat("/proc/" + lines[0]); err != nil && os.Getenv("CI") != "" {
		t.Errorf("the grandchild did not leave the group: %v", err)
	}
}

// running says whether a process is there and no zombie, which it is until its parent asks.
func running(pid string) bool {
	for range 100 {
		status, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(status), ") Z ") {
			return false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return true
}

func TestTail(t *testing.T) {
	c := start(t, "yes 'a line of some length' | head -c 1000000 >&2; printf 'the \\377 end' >&2")
	readAll(c)
	c.Release()
	tail := c.Tail()
	if !strings.HasSuffix(tail, "the \uFFFD end") || !strings.HasPrefix(tail, "a line") || len(tail) > tailBytes+2 || len(tail) < tailBytes/2 {
		t.Errorf("%d bytes: %.60q", len(tail), tail)
	}
}

func TestACommandThatCannotStart(t *testing.T) {
	for _, args := range [][]string{nil, {"no-such-program-anywhere"}, {"/dev/null"}} {
		if c, err := Start(Command{Args: args}, Options{}); err == nil {
			t.Errorf("%q: %v", args, c)
		}
	}
}
