package golang_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/testdata/golden/go/everything"
	"github.com/flow-toolkit/flowgen/testdata/golden/go/openai"
)

// fake implements the Tools of the listing openai: Chat ends in what chat says.
type fake struct {
	chat func(prompt string) (string, error)
}

func (f fake) Chat(_ context.Context, prompt string) (string, error) { return f.chat(prompt) }

func (fake) Converse(_ context.Context, turns []openai.Turn, _ openai.Options) (openai.Turn, error) {
	return turns[len(turns)-1], nil
}

// A declared error is found however it is returned: as a value, by pointer, or behind a wrapper.
func TestDeclaredErrors(t *testing.T) {
	limited := openai.ChatErrorRateLimited{}
	for name, returned := range map[string]error{
		"value": limited, "pointer": &limited, "wrapped": fmt.Errorf("so: %w", limited), "carried": flow.Fail[openai.ChatError](limited),
	} {
		local := openai.Local(fake{func(string) (string, error) { return "", returned }})
		outcome := local.Call(t.Context(), "github.com/acme/tools@v1.4.0/openai.flow.chat", "hi")
		failed, ok := outcome.Value.(openai.ChatError)
		if outcome.Kind != flow.OutcomeFailed || !ok || failed.Kind() != openai.ChatErrorRateLimitedKind {
			t.Errorf("%s: got %v", name, outcome)
		}
		var found openai.ChatErrorRateLimited
		if name != "carried" && !errors.As(returned, &found) {
			t.Errorf("%s: errors.As does not find it", name)
		}
		var of openai.ChatError
		if name != "carried" && !errors.As(returned, &of) {
			t.Errorf("%s: errors.As does not find it as a ChatError", name)
		}
	}
}

// Other errors are what they say.
func TestOtherErrors(t *testing.T) {
	for want, returned := range map[flow.OutcomeKind]error{
		flow.OutcomeNotRun: flow.NotRun("no"), flow.OutcomeUnknown: errors.New("oops"),
	} {
		local := openai.Local(fake{func(string) (string, error) { return "", returned }})
		if outcome := local.Call(t.Context(), "github.com/acme/tools@v1.4.0/openai.flow.chat", "hi"); outcome.Kind != want {
			t.Errorf("%v: got %v", returned, outcome)
		}
	}
}

// What is no value of a type does not encode: a nil enum, the zero value of constants, a nil constructor behind a pointer.
func TestMisfits(t *testing.T) {
	if _, err := flow.Marshal(openai.ChatErrorCodec(), nil); err == nil {
		t.Error("nil encodes as a ChatError")
	}
	if _, err := flow.Marshal(openai.RoleCodec(), 0); err == nil {
		t.Error("the zero value encodes as a Role")
	}
	if _, err := flow.Marshal(openai.TurnCodec(), openai.Turn{Role: 99}); err == nil {
		t.Error("a number that is no constructor encodes as a Role")
	}
	if text, err := flow.Marshal(openai.ChatErrorCodec(), openai.ChatError(&openai.ChatErrorOverloaded{})); err != nil || string(text) != `"Overloaded"` {
		t.Errorf("a pointer to a constructor gives %s (%v)", text, err)
	}
}

// Constants print and parse as Flow spells them.
func TestConstants(t *testing.T) {
	for _, colour := range []everything.Colour{everything.ColourRed, everything.ColourGreen, everything.ColourBlue} {
		if got, ok := everything.ParseColour(colour.String()); !ok || got != colour {
			t.Errorf("%v: parses as %v, %v", colour, got, ok)
		}
	}
	if _, ok := everything.ParseColour("red"); ok {
		t.Error("red is taken for Red")
	}
	if got := everything.Colour(9).String(); got != "Colour(9)" {
		t.Errorf("got %s", got)
	}
}
