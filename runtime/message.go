package flow

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// The codes of JSON-RPC's errors.
const (
	codeParse          = -32700
	codeInvalidRequest = -32600
	codeUnknownMethod  = -32601
	codeInvalidParams  = -32602
	codeInternal       = -32603
)

const maxReason = 8192 // bytes of a reason

// messageKind says what a line asks for.
type messageKind uint8

const (
	messageIgnored messageKind = iota
	messageDescribe
	messageCall
	messageCancel
	messageRefused
)

// message is what a line says. Its texts are parts of the line wherever they stand there as they are meant.
type message struct {
	kind      messageKind
	line      string
	id        string // canonical; null where a refused line has no good one, empty where there is none
	run, call string // canonical, of a call and a cancel

	// Of a call, as sent; empty where missing.
	tool, args, types, schema string
	members                   []spanPair // of args, where it is an object

	// Of a refused line.
	code   int
	reason string
}

func refused(code int, id, reason string) message {
	if id == "" {
		id = "null"
	}
	return message{kind: messageRefused, code: code, id: id, reason: reason}
}

// readMessage understands one line. members is room for the members of args; no more than fit are noted.
func readMessage(line string, limits Limits, members []spanPair) message {
	if !utf8.ValidString(line) {
		return refused(codeParse, "", "the line is not UTF-8")
	}
	e := envelope{line: line, depth: limits.MessageDepth, members: members[:0]}
	if err := e.scan(); err != nil {
		return refused(codeParse, "", "the line is not a message: "+err.Error())
	}
	if !e.object {
		what := "no object"
		if line[e.root] == '[' {
			what = "a batch"
		}
		return refused(codeInvalidRequest, "", "a message is one JSON object; this is "+what)
	}
	if !e.top[topMethod].there() && (e.top[topResult].there() || e.top[topError].there()) {
		return message{}
	}
	return e.request()
}

func (e *envelope) request() message {
	id, good := wire.Identifier(e.raw(e.top[topID]))
	if e.top[topID].there() && !good {
		return refused(codeInvalidRequest, "", "an id is a string or a whole number (/id)")
	}
	if version, ok := e.text(e.top[topVersion]); !ok || version != "2.0" {
		return refused(codeInvalidRequest, id, `a message says "jsonrpc": "2.0" (/jsonrpc)`)
	}
	method, ok := e.text(e.top[topMethod])
	if !ok {
		return refused(codeInvalidRequest, id, "a request names its method in a string (/method)")
	}
	switch {
	case id == "" && method == "cancel":
		return e.cancel()
	case id == "":
		return message{}
	case method == "call":
		return e.call(id)
	case method == "describe":
		return message{kind: messageDescribe, id: id}
	case method == "cancel":
		return refused(codeInvalidRequest, id, "a cancel is a notification: it has no id (/id)")
	default:
		return refused(codeUnknownMethod, id, "the methods are describe, call and cancel (/method)")
	}
}

func (e *envelope) call(id string) message {
	if !e.paramsObject {
		return refused(codeInvalidParams, id, "a call's params are an object (/params)")
	}
	run, ok := wire.Identifier(e.raw(e.params[paramRun]))
	if !ok {
		return refused(codeInvalidParams, id, "run is a string or a whole number (/params/run)")
	}
	call, ok := wire.Identifier(e.raw(e.params[paramCall]))
	if !ok {
		return refused(codeInvalidParams, id, "call is a string or a whole number (/params/call)")
	}
	return message{
		kind: messageCall, line: e.line, id: id, run: run, call: call,
		tool: e.raw(e.params[paramTool]), args: e.raw(e.params[paramArgs]),
		types: e.raw(e.params[paramTypes]), schema: e.raw(e.params[paramSchema]),
		members: e.members,
	}
}

func (e *envelope) cancel() message {
	if !e.paramsObject {
		return message{}
	}
	run, hasRun := wire.Identifier(e.raw(e.params[paramRun]))
	call, hasCall := wire.Identifier(e.raw(e.params[paramCall]))
	if !hasRun || !hasCall {
		return message{}
	}
	return message{kind: messageCancel, run: run, call: call}
}

// appendReply writes the line that answers a call; id, call, outcome and run are canonical texts.
func appendReply(dst []byte, id, call string, outcome []byte, run string) []byte {
	dst = append(append(dst, `{"id":`...), id...)
	dst = append(append(dst, `,"jsonrpc":"2.0","result":{"call":`...), call...)
	dst = append(append(dst, `,"outcome":`...), outcome...)
	dst = append(append(dst, `,"run":`...), run...)
	return append(dst, "}}\n"...)
}

// replySize gives the length of the line that answers a call, without its end.
func replySize(id, call string, outcome []byte, run string) int {
	const rest = len(`{"id":,"jsonrpc":"2.0","result":{"call":,"outcome":,"run":}}`)
	return rest + len(id) + len(call) + len(outcome) + len(run)
}

// appendDescription writes the line that answers describe.
func appendDescription(dst []byte, id string, result []byte) []byte {
	dst = append(append(dst, `{"id":`...), id...)
	dst = append(append(dst, `,"jsonrpc":"2.0","result":`...), result...)
	return append(dst, "}\n"...)
}

// appendRefusal writes the line that refuses a message.
func appendRefusal(dst []byte, id string, code int, reason string) []byte {
	dst = fmt.Appendf(dst, `{"error":{"code":%d,"message":`, code)
	dst = appendReason(dst, reason)
	dst = append(append(dst, `},"id":`...), id...)
	return append(dst, ",\"jsonrpc\":\"2.0\"}\n"...)
}

// appendReason writes a reason as a JSON string of bounded length; bytes that are no UTF-8 are spelled out.
func appendReason(dst []byte, reason string) []byte {
	if len(reason) > maxReason {
		cut := maxReason
		for cut > maxReason-utf8.UTFMax && !utf8.RuneStart(reason[cut]) {
			cut--
		}
		reason = fmt.Sprintf("%s... (%d bytes)", reason[:cut], len(reason))
	}
	if !utf8.ValidString(reason) {
		reason = spellBadBytes(reason)
	}
	return canon.AppendString(dst, reason)
}

func spellBadBytes(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, text[0])
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}
