package mcp

import (
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
)

// A line is a message only where another reader takes it for JSON, and its id is the one that reader sees.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"jsonrpc":"2.0","result":{"content":[],"structuredContent":{"n":12345678901234567890}}}`,
		`{"error":{"code":-32602,"message":"no"},"id":"x","jsonrpc":"2.0"}`,
		`{"id":"ours","jsonrpc":"2.0","method":"ping","params":{"_meta":{}}}`,
		`{"jsonrpc":"2.0","method":"notifications/message"}`,
		`{"\u0069d":1.0,"jsonrpc":"2.0","result":null,"x":{"a":1,"a":2}}`,
		`{"id":1,"jsonrpc":"2.0","result":[`, `[]`, `5`, "{\"\xff\":1}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		m := readMessage(line)
		v, err := canon.Parse([]byte(line), canon.Options{Depth: maxNesting})
		if err != nil {
			if m.fault == "" {
				t.Fatalf("%q is a message, and does not read: %v", line, err)
			}
			return
		}
		if m.code == codeParse {
			t.Fatalf("%q reads, and is refused: %s", line, m.fault)
		}
		if m.fault != "" {
			return
		}
		id := v.Member("id")
		if (id != nil) != m.hasID || id != nil && id.Kind == canon.String && m.id != string(canon.Append(nil, id)) {
			t.Fatalf("%q has the id %q", line, m.id)
		}
		if result := v.Member("result"); result != nil && m.result != line[result.Offset:result.End] {
			t.Fatalf("%q has the result %q", line, m.result)
		}
	})
}

// Whatever a result says, a reply's value is JSON, and any other reply has a reason.
func FuzzResult(f *testing.F) {
	for _, seed := range []string{
		`{"content":[{"text":"{\"a\":1}","type":"text"}],"isError":true}`, `{"structuredContent":null}`,
		`{"content":[{"type":"text"},5]}`, `{"resultType":"input_required"}`, `{"content":[{"text":" 1e400 ","type":"text"}]}`, `[]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, result string) {
		switch r := replyOf(result); r.Kind {
		case host.Ok, host.Failed:
			if _, err := canon.Parse([]byte(r.Value), canon.Options{Depth: maxNesting}); err != nil {
				t.Fatalf("%q gives the value %q, which does not read: %v", result, r.Value, err)
			}
		case host.BadReply:
			if r.Reason == "" {
				t.Fatalf("%q is refused without a reason", result)
			}
		default:
			t.Fatalf("%q gives %v", result, r)
		}
	})
}
