package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/host/mcp"
	"github.com/flow-toolkit/flowgen/testdata/need"
	"github.com/flow-toolkit/flowgen/testdata/testees"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/sebdah/goldie/v2"
)

// builtPrograms are this command and the fake MCP server, by the names of their folders.
var builtPrograms = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "flowgen-")
	if err != nil {
		return "", err
	}
	text, err := exec.Command("go", "build", "-o", folder, ".", "../../testdata/mcp/server").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, text)
	}
	return folder, nil
})

func builtPeer(t *testing.T, name string) string {
	t.Helper()
	folder, err := builtPrograms()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, name)
}

const fakeListing = `{"data": "1.0", "tools": [
 {"tool": "a/mcp.flow.say", "generic": [], "params": [{"name": "result", "type": "json.Value"}], "ok": {"List": "Int"}, "err": "Text"},
 {"tool": "a/mcp.flow.args", "generic": ["T"], "params": [{"name": "x", "type": {"Param": {"owner": "tool", "index": 0}}}],
  "ok": {"Dict": ["Text", {"Param": {"owner": "tool", "index": 0}}]}, "err": "Never"},
 {"tool": "a/mcp.flow.die", "generic": [], "params": [], "ok": "Unit", "err": "Never"},
 {"tool": "a/mcp.flow.nothing", "generic": [], "params": [], "ok": "Unit", "err": "Never"}], "types": {}}`

// mcpCall is the line of a call to a Tool of fakeListing.
func mcpCall(id, tool, args, more string) string {
	return fmt.Sprintf(`{"id":%s,"jsonrpc":"2.0","method":"call","params":{"args":%s,"call":%s,"run":"r"%s,"tool":"a/mcp.flow.%s"}}`+"\n", id, args, id, more, tool)
}

// An MCP server as a Tool process answers each call by an outcome, or by an error where no outcome tells it.
func TestMCPServerAsAProcess(t *testing.T) {
	listing := filepath.Join(t.TempDir(), "listing.json")
	write(t, listing, fakeListing)
	view := `,"schema":{"additionalProperties":{"type":"integer"},"type":"object"},"types":{"bindings":[{"name":"T","type":"Int"}],"declarations":{},` +
		`"err":"Never","ok":{"Dict":["Text","Int"]},"params":[{"name":"x","type":"Int"}]}`
	wants := []struct{ line, want string }{
		{mcpCall(`1`, "say", `{"result":{"structuredContent":[12345678901234567890,2.0]}}`, ""), `"outcome":{"Ok":[12345678901234567890,2]}`},
		{mcpCall(`2`, "say", `{"result":{"content":[{"text":" [1]","type":"text"}]}}`, ""), `"outcome":{"Ok":[1]}`},
		{mcpCall(`3`, "say", `{"result":{"isError":true,"structuredContent":"no"}}`, ""), `"outcome":{"Failed":"no"}`},
		{mcpCall(`4`, "say", `{"result":{"structuredContent":["x"]}}`, ""), `{"error":{"code":-32603,"message":"the value of Ok does not decode: expected a whole number (Int), found a string (at /0)"},"id":4,`},
		{mcpCall(`5`, "say", `{"result":{"isError":true,"structuredContent":5}}`, ""), `{"error":{"code":-32603,"message":"the value of Failed does not decode: `},
		{mcpCall(`6`, "say", `{"result":{"content":[{"text":"prose","type":"text"}]}}`, ""), `{"error":{"code":-32603,"message":"the MCP server's result is a text that is no JSON `},
		{mcpCall(`7`, "say", `{}`, ""), `"outcome":{"NotRun":"the argument result is missing (/args)"}`},
		{mcpCall(`8`, "args", `{"x":9007199254740993}`, view), `"outcome":{"Ok":{"x":9007199254740993}}`},
		{mcpCall(`9`, "args", `{"x":"5"}`, view), `"outcome":{"NotRun":"an argument does not decode: `},
		{mcpCall(`10`, "args", `{"x":5}`, ""), `"outcome":{"NotRun":"the call's types are not valid: `},
		{mcpCall(`11`, "nothing", `{}`, ""), `"outcome":{"NotRun":"no such Tool is served here`},
		{`{"id":12,"jsonrpc":"2.0","method":"nothing"}` + "\n", `{"error":{"code":-32601,`},
	}
	input := ""
	for _, row := range wants {
		input += row.line
	}
	r := do(input+`{"id":0,"jsonrpc":"2.0","method":"describe"}`, "mcp", listing, "--", builtPeer(t, "server"))
	if r.code != 0 || !strings.Contains(r.stderr, "flowgen: note: MCP server ") || !strings.Contains(r.stderr, " offers no tool for a/mcp.flow.nothing\n") {
		t.Errorf("exit %d, %s", r.code, r.stderr)
	}
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	for _, row := range wants {
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, row.want) }) {
			t.Errorf("%snothing says %s", row.line, row.want)
		}
	}
	if len(lines) != len(wants)+1 || strings.Count(r.stdout, `"fingerprint"`) != 3 {
		t.Errorf("%s", r.stdout)
	}
	r = do(mcpCall(`1`, "die", `{}`, ""), "mcp", listing, "--", builtPeer(t, "server"))
	if r.code != 0 || !strings.Contains(r.stdout, `"outcome":{"Unknown":"the process has ended (exit status 5); the end of its standard error: it was the disk"}`) {
		t.Errorf("%+v", r)
	}
}

