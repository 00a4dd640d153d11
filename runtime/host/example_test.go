package host_test

import (
	"context"
	"fmt"
	"os"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

func ask(ctx context.Context, program *typespec.Program, options host.BindOptions) (string, error) {
	bindings, err := host.Bind(ctx, program, options)
	if err != nil {
		return "", err // a *host.BindError with every reason
	}
	defer bindings.Shutdown()
	chat, err := bindings.Find("github.com/acme/agent@v1.2.0/agent.flow.chat").At(flow.Limits{})
	if err != nil {
		return "", err
	}
	outcome := chat.Call(ctx, flow.TextID("run 1"), flow.TextID("call 1"), `{"prompt":"hi"}`)
	switch outcome.Kind {
	case host.Ok, host.Failed:
		return outcome.Value.Text(), nil // canonical JSON of the declared type
	default: // host.NotRun, host.Unknown, host.BadReply
		return "", fmt.Errorf("%s: %s", outcome.Kind, outcome.Reason)
	}
}

// A host binds the Tools of a listing and calls one. Here a fake answers, as in a test; with Sources in the options, the
// flow.toml of the declaring repository says which process does.
func Example() {
	listing, err := os.ReadFile("../../testdata/tour/agent.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	program, err := typespec.Read("agent.json", listing)
	if err != nil {
		fmt.Println(err)
		return
	}
	fakes, overrides := map[string]host.Fake{}, map[string]host.Implementation{}
	for _, tool := range program.Tools {
		fakes[tool.Identity] = host.Fake{Fingerprint: tool.Fingerprint(), Call: func(context.Context, *host.Call) host.Reply {
			return host.Reply{Kind: host.Ok, Value: `"You said: hi"`}
		}}
		overrides[tool.Identity] = host.NewFakes(fakes)
	}
	fmt.Println(ask(context.Background(), program, host.BindOptions{Overrides: overrides}))
	// Output: "You said: hi" <nil>
}
