package mcp

import (
	"errors"
	"fmt"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// maxNesting is how deep a message may nest: its own members, and the deepest value.
const maxNesting = 512

// message is what a line says. The texts of its parts are those of the line, so that no number in them changes.
type message struct {
	// id is canonical; empty where there is no good one. hasID says that there is one, good or not.
	id    string
	hasID bool
	// method is there in a request, which has an id, and in a notification.
	method    string
	isRequest bool // or a notification: there is a method
	// params, result and failure are empty where they are missing.
	params, result, failure string
	// fault says what keeps the line from being a message, and code of which kind that is; empty where nothing does.
	fault string
	code  int
}

// readMessage understands one line, which is held to JSON's rules in all its parts. Of a line that is no message, it
// gives the id all the same where it can be found.
func readMessage(line string) message {
	var m message
	var version string
	r := flow.NewStringReader(line, flow.Limits{Depth: maxNesting})
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case "id":
			o.Known(0)
			m.hasID = true
			m.id, _ = wire.Identifier(r.Raw())
		case "jsonrpc":
			o.Known(1)
			version = r.Raw()
		case "method":
			o.Known(2)
			m.isRequest = true
			if m.method = text(r); m.method == "" {
				m.fault, m.code = "a request names its method in a string (/method)", codeInvalidRequest
			}
		case "params":
			o.Known(3)
			m.params = r.Raw()
		case "result":
			o.Known(4)
			m.result = r.Raw()
		case "error":
			o.Known(5)
			m.failure = r.Raw()
		default:
			o.Skip()
		}
	}
	if err := r.End(); err != nil {
		return broken(line, err)
	}
	switch {
	case m.fault != "":
	case version != `"2.0"`:
		m.fault, m.code = `a message says "jsonrpc": "2.0" (/jsonrpc)`, codeInvalidRequest
	case !m.isRequest && (m.result == "") == (m.failure == ""):
		m.fault, m.code = "a message has a method, a result or an error, and no two of the latter", codeInvalidRequest
	case m.isRequest && m.hasID && m.id == "":
		m.fault, m.code = "an id is a string or a whole number (/id)", codeInvalidRequest
	}
	return m
}

// refusable says that a line that is no message is to be answered with an error: it is no answer itself.
func (m *message) refusable() bool { return m.fault != "" && m.result == "" && m.failure == "" }

// broken is what is known of a line that does not read.
func broken(line string, err error) message {
	var ids wire.IDScanner
	ids.Scan([]byte(line))
	m := message{fault: err.Error(), code: codeParse}
	var refused *flow.DecodeError
	if errors.As(err, &refused) && refused.Code == flow.CodeType {
		m.code = codeInvalidRequest // some other JSON than an object
	}
	m.id, m.isRequest = ids.Found()
	m.hasID = m.id != ""
	return m
}

// text reads a string, and gives "" for any other value.
func text(r *flow.Reader) string {
	if r.Kind() != flow.KindText {
		r.Skip()
		return ""
	}
	return r.Text()
}

// appendRequest writes the line of a request without its end; id and the members of params are JSON.
func appendRequest(dst []byte, id, method, params string) []byte {
	dst = append(append(dst, `{"id":`...), id...)
	return appendMethod(append(dst, ','), method, params)
}

// appendNotification writes the line of a notification without its end.
func appendNotification(dst []byte, method, params string) []byte {
	return appendMethod(append(dst, '{'), method, params)
}

func appendMethod(dst []byte, method, params string) []byte {
	dst = canon.AppendString(append(dst, `"jsonrpc":"2.0","method":`...), method)
	if params != "" {
		dst = append(append(append(dst, `,"params":{`...), params...), '}')
	}
	return append(dst, '}')
}

// appendResult writes the line of an answer without its end.
func appendResult(dst []byte, id, result string) []byte {
	dst = append(append(dst, `{"id":`...), id...)
	return append(append(append(dst, `,"jsonrpc":"2.0","result":`...), result...), '}')
}

// appendError writes the line of an answer that is an error without its end; data is JSON, empty where there is none.
func appendError(dst []byte, id string, code int, reason, data string) []byte {
	dst = append(dst, `{"error":{"code":`...)
	dst = fmt.Append(dst, code)
	if data != "" {
		dst = append(append(dst, `,"data":`...), data...)
	}
	dst = canon.AppendString(append(dst, `,"message":`...), reason)
	return append(append(append(dst, `},"id":`...), id...), `,"jsonrpc":"2.0"}`...)
}
