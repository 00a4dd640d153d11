package host

import (
	"unicode/utf8"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// response is what a line from a process says.
type response struct {
	// id, run and call are canonical; empty where they cannot be read. pair says that both of the pair can.
	id, run, call string
	pair          bool
	// isJSON says that the line's syntax is good.
	isJSON bool
	// result is the result's text, of a response that has one; of a describe's, the description.
	result string
	reply  Reply
}

// readResponse understands one line. Whatever is wrong with it, it gives what can be read of whose response it is; the
// reply is BadReply then, with the reason.
func readResponse(line string) response {
	r := responseReader{line: line}
	r.read()
	if r.fault == "" && !utf8.ValidString(line) {
		r.fault = "the reply is not UTF-8"
	}
	if r.fault == "" {
		r.fault = r.misshaped()
	}
	if r.fault != "" {
		r.reply = because(BadReply, "%s", r.fault)
	}
	r.pair = r.run != "" && r.call != ""
	return r.response
}

// ParseOutcome reads an outcome as it stands in a reply: {"Ok": value} and its like. What is none is BadReply.
func ParseOutcome(text string) Reply {
	r := responseReader{line: text}
	from := wire.SkipSpace(text, 0)
	end, fault := wire.SkipSyntax(text, from)
	switch {
	case fault != nil:
		r.broken(fault)
	case wire.SkipSpace(text, end) != len(text):
		r.blame("something follows the outcome")
	case !utf8.ValidString(text):
		r.blame("the outcome is not UTF-8")
	default:
		r.outcome(from, end)
	}
	if r.fault != "" {
		return because(BadReply, "%s", r.fault)
	}
	return r.reply
}

// responseReader takes a line apart by its syntax. The values inside are left to their decoders.
type responseReader struct {
	response
	line  string
	fault string // the first thing that is wrong

	seen    [topCount]bool
	version string
	other   bool // there are members that a response does not have
}

// The members of a response, and those of its result.
const (
	topID = iota
	topVersion
	topMethod
	topResult
	topError
	resultRun
	resultCall
	resultOutcome
	topCount
)

func (r *responseReader) blame(fault string) {
	if r.fault == "" {
		r.fault = fault
	}
}

// read reads the line. A line that is no JSON is read as far as it is, and then searched for an id.
func (r *responseReader) read() {
	at := wire.SkipSpace(r.line, 0)
	if at >= len(r.line) || r.line[at] != '{' {
		r.blame("what came is no object")
		return
	}
	end, ok := r.object(at, r.member)
	r.isJSON = ok
	if ok && wire.SkipSpace(r.line, end) != len(r.line) {
		r.blame("something follows the reply on its line")
	}
	if !ok && r.id == "" {
		var ids wire.IDScanner
		ids.Scan([]byte(r.line))
		r.id, _ = ids.Found()
	}
	if r.other {
		r.holdOthers()
	}
}

// object reads the members of an object, whose values member is called for; it gives the place behind the object.
func (r *responseReader) object(at int, member func(name string, from, to int)) (end int, ok bool) {
	end, broken := wire.EachMember(r.line, at, func(name, fault string, from, to int) {
		if fault != "" {
			r.blame("the reply does not read: " + fault)
		}
		member(name, from, to)
	})
	if broken != nil {
		r.broken(broken)
		return len(r.line), false
	}
	return end, true
}

func (r *responseReader) broken(fault *wire.SyntaxFault) {
	r.blame("the reply is no JSON: " + fault.Message)
}

// first notes a member, and says whether it is the first of its name.
func (r *responseReader) first(index int, name string) bool {
	if r.seen[index] {
		r.blame("the reply has two members " + name)
		return false
	}
	r.seen[index] = true
	return true
}

// member takes a member of the response.
func (r *responseReader) member(name string, from, to int) {
	raw := r.line[from:to]
	switch name {
	case "id":
		if r.first(topID, name) {
			r.id, _ = wire.Identifier(raw)
		} else {
			r.id = "" // it says two things
		}
	case "jsonrpc":
		if r.first(topVersion, name) {
			r.version = raw
		}
	case "method":
		r.first(topMethod, name)
	case "error":
		if r.first(topError, name) {
			r.reply = because(BadReply, "the process answered with an error: %s", wire.Excerpt(raw))
		}
	case "result":
		if !r.first(topResult, name) {
			return
		}
		r.result = raw
		if raw[0] == '{' {
			r.object(from, r.resultMember)
		}
	default:
		r.other = true
	}
}

// resultMember takes a member of the result.
func (r *responseReader) resultMember(name string, from, to int) {
	raw := r.line[from:to]
	switch name {
	case "run":
		if r.first(resultRun, name) {
			r.run, _ = wire.Identifier(raw)
		} else {
			r.run = ""
		}
	case "call":
		if r.first(resultCall, name) {
			r.call, _ = wire.Identifier(raw)
		} else {
			r.call = ""
		}
	case "outcome":
		if r.first(resultOutcome, name) {
			r.outcome(from, to)
		}
	default:
		r.other = true
	}
}

// outcome takes the outcome.
func (r *responseReader) outcome(from, to int) {
	r.reply = because(BadReply, `an outcome is an object of one member, Ok, Failed, NotRun or Unknown, not %s`, wire.Excerpt(r.line[from:to]))
	if r.line[from] != '{' {
		return
	}
	members := 0
	var found Reply
	r.object(from, func(name string, from, to int) {
		members++
		raw := r.line[from:to]
		switch name {
		case "Ok":
			found = Reply{Kind: Ok, Value: raw}
		case "Failed":
			found = Reply{Kind: Failed, Value: raw}
		case "NotRun":
			found = reasoned(NotRun, raw)
		case "Unknown":
			found = reasoned(Unknown, raw)
		}
	})
	if members == 1 && found.Kind != 0 {
		r.reply = found
	}
}

func reasoned(kind Kind, raw string) Reply {
	if raw[0] != '"' {
		return because(BadReply, "the reason of %s is a string, not %s", kind, wire.Excerpt(raw))
	}
	text, _, code, message := canon.ScanString(raw, 0)
	if code != "" {
		return because(BadReply, "the reason of %s does not read: %s", kind, message)
	}
	return Reply{Kind: kind, Reason: text}
}

// misshaped says what keeps an object that reads from being a response; empty where nothing does.
func (r *responseReader) misshaped() string {
	switch {
	case r.seen[topMethod]:
		return "what came is a request, and a process sends none"
	case r.version != `"2.0"`:
		return `a reply says "jsonrpc": "2.0"`
	case r.seen[topResult] == r.seen[topError]:
		return "a reply has either a result or an error"
	}
	return ""
}

// holdOthers holds the line to all of JSON's rules where it has members that a response does not have.
func (r *responseReader) holdOthers() {
	line := flow.NewStringReader(r.line, flow.Limits{Depth: maxNesting})
	line.Skip()
	if err := line.End(); err != nil {
		r.blame("the reply does not read: " + err.Error())
	}
}

// maxNesting is how deep a reply may nest: its own members, and the deepest value.
const maxNesting = 512
