package mcp

import (
	"bytes"
	"errors"
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

// mostBatched is how many messages a line may hold.
const mostBatched = 1000

var errBatch = fmt.Errorf("a batch holds at most %d messages", mostBatched)

// readBatch gives the texts of a line's messages. The error is errBatch where they are too many.
func readBatch(line string) ([]string, error) {
	r := flow.NewStringReader(line, flow.Limits{Depth: maxNesting})
	var parts []string
	for a := r.Array(); a.Next(); {
		part := r.Raw()
		if len(parts) == mostBatched {
			return nil, errBatch
		}
		parts = append(parts, part)
	}
	return parts, r.End()
}

// batch answers the messages of a line that holds several, by one line where there is anything to answer; by more where
// the answers are very long.
func (s *server) batch(line string) {
	parts, err := readBatch(line)
	switch {
	case errors.Is(err, errBatch):
		s.refuse(s.post, "", codeInvalidRequest, err.Error()+": send the rest in another")
		return
	case err != nil || len(parts) == 0:
		s.refuse(s.post, "", codeParse, "the batch does not read, or is empty")
		return
	}
	messages := make([]message, len(parts))
	b := &batch{post: s.post, open: 1}
	for i, part := range parts {
		m := readMessage(part)
		if m.refusable() || m.isRequest && m.hasID {
			b.open++
		}
		messages[i] = m
	}
	for _, m := range messages {
		s.take(m, b.reply)
		s.writer.WaitBelow(mostUnread)
	}
	b.reply(nil)
}

// mostGathered is how many bytes of answers to a line are held until they go out, before the others are there.
const mostGathered = 16 << 20

// batch gathers the answers to the requests of a line.
type batch struct {
	post reply
	mu   sync.Mutex
	open int // requests without an answer, and one for the line itself
	all  [][]byte
	size int
}

func (b *batch) reply(line []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if line != nil {
		b.all = append(b.all, line)
		b.size += len(line)
	}
	b.open--
	if len(b.all) > 0 && (b.open == 0 || b.size > mostGathered) {
		b.post(append(append([]byte("["), bytes.Join(b.all, []byte(","))...), ']'))
		b.all, b.size = nil, 0
	}
}