// As a Tool process, an MCP server keeps the protocol in all that can be checked without running a Tool.
func TestMCPServerConforms(t *testing.T) {
	listing := filepath.Join(t.TempDir(), "listing.json")
	write(t, listing, fakeListing)
	some := filepath.Join(t.TempDir(), "some.json")
	last := strings.LastIndex(fakeListing, ",\n {")
	write(t, some, fakeListing[:last]+`], "types": {}}`)
	r := do("", "conform", some, "--", builtPeer(t, "flowgen"), "mcp", listing, "--", builtPeer(t, "server"))
	if r.code != 0 || !strings.HasSuffix(r.stdout, " checks, 0 faults\n") {
		t.Errorf("exit %d: %s%s", r.code, r.stdout, r.stderr)
	}
}

// The help texts are what testdata has; "go test ./cmd/flowgen -update" writes it.
func TestMCPHelp(t *testing.T) {
	g := goldie.New(t, goldie.WithDiffEngine(goldie.ColoredDiff))
	for _, command := range []string{"mcp", "mcp-serve"} {
		g.Assert(t, "help-"+command, []byte(do("", command, "--help").stdout))
	}
}

func TestMCPUsage(t *testing.T) {
	listing := filepath.Join(t.TempDir(), "listing.json")
	write(t, listing, fakeListing)
	for _, command := range []string{"mcp", "mcp-serve"} {
		expect(t, do("", command, "-", "--", "x"), 2, "", "the listing cannot be standard input")
		expect(t, do("", command, listing), 2, "", "put it behind")
		expect(t, do("", command, "missing.json", "--", "x"), 1, "", "missing.json")
		expect(t, do("", command, listing, "--", "/no/such/program"), 1, "", "cannot be started")
	}
	expect(t, do("", "mcp", listing, "--", builtPeer(t, "server"), "-mode", "exit-at-once"), 1, "", "no configuration")
	expect(t, do("", "mcp-serve", listing, "--select", "other.flow", "--", "x"), 1, "", "other.flow")
	expect(t, do("", "mcp-serve", listing, "--select", "args", "--", builtPeer(t, "flowgen"), "mcp", listing, "--", builtPeer(t, "server")), 1, "", "there is no Tool to offer")
}

// roundtripped is a value of the testee's roundtrip, in canonical text.
const roundtripped = `{"bool":true,"box":{"spare":5,"value":-363},"boxes":{"spare":{"value":"A"},"value":{"spare":"A","value":"\uffff"}},` +
	`"by_shape":[["Point",0],[{"Circle":0},1.5]],"by_tuple":[[[false,"<&> "],[null]]],"bytes":"Nhc=","colour":"Blue","decimal":-622,` +
	`"dict":{"a":1},"duration":"PT5.5S","instant":"2026-01-02T03:04:05Z","int":42,"json":{"any":[null]},"list":[],` +
	`"nested":{"a":"zz","b":0},"never":[],"odd":{"even":{"n":1,"odd":{"even":{"n":2,"odd":{}}}}},"options":[{"Some":9},"None"],` +
	`"records":[],"set":[],"shape":"Point","table":[[311,"a"]],"tag":{"id":3},"text":"Độ 日本 😀","tree":{"children":[{"children":[],"value":1}],"value":0.5},` +
	`"tuple":[3,"0",false],"unit":null}`

