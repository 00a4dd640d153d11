package host_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/host"
	"go.uber.org/goleak"
)

var (
	soakTime = flag.Duration("soak", 0, "how long TestSoak makes calls: by default 3s, and a minute under CI; try 1h")
	soakSeed = flag.Uint64("soakseed", 0, "the seed of TestSoak's choices; 0 makes one of the time")
)

// TestSoak makes random calls of a process that answers them at random, cancels some, and kills the process at random
// moments. Every call ends in exactly one outcome, none is Ok twice, and nothing is left: no process, no goroutine, no
// descriptor.
func TestSoak(t *testing.T) {
	length := *soakTime
	if length == 0 {
		length = 3 * time.Second
		if os.Getenv("CI") != "" {
			length = time.Minute
		}
	}
	seed := *soakSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d: go test -run TestSoak ./runtime/host -soak %v -soakseed %d", seed, length, seed)
	before, open := goleak.IgnoreCurrent(), descriptors()
	s := &soak{deadline: time.Now().Add(length), ends: map[string]int{}}
	for round := uint64(0); time.Now().Before(s.deadline); round++ {
		s.round(t, rand.New(rand.NewPCG(seed, round)))
	}
	t.Logf("%d calls: %v; %+v", s.calls.Load(), &s.kinds, s.stats)
	goleak.VerifyNone(t, before)
	if left := children(); len(left) > 0 {
		t.Errorf("the processes %v are left", left)
	}
	if now := descriptors(); now > open {
		t.Errorf("%d descriptors are open, and %d were", now, open)
	}
	for kind := host.Ok; kind <= host.BadReply; kind++ {
		if s.kinds.counts[kind].Load() == 0 {
			t.Errorf("no call ended in %s", kind)
		}
	}
}

// soak is what all rounds share.
type soak struct {
	deadline time.Time
	calls    atomic.Int64
	kinds    tally
	stats    host.Stats

	mu   sync.Mutex
	ends map[string]int // how often each call ended in Ok
}

// tally counts outcomes.
type tally struct {
	counts [host.BadReply + 1]atomic.Int64
}

func (k *tally) String() string {
	text := ""
	for kind := host.Ok; kind <= host.BadReply; kind++ {
		text += fmt.Sprintf(" %s %d", kind, k.counts[kind].Load())
	}
	return strings.TrimSpace(text)
}

// roundTime is how long one process is tried.
const roundTime = time.Second

// round makes calls of one process, and ends it in their midst.
func (s *soak) round(t *testing.T, choices *rand.Rand) {
	pids := &pidReader{}
	p := host.NewProcess(host.Command{Args: []string{misbehaving, "-mode", "random", "-pids", "/dev/stderr"}}, host.ProcessOptions{
		MessageBytes: 1 << 20, QueuedBytes: 1 + choices.IntN(1<<16), CancelTime: time.Duration(1+choices.IntN(20)) * time.Millisecond,
		Pause: time.Millisecond, LongestPause: 4 * time.Millisecond, GraceTime: 20 * time.Millisecond, TermTime: 20 * time.Millisecond, Stderr: pids,
	})
	ctx, stop := context.WithTimeout(t.Context(), min(roundTime, time.Until(s.deadline)))
	defer stop()
	var wait sync.WaitGroup
	for worker := range 1 + choices.IntN(32) {
		own := rand.New(rand.NewPCG(choices.Uint64(), uint64(worker)))
		wait.Add(1)
		go func() {
			defer wait.Done()
			for n := 0; ctx.Err() == nil; n++ {
				s.call(t, p, own, fmt.Sprint(worker, ".", n))
			}
		}()
	}
	wait.Add(1)
	killing := rand.New(rand.NewPCG(choices.Uint64(), 0))
	go func() {
		defer wait.Done()
		for ctx.Err() == nil {
			time.Sleep(time.Duration(killing.IntN(100)) * time.Millisecond)
			pids.kill(t)
		}
	}()
	if choices.IntN(2) == 0 {
		wait.Wait() // else the end comes amid the calls
	}
	p.Shutdown()
	wait.Wait()
	sum, more := &s.stats, p.Stats()
	sum.Starts, sum.Late, sum.Second, sum.Strange = sum.Starts+more.Starts, sum.Late+more.Late, sum.Second+more.Second, sum.Strange+more.Strange
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.ends)
}

// call makes one call, cancelled perhaps, and holds its end to being one.
func (s *soak) call(t *testing.T, p *host.Process, choices *rand.Rand, id string) {
	ctx := t.Context()
	if choices.IntN(4) == 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(choices.IntN(5_000_000)))
		defer cancel()
	}
	c := call(id)
	if choices.IntN(50) == 0 {
		c.Args = []byte(`{"x":"` + strings.Repeat("x", choices.IntN(200_000)) + `"}`)
	}
	r := p.Call(ctx, c)
	s.calls.Add(1)
	if r.Kind < host.Ok || r.Kind > host.BadReply || (r.Reason == "") != (r.Kind == host.Ok || r.Kind == host.Failed) {
		t.Errorf("a call ended in %+v", r)
		return
	}
	s.kinds.counts[r.Kind].Add(1)
	if r.Kind == host.Ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.ends[id]++; s.ends[id] > 1 || r.Value != "1" {
			t.Errorf("the call %s is %s, the %d. time", id, r, s.ends[id])
		}
	}
	if strings.Contains(r.Reason, "shut down") {
		time.Sleep(time.Millisecond) // nothing more comes of this process
	}
}

// pidReader reads from standard error the id of the process that started last.
type pidReader struct {
	mu  sync.Mutex
	pid int
}

func (r *pidReader) Write(text []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := fmt.Sscan(string(text), &r.pid); err != nil && err != io.EOF {
		return 0, err
	}
	return len(text), nil
}

// kill kills that process, once.
func (r *pidReader) kill(t *testing.T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.pid == 0 {
		return
	}
	pid := r.pid
	r.pid = 0
	if _, err := os.Stat("/proc/self"); err == nil && !slices.Contains(children(), strconv.Itoa(pid)) {
		return // it ended by itself, and its number may be another's
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		t.Error(err)
		return
	}
	_ = process.Kill() // it may be ending
}
