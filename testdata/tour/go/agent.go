package main

import (
	"context"
	"errors"
	"log"
	"strings"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"

	"example.com/agent/tools"
)

//go:generate go run github.com/flow-toolkit/flowgen/cmd/flowgen --lang go ../agent.json -o tools

// Tab is what the browser gives us for a page.
type Tab struct {
	URL    string
	Clicks []string
}

// Agent implements the Tools.
type Agent struct {
	tabs *flow.Registry[tools.Page, *Tab]
}

// NewAgent makes an agent that has no page open.
func NewAgent() *Agent {
	return &Agent{tabs: flow.NewRegistry[tools.Page, *Tab]()}
}

func (a *Agent) Chat(_ context.Context, prompt string) (string, error) {
	if len(prompt) > 1000 {
		return "", tools.ChatErrorRateLimited{Value: flow.DurationOf(30 * time.Second)}
	}
	return "You said: " + prompt, nil
}

func (a *Agent) Extract(ctx context.Context, prompt string) (flow.Generic, error) {
	call := flow.CallOf(ctx)
	answer, err := askModel(ctx, prompt, call.Schema())
	if err != nil {
		return flow.Generic{}, err
	}
	codec, err := call.Codec("T")
	if err != nil {
		return flow.Generic{}, err
	}
	value, err := flow.Unmarshal(codec, answer)
	return value, refused(err)
}

func (a *Agent) Largest(_ context.Context, items flow.Set[flow.Generic]) (flow.Option[flow.Generic], error) {
	if last, ok := items.Last(); ok {
		return flow.Some(last), nil
	}
	return flow.None[flow.Generic](), nil
}

func (a *Agent) Next(ctx context.Context, turns []tools.Turn) (tools.Action, error) {
	schema, err := tools.Toolkit(a).Schema("Action")
	if err != nil {
		return nil, err
	}
	answer, err := askModel(ctx, turns[len(turns)-1].Text, schema)
	if err != nil {
		return nil, err
	}
	action, err := flow.Unmarshal(tools.ActionCodec(), answer)
	return action, refused(err)
}

func (a *Agent) Open(_ context.Context, url string) (tools.Page, error) {
	if !strings.HasPrefix(url, "https://") {
		return tools.Page{}, tools.PageErrorNotFound{}
	}
	return a.tabs.Put(&Tab{URL: url}), nil
}

func (a *Agent) Click(_ context.Context, page tools.Page, selector string) error {
	tab, err := a.tabs.Get(page)
	if err != nil {
		return err
	}
	tab.Clicks = append(tab.Clicks, selector)
	return nil
}

func (a *Agent) Now(context.Context) (flow.Instant, error) {
	return flow.InstantOf(time.Now())
}

// refused turns an answer that does not fit into the declared error; other errors, and none, stay as they are.
func refused(err error) error {
	var misfit *flow.DecodeError
	if errors.As(err, &misfit) {
		return tools.ChatErrorRefused{Reason: misfit.Error()}
	}
	return err
}

func main() {
	if err := tools.Serve(context.Background(), NewAgent()); err != nil {
		log.Fatal(err)
	}
}

// askModel stands for a call to a model that answers JSON under a schema.
func askModel(_ context.Context, _, schema string) ([]byte, error) {
	if strings.Contains(schema, "Finish") {
		return []byte(`{"Finish":"42"}`), nil
	}
	return []byte("42"), nil
}
