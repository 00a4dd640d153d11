package mcp

import (
	"bytes"
	"fmt"
	"sync"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// batching is the only revision in which a line may hold several messages.
const batching = "2025-03-26"

// initialize answers the handshake: in the revision that the client asks for, or else in the newest.
func (s *server) initialize(m message, reply reply) {
	asked := ""
	if m.params != "" {
		asked, _ = readMember(m.params, "protocolVersion", text) // what does not read is no revision that is known
	}
	s.revision = newestHandshake
	if isHandshake(asked) {
		s.revision = asked
	}
	result := canon.NewObject(
		canon.Member{Name: "capabilities", Value: capabilities()},
		canon.Member{Name: "protocolVersion", Value: canon.NewString(s.revision)},
		canon.Member{Name: "serverInfo", Value: ourselves()})
	reply(appendResult(nil, m.id, string(canon.Append(nil, result))))
}

func capabilities() *canon.Value {
	return canon.NewObject(canon.Member{Name: "tools", Value: canon.NewObject()})
}

// fresh says of a stateless result that it is whole, and that nobody is to keep it.
func fresh() []canon.Member {
	return []canon.Member{
		{Name: "cacheScope", Value: canon.NewString("private")},
		{Name: "resultType", Value: canon.NewString("complete")},
		{Name: "ttlMs", Value: canon.NewNumber("0")},
	}
}

// discovered is the result of server/discover.
func discovered() string {
	return string(canon.Append(nil, canon.NewObject(append(fresh(),
		canon.Member{Name: "_meta", Value: canon.NewObject(canon.Member{Name: metaServer, Value: ourselves()})},
		canon.Member{Name: "capabilities", Value: capabilities()},
		canon.Member{Name: "supportedVersions", Value: spoken()})...)))
}

// spoken are all revisions, the newest first.
func spoken() *canon.Value {
	all := canon.NewArray(canon.NewString(stateless))
	for i := len(handshakes) - 1; i >= 0; i-- {
		all.Items = append(all.Items, canon.NewString(handshakes[i]))
	}
	return all
}

// unsupportedError refuses a revision that a request says.
type unsupportedError struct{ revision string }

func (e *unsupportedError) Error() string {
	return fmt.Sprintf("the revision %q is not spoken here", wire.Excerpt(e.revision))
}

// data is the error's as MCP has it.
func (e *unsupportedError) data() string {
	return string(canon.Append(nil, canon.NewObject(
		canon.Member{Name: "requested", Value: canon.NewString(e.revision)},
		canon.Member{Name: "supported", Value: spoken()})))
}

// revisionOf gives the revision of a request: what its _meta says, or else that of the handshake; empty before it.
func (s *server) revisionOf(m message) (string, error) {
	if m.params == "" || m.params[0] != '{' {
		return s.revision, nil
	}
	meta, err := readMember(m.params, "_meta", readMeta)
	switch {
	case err != nil:
		return "", fmt.Errorf("the params do not read: %w", err)
	case !meta.says || isHandshake(meta.revision):
		return s.revision, nil
	case meta.revision != stateless:
		return "", &unsupportedError{meta.revision}
	case !meta.capable:
		return "", fmt.Errorf("the request does not say what its client can: %s is an object (/params/_meta)", metaCapabilities)
	}
	return stateless, nil
}

// requestMeta is what the _meta of a request says.
type requestMeta struct {
	says     bool // a revision
	revision string
	capable  bool
}

func readMeta(r *flow.Reader) (meta requestMeta) {
	if r.Kind() != flow.KindObject {
		r.Skip()
		return meta
	}
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case metaRevision:
			o.Known(0)
			meta.says = true
			meta.revision = text(r)
		case metaCapabilities:
			o.Known(1)
			meta.capable = r.Kind() == flow.KindObject
			r.Skip()
		default:
			o.Skip()
		}
	}
	return meta
}

// batch answers the messages of a line that holds several, by one line where there is anything to answer.
func (s *server) batch(line string) {
	r := flow.NewStringReader(line, flow.Limits{Depth: maxNesting})
	var messages []message
	for a := r.Array(); a.Next(); {
		if part := r.Raw(); part != "" {
			messages = append(messages, readMessage(part))
		}
	}
	if err := r.End(); err != nil || len(messages) == 0 {
		s.refuse(s.post, "", codeParse, "the batch does not read, or is empty")
		return
	}
	b := &batch{post: s.post, open: 1}
	for _, m := range messages {
		if m.refusable() || m.isRequest && m.hasID {
			b.open++
		}
	}
	for _, m := range messages {
		s.take(m, b.reply)
	}
	b.reply(nil)
}

// batch gathers the answers to the requests of a line.
type batch struct {
	post reply
	mu   sync.Mutex
	open int // requests without an answer, and one for the line itself
	all  [][]byte
}

func (b *batch) reply(line []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if line != nil {
		b.all = append(b.all, line)
	}
	if b.open--; b.open == 0 && len(b.all) > 0 {
		b.post(append(append([]byte("["), bytes.Join(b.all, []byte(","))...), ']'))
	}
}
