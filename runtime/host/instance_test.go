package host_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	testee "github.com/flow-toolkit/flowgen/testdata/testee/go"
	"github.com/flow-toolkit/flowgen/testdata/testee/go/tools"
	"github.com/flow-toolkit/flowgen/testdata/testees"
	"github.com/flow-toolkit/flowgen/typespec"
)

const testeeFile = "github.com/acme/tools@v1.4.0/testee.flow."

// at gives a Tool of the testee at types.
func at(t *testing.T, b *host.Bindings, name string, types ...*typespec.Term) *host.Instance {
	t.Helper()
	i, err := b.Find(testeeFile+name).At(flow.Limits{}, types...)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// bindTo binds all Tools of a program to one implementation.
func bindTo(t *testing.T, p *typespec.Program, implementation host.Implementation) *host.Bindings {
	t.Helper()
	overrides := map[string]host.Implementation{}
	for _, tool := range p.Tools {
		overrides[tool.Identity] = implementation
	}
	return bindWhole(t, p, host.BindOptions{Overrides: overrides})
}

// onTestees runs a test with each language's testee bound, and with Go's in this process.
func onTestees(t *testing.T, test func(t *testing.T, b *host.Bindings)) {
	p := listing(t, "testee")
	for _, built := range testees.Built(t, "*") {
		t.Run(built.Language, func(t *testing.T) {
			process := host.NewProcess(host.Command{Args: []string{built.Command}}, host.ProcessOptions{})
			t.Cleanup(process.Shutdown)
			test(t, bindTo(t, p, process))
		})
	}
	t.Run("in this process", func(t *testing.T) { test(t, bindTo(t, p, host.NewLocal(tools.Toolkit(testee.New())))) })
}

// caller declares a type of the caller's own, which no Tool knows.
const caller = `{"data":"1.0","tools":[{"tool":"mine.flow.t","generic":[],"params":[{"name":"plan","type":{"Named":{"declaration":"p","args":["Int"]}}}],"ok":"Unit","err":"Never"}],
 "types":{"p":{"name":"Plan","identity":"mine.flow.Plan","lexical_ordinal":2,"generic":["T"],"opaque":false,"kind":"record","doc":"Private.","fields":[
  {"name":"z","type":{"Param":{"owner":"p","index":0}},"doc":null},{"name":"a","type":{"Option":"Text"},"doc":null}]}}}`

func TestInstances(t *testing.T) {
	plan := program(t, caller).Tools[0].Params[0].Type
	number, text := &typespec.Term{Kind: typespec.Int}, &typespec.Term{Kind: typespec.Text}
	option := &typespec.Term{Kind: typespec.Option, Args: []*typespec.Term{number}}
	onTestees(t, func(t *testing.T, b *host.Bindings) {
		for i, row := range []struct {
			tool  string
			types []*typespec.Term
			args  string
			want  string // of the outcome as text, the beginning
		}{
			{"behave", nil, `{"how":{"Answer":"Độ 日本 😀"}}`, `Ok("Độ 日本 😀")`},
			{"behave", nil, ` {"how" : {"Answer":"a\u2028b"}} `, "Ok(\"a\u2028b\")"},
			{"behave", nil, `{"how":{"Decline":"not today"}}`, "NotRun(not today"},
			{"behave", nil, `{"how":{"Doubt":"who knows"}}`, "Unknown(who knows"},
			{"behave", nil, `{"how":{"Crash":"it broke"}}`, "Unknown("},
			{"behave", nil, `{"how":{"Print":"on standard output"}}`, `Ok(`},
			{"fail", nil, `{"problem":{"Coded":{"code":7,"note":"x"}}}`, `Failed({"Coded":{"code":7,"note":"x"}})`},
			{"fail", nil, `{"problem":"Empty"}`, `Failed("Empty")`},
			{"maybe", nil, `{"value":{"Some":1.0}}`, `Ok({"Some":1})`},
			{"maybe", nil, `{"value":"None"}`, `Ok("None")`},
			{"reflect", []*typespec.Term{number}, `{"value":9007199254740993e0}`, `Ok(9007199254740993)`},
			{"reflect", []*typespec.Term{plan}, `{"value":{"z":1e2,"more":[],"a":"x"}}`, `Ok({"a":"x","z":100})`},
			{"reflect", []*typespec.Term{plan}, `{"value":{"z":1}}`, `Ok({"z":1})`},
			{"swap", []*typespec.Term{text, plan}, `{"left":"l","right":{"Some":{"z":1}}}`, `Ok([{"Some":{"z":1}},"l"])`},
			{"swap", []*typespec.Term{option, option}, `{"left":"None","right":{"Some":"None"}}`, `Ok([{"Some":"None"},"None"])`},
			{"collect", []*typespec.Term{plan}, `{"batch":{"first":{"z":1},"rest":[]},"items":[{"z":1},{"z":2}],"table":[[{"z":1},5]]}`, `Ok({"found":5,"has_first":true,`},
			{"collect", []*typespec.Term{plan}, `{"batch":{"first":{"z":1},"rest":[]},"items":[],"table":[]}`, `Failed({"NoItems":{"first":{"z":1},"rest":[]}})`},

			// Arguments that do not decode are NotRun, and go nowhere.
			{"maybe", nil, `{}`, `NotRun(the arguments do not decode: the argument "value" is missing (at /value)`},
			{"maybe", nil, `{"value":"None","more":1}`, `NotRun(the arguments do not decode: there is no parameter "more" (at /more)`},
			{"maybe", nil, `{"value":{"Some":"x"}}`, `NotRun(the arguments do not decode: expected`},
			{"maybe", nil, `{"value":"None","value":"None"}`, `NotRun(`},
			{"maybe", nil, `[]`, `NotRun(`},
			{"maybe", nil, `{"value":"None"} x`, `NotRun(`},
			{"maybe", nil, ``, `NotRun(`},
			{"collect", []*typespec.Term{plan}, `{"batch":{"first":{"z":1},"rest":[]},"items":[{"z":2},{"z":1}],"table":[]}`, `NotRun(`},
			{"reflect", []*typespec.Term{number}, `{"value":1e5000}`, `NotRun(`},
			{"reflect", []*typespec.Term{{Kind: typespec.JSONValue}}, `{"value":` + strings.Repeat("[", 257) + strings.Repeat("]", 257) + `}`, `NotRun(`},
			{"reflect", []*typespec.Term{{Kind: typespec.JSONValue}}, `{"value":` + strings.Repeat("[", 256) + strings.Repeat("]", 256) + `}`, `Ok([[[`},
			{"reflect", []*typespec.Term{{Kind: typespec.JSONValue}}, `{"value":` + strings.Repeat("[", 1_000_000), `NotRun(`},
		} {
			o := at(t, b, row.tool, row.types...).Call(t.Context(), flow.TextID("r"), flow.IntID(int64(i)), row.args)
			if got := o.String(); !strings.HasPrefix(got, row.want) || (o.By == "") != strings.Contains(got, "the arguments do not") {
				t.Errorf("%s %.80s: %.300s, by %q, want %s", row.tool, row.args, got, o.By, row.want)
			}
		}
		// A token is the program's to hand back.
		page := at(t, b, "open").Call(t.Context(), flow.TextID("r"), flow.TextID("open"), `{"url":"https://example.org"}`)
		title := at(t, b, "title").Call(t.Context(), flow.TextID("r"), flow.TextID("title"), `{"page":`+page.Value.Text()+`}`)
		if title.String() != `Ok("https://example.org")` {
			t.Error(page, title)
		}
		gone := at(t, b, "title").Call(t.Context(), flow.TextID("r"), flow.TextID("gone"), `{"page":{"of":"another day"}}`)
		if gone.Kind != host.NotRun {
			t.Error(gone)
		}
	})
}

// everything of all types comes back as it went.
func TestEverythingComesBack(t *testing.T) {
	args := `{"value":{"bool":true,"box":{"value":1},"boxes":{"value":{"value":"x"}},"by_shape":[["Point",0.1234567890123456789012345]],` +
		`"by_tuple":[[[false,"a"],[null]]],"bytes":"AAE=","colour":"Red","decimal":18446744073636006420.5,"dict":{"01":1,"10":2,"a":3},` +
		`"duration":"PT-0.5S","instant":"-0001-02-28T00:00:00Z","int":-9007199254740993,"json":{"a":[null,1.50]},"list":[1,2],"never":[],` +
		`"odd":{"even":{"n":1,"odd":{}}},"options":["None",{"Some":1}],"records":[{"a":"","b":1}],"set":["a","b"],"shape":{"Line":[1,2]},` +
		`"table":[[1,"x"]],"tag":{"id":1},"text":"","tree":{"children":[],"value":1},"tuple":[1,"",false],"unit":null}}`
	onTestees(t, func(t *testing.T, b *host.Bindings) {
		o := at(t, b, "roundtrip").Call(t.Context(), flow.TextID("r"), flow.TextID("c"), args)
		if want := strings.Replace(strings.TrimSuffix(strings.TrimPrefix(args, `{"value":`), "}"), "1.50", "1.5", 1); o.Value.Text() != want {
			t.Errorf("%s\nwant %s", o, want)
		}
	})
}

// Where the process ends, the calls that reached it are Unknown, and the next one starts it anew.
func TestTesteesEnd(t *testing.T) {
	onTestees(t, func(t *testing.T, b *host.Bindings) {
		p, ok := b.All()[0].Implementation.(*host.Process)
		if !ok {
			return // there is no process to end
		}
		var wait sync.WaitGroup
		for i := range 8 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				how := `{"how":{"Sleep":["PT30S","x"]}}`
				if i == 7 {
					time.Sleep(200 * time.Millisecond) // for the others to be out
					how = `{"how":{"Exit":9}}`
				}
				if o := at(t, b, "behave").Call(t.Context(), flow.TextID("r"), flow.IntID(int64(i)), how); o.Kind != host.Unknown || !strings.Contains(o.Reason, "exit status 9") {
					t.Error(o)
				}
			}()
		}
		wait.Wait()
		if o := at(t, b, "behave").Call(t.Context(), flow.TextID("r"), flow.TextID("next"), `{"how":{"Answer":"x"}}`); o.Kind != host.Ok || p.Stats().Starts != 2 {
			t.Error(o, p.Stats())
		}
	})
}

