package golang_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/testdata/golden/go/openai"
)

const (
	chat     = "github.com/acme/tools@v1.4.0/openai.flow.chat"
	converse = "github.com/acme/tools@v1.4.0/openai.flow.converse"
)

// odd implements the Tools of the listing openai with any two functions.
type odd struct {
	chat     func(ctx context.Context, prompt string) (string, error)
	converse func(turns []openai.Turn, options openai.Options) (openai.Turn, error)
}

func (o odd) Chat(ctx context.Context, prompt string) (string, error) { return o.chat(ctx, prompt) }

func (o odd) Converse(_ context.Context, turns []openai.Turn, options openai.Options) (openai.Turn, error) {
	return o.converse(turns, options)
}

// nilError is an error whose method cannot be called on nil.
type nilError struct{ text string }

func (e *nilError) Error() string { return e.text }

// otherError is an author's own error that holds a declared one.
type otherError struct{ openai.ChatErrorRefused }

// Whatever an author's method ends in is one of the outcomes, in process and on the wire alike.
func TestOddEnds(t *testing.T) {
	refused := openai.ChatErrorRefused{Reason: "no"}
	for name, row := range map[string]struct {
		end  func() (string, error)
		want string
	}{
		"a panic":      {func() (string, error) { panic("oops") }, `{"Unknown":"the Tool's code stopped with a panic: oops"}`},
		"a nil panic":  {func() (string, error) { panic(nil) }, `{"Unknown":"the Tool's code stopped with a panic: panic called with nil argument`},
		"an odd panic": {func() (string, error) { panic((*nilError)(nil)) }, `{"Unknown":"the Tool's code stopped with a panic: a *golang_test.nilError whose message cannot be shown"}`},
		"a panic with a declared error": {func() (string, error) { panic(refused) },
			`{"Unknown":"the Tool's code stopped with a panic: ChatError: {\"Refused\":{\"reason\":\"no\"}}"}`},
		"a typed nil":             {func() (string, error) { return "", (*nilError)(nil) }, `{"Unknown":"the Tool's code stopped with an error: a *golang_test.nilError whose message cannot be shown"}`},
		"a nil declared error":    {func() (string, error) { return "", (*openai.ChatErrorRefused)(nil) }, `{"Unknown":"the declared error does not encode: no constructor of ChatError: nil"}`},
		"a carried nil":           {func() (string, error) { return "", flow.Fail[openai.ChatError](nil) }, `{"Unknown":"the declared error does not encode: no constructor of ChatError: nil"}`},
		"wrapped":                 {func() (string, error) { return "", fmt.Errorf("so: %w", refused) }, `{"Failed":{"Refused":{"reason":"no"}}}`},
		"joined":                  {func() (string, error) { return "", errors.Join(errors.New("also"), refused) }, `{"Failed":{"Refused":{"reason":"no"}}}`},
		"held":                    {func() (string, error) { return "", otherError{refused} }, `{"Failed":{"Refused":{"reason":"no"}}}`},
		"a value beside an error": {func() (string, error) { return "yes", refused }, `{"Failed":{"Refused":{"reason":"no"}}}`},
		"not run, wrapped":        {func() (string, error) { return "", fmt.Errorf("so: %w", flow.NotRun("no")) }, `{"NotRun":"no"}`},
		"of another type":         {func() (string, error) { return "", flow.Fail("text") }, `{"Unknown":"the Tool's code stopped with an error: the declared error text"}`},
		"no text":                 {func() (string, error) { return "\xff", nil }, `{"Unknown":"the result does not encode: a Text is valid UTF-8`},
		"no text in an error": {func() (string, error) { return "", openai.ChatErrorRefused{Reason: "\xff"} },
			`{"Unknown":"the declared error does not encode: a Text is valid UTF-8: \"\\xff\" (at /Refused/reason)"}`},
		"no text in a reason": {func() (string, error) { return "", errors.New("\xff") }, `{"Unknown":"the Tool's code stopped with an error: \\xff"}`},
		"cancelled by itself": {func() (string, error) { return "", context.Canceled }, `{"Unknown":"the Tool's code stopped with an error: context canceled"}`},
		"a very long message": {func() (string, error) { return "", errors.New(strings.Repeat("é", 100_000)) }, `{"Unknown":"the Tool's code stopped with an error: éé`},
		"a panic in a goroutine": {func() (string, error) {
			var wait sync.WaitGroup
			var err error
			wait.Add(1)
			go func() {
				defer wait.Done()
				defer func() { err = fmt.Errorf("a goroutine: %v", recover()) }()
				panic("oops")
			}()
			wait.Wait()
			return "", err
		}, `{"Unknown":"the Tool's code stopped with an error: a goroutine: oops"}`},
	} {
		local := openai.Local(odd{chat: func(context.Context, string) (string, error) { return row.end() }})
		got, err := local.CallText(t.Context(), `{"run":1,"call":1,"tool":"`+chat+`","args":{"prompt":""}}`)
		if err != nil || !strings.HasPrefix(got, row.want) || len(got) > 3000 {
			t.Errorf("%s:\n got %.300s (%v)\nwant %s", name, got, err, row.want)
		}
		if got := local.Call(t.Context(), chat, ""); !strings.HasPrefix(row.want, `{"`+got.Kind.String()+`"`) {
			t.Errorf("%s, in process: got %v, want %s", name, got, row.want)
		}
	}
}

