// Package testee implements the Tools of the testee, as the author of any Tools would on the generated package.
package testee

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"

	"github.com/flow-toolkit/flowgen/testdata/testee/go/tools"
)

//go:generate go run github.com/flow-toolkit/flowgen/cmd/flowgen --lang go ../../vectors/listings/testee.json -o tools

// tab is what a Page stands for here.
type tab struct{ url string }

// Testee does as the docs of its Tools say.
type Testee struct {
	tabs *flow.Registry[tools.Page, tab]

	mu     sync.Mutex
	counts map[string]int
}

// New makes a testee that has counted nothing and has no page open.
func New() *Testee {
	return &Testee{tabs: flow.NewRegistry[tools.Page, tab](), counts: make(map[string]int)}
}

var _ tools.Tools = (*Testee)(nil)

func (t *Testee) Reflect(_ context.Context, value flow.Generic) (flow.Generic, error) {
	return value, nil
}

func (t *Testee) Roundtrip(_ context.Context, value tools.Everything) (tools.Everything, error) {
	return value, nil
}

func (t *Testee) Fail(_ context.Context, problem tools.Problem) error {
	failure, ok := problem.(error)
	if !ok {
		return fmt.Errorf("%T is no error", problem)
	}
	return failure
}

func (t *Testee) Behave(ctx context.Context, how tools.Behaviour) (string, error) {
	switch how := how.(type) {
	case tools.BehaviourAnswer:
		return how.Value, nil
	case tools.BehaviourDecline:
		return "", flow.NotRun(how.Value)
	case tools.BehaviourDoubt:
		return "", flow.Unknown(how.Value)
	case tools.BehaviourCrash:
		return "", errors.New(how.Value)
	case tools.BehaviourPrint:
		fmt.Println(how.Value)
		return how.Value, nil
	case tools.BehaviourSleep:
		return how.V1, sleep(ctx, how.V0)
	case tools.BehaviourCount:
		return t.count(how.Value), nil
	case tools.BehaviourSlowly:
		count := t.count(how.V1)
		return count, sleep(ctx, how.V0)
	case tools.BehaviourExit:
		status, err := how.Value.Int()
		if err != nil {
			return "", err
		}
		os.Exit(status)
	}
	return "", fmt.Errorf("no way to behave is a %T", how)
}

func (t *Testee) count(name string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[name]++
	return strconv.Itoa(t.counts[name])
}

func sleep(ctx context.Context, span flow.Duration) error {
	limit, err := span.Duration()
	if err != nil {
		return err
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *Testee) Open(_ context.Context, url string) (tools.Page, error) {
	if url == "" {
		return tools.Page{}, tools.ProblemEmpty{}
	}
	return t.tabs.Put(tab{url}), nil
}

func (t *Testee) Title(_ context.Context, page tools.Page) (string, error) {
	opened, err := t.tabs.Get(page)
	return opened.url, err
}

func (t *Testee) Maybe(_ context.Context, value flow.Option[flow.Int]) (flow.Option[flow.Int], error) {
	return value, nil
}

func (t *Testee) Collect(
	_ context.Context, items flow.Set[flow.Generic], table flow.Dict[flow.Generic, flow.Int], batch tools.Batch[flow.Generic],
) (tools.Summary[flow.Generic], error) {
	largest, ok := items.Last()
	if !ok {
		return tools.Summary[flow.Generic]{}, tools.RejectedNoItems[flow.Generic]{Value: batch}
	}
	found := flow.None[flow.Int]()
	if entry, ok := table.Get(batch.First); ok {
		found = flow.Some(entry)
	}
	return tools.Summary[flow.Generic]{
		Items:    items,
		Table:    table,
		Size:     flow.NewInt(int64(items.Len())),
		Largest:  flow.Some(largest),
		HasFirst: items.Contains(batch.First),
		Found:    found,
	}, nil
}

func (t *Testee) Swap(
	_ context.Context, left flow.Generic, right flow.Option[flow.Generic],
) (flow.Tuple2[flow.Option[flow.Generic], flow.Generic], error) {
	return flow.Tuple2[flow.Option[flow.Generic], flow.Generic]{V0: right, V1: left}, nil
}
