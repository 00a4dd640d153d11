package host

import (
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// FuzzReadResponse reads lines as a process may write them: whatever comes, there is a reply or a reason, and a value is
// JSON by its syntax.
func FuzzReadResponse(f *testing.F) {
	for _, line := range []string{
		`{"id":1,"jsonrpc":"2.0","result":{"call":"c","outcome":{"Ok":[1.50,{"a":null}]},"run":"r"}}`,
		`{"error":{"code":-1,"message":"x"},"id":"1","jsonrpc":"2.0"}`,
		`{"jsonrpc":"2.0","result":{"run":0,"call":"","outcome":{"NotRun":"\ud83d\ude00"}},"id":-0}`,
		`{"x":{"a":1,"a":2},"id":1`, `[{}]`, "\xff", ``, `{"result":null,"error":null}`,
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		r := readResponse(line)
		if r.pair != (r.run != "" && r.call != "") {
			t.Errorf("%+v", r)
		}
		for _, reply := range []Reply{r.reply, ParseOutcome(line)} {
			switch reply.Kind {
			case Ok, Failed:
				if end, fault := wire.SkipSyntax(reply.Value, 0); fault != nil || strings.TrimSpace(reply.Value[end:]) != "" {
					t.Errorf("%+v", reply)
				}
			case BadReply:
				if reply.Reason == "" {
					t.Errorf("%+v", reply)
				}
			}
		}
		if d, err := ParseDescription(line); (d == nil) == (err == nil) {
			t.Errorf("%+v, %v", d, err)
		}
	})
}
