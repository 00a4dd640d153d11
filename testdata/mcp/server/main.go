// Command server is an MCP server for the tests of the adapter. Its tools do what a test asks for in their arguments, and
// -mode has it misbehave before.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// message is one from the client. Numbers in it keep their digits.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params params          `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

type params struct {
	Meta            map[string]json.RawMessage `json:"_meta"`
	ProtocolVersion string                     `json:"protocolVersion"`
	Cursor          *string                    `json:"cursor"`
	Name            string                     `json:"name"`
	Arguments       map[string]json.RawMessage `json:"arguments"`
	RequestID       json.RawMessage            `json:"requestId"`
}

// server is one run of it.
type server struct {
	mode, revision, state string

	mu          sync.Mutex
	out         *bufio.Writer
	initialized bool
	waiting     []message
	answers     chan message
}

var tools = []string{"say", "line", "meanwhile", "wait", "die", "sized", "flood", "pid", "args"}

func main() {
	s := &server{out: bufio.NewWriter(os.Stdout), answers: make(chan message, 16)}
	flag.StringVar(&s.mode, "mode", "", "how to misbehave")
	flag.StringVar(&s.revision, "revision", "2025-11-25", "the revision to answer initialize with")
	flag.StringVar(&s.state, "state", "", "a file that is there from the second start on")
	flag.Parse()
	s.begin()
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		var m message
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			fail(err)
		}
		if s.mode == "log" {
			fmt.Fprint(os.Stderr, line)
		}
		s.take(m)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "server:", err)
	os.Exit(2)
}

func (s *server) begin() {
	switch s.mode {
	case "exit-at-once":
		fmt.Fprintln(os.Stderr, "no configuration")
		os.Exit(7)
	case "banner":
		s.print("MCP server running on stdio")
	case "floods":
		fmt.Fprint(os.Stderr, strings.Repeat("x", 1<<20))
	}
}

func (s *server) take(m message) {
	switch {
	case m.Method == "":
		s.answers <- m
	case s.mode == "stateless" && !s.saysAll(m):
		s.refuse(m, -32602, "the request's _meta is not whole")
	case m.Method == "initialize":
		s.initialize(m)
	case m.Method == "notifications/initialized":
		s.initialized = true
	case m.Method == "server/discover" && s.mode == "stateless":
		s.result(m, `{"cacheScope":"private","capabilities":{"tools":{}},"resultType":"complete","supportedVersions":["2026-07-28"],"ttlMs":0}`)
	case m.Method == "tools/list" && !s.initialized && s.mode != "stateless":
		s.refuse(m, -32600, "not initialized")
	case m.Method == "tools/list":
		s.list(m)
	case m.Method == "tools/call":
		s.call(m)
	case m.Method == "notifications/cancelled":
		s.cancelled(m)
	case m.ID != nil:
		s.refuse(m, -32601, "no such method")
	}
}

// saysAll says whether a request says what it has to in the stateless revision.
func (s *server) saysAll(m message) bool {
	return m.ID == nil || m.Method == "initialize" ||
		string(m.Params.Meta["io.modelcontextprotocol/protocolVersion"]) == `"2026-07-28"` &&
			string(m.Params.Meta["io.modelcontextprotocol/clientCapabilities"]) == `{}`
}

func (s *server) initialize(m message) {
	switch s.mode {
	case "silent":
	case "dies-initializing":
		fmt.Fprintln(os.Stderr, "it was the disk")
		os.Exit(3)
	case "stateless":
		s.print(`{"error":{"code":-32022,"data":{"requested":%q,"supported":["2026-07-28"]},"message":"unsupported protocol version"},"id":%s,"jsonrpc":"2.0"}`,
			m.Params.ProtocolVersion, m.ID)
	case "refuses":
		s.refuse(m, -32603, "the licence is over")
	case "bad-initialize":
		s.result(m, `{"protocolVersion":5}`)
	default:
		s.result(m, fmt.Sprintf(`{"capabilities":{"logging":{},"tools":{"listChanged":true}},"protocolVersion":%q,"serverInfo":{"name":"test","version":"1"}}`, s.revision))
	}
}

// list answers with the tools, on one page, or as -mode says.
func (s *server) list(m message) {
	at := 0
	if m.Params.Cursor != nil {
		if _, err := fmt.Sscanf(*m.Params.Cursor, "page %d", &at); err != nil {
			fail(err)
		}
	}
	names, next := tools, ""
	switch s.mode {
	case "pages":
		if names = tools[3*at : min(3*at+3, len(tools))]; 3*at+3 < len(tools) {
			next = fmt.Sprintf(`,"nextCursor":"page %d"`, at+1)
		} else {
			next = `,"nextCursor":null`
		}
	case "goes-round":
		next = fmt.Sprintf(`,"nextCursor":"page %d"`, (at+1)%3)
	case "endless":
		next = fmt.Sprintf(`,"nextCursor":"page %d"`, at+1)
	case "bad-list":
		s.result(m, `{"tools":[5]}`)
		return
	case "changes-tools":
		if s.restarted() {
			names = tools[1:]
		}
	}
	var entries []string
	for _, name := range names {
		entries = append(entries, fmt.Sprintf(`{"inputSchema":{"type":"object"},"name":%q}`, name))
	}
	s.result(m, `{"tools":[`+strings.Join(entries, ",")+`]`+next+`}`)
}

