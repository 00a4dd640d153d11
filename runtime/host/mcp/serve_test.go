package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/host/mcp"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const desk = `{"data": "1.0", "tools": [
 {"tool": "shop@v1/desk.flow.order", "doc": "Orders.\nNow.", "generic": [],
  "params": [{"name": "item", "type": {"Named": {"declaration": "item", "args": []}}}, {"name": "note", "type": {"Option": "Text"}}],
  "ok": {"Named": {"declaration": "item", "args": []}}, "err": {"Named": {"declaration": "problem", "args": []}}},
 {"tool": "shop@v1/desk.flow.count", "doc": null, "generic": [], "params": [], "ok": "Int", "err": "Never"},
 {"tool": "shop@v1/desk.flow.ask", "generic": [], "params": [], "ok": {"Named": {"declaration": "choice", "args": []}}, "err": "Never"},
 {"tool": "shop@v1/desk.flow.stock", "generic": [], "params": [], "ok": {"Dict": ["Text", "Int"]}, "err": "Never"},
 {"tool": "shop@v1/desk.flow.close", "generic": [], "params": [], "ok": {"Named": {"declaration": "problem", "args": []}}, "err": "Never"},
 {"tool": "shop@v1/store.flow.close", "generic": [], "params": [], "ok": "Unit", "err": "Never"},
 {"tool": "shop@v1/desk.flow.pick", "generic": ["T"], "params": [], "ok": {"Param": {"owner": "tool", "index": 0}}, "err": "Never"}],
 "types": {
 "item": {"name": "Item", "identity": "shop@v1/desk.flow.Item", "lexical_ordinal": 1, "generic": [], "opaque": false, "kind": "record", "doc": "An item.",
  "fields": [{"name": "number", "type": "Int", "doc": null}, {"name": "parts", "type": {"List": {"Named": {"declaration": "item", "args": []}}}, "doc": null}]},
 "choice": {"name": "Choice", "identity": "shop@v1/desk.flow.Choice", "lexical_ordinal": 1, "generic": [], "opaque": false, "kind": "enum", "doc": null,
  "constructors": [{"name": "Yes", "doc": null, "payload": {"positional": ["Int"]}}, {"name": "No", "doc": null, "payload": {"named": [{"name": "why", "type": "Text", "doc": null}]}}]},
 "problem": {"name": "Problem", "identity": "shop@v1/desk.flow.Problem", "lexical_ordinal": 1, "generic": [], "opaque": false, "kind": "enum", "doc": null,
  "constructors": [{"name": "Empty", "doc": null, "payload": null}, {"name": "Late", "doc": null, "payload": {"positional": ["Duration"]}}]}}}`

// client is one of a server that offers the desk's Tools, which answer as their replies say.
type client struct {
	t     *testing.T
	in    *io.PipeWriter
	lines *bufio.Reader
	done  chan struct{}
}

// serve offers the desk's Tools, answered by name.
func serve(t *testing.T, options mcp.ServeOptions, answer func(ctx context.Context, tool string, call *host.Call) host.Reply) *client {
	t.Helper()
	program, err := typespec.Read("desk", []byte(desk))
	if err != nil {
		t.Fatal(err)
	}
	fakes, overrides := map[string]host.Fake{}, map[string]host.Implementation{}
	implementation := host.NewFakes(fakes)
	for _, tool := range program.Tools {
		fakes[tool.Identity] = host.Fake{Fingerprint: tool.Fingerprint(), Call: func(ctx context.Context, call *host.Call) host.Reply {
			return answer(ctx, strings.TrimPrefix(tool.Identity, "shop@v1/"), call)
		}}
		overrides[tool.Identity] = implementation
	}
	bindings, err := host.Bind(t.Context(), program, host.BindOptions{Overrides: overrides})
	if err != nil {
		t.Fatal(err)
	}
	offers, left, err := mcp.NewOffers(bindings)
	if err != nil || len(offers) != 6 || len(left) != 1 || left[0].Identity != "shop@v1/desk.flow.pick" {
		t.Fatal(offers, left, err)
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &client{t, inW, bufio.NewReader(outR), make(chan struct{})}
	go func() {
		mcp.Serve(t.Context(), offers, inR, outW, options)
		outW.Close()
		close(c.done)
	}()
	t.Cleanup(func() {
		inW.Close()
		if rest, err := io.ReadAll(c.lines); err != nil || len(rest) > 0 {
			t.Errorf("the server wrote %q more, %v", rest, err)
		}
		<-c.done
	})
	return c
}

func (c *client) send(format string, args ...any) {
	c.t.Helper()
	if _, err := fmt.Fprintf(c.in, format+"\n", args...); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) expect(want string) {
	c.t.Helper()
	line, err := c.lines.ReadString('\n')
	if err != nil || strings.TrimSuffix(line, "\n") != want {
		c.t.Errorf("got %v\n%swant\n%s", err, line, want)
	}
}

// receive gives the result of the next answer, or its error.
func (c *client) receive() (result map[string]any, text string) {
	c.t.Helper()
	line, err := c.lines.ReadString('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	var answer struct{ Result, Error map[string]any }
	if err := json.Unmarshal([]byte(line), &answer); err != nil {
		c.t.Fatal(err)
	}
	if answer.Error != nil {
		return answer.Error, line
	}
	return answer.Result, line
}

const (
	hello = `{"id":0,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{},"clientInfo":{"name":"t","version":"1"},"protocolVersion":%q}}`
	meta  = `"_meta":{"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
)

