package host_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
)

func testee(t testing.TB) *host.Process {
	p := host.NewProcess(host.Command{Args: []string{"../../testdata/testee/go/run"}}, host.ProcessOptions{})
	t.Cleanup(p.Shutdown)
	return p
}

func TestTestee(t *testing.T) {
	p := testee(t)
	d, err := p.Describe(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var maybe host.Described
	for _, tool := range d.Tools {
		if strings.HasSuffix(tool.Tool, ".maybe") {
			maybe = tool
		}
	}
	call := host.Call{Run: flow.TextID("r"), ID: flow.IntID(1), Tool: maybe.Tool, Fingerprint: maybe.Fingerprint, Args: []byte(`{"value":{"Some":3}}`)}
	if r := p.Call(context.Background(), &call); r.Kind != host.Ok || r.Value != `{"Some":3}` {
		t.Error(r)
	}
}

func BenchmarkProcess(b *testing.B) {
	p := testee(b)
	d, err := p.Describe(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	var maybe host.Described
	for _, tool := range d.Tools {
		if strings.HasSuffix(tool.Tool, ".maybe") {
			maybe = tool
		}
	}
	b.ResetTimer()
	work := make(chan int)
	var wg sync.WaitGroup
	for range 64 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range work {
				call := host.Call{Run: flow.TextID("r"), ID: flow.TextID(fmt.Sprintf("c%d", i)), Tool: maybe.Tool, Fingerprint: maybe.Fingerprint, Args: []byte(`{"value":{"Some":3}}`)}
				if r := p.Call(context.Background(), &call); r.Kind != host.Ok {
					b.Error(r)
				}
			}
		}()
	}
	for i := range b.N {
		work <- i
	}
	close(work)
	wg.Wait()
}