// A cancel interrupts the author's code; a process that was asked to end leaves its calls their time.
func TestTesteesAreCancelled(t *testing.T) {
	onTestees(t, func(t *testing.T, b *host.Bindings) {
		if o := at(t, b, "behave").Call(t.Context(), flow.TextID("r"), flow.TextID("warm"), `{"how":{"Answer":"x"}}`); o.Kind != host.Ok {
			t.Fatal(o)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		began := time.Now()
		o := at(t, b, "behave").Call(ctx, flow.TextID("r"), flow.TextID("c"), `{"how":{"Sleep":["PT30S","x"]}}`)
		if o.Kind != host.Unknown || time.Since(began) > 4*time.Second {
			t.Error(o, time.Since(began))
		}
	})
}

// Replies are held to the declared types: what does not decode is BadReply.
func TestRepliesAreDecoded(t *testing.T) {
	p := listing(t, "testee")
	number := &typespec.Term{Kind: typespec.Int}
	for _, row := range []struct {
		tool, args  string
		types       []*typespec.Term
		reply       host.Reply
		kind        host.Kind
		value, part string
	}{
		{"maybe", `{"value":"None"}`, nil, host.Reply{Kind: host.Ok, Value: `{ "Some" : 1e2 }`}, host.Ok, `{"Some":100}`, ""},
		{"maybe", `{"value":"None"}`, nil, host.Reply{Kind: host.Ok, Value: `null`}, host.BadReply, "", "the value of Ok does not decode"},
		{"maybe", `{"value":"None"}`, nil, host.Reply{Kind: host.Ok, Value: `{"Some":"x"}`}, host.BadReply, "", "(at /Some)"},
		{"maybe", `{"value":"None"}`, nil, host.Reply{Kind: host.Ok, Value: `{"Some":1e5000}`}, host.BadReply, "", "4096 digits"},
		{"maybe", `{"value":"None"}`, nil, host.Reply{Kind: host.Failed, Value: `1`}, host.BadReply, "", "the value of Failed does not decode"}, // Never
		{"fail", `{"problem":"Empty"}`, nil, host.Reply{Kind: host.Failed, Value: `{"Coded":{"note":"x"}}`}, host.BadReply, "", "/Coded"},
		{"fail", `{"problem":"Empty"}`, nil, host.Reply{Kind: host.Failed, Value: `{"Coded":{"code":1,"more":[[]]}}`}, host.Failed, `{"Coded":{"code":1}}`, ""},
		{"open", `{"url":""}`, nil, host.Reply{Kind: host.Ok, Value: `{"b":[1.50],"a":null}`}, host.Ok, `{"a":null,"b":[1.5]}`, ""},
		{"open", `{"url":""}`, nil, host.Reply{Kind: host.Ok, Value: `{"b":1,"b":2}`}, host.BadReply, "", "does not decode"},
		{"open", `{"url":""}`, nil, host.Reply{Kind: host.Ok, Value: strings.Repeat("[", 257) + strings.Repeat("]", 257)}, host.BadReply, "", "deep"},
		{"open", `{"url":""}`, nil, host.Reply{Kind: host.Ok, Value: strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000)}, host.BadReply, "", "deep"},
		{"reflect", `{"value":1}`, []*typespec.Term{number}, host.Reply{Kind: host.Ok, Value: `true`}, host.BadReply, "", "does not decode"},
		{"collect", `{"batch":{"first":1,"rest":[]},"items":[],"table":[]}`, []*typespec.Term{number},
			host.Reply{Kind: host.Ok, Value: `{"has_first":false,"items":[2,1],"size":1,"table":[]}`}, host.BadReply, "", "/items"},
		{"maybe", `{"value":"None"}`, nil, host.Reply{Kind: host.Unknown, Reason: "why"}, host.Unknown, "", "why"},
		{"maybe", `{"value":"None"}`, nil, host.Reply{Kind: host.BadReply, Reason: "why"}, host.BadReply, "", "why"},
	} {
		fakes := map[string]host.Fake{}
		for _, tool := range p.Tools {
			fakes[tool.Identity] = answering(tool, row.reply)
		}
		b := bindTo(t, p, host.NewFakes(fakes))
		o := at(t, b, row.tool, row.types...).Call(t.Context(), flow.TextID("r"), flow.TextID("c"), row.args)
		if o.Kind != row.kind || o.Value.Text() != row.value || !strings.Contains(o.Reason, row.part) || o.By != "fakes of a test" {
			t.Errorf("%s, %.80s: %s by %s", row.tool, row.reply, o, o.By)
		}
	}
}