func fixed(reply host.Reply) func(context.Context, string, *host.Call) host.Reply {
	return func(context.Context, string, *host.Call) host.Reply { return reply }
}

func TestServeHandshake(t *testing.T) {
	for asked, answered := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18", "2025-11-25": "2025-11-25",
		"2026-07-28": "2025-11-25", "2099-01-01": "2025-11-25", "": "2025-11-25",
	} {
		c := serve(t, mcp.ServeOptions{}, fixed(host.Reply{Kind: host.Ok, Value: "5"}))
		c.send(`{"id":9,"jsonrpc":"2.0","method":"ping"}`)
		c.expect(`{"id":9,"jsonrpc":"2.0","result":{}}`)
		c.send(`{"id":"early","jsonrpc":"2.0","method":"tools/list"}`)
		if failure, _ := c.receive(); failure["code"] != -32602.0 || !strings.Contains(fmt.Sprint(failure["message"]), "send initialize first") {
			t.Error(failure)
		}
		c.send(hello, asked)
		result, _ := c.receive()
		if result["protocolVersion"] != answered || fmt.Sprint(result["capabilities"]) != "map[tools:map[]]" || result["serverInfo"] == nil {
			t.Errorf("%s: %v", asked, result)
		}
		c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
		c.send(`{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}}`)
		c.expect(`{"id":1,"jsonrpc":"2.0","result":{"content":[{"text":"5","type":"text"}]}}`)
		c.send(`{"id":2,"jsonrpc":"2.0","method":"server/discover"}`)
		if failure, _ := c.receive(); failure["code"] != -32601.0 {
			t.Error(failure)
		}
	}
}

// Each listed tool has schemas that a validator takes, of objects alone in the revisions of the handshake.
func TestServeLists(t *testing.T) {
	c := serve(t, mcp.ServeOptions{}, fixed(host.Reply{}))
	c.send(hello, "2025-11-25")
	c.receive()
	for _, params := range []string{"", `,"params":{` + meta + `}`} {
		c.send(`{"id":1,"jsonrpc":"2.0","method":"tools/list"%s}`, params)
		result, _ := c.receive()
		if (params != "") != (result["resultType"] == "complete" && result["ttlMs"] == 0.0 && result["cacheScope"] == "private") {
			t.Errorf("%v", result)
		}
		var names []string
		for _, each := range result["tools"].([]any) {
			tool := each.(map[string]any)
			name := tool["name"].(string)
			names = append(names, name)
			output, has := tool["outputSchema"].(map[string]any)
			objects := map[string]bool{"order": true, "ask": true, "stock": true}[name]
			if want := params != "" || objects; has != want || objects && output["type"] != "object" {
				t.Errorf("%s has the output schema %v", name, output)
			}
			if has {
				compiled(t, output)
			}
			if name == "order" {
				holdOrder(t, tool)
			}
		}
		if got := strings.Join(names, " "); got != "order count ask stock desk_close store_close" {
			t.Error(got)
		}
	}
}

