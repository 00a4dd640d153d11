package mcp

import (
	"fmt"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

func badReply(format string, args ...any) host.Reply {
	return host.Reply{Kind: host.BadReply, Reason: fmt.Sprintf(format, args...)}
}

// toolResult is what the result of a tools/call says.
type toolResult struct {
	// structured is the text of structuredContent, empty where it is missing.
	structured string
	isError    bool
	// blocks is how many content blocks there are; only is the text of the first, where it is a text block.
	blocks   int
	only     string
	hasOnly  bool
	kind     string // of the first block
	complete bool
}

// replyOf makes the reply to a call of the result's text: its value is the structured content or, where there is none,
// the JSON that the one text block holds. What has neither is BadReply.
func replyOf(result string) host.Reply {
	t, err := readToolResult(result)
	if err != nil {
		return badReply("the MCP server's result is none of a tool: %s", err)
	}
	kind, what := host.Ok, "result"
	if t.isError {
		kind, what = host.Failed, "error"
	}
	switch {
	case !t.complete:
		return badReply("the MCP server asks for further input, which a call does not have")
	case t.structured != "":
		return host.Reply{Kind: kind, Value: t.structured}
	case t.blocks != 1:
		return badReply("the MCP server's %s has no structured content, and %d content blocks where one with JSON would do", what, t.blocks)
	case !t.hasOnly:
		return badReply("the MCP server's %s has no structured content, and its one content block is no text: %s", what, wire.Excerpt(t.kind))
	}
	r := flow.NewStringReader(t.only, flow.Limits{Depth: maxNesting})
	value := r.Raw()
	if err := r.End(); err != nil {
		return badReply("the MCP server's %s is a text that is no JSON (%s): %s", what, err, wire.Excerpt(t.only))
	}
	return host.Reply{Kind: kind, Value: value}
}

func readToolResult(text string) (toolResult, error) {
	t := toolResult{complete: true}
	r := flow.NewStringReader(text, flow.Limits{Depth: maxNesting})
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case "structuredContent":
			o.Known(0)
			t.structured = r.Raw()
		case "isError":
			o.Known(1)
			t.isError = r.Bool()
		case "content":
			o.Known(2)
			t.readContent(r)
		case "resultType":
			o.Known(3)
			t.complete = r.Text() == "complete"
		default:
			o.Skip()
		}
	}
	return t, r.End()
}

func (t *toolResult) readContent(r *flow.Reader) {
	a := r.Array()
	for a.Next() {
		if t.blocks++; t.blocks > 1 {
			r.Skip()
			continue
		}
		t.readBlock(r)
	}
}

// readBlock reads the first content block.
func (t *toolResult) readBlock(r *flow.Reader) {
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case "type":
			o.Known(0)
			t.kind = text(r)
		case "text":
			o.Known(1)
			if t.hasOnly = r.Kind() == flow.KindText; t.hasOnly {
				t.only = r.Text()
			} else {
				r.Skip()
			}
		default:
			o.Skip()
		}
	}
	t.hasOnly = t.hasOnly && t.kind == "text"
}
