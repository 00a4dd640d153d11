package flow_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	testee "github.com/flow-toolkit/flowgen/testdata/testee/go"
	"github.com/flow-toolkit/flowgen/testdata/testee/go/tools"
	"github.com/flow-toolkit/flowgen/typespec"
)

const testeeFile = "github.com/acme/tools@v1.4.0/testee.flow."

func TestLocalGivesEachOutcome(t *testing.T) {
	local := tools.Local(testee.New())
	ctx := context.Background()
	behave := func(how tools.Behaviour) flow.Outcome { return local.Call(ctx, testeeFile+"behave", how) }
	for name, row := range map[string]struct {
		got, want flow.Outcome
	}{
		"ok":       {behave(tools.BehaviourAnswer{Value: "hi"}), flow.Outcome{Kind: flow.OutcomeOk, Value: "hi"}},
		"not run":  {behave(tools.BehaviourDecline{Value: "no"}), flow.Outcome{Kind: flow.OutcomeNotRun, Reason: "no"}},
		"unknown":  {behave(tools.BehaviourDoubt{Value: "eh"}), flow.Outcome{Kind: flow.OutcomeUnknown, Reason: "eh"}},
		"declared": {local.Call(ctx, testeeFile+"open", ""), flow.Outcome{Kind: flow.OutcomeFailed, Value: tools.ProblemEmpty{}}},
		"another version": {
			local.Call(ctx, "github.com/acme/tools@v9/testee.flow.behave", tools.Behaviour(tools.BehaviourAnswer{Value: "hi"})),
			flow.Outcome{Kind: flow.OutcomeOk, Value: "hi"},
		},
		"no Tool": {
			local.Call(ctx, "testee.flow.behave"),
			flow.Outcome{Kind: flow.OutcomeNotRun, Reason: "no such Tool is served here (/tool)"},
		},
		"too few arguments": {
			local.Call(ctx, testeeFile+"behave"),
			flow.Outcome{Kind: flow.OutcomeNotRun, Reason: "the Tool has 1 parameters; there are 0 arguments (/args)"},
		},
		"an argument that no host could send": {
			local.Call(ctx, testeeFile+"open", "\xff"),
			flow.Outcome{Kind: flow.OutcomeNotRun, Reason: "the argument url is no value of its type: a Text is valid UTF-8: \"\\xff\" (/args/url)"},
		},
	} {
		if row.got != row.want {
			t.Errorf("%s: got %v, want %v", name, row.got, row.want)
		}
	}
	if got := local.Call(ctx, testeeFile+"open", 7); got.Kind != flow.OutcomeNotRun || !strings.Contains(got.Reason, "url is a int") {
		t.Errorf("an argument of another type: %v", got)
	}
	stopped, stop := context.WithCancelCause(ctx)
	stop(errors.New("enough"))
	if got := local.Call(stopped, testeeFile+"open", "x"); got.Kind != flow.OutcomeNotRun || !strings.Contains(got.Reason, "enough") {
		t.Errorf("a call that was cancelled before: %v", got)
	}
}

// badly answers what cannot cross.
type badly struct{ *testee.Testee }

func (badly) Title(context.Context, tools.Page) (string, error) { return "\xff", nil }
func (badly) Open(context.Context, string) (tools.Page, error) {
	return tools.Page{}, tools.ProblemBad{Value: "\xff"}
}

// The outcomes by value and by text are of one kind, for values that do not encode too.
func TestLocalIsAsStrictAsTheWire(t *testing.T) {
	local := tools.Local(badly{testee.New()})
	ctx := context.Background()
	title := local.Call(ctx, testeeFile+"title", tools.Page{})
	open := local.Call(ctx, testeeFile+"open", "x")
	for name, row := range map[string]struct {
		got  flow.Outcome
		args string
	}{"title": {title, `{"page":null}`}, "open": {open, `{"url":"x"}`}} {
		text, err := local.CallText(ctx, `{"run":1,"call":1,"tool":"`+testeeFile+name+`","args":`+row.args+`}`)
		if err != nil {
			t.Fatal(err)
		}
		want := string(canon.Append(nil, canon.NewObject(canon.Member{Name: "Unknown", Value: canon.NewString(row.got.Reason)})))
		if row.got.Kind != flow.OutcomeUnknown || text != want {
			t.Errorf("%s: %v by value, %s by text", name, row.got, text)
		}
	}
	if _, err := local.CallText(ctx, `{"run":1}`); err == nil {
		t.Error("a call without its id is one")
	}
	if _, err := local.CallText(ctx, `{}},"method":"cancel","params":{}`); err == nil {
		t.Error("text that is no object is a call")
	}
}

