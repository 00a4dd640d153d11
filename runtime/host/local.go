package host

import (
	"context"
	"sync"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// local is an Implementation in this process: the toolkit of a generated Go package.
type local struct {
	describe func() (*Description, error)
	calls    *flow.Local
}

// NewLocal makes an Implementation of a generated Go package's toolkit, bound to an author's implementation: no process
// is started. The limits are those given, or the default ones.
func NewLocal(toolkit *flow.Toolkit, limits ...flow.Limits) Implementation {
	describe := sync.OnceValues(func() (*Description, error) {
		text, err := toolkit.Describe()
		if err != nil {
			return nil, err
		}
		return ParseDescription(string(text))
	})
	return &local{describe, flow.NewLocal(toolkit, limits...)}
}

// String says that the implementation is in this process.
func (l *local) String() string { return "Go in this process" }

// Describe gives the toolkit's description.
func (l *local) Describe(context.Context) (*Description, error) { return l.describe() }

// Call makes one call on this goroutine. Where ctx ends, the author's code sees that, and Call waits for it to return.
func (l *local) Call(ctx context.Context, call *Call) Reply {
	d, err := l.describe()
	if err != nil {
		return because(NotRun, "%s", err.Error())
	}
	if misfit := d.Misfit(call); misfit != "" {
		return because(NotRun, "%s", misfit)
	}
	params := append([]byte(`{"args":`), call.Args...)
	params = append(append(params, `,"call":`...), call.ID.String()...)
	params = append(append(params, `,"run":`...), call.Run.String()...)
	if call.Types != nil {
		params = append(append(params, `,"types":`...), call.Types...)
	}
	if call.Schema != nil {
		params = append(append(params, `,"schema":`...), call.Schema...)
	}
	params = append(canon.AppendString(append(params, `,"tool":`...), call.Tool), '}')
	text, err := l.calls.CallText(ctx, string(params))
	if err != nil {
		return because(NotRun, "%s", err.Error())
	}
	return ParseOutcome(text)
}

// Shutdown does nothing: there is nothing to end.
func (l *local) Shutdown() {}

// Fakes is an Implementation for tests: functions by the identities of declarations.
type Fakes struct{ fakes map[string]Fake }

// Fake stands in for one declaration's implementation.
type Fake struct {
	// Fingerprint is what the fake says it fits: the declaration's own in most tests.
	Fingerprint string
	// Call answers one call.
	Call func(ctx context.Context, call *Call) Reply
}

// NewFakes makes an Implementation of fakes.
func NewFakes(fakes map[string]Fake) *Fakes { return &Fakes{fakes} }

// String says that these are fakes.
func (f *Fakes) String() string { return "fakes of a test" }

// Describe lists the fakes, without signatures.
func (f *Fakes) Describe(context.Context) (*Description, error) {
	d := &Description{Data: dataVersion}
	for _, identity := range sortedKeys(f.fakes) {
		d.Tools = append(d.Tools, Described{Tool: identity, Fingerprint: f.fakes[identity].Fingerprint})
	}
	return d, nil
}

// Call calls the fake of the declaration.
func (f *Fakes) Call(ctx context.Context, call *Call) Reply {
	d, err := f.Describe(ctx)
	if err != nil {
		return because(NotRun, "%s", err.Error())
	}
	if misfit := d.Misfit(call); misfit != "" {
		return because(NotRun, "%s", misfit)
	}
	return f.fakes[d.Find(call.Tool).Tool].Call(ctx, call)
}

// Shutdown does nothing.
func (f *Fakes) Shutdown() {}