// The Tools of a process come through MCP, there and back, with the outcomes that the process itself gives: exactly
// where they have a value, and beyond understanding where MCP has only words for them.
func TestToolsThereAndBackThroughMCP(t *testing.T) {
	const listing = "../../testdata/vectors/listings/testee.json"
	text, err := os.ReadFile(listing)
	if err != nil {
		t.Fatal(err)
	}
	program, err := typespec.Read(listing, text)
	if err != nil {
		t.Fatal(err)
	}
	program.Tools = slices.DeleteFunc(program.Tools, func(tool *typespec.Tool) bool { return len(tool.Generic) > 0 })
	direct := []string{testees.Built(t, "go")[0].Command}
	around := slices.Concat([]string{builtPeer(t, "flowgen"), "mcp", listing, "--", builtPeer(t, "flowgen"), "mcp-serve", listing, "--"}, direct)
	outcomes := func(implementation host.Implementation) map[string]host.Outcome {
		defer implementation.Shutdown()
		overrides := map[string]host.Implementation{}
		for _, tool := range program.Tools {
			overrides[tool.Identity] = implementation
		}
		bindings, err := host.Bind(t.Context(), program, host.BindOptions{Overrides: overrides})
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]host.Outcome{}
		for i, row := range [][2]string{
			{"roundtrip", `{"value":` + roundtripped + `}`},
			{"roundtrip", `{"value":` + strings.Replace(roundtripped, `"int":42`, `"int":123456789012345678901234567890`, 1) + `}`},
			{"maybe", `{"value":"None"}`}, {"maybe", `{"value":{"Some":9007199254740993}}`},
			{"fail", `{"problem":"Empty"}`}, {"open", `{"url":""}`}, {"title", `{"page":"nothing"}`},
		} {
			bound, err := program.Tool(row[0])
			if err != nil {
				t.Fatal(err)
			}
			at, err := bindings.Find(bound.Identity).At(flow.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			found[row[0]+row[1]] = at.Call(t.Context(), flow.TextID("r"), flow.IntID(int64(i)), row[1])
		}
		return found
	}
	ours := outcomes(host.NewProcess(host.Command{Args: direct}, host.ProcessOptions{}))
	theirs := outcomes(host.NewProcess(host.Command{Args: around}, host.ProcessOptions{}))
	for call, want := range ours {
		got := theirs[call]
		if want.Kind == host.NotRun {
			if got.Kind != host.BadReply || !strings.Contains(got.Reason, "NotRun") {
				t.Errorf("%s: %v for %v", call, got, want)
			}
			continue
		}
		if got.Kind != want.Kind || got.Value.Text() != want.Value.Text() {
			t.Errorf("%s: %v for %v", call, got, want)
		}
	}
	if len(ours) != 7 || ours[`title{"page":"nothing"}`].Kind != host.NotRun {
		t.Error(ours)
	}
}

// The official clients list our tools and call them, by the handshake and without.
func TestOfficialMCPClients(t *testing.T) {
	const python = "../../.cache/mcp/bin/python"
	folder := t.TempDir()
	clients := map[string]func(t *testing.T) []string{
		"go": func(t *testing.T) []string {
			where := exec.Command("go", "-C", "../../testdata/mcp/golang", "list", "-m", "-f", "{{.Dir}}", "github.com/modelcontextprotocol/go-sdk")
			where.Env = append(os.Environ(), "GOPROXY=off")
			sdk, _ := where.Output() // nothing, where it was not downloaded
			need.File(t, strings.TrimSpace(string(sdk)), "no Go client drives mcp-serve; `go -C testdata/mcp/golang mod download` downloads one")
			built := filepath.Join(folder, "client")
			if text, err := exec.Command("go", "-C", "../../testdata/mcp/golang", "build", "-o", built, ".").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			return []string{built}
		},
		"typescript": func(t *testing.T) []string {
			return onTypeScriptSDK(t, "client.mjs")
		},
		"python": func(t *testing.T) []string {
			need.File(t, python, "no Python client drives mcp-serve; `make install` installs one")
			return []string{python, "../../testdata/mcp/sdk/client.py"}
		},
	}
	const listing = "../../testdata/vectors/listings/testee.json"
	server := []string{builtPeer(t, "flowgen"), "mcp-serve", listing, "--", testees.Built(t, "go")[0].Command}
	calls := `[{"name":"roundtrip","arguments":{"value":` + roundtripped + `}},{"name":"maybe","arguments":{"value":{"Some":5}}},
		{"name":"fail","arguments":{"problem":"Empty"}},{"name":"title","arguments":{"page":"nothing"}},{"name":"maybe","arguments":{"value":5}}]`
	for name, client := range clients {
		t.Run(name, func(t *testing.T) {
			command := client(t)
			for mode, revision := range map[string]string{"legacy": "2025-11-25", "modern": "2026-07-28"} {
				drive := exec.Command(command[0], append(append(command[1:], mode), server...)...)
				var stderr bytes.Buffer
				drive.Stdin, drive.Stderr = strings.NewReader(calls), &stderr
				text, err := drive.Output()
				if err != nil {
					t.Fatalf("%s: %v: %s", mode, err, stderr.String())
				}
				holdReport(t, mode, revision, text)
			}
		})
	}
}