// restarted says whether this is not the first start, and remembers that there was one.
func (s *server) restarted() bool {
	_, err := os.Stat(s.state)
	if err != nil {
		if err := os.WriteFile(s.state, nil, 0o600); err != nil {
			fail(err)
		}
	}
	return err == nil
}

func (s *server) call(m message) {
	switch m.Params.Name {
	case "say": // gives its argument for a result
		s.result(m, string(m.Params.Arguments["result"]))
	case "line": // writes its argument, in which $id is the request's id and $ff a byte that is no UTF-8
		var line string
		if err := json.Unmarshal(m.Params.Arguments["line"], &line); err != nil {
			fail(err)
		}
		s.print("%s", strings.NewReplacer("$id", string(m.ID), "$ff", "\xff").Replace(line))
	case "meanwhile":
		go s.meanwhile(m)
	case "wait": // for a cancel
		s.waiting = append(s.waiting, m)
	case "die":
		fmt.Fprintln(os.Stderr, "it was the disk")
		os.Exit(5)
	case "sized":
		s.sized(m)
	case "flood":
		for range 20_000 {
			s.print(`{"id":%s,"jsonrpc":"2.0","method":"ping"}`, m.ID)
		}
		s.result(m, `{"content":[],"structuredContent":1}`)
	case "pid":
		s.result(m, fmt.Sprintf(`{"content":[],"structuredContent":%d}`, os.Getpid()))
	case "args": // gives its arguments as they came
		all, err := json.Marshal(m.Params.Arguments)
		if err != nil {
			fail(err)
		}
		s.result(m, fmt.Sprintf(`{"content":[],"structuredContent":%s}`, all))
	default:
		s.refuse(m, -32602, "no such tool")
	}
}

// meanwhile asks the client things under the id of its call, and gives what it answers.
func (s *server) meanwhile(m message) {
	s.print(`{"id":%s,"jsonrpc":"2.0","method":"ping"}`, m.ID)
	s.print(`{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"working","level":"info"}}`)
	s.print(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":%s}}`, m.ID)
	s.print(`{"id":"ours","jsonrpc":"2.0","method":"roots/list"}`)
	ping, roots := <-s.answers, <-s.answers
	s.result(m, fmt.Sprintf(`{"content":[],"structuredContent":[%s,%s,%s,%s]}`, ping.ID, ping.Result, roots.ID, roots.Error))
}

func (s *server) cancelled(m message) {
	for _, call := range s.waiting {
		if string(call.ID) != string(m.Params.RequestID) {
			continue
		}
		switch s.mode {
		case "obeys":
			s.result(call, `{"content":[{"text":"{\"stopped\":true}","type":"text"}],"isError":true}`)
		case "late":
			time.Sleep(300 * time.Millisecond)
			s.result(call, `{"content":[],"structuredContent":1}`)
		}
	}
}

// sized answers by a line of exactly so many bytes, its id first or last, and by a ping of ours as long behind it.
func (s *server) sized(m message) {
	var size int
	if err := json.Unmarshal(m.Params.Arguments["size"], &size); err != nil {
		fail(err)
	}
	head, tail := fmt.Sprintf(`{"id":%s,"jsonrpc":"2.0","result":{"content":[],"structuredContent":"`, m.ID), `"}}`
	if string(m.Params.Arguments["last"]) == "true" {
		head, tail = `{"jsonrpc":"2.0","result":{"content":[],"structuredContent":"`, fmt.Sprintf(`\""},"id":%s}`, m.ID)
	}
	if string(m.Params.Arguments["request"]) == "true" {
		ask, end := fmt.Sprintf(`{"id":%s,"jsonrpc":"2.0","params":{"x":"`, m.ID), `"},"method":"roots/list"}`
		s.print("%s", ask+strings.Repeat("z", size-len(ask)-len(end))+end)
	}
	s.print("%s", head+strings.Repeat("z", size-len(head)-len(tail))+tail)
}

func (s *server) result(m message, result string) {
	s.print(`{"id":%s,"jsonrpc":"2.0","result":%s}`, m.ID, result)
}

func (s *server) refuse(m message, code int, text string) {
	s.print(`{"error":{"code":%d,"message":%q},"id":%s,"jsonrpc":"2.0"}`, code, text, m.ID)
}

func (s *server) print(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fmt.Fprintf(s.out, format+"\n", args...)
	if err := s.out.Flush(); err != nil {
		fail(err)
	}
}
