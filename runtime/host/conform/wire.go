package conform

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// wireCase is a line that no call comes of.
type wireCase struct {
	name, line string
	// code is that of the error to come back under the id; 0 where nothing may come back.
	code int
	id   string
}

// The error codes of JSON-RPC.
const (
	parseError     = -32700
	invalidRequest = -32600
	unknownMethod  = -32601
	invalidParams  = -32602
)

// wireCases are lines of every kind of fault, and of what is to be ignored.
func wireCases() []wireCase {
	deep := strings.Repeat("[", 400) + strings.Repeat("]", 400)
	request := func(id, rest string) string { return `{"id":` + id + `,"jsonrpc":"2.0",` + rest + `}` }
	call := func(params string) string { return request(`"w"`, `"method":"call","params":`+params) }
	return []wireCase{
		{"no JSON", `{"id":1,`, parseError, "null"},
		{"a text that is no message", `hello`, parseError, "null"},
		{"something behind the message", request("1", `"method":"describe"`) + " x", parseError, "null"},
		{"bytes that are not UTF-8", request("1", "\"method\":\"describe\",\"x\":\"\xff\xfe\""), parseError, "null"},
		{"a member twice", request("1", `"method":"describe","method":"describe"`), parseError, "null"},
		{"a member twice, once escaped", request("1", `"method":"describe","\u006dethod":"describe"`), parseError, "null"},
		{"a member twice in a member that is ignored", request("1", `"method":"describe","x":{"a":1,"a":2}`), parseError, "null"},
		{"a lone surrogate", request("1", `"method":"describe","x":"\ud800"`), parseError, "null"},
		{"nesting that is too deep", request("1", `"method":"describe","x":`+deep), parseError, "null"},
		{"a batch", `[` + request("1", `"method":"describe"`) + `]`, invalidRequest, "null"},
		{"an empty batch", `[]`, invalidRequest, "null"},
		{"a number", `5`, invalidRequest, "null"},
		{"null", `null`, invalidRequest, "null"},
		{"no jsonrpc", `{"id":"w","method":"describe"}`, invalidRequest, `"w"`},
		{"jsonrpc 1.0", `{"id":"w","jsonrpc":"1.0","method":"describe"}`, invalidRequest, `"w"`},
		{"no method", request(`"w"`, `"params":{}`), invalidRequest, `"w"`},
		{"a method that is no text", request(`"w"`, `"method":5`), invalidRequest, `"w"`},
		{"the id null", request("null", `"method":"describe"`), invalidRequest, "null"},
		{"the id 1.5", request("1.5", `"method":"describe"`), invalidRequest, "null"},
		{"the id true", request("true", `"method":"describe"`), invalidRequest, "null"},
		{"an id that is an array", request("[]", `"method":"describe"`), invalidRequest, "null"},
		{"a method that there is not", request(`"w"`, `"method":"explain"`), unknownMethod, `"w"`},
		{"a method in capitals", request(`"w"`, `"method":"Describe"`), unknownMethod, `"w"`},
		{"a cancel with an id", request(`"w"`, `"method":"cancel","params":{"call":"c","run":"r"}`), invalidRequest, `"w"`},
		{"a call without params", request(`"w"`, `"method":"call"`), invalidParams, `"w"`},
		{"a call whose params are an array", call(`[]`), invalidParams, `"w"`},
		{"a call without run", call(`{"args":{},"call":"c","tool":"t"}`), invalidParams, `"w"`},
		{"a call without call", call(`{"args":{},"run":"r","tool":"t"}`), invalidParams, `"w"`},
		{"a call whose run is null", call(`{"args":{},"call":"c","run":null,"tool":"t"}`), invalidParams, `"w"`},
		{"a call whose call is 1.5", call(`{"args":{},"call":1.5,"run":"r","tool":"t"}`), invalidParams, `"w"`},
		{"a response with a result", `{"id":"w","jsonrpc":"2.0","result":{}}`, 0, ""},
		{"a response with an error", `{"error":{"code":1,"message":"x"},"id":null,"jsonrpc":"2.0"}`, 0, ""},
		{"a notification", `{"jsonrpc":"2.0","method":"hello"}`, 0, ""},
		{"a call without an id", `{"jsonrpc":"2.0","method":"call","params":{"args":5,"call":"c","run":"r","tool":"t"}}`, 0, ""},
		{"a cancel of a call that is not running", `{"jsonrpc":"2.0","method":"cancel","params":{"call":"c","run":"r"}}`, 0, ""},
		{"a cancel without params", `{"jsonrpc":"2.0","method":"cancel"}`, 0, ""},
		{"blank lines", "\n  \n\t", 0, ""},
	}
}