// onTypeScriptSDK gives the command of a program of testdata that stands on the official TypeScript SDK.
func onTypeScriptSDK(t *testing.T, name string) []string {
	t.Helper()
	const installed, otherwise = "../../.cache/mcp-node/node_modules", "the official TypeScript SDK is no peer; `make install` installs it"
	need.File(t, installed, otherwise)
	modules, err := filepath.Abs(installed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../testdata/mcp/sdk/" + name)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, name), string(text))
	return []string{need.Program(t, "node", otherwise), filepath.Join(folder, name)}
}

// A server that speaks the stateless revision alone is spoken to in that one.
func TestOfficialStatelessMCPServer(t *testing.T) {
	listing := `{"data": "1.0", "types": {}, "tools": [`
	for _, name := range []string{"numbers", "spelled", "fails"} {
		listing += fmt.Sprintf(`{"tool": "sdk.flow.%s", "generic": [], "params": [], "ok": {"List": "Int"}, "err": "Text"},`, name)
	}
	program, err := typespec.Read("listing", []byte(strings.TrimSuffix(listing, ",")+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	server := mcp.New(host.Command{Args: onTypeScriptSDK(t, "server.mjs")}, program.Tools, host.ProcessOptions{})
	defer server.Shutdown()
	for i, want := range []string{"Ok([1,2])", "Ok([3])", `Failed("Busy")`} {
		tool := program.Tools[i]
		r := server.Call(t.Context(), &host.Call{
			Run: flow.TextID("r"), ID: flow.IntID(int64(i)), Tool: tool.Identity, Fingerprint: tool.Fingerprint(), Args: []byte("{}"),
		})
		if r.String() != want {
			t.Errorf("%s: %v, want %s", tool.Identity, r, want)
		}
	}
}

// holdReport holds what a client reports to what our server says.
func holdReport(t *testing.T, mode, revision string, text []byte) {
	t.Helper()
	var report struct {
		Revision string
		Tools    []string
		Calls    []struct {
			Error      bool
			Structured json.RawMessage
			Text       string
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if report.Revision != revision || fmt.Sprint(report.Tools) != "[roundtrip fail behave open title maybe]" || len(report.Calls) != 5 {
		t.Fatalf("%s: %s", mode, text)
	}
	maybe := "null"
	if mode == "modern" {
		maybe = `{"Some":5}`
	}
	for i, want := range []struct {
		isError          bool
		structured, text string
	}{
		{false, roundtripped, roundtripped}, {false, maybe, `{"Some":5}`}, {true, `null`, `"Empty"`},
		{true, `null`, "NotRun (the call definitely did not happen): "}, {true, `null`, "NotRun (the call definitely did not happen): "},
	} {
		got := report.Calls[i]
		if got.Error != want.isError || canonical(t, string(got.Structured)) != canonical(t, want.structured) || !strings.HasPrefix(got.Text, unescaped(want.text)) {
			t.Errorf("%s: %v %s %s, want %+v", mode, got.Error, got.Structured, got.Text, want)
		}
	}
}

// unescaped gives the canonical text of what is JSON, and prose as it is.
func unescaped(text string) string {
	if v, err := canon.Parse([]byte(text), canon.Options{}); err == nil {
		return string(canon.Append(nil, v))
	}
	return text
}

func canonical(t *testing.T, text string) string {
	t.Helper()
	v, err := canon.Parse([]byte(text), canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return string(canon.Append(nil, v))
}

// Real MCP servers, at locked versions, answer typed declarations that a flow.toml binds to them.
func TestRealMCPServers(t *testing.T) {
	const servers, python = "../../.cache/mcp-node/node_modules/@modelcontextprotocol", "../../.cache/mcp/bin/python"
	need.File(t, servers, "no real MCP server from npm is bound; `make install` installs some")
	need.File(t, python, "no real MCP server from PyPI is bound; `make install` installs some")
	node := need.Program(t, "node", "no real MCP server from npm is bound")
	git := need.Program(t, "git", "the MCP server of git is not bound")
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	npm := func(name, more string) string {
		path, err := filepath.Abs(filepath.Join(servers, name, "dist/index.js"))
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("'%s' '%s' %s", node, path, more)
	}
	interpreter, err := filepath.Abs(python)
	if err != nil {
		t.Fatal(err)
	}
	manifest := ""
	for _, row := range [][2]string{
		{"everything", npm("server-everything", "")}, {"filesystem", npm("server-filesystem", "files")}, {"memory", npm("server-memory", "")},
		{"time", "'" + interpreter + "' -m mcp_server_time --local-timezone UTC"}, {"git", "'" + interpreter + "' -m mcp_server_git"},
	} {
		manifest += fmt.Sprintf("[tools.%q]\nmcp = %q\n\n", row[0]+".flow", row[1])
	}
	write(t, filepath.Join(base, host.ManifestName), manifest)
	write(t, filepath.Join(base, "files", "a.txt"), "Độ 日本 😀\n")
	if text, err := exec.Command(git, "init", "-q", filepath.Join(base, "repository")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	t.Setenv("MEMORY_FILE_PATH", filepath.Join(base, "memory.json"))
	const listing = "../../testdata/mcp/real.json"
	if r := do("", "bind", listing, "--root", base); r.code != 0 || strings.Count(r.stdout, "bound    ") != 9 {
		t.Errorf("exit %d: %s%s", r.code, r.stdout, r.stderr)
	}
	text, err := os.ReadFile(listing)
	if err != nil {
		t.Fatal(err)
	}
	program, err := typespec.Read(listing, text)
	if err != nil {
		t.Fatal(err)
	}
	bindings, err := host.Bind(t.Context(), program, host.BindOptions{Sources: host.Sources{Base: base}, MCP: mcp.New})
	if err != nil {
		t.Fatal(err)
	}
	defer bindings.Shutdown()
	path := func(name string) string { return flow.JSONText(filepath.Join(base, name)).String() }
	for i, row := range []struct {
		tool, args string
		kind       host.Kind
		want       string // the value, or a part of the reason
	}{
		{"everything.flow.echo", `{"message":"hi"}`, host.BadReply, "a text that is no JSON"},
		{"filesystem.flow.read_text_file", `{"path":` + path("files/a.txt") + `}`, host.Ok, `{"content":"Độ 日本 😀\n"}`},
		{"filesystem.flow.write_file", `{"content":"new","path":` + path("files/b.txt") + `}`, host.Ok, `{"content":` + flow.JSONText("Successfully wrote to "+filepath.Join(base, "files/b.txt")).String() + `}`},
		{"filesystem.flow.read_text_file", `{"path":` + path("files/none.txt") + `}`, host.BadReply, "ENOENT"},
		{"memory.flow.create_entities", `{"entities":[{"entityType":"person","name":"Ann","observations":["speaks Flow"]}]}`, host.Ok, `{"entities":[{"entityType":"person","name":"Ann","observations":["speaks Flow"]}]}`},
		{"memory.flow.read_graph", `{}`, host.Ok, `{"entities":[{"entityType":"person","name":"Ann","observations":["speaks Flow"]}],"relations":[]}`},
		{"memory.flow.delete_entities", `{"entityNames":["Ann"]}`, host.BadReply, "/message"}, // which is declared as an Int
		{"time.flow.convert_time", `{"source_timezone":"UTC","target_timezone":"Asia/Tokyo","time":"12:00"}`, host.Ok, `T21:00:00+09:00`},
		{"time.flow.get_current_time", `{"timezone":"Nowhere"}`, host.BadReply, "Nowhere"},
		{"git.flow.git_status", `{"repo_path":` + path("repository") + `}`, host.BadReply, "No commits yet"},
	} {
		at, err := bindings.Find(row.tool).At(flow.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		o := at.Call(t.Context(), flow.TextID("r"), flow.IntID(int64(i)), row.args)
		got := o.Reason + o.Value.Text()
		if o.Kind != row.kind || !strings.Contains(got, row.want) {
			t.Errorf("%s: %v, want %v(%s)", row.tool, o, row.kind, row.want)
		}
	}
}