func holdOrder(t *testing.T, tool map[string]any) {
	t.Helper()
	if tool["description"] != "Orders.\nNow." {
		t.Error(tool["description"])
	}
	input := compiled(t, tool["inputSchema"].(map[string]any))
	for text, good := range map[string]bool{
		`{"item":{"number":5,"parts":[{"number":1,"parts":[]}]},"note":"None"}`: true,
		`{"item":{"number":5,"parts":[]},"note":{"Some":"x"}}`:                  true,
		`{"item":{"number":5,"parts":[]}}`:                                      false,
		`{"item":{"number":5},"note":"None"}`:                                   false,
		`{"item":{"number":5,"parts":[]},"note":"None","more":1}`:               false,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := input.Validate(value); (err == nil) != good {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func compiled(t *testing.T, schema any) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("tool.json", schema); err != nil {
		t.Fatal(err)
	}
	made, err := compiler.Compile("tool.json")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Each outcome has its result, in both kinds of revision.
func TestServeCalls(t *testing.T) {
	replies := map[string]host.Reply{}
	c := serve(t, mcp.ServeOptions{}, func(_ context.Context, tool string, call *host.Call) host.Reply {
		if want := map[string]string{"desk.flow.order": `{"item":{"number":12345678901234567890,"parts":[]},"note":"None"}`}[tool]; want != "" && string(call.Args) != want {
			t.Errorf("%s gets %s", tool, call.Args)
		}
		return replies[tool]
	})
	c.send(hello, "2025-11-25")
	c.receive()
	for _, row := range []struct {
		tool, name, args  string
		reply             host.Reply
		want, statelessly string // what stands in the results
	}{
		{"desk.flow.order", "order", `{"note":"None","item":{"parts":[],"number":12345678901234567890,"more":1}}`,
			host.Reply{Kind: host.Ok, Value: `{"parts":[],"number":98765432109876543210.0,"extra":1}`},
			`"content":[{"text":"{\"number\":98765432109876543210,\"parts\":[]}","type":"text"}],"structuredContent":{"number":98765432109876543210,"parts":[]}`,
			`"content":[{"text":"{\"number\":98765432109876543210,\"parts\":[]}","type":"text"}],"resultType":"complete","structuredContent":{"number":98765432109876543210,"parts":[]}`},
		{"desk.flow.count", "count", `{}`, host.Reply{Kind: host.Ok, Value: `5`},
			`"content":[{"text":"5","type":"text"}]`, `"content":[{"text":"5","type":"text"}],"resultType":"complete","structuredContent":5`},
		{"store.flow.close", "store_close", `{}`, host.Reply{Kind: host.Ok, Value: `null`},
			`"content":[{"text":"null","type":"text"}]`, `"content":[{"text":"null","type":"text"}],"resultType":"complete","structuredContent":null`},
		{"desk.flow.order", "order", `{"note":"None","item":{"parts":[],"number":12345678901234567890}}`, host.Reply{Kind: host.Failed, Value: `{"Late":"PT5S"}`},
			`"content":[{"text":"{\"Late\":\"PT5S\"}","type":"text"}],"isError":true`, `"content":[{"text":"{\"Late\":\"PT5S\"}","type":"text"}],"isError":true,"resultType":"complete"`},
		{"desk.flow.count", "count", `{}`, host.Reply{Kind: host.NotRun, Reason: "no desk"}, `NotRun (the call definitely did not happen): no desk`, ``},
		{"desk.flow.count", "count", `{}`, host.Reply{Kind: host.Unknown, Reason: "it died"}, `Unknown (the call may or may not have happened): it died`, ``},
		{"desk.flow.count", "count", `{}`, host.Reply{Kind: host.BadReply, Reason: "odd"}, `BadReply (the call was answered, and the answer cannot be understood`, ``},
		{"desk.flow.count", "count", `{}`, host.Reply{Kind: host.Ok, Value: `"five"`}, `BadReply (`, ``},
		{"", "count", `{"more":1}`, host.Reply{}, `NotRun (`, ``},
		{"", "order", `{"note":"None","item":{"parts":[],"number":1.5}}`, host.Reply{}, `NotRun (`, ``},
		{"", "order", `{"note":null,"item":{"parts":[],"number":1}}`, host.Reply{}, `NotRun (`, ``},
	} {
		replies[row.tool] = row.reply
		c.send(`{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":%s,"name":%q}}`, row.args, row.name)
		doubtful := row.statelessly == ""
		if !doubtful {
			c.expect(`{"id":1,"jsonrpc":"2.0","result":{` + row.want + `}}`)
		} else if result, text := c.receive(); result["isError"] != true || result["structuredContent"] != nil || !strings.Contains(text, row.want) {
			t.Errorf("%s, want %s", text, row.want)
		}
		c.send(`{"id":"2","jsonrpc":"2.0","method":"tools/call","params":{`+meta+`,"arguments":%s,"name":%q}}`, row.args, row.name)
		if !doubtful {
			c.expect(`{"id":"2","jsonrpc":"2.0","result":{` + row.statelessly + `}}`)
		} else if result, text := c.receive(); result["isError"] != true || result["resultType"] != "complete" || !strings.Contains(text, row.want) {
			t.Errorf("%s, want %s", text, row.want)
		}
	}
}

// The stateless revision needs no handshake, and each request says what it needs.
func TestServeStateless(t *testing.T) {
	c := serve(t, mcp.ServeOptions{}, fixed(host.Reply{Kind: host.Ok, Value: "5"}))
	c.send(`{"id":1,"jsonrpc":"2.0","method":"server/discover","params":{%s}}`, meta)
	result, _ := c.receive()
	if fmt.Sprint(result["supportedVersions"]) != "[2026-07-28 2025-11-25 2025-06-18 2025-03-26 2024-11-05]" || result["resultType"] != "complete" ||
		result["capabilities"] == nil || result["ttlMs"] != 0.0 {
		t.Error(result)
	}
	for params, code := range map[string]float64{
		`{}`: -32602, `5`: -32602, `{"_meta":5}`: -32602,
		`{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`:                                                 -32602,
		`{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}}`: -32602,
		`{"_meta":{"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}}}`: -32022,
	} {
		c.send(`{"id":2,"jsonrpc":"2.0","method":"tools/list","params":%s}`, params)
		if failure, text := c.receive(); failure["code"] != code || code == -32022 && !strings.Contains(text, `"data":{"requested":"2099-01-01","supported":["2026-07-28",`) {
			t.Errorf("%s: %s", params, text)
		}
	}
	c.send(`{"id":3,"jsonrpc":"2.0","method":"ping","params":{%s}}`, meta)
	if failure, _ := c.receive(); failure["code"] != -32601.0 {
		t.Error(failure)
	}
}

func TestServeRefuses(t *testing.T) {
	c := serve(t, mcp.ServeOptions{MessageBytes: 500}, fixed(host.Reply{Kind: host.Ok, Value: "5"}))
	c.send(hello, "2025-11-25")
	c.receive()
	for _, row := range []struct {
		line, id string
		code     int
	}{
		{`{`, `null`, -32700},
		{`{"id":7,"jsonrpc":"2.0","method":"ping","x":"\ud800"}`, `7`, -32700},
		{"{\"id\":7,\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}", `7`, -32700},
		{`{"id":7,"id":7,"jsonrpc":"2.0","method":"ping"}`, `null`, -32700},
		{`[{"id":7,"jsonrpc":"2.0","method":"ping"}]`, `null`, -32600},
		{`5`, `null`, -32600},
		{`{}`, `null`, -32600},
		{`{"id":7,"method":"ping"}`, `7`, -32600},
		{`{"id":7,"jsonrpc":"2.0","method":5}`, `7`, -32600},
		{`{"id":null,"jsonrpc":"2.0","method":"ping"}`, `null`, -32600},
		{`{"id":1.5,"jsonrpc":"2.0","method":"ping"}`, `null`, -32600},
		{`{"id":7,"jsonrpc":"2.0","method":"prompts/list"}`, `7`, -32601},
		{`{"id":7,"jsonrpc":"2.0","method":"tools/list","params":{"cursor":"x"}}`, `7`, -32602},
		{`{"id":7,"jsonrpc":"2.0","method":"tools/call"}`, `7`, -32602},
		{`{"id":7,"jsonrpc":"2.0","method":"tools/call","params":{}}`, `7`, -32602},
		{`{"id":7,"jsonrpc":"2.0","method":"tools/call","params":{"name":"nothing"}}`, `7`, -32602},
		{`{"id":7,"jsonrpc":"2.0","method":"tools/call","params":{"name":"pick","arguments":{}}}`, `7`, -32602},
		{`{"id":7,"jsonrpc":"2.0","method":"tools/call","params":{"name":"count","arguments":[]}}`, `7`, -32602},
		{`{"jsonrpc":"2.0","params":"` + strings.Repeat("x", 1000) + `","method":"ping","id":7}`, `7`, -32600},
	} {
		c.send("%s", row.line)
		if _, text := c.receive(); !strings.HasPrefix(text, fmt.Sprintf(`{"error":{"code":%d,`, row.code)) || !strings.HasSuffix(text, `},"id":`+row.id+`,"jsonrpc":"2.0"}`+"\n") {
			t.Errorf("%.200s: %s", row.line, text)
		}
	}
	// What is nobody's to answer is not answered.
	c.send("\n" + `{"id":7,"jsonrpc":"2.0","result":{}}` + "\n" + `{"id":null,"error":{},"jsonrpc":"2.0"}` + "\n" + `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}}`)
	c.send(`{"jsonrpc":"2.0","result":"` + strings.Repeat("x", 1000) + `","id":7}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled"}`)
	c.send(`{"id":8,"jsonrpc":"2.0","method":"ping"}`)
	c.expect(`{"id":8,"jsonrpc":"2.0","result":{}}`)
}

func TestServeBatches(t *testing.T) {
	c := serve(t, mcp.ServeOptions{}, fixed(host.Reply{Kind: host.Ok, Value: "5"}))
	c.send(hello, "2025-03-26")
	c.receive()
	c.send(`[{"id":1,"jsonrpc":"2.0","method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}},5]`)
	line, err := c.lines.ReadString('\n')
	var answers []map[string]any
	if err != nil || json.Unmarshal([]byte(line), &answers) != nil || len(answers) != 3 {
		t.Error(line, err)
	}
	c.send(`[{"jsonrpc":"2.0","method":"notifications/x"}]`)
	for _, line := range []string{`[]`, `[1`} {
		c.send("%s", line)
		if failure, _ := c.receive(); failure["code"] != -32700.0 {
			t.Error(line, failure)
		}
	}
	// As many messages as there may be are answered, and none of more.
	const ping = `{"id":1,"jsonrpc":"2.0","method":"ping"}`
	c.send("[" + strings.Repeat(ping+",", 999) + ping + "]")
	if line, err := c.lines.ReadString('\n'); err != nil || strings.Count(line, `"result"`) != 1000 {
		t.Error(len(line), err)
	}
	c.send("[" + strings.Repeat(ping+",", 1000) + ping + "]")
	if failure, text := c.receive(); failure["code"] != -32600.0 || !strings.Contains(text, "at most 1000 messages") {
		t.Error(text)
	}
}

// A cancelled call is stopped and not answered; others go on, in any order.
func TestServeCancels(t *testing.T) {
	stopped := make(chan struct{})
	c := serve(t, mcp.ServeOptions{MostCalls: 2}, func(ctx context.Context, tool string, call *host.Call) host.Reply {
		if tool == "desk.flow.count" {
			<-ctx.Done()
			close(stopped)
			return host.Reply{Kind: host.Unknown, Reason: "stopped"}
		}
		return host.Reply{Kind: host.Ok, Value: `{}`}
	})
	c.send(hello, "2025-11-25")
	c.receive()
	c.send(`{"id":"a","jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}}`)
	c.send(`{"id":"a","jsonrpc":"2.0","method":"tools/call","params":{"name":"stock"}}`)
	if failure, _ := c.receive(); failure["code"] != -32600.0 {
		t.Error(failure)
	}
	c.send(`{"id":"b","jsonrpc":"2.0","method":"tools/call","params":{"name":"stock"}}`)
	c.expect(`{"id":"b","jsonrpc":"2.0","result":{"content":[{"text":"{}","type":"text"}],"structuredContent":{}}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"no","requestId":"a"}}`)
	<-stopped
	c.send(`{"id":"c","jsonrpc":"2.0","method":"ping"}`)
	c.expect(`{"id":"c","jsonrpc":"2.0","result":{}}`)
}

// So many calls are out at once, and no more.
func TestServeBoundsCalls(t *testing.T) {
	proceed := make(chan struct{})
	c := serve(t, mcp.ServeOptions{MostCalls: 2}, func(context.Context, string, *host.Call) host.Reply {
		<-proceed
		return host.Reply{Kind: host.Ok, Value: `5`}
	})
	c.send(hello, "2025-11-25")
	c.receive()
	for id := range 3 {
		c.send(`{"id":%d,"jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}}`, id)
	}
	if failure, text := c.receive(); failure["code"] != -32600.0 || !strings.Contains(text, `"id":2`) {
		t.Error(text)
	}
	close(proceed)
	c.receive()
	c.receive()
}

// The calls that are out have so many bytes of arguments, and no more; those of ended ones are free again.
func TestServeBoundsArguments(t *testing.T) {
	proceed := make(chan struct{}, 2)
	c := serve(t, mcp.ServeOptions{CallBytes: 150}, func(context.Context, string, *host.Call) host.Reply {
		<-proceed
		return host.Reply{Kind: host.Ok, Value: `5`}
	})
	c.send(hello, "2025-11-25")
	c.receive()
	send := func(id int) {
		c.send(`{"id":%d,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{%s},"name":"count"}}`, id, strings.Repeat(" ", 100))
	}
	send(1)
	send(2)
	if failure, text := c.receive(); failure["code"] != -32600.0 || !strings.Contains(text, `"id":2`) || !strings.Contains(text, "bytes of arguments") {
		t.Error(text)
	}
	proceed <- struct{}{}
	c.receive()
	send(3)
	proceed <- struct{}{}
	if _, text := c.receive(); !strings.Contains(text, `"id":3`) || strings.Contains(text, "-32600") {
		t.Error(text)
	}
}

// At the end of input, running calls have their time; then they are cancelled, and it all ends.
func TestServeEnds(t *testing.T) {
	c := serve(t, mcp.ServeOptions{Grace: 100 * time.Millisecond}, func(ctx context.Context, tool string, _ *host.Call) host.Reply {
		if tool == "desk.flow.stock" {
			time.Sleep(20 * time.Millisecond)
			return host.Reply{Kind: host.Ok, Value: `{}`}
		}
		<-ctx.Done()
		return host.Reply{Kind: host.Unknown, Reason: "stopped"}
	})
	c.send(hello, "2025-11-25")
	c.receive()
	c.send(`{"id":1,"jsonrpc":"2.0","method":"tools/call","params":{"name":"stock"}}`)
	c.send(`{"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"name":"count"}}`)
	c.in.Close()
	if _, text := c.receive(); !strings.Contains(text, `"id":1`) {
		t.Error(text)
	}
	if result, text := c.receive(); result["isError"] != true || !strings.Contains(text, "stopped") {
		t.Error(text)
	}
	<-c.done
}

// Two declarations that would be offered under one name, their files' names and all, are refused together.
func TestOffersCollide(t *testing.T) {
	listing := `{"data": "1.0", "types": {}, "tools": [
	 {"tool": "a@v1/x.flow.go", "generic": [], "params": [], "ok": "Int", "err": "Never"},
	 {"tool": "b@v1/x.flow.go", "generic": [], "params": [], "ok": "Int", "err": "Never"}]}`
	program, err := typespec.Read("listing", []byte(listing))
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = mcp.NewOffers(host.Survey(t.Context(), program, host.BindOptions{}))
	if err == nil || err.Error() != "a@v1/x.flow.go and b@v1/x.flow.go would both be offered as x_go: offer them by two servers" {
		t.Error(err)
	}
}