// A method that ends its goroutine ends but the call. In process there is no other goroutine: the caller's ends with it.
func TestGoexit(t *testing.T) {
	local := openai.Local(odd{chat: func(context.Context, string) (string, error) { runtime.Goexit(); return "", nil }})
	ended := make(chan bool)
	go func() {
		defer close(ended)
		local.Call(context.Background(), chat, "")
		t.Error("the goroutine goes on")
	}()
	<-ended
}

// Values that cannot cross are Unknown, with the place of what is at fault; collections too whose order was broken behind
// their back.
func TestValuesThatDoNotCross(t *testing.T) {
	reverse := flow.NewSet[string](backwards{flow.TextCodec()}, "a", "b")
	for name, row := range map[string]struct {
		turn openai.Turn
		want string
	}{
		"the zero value": {openai.Turn{}, "no constructor of Role: Role(0) (at /role)"},
		"no text":        {openai.Turn{Role: openai.RoleUser, Text: "a\xed\xa0\x80"}, "(at /text)"},
		"a number of many digits": {openai.Turn{Role: openai.RoleUser, Cost: flow.Some(must(flow.ParseDecimal("1e5000", flow.Limits{DecimalDigits: 9000})))},
			"a Decimal has at most 4096 digits"},
	} {
		local := openai.Local(odd{converse: func([]openai.Turn, openai.Options) (openai.Turn, error) { return row.turn, nil }})
		got := local.Call(t.Context(), converse, []openai.Turn{}, openai.Options{})
		if got.Kind != flow.OutcomeUnknown || !strings.Contains(got.Reason, row.want) {
			t.Errorf("%s: got %v, want %s", name, got, row.want)
		}
	}
	for name, row := range map[string]struct {
		options openai.Options
		want    string
	}{
		"a Set of another order": {openai.Options{Stop: reverse}, "this item should stand before the one before it"},
		"a Dict of another order": {openai.Options{Metadata: flow.NewDict[string](backwards{flow.TextCodec()},
			flow.Entry[string, string]{Key: "a"}, flow.Entry[string, string]{Key: "b"})}, "this item should stand before the one before it"},
	} {
		if _, err := flow.Marshal(openai.OptionsCodec(), row.options); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %s", name, err, row.want)
		}
	}
}

// backwards orders texts the other way.
type backwards struct{ flow.Codec[string] }

func (b backwards) Compare(x, y string) int { return b.Codec.Compare(y, x) }

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A method may keep its arguments and its context beyond the call, and call back from many goroutines.
func TestOddKeepers(t *testing.T) {
	var local *flow.Local
	var kept []context.Context
	var mu sync.Mutex
	local = openai.Local(odd{chat: func(ctx context.Context, prompt string) (string, error) {
		mu.Lock()
		kept = append(kept, ctx)
		mu.Unlock()
		if prompt == "" {
			return "inner", nil
		}
		var wait sync.WaitGroup
		for range 20 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				if got := local.Call(ctx, chat, ""); got.Value != "inner" {
					t.Errorf("called back: %v", got)
				}
			}()
		}
		wait.Wait()
		return prompt, nil
	}})
	if got := local.Call(t.Context(), chat, "outer"); got.Value != "outer" {
		t.Errorf("got %v", got)
	}
	for _, ctx := range kept {
		if ctx.Err() == nil || flow.CallOf(ctx) == nil {
			t.Error("a context that was kept is not over, or does not know its call")
		}
	}
}

// Declared errors say in a log what they hold, at a bounded length.
func TestDeclaredErrorsShowThemselves(t *testing.T) {
	for want, err := range map[string]error{
		`ChatError.Overloaded`:                                             openai.ChatErrorOverloaded{},
		`ChatError: {"Refused":{"reason":"no"}}`:                           openai.ChatErrorRefused{Reason: "no"},
		"ChatError: a Text is valid UTF-8: \"\\xff\" (at /Refused/reason)": &openai.ChatErrorRefused{Reason: "\xff"},
	} {
		if got := err.Error(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := (openai.ChatErrorRefused{Reason: strings.Repeat("é", 100_000)}).Error(); len(got) > 1100 || strings.ToValidUTF8(got, "") != got {
		t.Errorf("a long one has %d bytes", len(got))
	}
}