// echoed are ids as they are sent and as they come back.
var echoed = [][2]string{
	{`0`, `0`}, {`""`, `""`}, {`"0"`, `"0"`}, {`-1`, `-1`}, {`1.0`, `1`}, {`1e2`, `100`}, {`-0`, `0`},
	{`9007199254740993`, `9007199254740993`}, {`"9007199254740993"`, `"9007199254740993"`}, {`"\u00e9\ud83d\ude00"`, `"é😀"`}, {`"a\u2028b"`, "\"a\u2028b\""},
}

// wire checks how the process takes lines that are no calls.
func (r *runner) wire() error {
	r.group = "wire"
	_, fault := r.exchange("\ufeff"+`{"id":"bom","jsonrpc":"2.0","method":"describe"}`, `"bom"`)
	r.note("a byte-order mark before the first line", fault)
	for _, c := range wireCases() {
		if err := r.revive(); err != nil {
			return err
		}
		r.note(c.name, r.refused(c))
	}
	for _, pair := range echoed {
		if err := r.revive(); err != nil {
			return err
		}
		_, fault := r.exchange(`{"id":`+pair[0]+`,"jsonrpc":"2.0","method":"describe"}`+"\r", pair[1])
		r.note("the id "+pair[0]+" comes back, behind a carriage return", fault)
	}
	return r.overlong()
}

// overlong sends messages over the limit.
func (r *runner) overlong() error {
	filler := strings.Repeat("x", r.options.MessageBytes)
	for _, c := range []wireCase{
		{"a message over the limit, its id first", `{"id":"w","jsonrpc":"2.0","method":"describe","x":"` + filler + `"}`, invalidRequest, `"w"`},
		{"a message over the limit, its id last", `{"x":"` + filler + `","jsonrpc":"2.0","method":"describe","id":"w"}`, invalidRequest, "null"},
	} {
		if err := r.revive(); err != nil {
			return err
		}
		r.note(c.name, r.refused(c))
	}
	return nil
}

// refused says what is wrong with what came back for a line: an error of a code under an id, or nothing at all.
func (r *runner) refused(c wireCase) string {
	m, fault := r.exchange(c.line, c.id)
	if fault != "" || c.code == 0 {
		return fault
	}
	e := m.Member("error")
	switch {
	case e == nil || e.Member("code") == nil || e.Member("code").Text != strconv.Itoa(c.code):
		return fmt.Sprintf("an error of the code %d should come back, and this did: %s", c.code, short(m.line))
	case e.Member("message") == nil || e.Member("message").Kind != canon.String:
		return "the error has no message: " + short(m.line)
	}
	return ""
}

// endings checks what the process does at the end of its input.
func (r *runner) endings() error {
	r.group = "end"
	_, fault := r.description("")
	r.note("describe is answered by a new process", fault)
	r.peer.child.CloseInput()
	r.note("the end of input ends the process with status 0", r.endsWell())
	return nil
}

func (r *runner) endsWell() string {
	line, err := r.peer.next()
	if err == nil {
		return "a line came at the end: " + short(line)
	}
	if !r.peer.hasEnded() {
		return "the process goes on"
	}
	if ending := r.peer.child.Ending(); ending != "exit status 0" {
		return "the process ended by " + ending
	}
	return ""
}
