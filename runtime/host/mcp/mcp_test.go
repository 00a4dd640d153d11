package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/host/mcp"
	"github.com/flow-toolkit/flowgen/typespec"
)

// fakeServer is the built testdata/mcp/server.
var fakeServer = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "mcp-")
	if err != nil {
		return "", err
	}
	built := filepath.Join(folder, "server")
	text, err := exec.Command("go", "build", "-o", built, "../../../testdata/mcp/server").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, text)
	}
	return built, nil
})

// declared are Tools of these names, which the tests call without looking at their types.
func declared(t *testing.T, names ...string) []*typespec.Tool {
	t.Helper()
	var tools []string
	for _, name := range names {
		tools = append(tools, fmt.Sprintf(`{"tool": "a/mcp.flow.%s", "generic": [], "params": [], "ok": "json.Value", "err": "json.Value"}`, name))
	}
	program, err := typespec.Read("listing", []byte(`{"data": "1.0", "types": {}, "tools": [`+strings.Join(tools, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	return program.Tools
}

var all = []string{"say", "line", "meanwhile", "wait", "die", "sized", "flood", "pid", "args"}

// start gives the adapter of a server in a mode.
func start(t *testing.T, options host.ProcessOptions, mode string, flags ...string) host.Implementation {
	t.Helper()
	program, err := fakeServer()
	if err != nil {
		t.Fatal(err)
	}
	if options.GraceTime == 0 {
		options.GraceTime, options.TermTime = 50*time.Millisecond, 50*time.Millisecond
	}
	s := mcp.New(host.Command{Args: append([]string{program, "-mode", mode}, flags...)}, declared(t, all...), options)
	t.Cleanup(s.Shutdown)
	return s
}

func call(t *testing.T, id, tool, args string) *host.Call {
	t.Helper()
	return &host.Call{
		Run: flow.TextID("r"), ID: flow.TextID(id), Tool: "a/mcp.flow." + tool, Fingerprint: declared(t, tool)[0].Fingerprint(), Args: []byte(args),
	}
}

// expect makes a call and holds its end to a kind, and to a part of its reason or its whole value.
func expect(t *testing.T, s host.Implementation, c *host.Call, kind host.Kind, want string) {
	t.Helper()
	r := s.Call(t.Context(), c)
	if r.Kind != kind || r.Value != "" && r.Value != want || r.Value == "" && !strings.Contains(r.Reason, want) {
		t.Errorf("call %s: %.500v, want %v(%s)", c.ID, r, kind, want)
	}
}

// What a result says becomes the reply, with each number as it was written.
func TestResults(t *testing.T) {
	s := start(t, host.ProcessOptions{}, "")
	text := func(text string) string { return fmt.Sprintf(`{"content":[{"text":%q,"type":"text"}]}`, text) }
	for i, row := range []struct {
		result string
		kind   host.Kind
		want   string
	}{
		{`{"content":[],"structuredContent":5}`, host.Ok, `5`},
		{`{"content":[],"structuredContent":[1]}`, host.Ok, `[1]`},
		{`{"content":[],"structuredContent":"x"}`, host.Ok, `"x"`},
		{`{"content":[],"structuredContent":null}`, host.Ok, `null`},
		{`{"content":[],"structuredContent":false}`, host.Ok, `false`},
		{`{"structuredContent":{}}`, host.Ok, `{}`},
		{`{"content":[{"type":"image"},{"text":"prose","type":"text"}],"structuredContent":{"a":1}}`, host.Ok, `{"a":1}`},
		{`{"content":[],"structuredContent":12345678901234567890}`, host.Ok, `12345678901234567890`},
		{`{"content":[],"structuredContent":{"n":[9007199254740993,18446744073636006420,0.1234567890123456789012345,1e400]}}`, host.Ok,
			`{"n":[9007199254740993,18446744073636006420,0.1234567890123456789012345,1e400]}`},
		{text(`{"n":12345678901234567890}`), host.Ok, `{"n":12345678901234567890}`},
		{text(" 5\n"), host.Ok, `5`},
		{text(`null`), host.Ok, `null`},
		{`{"content":[{"annotations":{"priority":1},"text":"\"\\u00e9\"","type":"text"}],"_meta":{}}`, host.Ok, `"\u00e9"`},
		{`{"content":[],"structuredContent":{"NoItems":1},"isError":true}`, host.Failed, `{"NoItems":1}`},
		{`{"content":[{"text":"\"Busy\"","type":"text"}],"isError":true}`, host.Failed, `"Busy"`},
		{`{"content":[],"isError":false,"structuredContent":1,"resultType":"complete"}`, host.Ok, `1`},

		{text(`hello`), host.BadReply, "a text that is no JSON"},
		{text(``), host.BadReply, "a text that is no JSON"},
		{text(`{} {}`), host.BadReply, "a text that is no JSON"},
		{text(`{"a":1,"a":2}`), host.BadReply, "a text that is no JSON"},
		{text(`NaN`), host.BadReply, "a text that is no JSON"},
		{`{"content":[{"text":"it broke","type":"text"}],"isError":true}`, host.BadReply, "it broke"},
		{`{"content":[{"text":"1","type":"text"},{"text":"2","type":"text"}]}`, host.BadReply, "2 content blocks"},
		{`{"content":[{"text":"1","type":"text"},{"type":"image"}]}`, host.BadReply, "2 content blocks"},
		{`{"content":[]}`, host.BadReply, "0 content blocks"},
		{`{}`, host.BadReply, "0 content blocks"},
		{`{"content":[{"data":"AA==","mimeType":"image/png","type":"image"}]}`, host.BadReply, "no text: image"},
		{`{"content":[{"text":"5","type":"audio"}]}`, host.BadReply, "no text: audio"},
		{`{"content":[{"text":5,"type":"text"}]}`, host.BadReply, "no text"},
		{`{"content":[5]}`, host.BadReply, "none of a tool"},
		{`{"content":{}}`, host.BadReply, "none of a tool"},
		{`{"content":[],"structuredContent":1,"isError":"yes"}`, host.BadReply, "none of a tool"},
		{`{"content":[],"inputRequests":{},"resultType":"input_required"}`, host.BadReply, "further input"},
		{`{"content":[],"structuredContent":1,"structuredContent":2}`, host.BadReply, "does not read"},
		{`{"content":[],"structuredContent":{"a":1,"\u0061":2}}`, host.BadReply, "does not read"},
		{`{"content":[{"text":"\ud800","type":"text"}],"structuredContent":1}`, host.BadReply, "does not read"},
		{`{"content":` + strings.Repeat("[", 600) + strings.Repeat("]", 600) + `,"structuredContent":1}`, host.BadReply, "does not read"},
		{`5`, host.BadReply, "none of a tool"},
		{`null`, host.BadReply, "none of a tool"},
		{`[]`, host.BadReply, "none of a tool"},
	} {
		expect(t, s, call(t, fmt.Sprint(i), "say", `{"result":`+row.result+`}`), row.kind, row.want)
	}
}

// Lines that are no result are BadReply for their own call, whatever else is on them.
func TestLines(t *testing.T) {
	s := start(t, host.ProcessOptions{CancelTime: time.Millisecond}, "")
	good := `{"id":$id,"jsonrpc":"2.0","result":{"content":[],"structuredContent":1}}`
	for i, row := range []struct {
		line string
		kind host.Kind
		want string
	}{
		{good, host.Ok, `1`},
		{"\t" + ` { "result":{"structuredContent" : 1 },"jsonrpc":"2.0","\u0069d":$id } ` + "\r", host.Ok, `1`},
		{`{"also":[],"id":$id,"jsonrpc":"2.0","result":{"structuredContent":1}}`, host.Ok, `1`},
		{`{"error":{"code":-32602,"message":"Unknown tool"},"id":$id,"jsonrpc":"2.0"}`, host.BadReply, "Unknown tool"},
		{`{"error":null,"id":$id,"jsonrpc":"2.0"}`, host.BadReply, "null"},
		{`{"error":{},"id":$id,"jsonrpc":"2.0","result":{}}`, host.BadReply, "no two of the latter"},
		{`{"id":$id,"jsonrpc":"2.0"}`, host.BadReply, "a method, a result or an error"},
		{`{"id":$id,"result":{"structuredContent":1}}`, host.BadReply, `"jsonrpc": "2.0"`},
		{`{"id":$id,"jsonrpc":"2.0","result":{"structuredContent":1}`, host.BadReply, "does not read"},
		{`{"id":$id,"jsonrpc":"2.0","result":{"structuredContent":tru}}`, host.BadReply, "does not read"},
		{`{"jsonrpc":"2.0","result":{"structuredContent":1},"x":{"a":1,"a":2},"id":$id}`, host.BadReply, "does not read"},
		{`{"id":$id,"jsonrpc":"2.0","result":{"structuredContent":"$ff"}}`, host.BadReply, "not UTF-8"},
		{`{"id":$id,"jsonrpc":"2.0","result":{"structuredContent":1},"$ff":1}`, host.BadReply, "not UTF-8"},
		// Lines of nobody, before the answer.
		{"Server is ready.\n" + good, host.Ok, `1`},
		{`{"id":"nobody","jsonrpc":"2.0","result":{"structuredContent":2}}` + "\n" + good, host.Ok, `1`},
		{`{"id":null,"jsonrpc":"2.0","error":{}}` + "\n[" + good + "]\n[]\n{}\n5\n" + good, host.Ok, `1`},
		{`{"id":$id,"method":5,"jsonrpc":"2.0"}` + "\n" + good, host.Ok, `1`},
		{`{"id":[],"method":"ping","jsonrpc":"2.0"}` + "\n" + good, host.Ok, `1`},
		{good + "\n" + `{"id":$id,"jsonrpc":"2.0","result":{"structuredContent":2}}`, host.Ok, `1`},
	} {
		expect(t, s, call(t, fmt.Sprint(i), "line", fmt.Sprintf(`{"line":%s}`, flow.JSONText(row.line))), row.kind, row.want)
	}
}

// A batch is understood in the only revision that has them.
func TestBatches(t *testing.T) {
	line := fmt.Sprintf(`{"line":%s}`, flow.JSONText(`[{"jsonrpc":"2.0","method":"notifications/message"},{"id":$id,"jsonrpc":"2.0","result":{"structuredContent":1}}]`))
	expect(t, start(t, host.ProcessOptions{}, "", "-revision", "2025-03-26"), call(t, "c", "line", line), host.Ok, `1`)
}

// Ids of every spelling are the calls' own and come back as they went, and arguments go as they are.
func TestCallsAsTheyGo(t *testing.T) {
	s := start(t, host.ProcessOptions{}, "")
	for _, id := range []string{`0`, `""`, `"0"`, `-1`, `9007199254740993`, `"9007199254740993"`, `123456789012345678901234567890`, "\"\\u0001\\\" é\u2028\""} {
		c := call(t, "", "meanwhile", `{}`)
		var err error
		if c.ID, err = flow.ParseID(id); err != nil {
			t.Fatal(err)
		}
		// Its ping bears the same id, and is not taken for an answer.
		expect(t, s, c, host.Ok, fmt.Sprintf(`[%s,{},"ours",{"code":-32601,"message":"this client has no method roots/list"}]`, id))
	}
	args := `{"a":12345678901234567890,"b":[0.1234567890123456789012345],"c":{"d":"\u2028"}}`
	expect(t, s, call(t, "a", "args", args), host.Ok, args)
	generic := call(t, "g", "args", `{"x":1}`)
	generic.Types, generic.Schema = []byte(`{"bindings":[]}`), []byte(`{}`)
	expect(t, s, generic, host.Ok, `{"x":1}`)
}

// All revisions of the handshake are spoken, and the stateless one with a server that knows no other.
func TestRevisions(t *testing.T) {
	for _, revision := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		expect(t, start(t, host.ProcessOptions{}, "", "-revision", revision), call(t, "c", "say", `{"result":{"structuredContent":1}}`), host.Ok, `1`)
	}
	s := start(t, host.ProcessOptions{}, "stateless")
	expect(t, s, call(t, "c", "say", `{"result":{"resultType":"complete","structuredContent":1}}`), host.Ok, `1`)
	expect(t, s, call(t, "d", "args", `{"_meta":1}`), host.Ok, `{"_meta":1}`)
}

// A declaration that the server has no tool for is not described, on whatever page it would stand.
func TestDescribe(t *testing.T) {
	for _, mode := range []string{"", "pages", "stateless", "banner", "floods"} {
		program, err := fakeServer()
		if err != nil {
			t.Fatal(err)
		}
		tools := declared(t, "pid", "nothing", "say")
		s := mcp.New(host.Command{Args: []string{program, "-mode", mode}}, tools, host.ProcessOptions{GraceTime: time.Millisecond})
		t.Cleanup(s.Shutdown)
		d, err := s.Describe(t.Context())
		if err != nil || len(d.Tools) != 2 || d.Tools[0].Tool != tools[0].Identity || d.Tools[0].Fingerprint != tools[0].Fingerprint() ||
			d.Tools[1].Tool != tools[2].Identity || !strings.Contains(d.Tools[1].Signature, `"params":[]`) || d.Data != "1.0" {
			t.Errorf("%q: %+v, %v", mode, d, err)
		}
		expect(t, s, call(t, "c", "nothing", `{}`), host.NotRun, "does not serve a/mcp.flow.nothing")
		wrong := call(t, "c", "say", `{}`)
		wrong.Fingerprint = "sha256:0"
		expect(t, s, wrong, host.NotRun, "has the fingerprint")
	}
}

// A server that cannot be agreed with says why, and its calls did not happen.
func TestRefusals(t *testing.T) {
	for mode, want := range map[string]string{
		"exit-at-once":      "exit status 7); the end of its standard error: no configuration",
		"dies-initializing": "exit status 3); the end of its standard error: it was the disk",
		"refuses":           "the licence is over",
		"bad-initialize":    "answers initialize with the revision \"\"",
		"silent":            "did not answer initialize: it was not ready within 200ms",
		"bad-list":          "list of tools does not read",
		"goes-round":        "goes round: its page \"page 1\" came before",
		"endless":           "over 1000 pages",
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			options := host.ProcessOptions{Pause: time.Millisecond}
			if mode == "silent" {
				options.StartTime = 200 * time.Millisecond
			}
			s := start(t, options, mode)
			if _, err := s.Describe(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
			expect(t, s, call(t, "c", "say", `{}`), host.NotRun, want)
		})
	}
	if _, err := start(t, host.ProcessOptions{}, "", "-revision", "2099-01-01").Describe(t.Context()); err == nil || !strings.Contains(err.Error(), "2099-01-01") {
		t.Error(err)
	}
	missing := mcp.New(host.Command{Args: []string{"/no/such/program"}}, declared(t, "say"), host.ProcessOptions{})
	defer missing.Shutdown()
	expect(t, missing, call(t, "c", "say", `{}`), host.NotRun, "cannot be started")
}

func TestEnds(t *testing.T) {
	s := start(t, host.ProcessOptions{Pause: time.Millisecond}, "")
	expect(t, s, call(t, "c", "die", `{}`), host.Unknown, "exit status 5); the end of its standard error: it was the disk")
	expect(t, s, call(t, "d", "say", `{"result":{"structuredContent":1}}`), host.Ok, `1`)
	changed := start(t, host.ProcessOptions{}, "changes-tools", "-state", filepath.Join(t.TempDir(), "started"))
	expect(t, changed, call(t, "c", "say", `{"result":{"structuredContent":1}}`), host.Ok, `1`)
	expect(t, changed, call(t, "d", "die", `{}`), host.Unknown, "exit status 5")
	expect(t, changed, call(t, "e", "say", `{}`), host.NotRun, "does not serve")
	expect(t, changed, call(t, "f", "args", `{}`), host.Ok, `{}`)
}

func TestCancel(t *testing.T) {
	for mode, want := range map[string]host.Reply{
		"obeys": {Kind: host.Failed, Value: `{"stopped":true}`},
		"":      {Kind: host.Unknown, Reason: "it was cancelled, and the process did not reply"},
		"late":  {Kind: host.Unknown, Reason: "it was cancelled, and the process did not reply"},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			s := start(t, host.ProcessOptions{CancelTime: 100 * time.Millisecond}, mode)
			if _, err := s.Describe(t.Context()); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if r := s.Call(ctx, call(t, "c", "wait", `{}`)); r != want {
				t.Errorf("%v, want %v", r, want)
			}
			if r := s.Call(ctx, call(t, "d", "wait", `{}`)); r.Kind != host.NotRun {
				t.Error(r)
			}
			time.Sleep(300 * time.Millisecond)
			expect(t, s, call(t, "c", "say", `{"result":{"structuredContent":2}}`), host.Ok, `2`)
		})
	}
}