// What is sent is canonical, with opaque and host values in it, and with the view of a generic call.
func TestWhatIsSent(t *testing.T) {
	p := program(t, kinds)
	var sent *host.Call
	fake := host.Fake{Fingerprint: p.Tools[0].Fingerprint(), Call: func(_ context.Context, c *host.Call) host.Reply {
		sent = c
		return host.Reply{Kind: host.Ok, Value: "[]"}
	}}
	i, err := bindTo(t, p, host.NewFakes(map[string]host.Fake{"a.flow.put": fake})).All()[0].At(flow.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	o := i.Call(t.Context(), flow.IntID(1), flow.TextID("1"), `{"sealed":{"by":"\u0078"},"page":{"b":1,"a":2.0}}`)
	if want := `{"page":{"a":2,"b":1},"sealed":{"by":"x"}}`; o.Kind != host.Ok || string(sent.Args) != want || sent.Types != nil || sent.Schema != nil ||
		sent.Run.String() != "1" || sent.ID.String() != `"1"` || sent.Tool != "a.flow.put" || sent.Fingerprint != p.Tools[0].Fingerprint() {
		t.Errorf("%s: %s of %+v", o, sent.Args, sent)
	}

	p = listing(t, "testee")
	reflect := p.Tools[0]
	fake.Fingerprint = reflect.Fingerprint()
	only := *p
	only.Tools = p.Tools[:1]
	b := bindTo(t, &only, host.NewFakes(map[string]host.Fake{reflect.Identity: fake}))
	list := &typespec.Term{Kind: typespec.List, Args: []*typespec.Term{{Kind: typespec.Int}}}
	o = at(t, b, "reflect", list).Call(t.Context(), flow.TextID("r"), flow.TextID("c"), `{"value":[1]}`)
	if o.Kind != host.Ok || string(sent.Schema) != `{"items":{"type":"integer"},"type":"array"}` ||
		string(sent.Types) != `{"bindings":[{"name":"T","type":{"List":"Int"}}],"declarations":{},"err":"Never","ok":{"List":"Int"},"params":[{"name":"value","type":{"List":"Int"}}]}` {
		t.Errorf("%s: %s, %s", o, sent.Types, sent.Schema)
	}
}

func TestTypesThatDoNotFit(t *testing.T) {
	p := listing(t, "testee")
	b := bindTo(t, p, host.NewLocal(tools.Toolkit(testee.New())))
	number := &typespec.Term{Kind: typespec.Int}
	page := b.Find(testeeFile + "title").Tool.Params[0].Type
	for _, row := range []struct {
		tool  string
		types []*typespec.Term
		part  string
	}{
		{"reflect", nil, "a type for each"},
		{"reflect", []*typespec.Term{number, number}, "a type for each"},
		{"maybe", []*typespec.Term{number}, "a type for each"},
		{"reflect", []*typespec.Term{page}, "a host value"},
		{"collect", []*typespec.Term{{Kind: typespec.Function, Args: []*typespec.Term{number}}}, "() -> Int"},
	} {
		if i, err := b.Find(testeeFile+row.tool).At(flow.Limits{}, row.types...); err == nil || i != nil || !strings.Contains(err.Error(), row.part) {
			t.Errorf("%s: %v, %v", row.tool, i, err)
		}
	}
}

// Limits that are set hold for arguments and replies.
func TestInstanceLimits(t *testing.T) {
	p := listing(t, "testee")
	b := bindTo(t, p, host.NewLocal(tools.Toolkit(testee.New()), flow.Limits{IntDigits: 10_000}))
	value := strings.Repeat("7", 5000)
	args := fmt.Sprintf(`{"value":{"Some":%s}}`, value)
	for digits, kind := range map[int]host.Kind{0: host.NotRun, 4999: host.NotRun, 5000: host.Ok} {
		i, err := b.Find(testeeFile + "maybe").At(flow.Limits{IntDigits: digits})
		if err != nil {
			t.Fatal(err)
		}
		if o := i.Call(t.Context(), flow.TextID("r"), flow.TextID("c"), args); o.Kind != kind || kind == host.Ok && o.Value.Text() != `{"Some":`+value+`}` {
			t.Errorf("%d digits: %.100s", digits, o)
		}
	}
}

// In this process there is no pipe, and the rules are the same.
func TestLocal(t *testing.T) {
	local := host.NewLocal(tools.Toolkit(testee.New()))
	d, err := local.Describe(t.Context())
	if err != nil || len(d.Tools) != len(listing(t, "testee").Tools) || d.Data != "1.0" || d.Tools[0].Signature == "" {
		t.Fatalf("%+v, %v", d, err)
	}
	if local.String() != "Go in this process" {
		t.Error(local)
	}
	maybe := d.Find(testeeFile + "maybe")
	c := &host.Call{Run: flow.TextID("r"), ID: flow.TextID("c"), Tool: maybe.Tool, Fingerprint: maybe.Fingerprint, Args: []byte(`{"value":5}`)}
	if r := local.Call(t.Context(), c); r.Kind != host.NotRun || !strings.Contains(r.Reason, "/args/value") {
		t.Error(r)
	}
	c.Args, c.Fingerprint = []byte(`{"value":"None"}`), "other"
	if r := local.Call(t.Context(), c); r.Kind != host.NotRun || !strings.Contains(r.Reason, "has the fingerprint") {
		t.Error(r)
	}
	c.Fingerprint, c.Run = maybe.Fingerprint, flow.ID{}
	if r := local.Call(t.Context(), c); r.Kind != host.NotRun {
		t.Error(r)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	c.Run = flow.TextID("r")
	if r := local.Call(ended, c); r.Kind != host.NotRun {
		t.Error(r)
	}
	local.Shutdown()
}

func TestFakes(t *testing.T) {
	p := declared(t, "a.flow.x")
	fakes := host.NewFakes(map[string]host.Fake{"a.flow.x": answering(p.Tools[0], one)})
	c := &host.Call{Run: flow.TextID("r"), ID: flow.TextID("c"), Tool: "a.flow.x", Fingerprint: p.Tools[0].Fingerprint()}
	if r := fakes.Call(t.Context(), c); r != one {
		t.Error(r)
	}
	c.Fingerprint = "other"
	if r := fakes.Call(t.Context(), c); r.Kind != host.NotRun {
		t.Error(r)
	}
	c.Tool = "a.flow.y"
	if r := fakes.Call(t.Context(), c); r.Kind != host.NotRun || !strings.Contains(r.Reason, "does not serve") {
		t.Error(r)
	}
	fakes.Shutdown()
}

// A testee's standard error is kept, and copied to who wants it.
func TestStderrIsCopied(t *testing.T) {
	log, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	p := host.NewProcess(host.Command{Args: []string{misbehaving, "-mode", "floods"}}, host.ProcessOptions{Stderr: log, GraceTime: time.Second})
	if r := p.Call(t.Context(), call("c")); r.Kind != host.Ok {
		t.Error(r)
	}
	p.Shutdown()
	if info, err := log.Stat(); err != nil || info.Size() != 2<<20 {
		t.Error(info, err)
	}
}
