package flow

import (
	"errors"
	"fmt"
	"slices"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// A span is a part of a line. Nothing of a message stands at offset 0, so that the zero span is one that is not there.
type span struct{ start, end int }

func (s span) there() bool { return s.end > 0 }

// A spanPair is a member: its name, quotes included, and its value.
type spanPair struct{ name, value span }

// The members that a message has of itself, and those of its params.
const (
	topID = iota
	topVersion
	topMethod
	topParams
	topResult
	topError
	topCount
)

const (
	paramRun = iota
	paramCall
	paramTool
	paramArgs
	paramTypes
	paramSchema
	paramCount
)

// envelope is what a scan of a line finds: where the parts stand that a message is made of.
//
// The line is held to JSON's syntax throughout, and the message to its other rules too: members that differ, paired
// surrogates, bounded nesting. What stands inside of args, types and schema is held to syntax alone, so that a call in
// which something else is wrong can be answered by its pair.
type envelope struct {
	line         string
	depth        int // how deep the message may nest
	root         int
	object       bool // whether the message is an object, and so are its params
	paramsObject bool
	top          [topCount]span
	params       [paramCount]span
	members      []spanPair // of args, no more than fit
	unknown      []string   // names of the object at hand that a message does not have
}

// scan reads the line. The error says why it is no message.
func (e *envelope) scan() error {
	at := wire.SkipSpace(e.line, 0)
	e.root = at
	var err error
	if at < len(e.line) && e.line[at] == '{' {
		e.object = true
		at, err = e.message(at)
	} else {
		at, err = e.ignored(at, 0)
	}
	if err != nil {
		return err
	}
	if at = wire.SkipSpace(e.line, at); at < len(e.line) {
		return fault(at, "something follows the message")
	}
	return e.holdPartsOfOthers()
}

// message reads the message's own object.
func (e *envelope) message(at int) (int, error) {
	return e.eachMember(at, func(name string, at int) (int, error) {
		index := topIndex(name)
		if index < 0 {
			return e.ignore(name, at, 1)
		}
		if e.top[index].there() {
			return at, repeated(name)
		}
		end, err := at, error(nil)
		if index == topParams && at < len(e.line) && e.line[at] == '{' {
			e.paramsObject = true
			outer := e.unknown
			e.unknown = nil
			end, err = e.paramsAt(at)
			e.unknown = outer
		} else {
			end, err = e.ignored(at, 1)
		}
		e.top[index] = span{at, end}
		return end, err
	})
}

// paramsAt reads the object of the params.
func (e *envelope) paramsAt(at int) (int, error) {
	if e.depth < 2 {
		return at, e.tooDeep()
	}
	return e.eachMember(at, func(name string, at int) (int, error) {
		index := paramIndex(name)
		if index < 0 {
			return e.ignore(name, at, 2)
		}
		if e.params[index].there() {
			return at, repeated(name)
		}
		end, err := at, error(nil)
		switch {
		case index == paramArgs && at < len(e.line) && e.line[at] == '{':
			end, err = e.argsAt(at)
		case index >= paramArgs:
			end, err = e.skip(at)
		default:
			end, err = e.ignored(at, 2)
		}
		e.params[index] = span{at, end}
		return end, err
	})
}

// argsAt notes the members of args.
func (e *envelope) argsAt(at int) (int, error) {
	at = wire.SkipSpace(e.line, at+1)
	if at < len(e.line) && e.line[at] == '}' {
		return at + 1, nil
	}
	for {
		value, broken := wire.SkipName(e.line, at)
		if broken != nil {
			return value, syntaxError(broken)
		}
		end, err := e.skip(value)
		if err != nil {
			return end, err
		}
		if len(e.members) < cap(e.members) {
			e.members = append(e.members, spanPair{span{at, value}, span{value, end}})
		}
		if at = wire.SkipSpace(e.line, end); at < len(e.line) && e.line[at] == ',' {
			at = wire.SkipSpace(e.line, at+1)
			continue
		}
		return e.closing(at)
	}
}

// eachMember reads an object, whose members value takes.
func (e *envelope) eachMember(at int, value func(name string, at int) (int, error)) (int, error) {
	at = wire.SkipSpace(e.line, at+1)
	if at < len(e.line) && e.line[at] == '}' {
		return at + 1, nil
	}
	for {
		if at >= len(e.line) || e.line[at] != '"' {
			return at, fault(at, "a member's name is missing")
		}
		name, end, code, message := canon.ScanString(e.line, at)
		if code != "" {
			return end, fault(end, message)
		}
		if at = wire.SkipSpace(e.line, end); at >= len(e.line) || e.line[at] != ':' {
			return at, fault(at, "a colon is missing")
		}
		end, err := value(name, wire.SkipSpace(e.line, at+1))
		if err != nil {
			return end, err
		}
		if at = wire.SkipSpace(e.line, end); at < len(e.line) && e.line[at] == ',' {
			at = wire.SkipSpace(e.line, at+1)
			continue
		}
		if err := e.holdApart(); err != nil {
			return at, err
		}
		return e.closing(at)
	}
}

func (e *envelope) closing(at int) (int, error) {
	if at >= len(e.line) || e.line[at] != '}' {
		return at, fault(at, "a comma or the closing brace is missing")
	}
	return at + 1, nil
}

// ignore reads a member that a message does not have.
func (e *envelope) ignore(name string, at, depth int) (int, error) {
	e.unknown = append(e.unknown, name)
	return e.ignored(at, depth)
}

// holdApart refuses a name that is there twice among those that a message does not have.
func (e *envelope) holdApart() error {
	slices.Sort(e.unknown)
	for i := 1; i < len(e.unknown); i++ {
		if e.unknown[i] == e.unknown[i-1] {
			return repeated(e.unknown[i])
		}
	}
	e.unknown = e.unknown[:0]
	return nil
}

// ignored reads a value of the message, around which so many objects are open, by all of JSON's rules.
func (e *envelope) ignored(at, depth int) (int, error) {
	end, err := e.skip(at)
	if err != nil {
		return end, err
	}
	return end, e.hold(span{at, end}, e.depth-depth)
}

// skip reads a value by JSON's syntax alone.
func (e *envelope) skip(at int) (int, error) {
	end, broken := wire.SkipSyntax(e.line, at)
	if broken != nil {
		return end, syntaxError(broken)
	}
	return end, nil
}

// hold holds a value, whose syntax is good, to all of JSON's rules and to a depth.
func (e *envelope) hold(at span, depth int) error {
	switch e.line[at.start] {
	case '{', '[':
		if depth < 1 {
			return e.tooDeep()
		}
		r := NewStringReader(e.line[at.start:at.end], Limits{Depth: depth})
		r.scan(false)
		if err := r.End(); err != nil {
			return e.placed(at, r.err)
		}
	case '"':
		if _, end, code, message := canon.ScanString(e.line, at.start); code != "" {
			return fault(end, message)
		}
	}
	return nil
}

// placed makes of what is wrong with a part what is wrong with the message.
func (e *envelope) placed(part span, found *DecodeError) error {
	if found.Code == CodeDepth {
		return e.tooDeep()
	}
	return &DecodeError{Code: found.Code, Pointer: pointerAt(e.line, part.start, false) + found.Pointer, Message: found.Message}
}

func (e *envelope) tooDeep() error {
	return fmt.Errorf("the message nests deeper than %d", e.depth)
}

// holdPartsOfOthers holds what bears the names of a call's parts in another message to all of JSON's rules.
func (e *envelope) holdPartsOfOthers() error {
	if !e.paramsObject || e.isCall() {
		return nil
	}
	for _, part := range e.params[paramArgs:] {
		if !part.there() {
			continue
		}
		if err := e.hold(part, e.depth-2); err != nil {
			return err
		}
	}
	return nil
}

func (e *envelope) isCall() bool {
	method, _ := e.text(e.top[topMethod])
	return method == "call"
}

// raw gives a part as it was sent, empty where it is not there.
func (e *envelope) raw(at span) string { return e.line[at.start:at.end] }

// text gives the text of a part that is a string.
func (e *envelope) text(at span) (string, bool) {
	if !at.there() || e.line[at.start] != '"' {
		return "", false
	}
	text, _, code, _ := canon.ScanString(e.line, at.start)
	return text, code == ""
}

func topIndex(name string) int {
	switch name {
	case "id":
		return topID
	case "jsonrpc":
		return topVersion
	case "method":
		return topMethod
	case "params":
		return topParams
	case "result":
		return topResult
	case "error":
		return topError
	}
	return -1
}

func paramIndex(name string) int {
	switch name {
	case "run":
		return paramRun
	case "call":
		return paramCall
	case "tool":
		return paramTool
	case "args":
		return paramArgs
	case "types":
		return paramTypes
	case "schema":
		return paramSchema
	}
	return -1
}

func syntaxError(f *wire.SyntaxFault) error { return fault(f.Offset, f.Message) }

func fault(offset int, message string) error {
	return fmt.Errorf("%s (at offset %d)", message, offset)
}

func repeated(name string) error {
	return errors.New("two members bear the name " + quoted(name))
}