func TestSizes(t *testing.T) {
	const limit = 2 << 20
	s := start(t, host.ProcessOptions{MessageBytes: limit}, "")
	for _, size := range []int{65_535, 65_536, 65_537, limit, limit + 1, limit + 2, limit + 70_000, 4 * limit} {
		for _, last := range []bool{false, true} {
			c := call(t, fmt.Sprint(size, last), "sized", fmt.Sprintf(`{"last":%v,"request":true,"size":%d}`, last, size))
			r := s.Call(t.Context(), c)
			if size <= limit && (r.Kind != host.Ok || len(r.Value) < size-200) || size > limit && r.Kind != host.BadReply {
				t.Errorf("%d bytes, id last %v: %.200v", size, last, r)
			}
		}
	}
	long := call(t, "long", "args", `{"x":"`+strings.Repeat("x", limit)+`"}`)
	expect(t, s, long, host.NotRun, "over the limit")
}

// A server that asks on and on, and reads no answer, fills no memory and holds up nobody.
func TestFloods(t *testing.T) {
	expect(t, start(t, host.ProcessOptions{QueuedBytes: 1 << 10}, ""), call(t, "c", "flood", `{}`), host.Ok, `1`)
}

// A pair is out once; the same call of two runs is two calls, of two servers.
func TestRuns(t *testing.T) {
	s := start(t, host.ProcessOptions{CancelTime: time.Millisecond}, "")
	if _, err := s.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan host.Reply, 1)
	go func() { first <- s.Call(ctx, call(t, "c", "wait", `{}`)) }()
	time.Sleep(100 * time.Millisecond)
	expect(t, s, call(t, "c", "pid", `{}`), host.NotRun, "out already")
	pid := func(run string) string {
		c := call(t, "c", "pid", `{}`)
		c.Run = flow.TextID(run)
		r := s.Call(t.Context(), c)
		if r.Kind != host.Ok {
			t.Error(r)
		}
		return r.Value
	}
	nested := pid("nested")
	if again := pid("nested"); again != nested {
		t.Errorf("a run has the servers %s and %s", nested, again)
	}
	if pid("other") == nested {
		t.Error("two runs have one server")
	}
	s.(host.RunEnder).EndRun(flow.TextID("nested"))
	if pid("nested") == nested {
		t.Error("the server of a run that ended is there")
	}
	cancel()
	if r := <-first; r.Kind != host.Unknown {
		t.Error(r)
	}
	for _, c := range []*host.Call{{ID: flow.TextID("c")}, {Run: flow.TextID("r")}} {
		if r := s.Call(t.Context(), c); r.Kind != host.NotRun {
			t.Error(r)
		}
	}
}