// looks answers what it finds in its call.
type looks struct {
	*testee.Testee
	seen func(*flow.Call)
}

func (l looks) Collect(ctx context.Context, items flow.Set[flow.Generic], table flow.Dict[flow.Generic, flow.Int], batch tools.Batch[flow.Generic]) (tools.Summary[flow.Generic], error) {
	l.seen(flow.CallOf(ctx))
	return l.Testee.Collect(ctx, items, table, batch)
}

// bind gives the types of a call to a Tool of the testee.
func bind(t *testing.T, kit *flow.Toolkit, name, types, schema string) *flow.BoundView {
	t.Helper()
	listing, err := os.ReadFile("../testdata/vectors/listings/testee.json")
	if err != nil {
		t.Fatal(err)
	}
	program, err := typespec.Read("testee.json", listing)
	if err != nil {
		t.Fatal(err)
	}
	tool, err := program.Tool(testeeFile + name)
	if err != nil {
		t.Fatal(err)
	}
	parse := func(text string) *canon.Value {
		value, err := canon.Parse([]byte(text), canon.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	view, err := typespec.CheckView(tool, parse(types), parse(schema), 0)
	if err != nil {
		t.Fatal(err)
	}
	bound, err := kit.Bind(view)
	if err != nil {
		t.Fatal(err)
	}
	return bound
}

func TestLocalCallsGenericTools(t *testing.T) {
	kit := tools.Toolkit(testee.New())
	types := `{"bindings":[{"name":"T","type":{"List":"Int"}}],"params":[{"name":"value","type":{"List":"Int"}}],"ok":{"List":"Int"},"err":"Never","declarations":{}}`
	bound := bind(t, kit, "reflect", types, `{"type":"array","items":{"type":"integer"}}`)
	codec, err := bound.Codec("T")
	if err != nil {
		t.Fatal(err)
	}
	value, err := flow.Unmarshal(codec, []byte(`[1, 2e1]`))
	if err != nil {
		t.Fatal(err)
	}
	local := flow.NewLocal(kit)
	got := local.Do(context.Background(), flow.LocalCall{Tool: testeeFile + "reflect", Types: bound}, value)
	if result, ok := got.Value.(flow.Generic); !ok || !result.Equal(value) || result.Text() != "[1,20]" {
		t.Errorf("got %v", got)
	}
	if got := local.Call(context.Background(), testeeFile+"reflect", value); got.Kind != flow.OutcomeNotRun {
		t.Errorf("a generic call without types is %v", got)
	}
	if got := local.Do(context.Background(), flow.LocalCall{Tool: testeeFile + "open", Types: bound}, "x"); got.Kind != flow.OutcomeNotRun {
		t.Errorf("a call with types of a Tool that has none is %v", got)
	}
	if _, err := bound.Codec("U"); err == nil {
		t.Error("there is a codec for a type parameter that is none")
	}
}

// A raised limit of depth holds for the types and the schema of a call too, and what is wrong with them is one sentence.
func TestViewsByTheLimits(t *testing.T) {
	const n = 400
	term := strings.Repeat(`{"List":`, n) + `"Int"` + strings.Repeat("}", n)
	types := `{"bindings":[{"name":"T","type":` + term + `}],"params":[{"name":"value","type":` + term + `}],"ok":` + term + `,"err":"Never","declarations":{}}`
	schema := strings.Repeat(`{"type":"array","items":`, n) + `{"type":"integer"}` + strings.Repeat("}", n)
	value := strings.Repeat("[", n) + "7" + strings.Repeat("]", n)
	kit := tools.Toolkit(testee.New())
	for _, c := range []struct {
		types, schema, want string
		depth               int
	}{
		{types, schema, `{"Ok":` + value + `}`, 500},
		{types, schema, `{"NotRun":"the call's types are not valid: types cannot be read: `, 0},
		{`{}`, `[]`, `{"NotRun":"the call's types are not valid: types lacks the member \"bindings\": `, 0},
	} {
		local := flow.NewLocal(kit, flow.Limits{Depth: c.depth})
		got, err := local.CallText(context.Background(), `{"run":1,"call":1,"tool":"`+testeeFile+`reflect","args":{"value":`+value+
			`},"types":`+c.types+`,"schema":`+c.schema+`}`)
		if err != nil || !strings.HasPrefix(got, c.want) || strings.Contains(got, "\\n") || strings.Contains(got, ":0:") {
			t.Errorf("want %s, got %s, %v", c.want, got, err)
		}
	}
}

// A call of a generic Tool finds its bindings, its schema and the codecs of its roots.
func TestCallKnowsItsTypes(t *testing.T) {
	var call *flow.Call
	local := tools.Local(looks{testee.New(), func(c *flow.Call) { call = c }})
	for _, input := range collectCalls(t) {
		if _, err := local.CallText(context.Background(), input); err != nil {
			t.Fatal(err)
		}
		if call == nil || len(call.Bindings()) != 1 || call.Types() == nil || !strings.HasPrefix(call.Schema(), `{"$defs":{`) {
			t.Fatalf("the call knows %+v", call)
		}
		if text, ok := call.RunID.Text(); !ok || text != "r1" || call.Tool != testeeFile+"collect" {
			t.Errorf("the call is %v of run %v of %s", call.CallID, call.RunID, call.Tool)
		}
		for _, lookup := range []func() (flow.Codec[flow.Generic], error){
			call.Ok, call.Err,
			func() (flow.Codec[flow.Generic], error) { return call.Codec("T") },
			func() (flow.Codec[flow.Generic], error) { return call.Param("items") },
		} {
			if _, err := lookup(); err != nil {
				t.Error(err)
			}
		}
		if _, err := call.Param("nothing"); err == nil {
			t.Error("there is a codec for no parameter")
		}
		items, _ := call.Param("items")
		if empty, err := flow.Unmarshal(items, []byte(`[]`)); err != nil || empty.Text() != "[]" {
			t.Errorf("an empty set decodes as %v, %v", empty, err)
		}
		codecs, ok := flow.RootCodecs[tools.CollectCodecs](call)
		if !ok {
			t.Fatal("the call has no codecs of collect's")
		}
		if empty, err := flow.Unmarshal(codecs.Items, []byte(`[]`)); err != nil || empty.Len() != 0 {
			t.Errorf("an empty set decodes as %d items, %v", empty.Len(), err)
		}
		if _, ok := flow.RootCodecs[tools.ReflectCodecs](call); ok {
			t.Error("a call of collect has reflect's codecs")
		}
	}
	none := flow.CallOf(context.Background())
	if _, ok := flow.RootCodecs[tools.CollectCodecs](none); ok {
		t.Error("what is no call has codecs")
	}
	if _, err := none.Ok(); err == nil || none.Types() != nil || none.Bindings() != nil || none.Schema() != "" {
		t.Error("what is no call has types")
	}
}

func TestRegistry(t *testing.T) {
	pages, others := flow.NewRegistry[tools.Page, string](), flow.NewRegistry[tools.Page, string]()
	a, b := pages.Put("a"), pages.Put("b")
	if got, err := pages.Get(a); got != "a" || err != nil {
		t.Errorf("a stands for %q, %v", got, err)
	}
	if got, err := pages.Remove(b); got != "b" || err != nil || pages.Len() != 1 {
		t.Errorf("b stood for %q, %v; %d are left", got, err, pages.Len())
	}
	var notRun *flow.NotRunError
	for name, page := range map[string]tools.Page{"removed": b, "of another": others.Put("a"), "zero": {}} {
		if _, err := pages.Get(page); !errors.As(err, &notRun) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := pages.Remove(page); !errors.As(err, &notRun) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if others.Put("x") == pages.Put("x") {
		t.Error("two registries give one token")
	}
}

func TestIDs(t *testing.T) {
	if flow.TextID("7") == flow.IntID(7) || flow.IntID(7) != flow.IntID(3+4) {
		t.Error("a text and a number are one id")
	}
	if text, ok := flow.TextID("a\"\n\xff").Text(); !ok || text != "a\"\n\ufffd" {
		t.Errorf("a text comes back as %q", text)
	}
	if n, ok := flow.IntID(-7).Int(); !ok || n.Int64() != -7 {
		t.Errorf("-7 comes back as %v", n)
	}
	if _, ok := flow.IntID(7).Text(); ok {
		t.Error("a number is a text")
	}
	if _, ok := flow.TextID("7").Int(); ok {
		t.Error("a text is a number")
	}
}

// collectCalls are the params of the calls of collect in the transcripts.
func collectCalls(t *testing.T) []string {
	t.Helper()
	var calls []string
	for _, line := range transcriptInputs(t) {
		_, params, ok := strings.Cut(line, `"params":`)
		if ok && strings.Contains(line, `testee.flow.collect"`) && !strings.Contains(line, "\n") {
			calls = append(calls, strings.TrimSuffix(params, "}"))
		}
	}
	if len(calls) < 20 {
		t.Fatalf("there are %d calls of collect", len(calls))
	}
	return calls
}
