// Command host makes calls of a process as a host does, and prints how many a second and what processor time each took
// on the host's side, in microseconds. Its arguments are the way, the number of calls, how many are outstanding, and the
// command.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

const (
	prompt = "a prompt of about fifty letters, as they come along"
	tool   = "github.com/acme/tools@v1.4.0/testee.flow.behave"
	args   = `{"how":{"Answer":"` + prompt + `"}}`
)

// caller makes call number n.
type caller func(n int) error

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

func run(words []string) error {
	if len(words) < 4 {
		return errors.New("usage: host process|instance|mcp CALLS OUTSTANDING COMMAND")
	}
	ways := map[string]func(context.Context, []string) (caller, func(), error){"process": process, "instance": instance, "mcp": client}
	way := ways[words[0]]
	total, errTotal := strconv.Atoi(words[1])
	window, errWindow := strconv.Atoi(words[2])
	if err := errors.Join(errTotal, errWindow); err != nil || way == nil {
		return fmt.Errorf("no such way, or number: %q", words[:3])
	}
	call, end, err := way(context.Background(), words[3:])
	if err != nil {
		return err
	}
	defer end()
	if err := all(call, 0, window, window); err != nil { // the warm-up
		return err
	}
	began, before := time.Now(), processor()
	if err := all(call, window, total, window); err != nil {
		return err
	}
	took, spent := time.Since(began), processor()-before
	_, err = fmt.Println(float64(total)/took.Seconds(), float64(spent.Nanoseconds())/1000/float64(total))
	return err
}

// all makes calls, as many at once as may be outstanding.
func all(call caller, first, total, window int) error {
	var wait sync.WaitGroup
	faults := make([]error, window)
	for worker := range window {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for n := worker; n < total && faults[worker] == nil; n += window {
				faults[worker] = call(first + n)
			}
		}()
	}
	wait.Wait()
	return errors.Join(faults...)
}

// processor is the processor time of this process so far.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func start(command []string) *host.Process {
	return host.NewProcess(host.Command{Args: command}, host.ProcessOptions{Stderr: os.Stderr})
}

// process calls through host.Process alone: JSON text in, JSON text out.
func process(ctx context.Context, command []string) (caller, func(), error) {
	p := start(command)
	d, err := p.Describe(ctx)
	if err != nil {
		return nil, nil, err
	}
	entry := d.Find(tool)
	if entry == nil {
		return nil, nil, fmt.Errorf("%s is not served", tool)
	}
	return func(n int) error {
		r := p.Call(ctx, &host.Call{Run: flow.TextID("r"), ID: flow.IntID(int64(n)), Tool: tool, Fingerprint: entry.Fingerprint, Args: []byte(args)})
		if r.Kind != host.Ok || r.Value != `"`+prompt+`"` {
			return errors.New(r.String())
		}
		return nil
	}, p.Shutdown, nil
}

// instance calls as an embedding host does: arguments and values are decoded at the declared types.
func instance(ctx context.Context, command []string) (caller, func(), error) {
	text, err := os.ReadFile("testdata/vectors/listings/testee.json")
	if err != nil {
		return nil, nil, err
	}
	program, err := typespec.Read("testee.json", text)
	if err != nil {
		return nil, nil, err
	}
	p := start(command)
	overrides := map[string]host.Implementation{}
	for _, t := range program.Tools {
		overrides[t.Identity] = p
	}
	bindings, err := host.Bind(ctx, program, host.BindOptions{Overrides: overrides})
	if err != nil {
		return nil, nil, err
	}
	behave, err := bindings.Find(tool).At(flow.Limits{})
	if err != nil {
		return nil, nil, err
	}
	return func(n int) error {
		o := behave.Call(ctx, flow.TextID("r"), flow.IntID(int64(n)), args)
		if o.Kind != host.Ok || o.Value.Text() != `"`+prompt+`"` {
			return errors.New(o.String())
		}
		return nil
	}, p.Shutdown, nil
}

// client calls through the client of the MCP SDK.
func client(ctx context.Context, command []string) (caller, func(), error) {
	c := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	session, err := c.Connect(ctx, &mcp.CommandTransport{Command: exec.Command(command[0], command[1:]...)}, nil)
	if err != nil {
		return nil, nil, err
	}
	end := func() {
		if err := session.Close(); err != nil {
			log.Print(err)
		}
	}
	return func(int) error {
		r, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "greet", Arguments: map[string]any{"prompt": prompt}})
		if err != nil {
			return err
		}
		if text, ok := r.Content[0].(*mcp.TextContent); !ok || text.Text != "hello "+prompt {
			return fmt.Errorf("%+v", r.Content)
		}
		return nil
	}, end, nil
}