// There are so many servers at once. The one that was idle for longest makes room; where none is idle, a call did not
// happen.
func TestMostRuns(t *testing.T) {
	s := start(t, host.ProcessOptions{CancelTime: time.Millisecond}, "")
	mcp.SetMost(s, 2)
	of := func(run, tool string) *host.Call {
		c := call(t, "c", tool, `{}`)
		c.Run = flow.TextID(run)
		return c
	}
	first := s.Call(t.Context(), of("a", "pid"))
	ctx, cancel := context.WithCancel(t.Context())
	out := make(chan host.Reply, 2)
	go func() { out <- s.Call(ctx, of("b", "wait")) }()
	time.Sleep(100 * time.Millisecond)
	expect(t, s, of("c", "args"), host.Ok, `{}`) // in the place of a
	go func() { out <- s.Call(ctx, of("c", "wait")) }()
	time.Sleep(100 * time.Millisecond)
	expect(t, s, of("a", "pid"), host.NotRun, "2 runs have a server each and calls out to it")
	cancel()
	for range 2 {
		if r := <-out; r.Kind != host.Unknown {
			t.Error(r)
		}
	}
	if again := s.Call(t.Context(), of("a", "pid")); again.Kind != host.Ok || again == first {
		t.Errorf("%v after %v", again, first)
	}
}

func TestShutdown(t *testing.T) {
	s := start(t, host.ProcessOptions{}, "")
	if _, err := s.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	out := make(chan host.Reply, 2)
	for _, run := range []string{"a", "b"} {
		c := call(t, "c", "wait", `{}`)
		c.Run = flow.TextID(run)
		go func() { out <- s.Call(t.Context(), c) }()
	}
	time.Sleep(200 * time.Millisecond)
	s.Shutdown()
	for range 2 {
		if r := <-out; r.Kind != host.Unknown {
			t.Error(r)
		}
	}
	expect(t, s, call(t, "d", "pid", `{}`), host.NotRun, "shut down")
	if _, err := s.Describe(t.Context()); err == nil {
		t.Error("what was shut down describes itself")
	}
	s.Shutdown()
}

// A bind goes by names: what the server has no tool for refuses it.
func TestBind(t *testing.T) {
	program, err := fakeServer()
	if err != nil {
		t.Fatal(err)
	}
	base := t.TempDir()
	manifest := fmt.Sprintf("[tools.\"mcp.flow\"]\nmcp = \"'%s' -mode pages\"\n", program)
	if err := os.MkdirAll(filepath.Join(base, "a"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(base, "a", host.ManifestName), []byte(manifest), 0o666); err != nil {
		t.Fatal(err)
	}
	options := host.BindOptions{Sources: host.Sources{Base: base}, MCP: mcp.New}
	bindings, err := host.Bind(t.Context(), &typespec.Program{Tools: declared(t, "pid", "args")}, options)
	if err != nil {
		t.Fatal(err)
	}
	defer bindings.Shutdown()
	at, err := bindings.All()[0].At(flow.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	o := at.Call(t.Context(), flow.TextID("r"), flow.TextID("c"), `{}`)
	if o.Kind != host.Ok || !strings.HasPrefix(o.By, "MCP server ") {
		t.Error(o, o.By)
	}
	bindings.EndRun(flow.TextID("r"))
	if again := at.Call(t.Context(), flow.TextID("r"), flow.TextID("c"), `{}`); again.Kind != host.Ok || again.Value.Text() == o.Value.Text() {
		t.Errorf("%v after %v: the server of a run that ended is there", again, o)
	}
	_, err = host.Bind(t.Context(), &typespec.Program{Tools: declared(t, "pid", "nothing")}, options)
	var refused *host.BindError
	if !errors.As(err, &refused) || len(refused.Refusals) != 1 || !strings.Contains(err.Error(), "does not serve a/mcp.flow.nothing") {
		t.Error(err)
	}
}
