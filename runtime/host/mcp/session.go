package mcp

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/internal/peer"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
	"github.com/flow-toolkit/flowgen/typespec"
)

const (
	// mostPages is how many pages a server's list of tools may have, and mostCursor how long the name of one may be.
	mostPages  = 1000
	mostCursor = 8 << 10
)

// session is what is said to one run of an MCP server.
type session struct {
	run          *peer.Run[host.Reply]
	declarations []*typespec.Tool
	// nonce begins the ids of our own requests, which no history id can be.
	nonce string
	asked int
	// meta is what the params of each request say first, a member with a comma; empty in the revisions of the handshake.
	meta string
	// batches says that a line may hold several messages.
	batches atomic.Bool
	// description has the declarations that the server offers a tool for.
	description *host.Description
}

func newSession(run *peer.Run[host.Reply], declarations []*typespec.Tool) *session {
	var nonce [16]byte
	_, _ = rand.Read(nonce[:]) // which never fails
	return &session{run: run, declarations: declarations, nonce: "flowgen-" + hex.EncodeToString(nonce[:]) + "-"}
}

// Greet agrees with the server on a revision and has it list its tools.
func (s *session) Greet(ctx context.Context) error {
	err := s.agree(ctx)
	if err == nil {
		err = s.list(ctx)
	}
	if err != nil {
		return errors.New(err.Error() + s.run.LastWords())
	}
	return nil
}

// refusal is an answer to a question of ours that is an error.
type refusal struct{ method, answer string }

func (r *refusal) Error() string {
	return fmt.Sprintf("the MCP server refused %s: %s", r.method, r.answer)
}

// ask sends a request of our own and gives the text of its result. The error is a *refusal where the server answered
// with an error.
func (s *session) ask(ctx context.Context, method, params string) (string, error) {
	s.asked++
	id := string(canon.AppendString(nil, s.nonce+strconv.Itoa(s.asked)))
	reply, ok := s.run.Ask(ctx, id, appendRequest(nil, id, method, params))
	switch {
	case !ok:
		return "", fmt.Errorf("the MCP server did not answer %s: it was not ready within %s", method, s.run.Options.StartTime)
	case reply.Kind == host.Ok:
		return reply.Value, nil
	case reply.Kind == host.BadReply:
		return "", &refusal{method, reply.Reason}
	}
	return "", errors.New(reply.Reason)
}

// agree completes the handshake or, with a server that knows none, finds out that it speaks the stateless revision.
func (s *session) agree(ctx context.Context) error {
	result, err := s.ask(ctx, methodInitialize, `"capabilities":{},"clientInfo":`+string(canon.Append(nil, ourselves()))+
		`,"protocolVersion":"`+newestHandshake+`"`)
	var refused *refusal
	if errors.As(err, &refused) {
		if s.discover(ctx) == nil {
			return nil
		}
	}
	if err != nil {
		return err
	}
	revision, err := readMember(result, "protocolVersion", text)
	switch {
	case err != nil:
		return fmt.Errorf("the MCP server's answer to initialize does not read: %w", err)
	case !isHandshake(revision):
		return fmt.Errorf("the MCP server answers initialize with the revision %q, which is none of %v", wire.Excerpt(revision), handshakes)
	}
	s.batches.Store(revision == batching)
	s.run.Tell(appendNotification(nil, methodInitialized, ""))
	return nil
}

// discover begins to speak the stateless revision, where the server does.
func (s *session) discover(ctx context.Context) error {
	meta := canon.NewObject(
		canon.Member{Name: metaCapabilities, Value: canon.NewObject()},
		canon.Member{Name: metaClient, Value: ourselves()},
		canon.Member{Name: metaRevision, Value: canon.NewString(stateless)})
	s.meta = `"_meta":` + string(canon.Append(nil, meta))
	result, err := s.ask(ctx, methodDiscover, s.meta)
	if err == nil {
		var revisions []string
		if revisions, err = readMember(result, "supportedVersions", texts); err == nil && !slices.Contains(revisions, stateless) {
			err = errors.New("the MCP server does not speak " + stateless)
		}
	}
	if err != nil {
		s.meta = ""
	}
	return err
}

// params gives the members of a request's params, which the revision may add to.
func (s *session) params(members string) string {
	switch {
	case s.meta == "":
		return members
	case members == "":
		return s.meta
	}
	return s.meta + "," + members
}

// list reads all pages of the server's tools, and describes the declarations that have one.
func (s *session) list(ctx context.Context) error {
	offered := map[string]bool{}
	for _, tool := range s.declarations {
		offered[nameOf(tool)] = false
	}
	seen := map[string]bool{}
	for cursor := ""; ; {
		params := ""
		if cursor != "" {
			params = `"cursor":` + string(canon.AppendString(nil, cursor))
		}
		result, err := s.ask(ctx, methodList, s.params(params))
		if err != nil {
			return err
		}
		if cursor, err = readPage(result, offered); err != nil {
			return fmt.Errorf("the MCP server's list of tools does not read: %w", err)
		}
		switch {
		case cursor == "":
			s.describe(offered)
			return nil
		case seen[cursor]:
			return fmt.Errorf("the MCP server's list of tools goes round: its page %q came before", wire.Excerpt(cursor))
		case len(seen) >= mostPages-1 || len(cursor) > mostCursor:
			return fmt.Errorf("the MCP server's list of tools is too long: it has over %d pages, or one whose name is longer than %d bytes",
				mostPages, mostCursor)
		}
		seen[cursor] = true
	}
}

func (s *session) describe(offered map[string]bool) {
	s.description = &host.Description{Data: typespec.DataMajor + ".0"}
	for _, tool := range s.declarations {
		if offered[nameOf(tool)] {
			s.description.Tools = append(s.description.Tools, host.Described{
				Tool: tool.Identity, Fingerprint: tool.Fingerprint(), Signature: string(canon.Append(nil, tool.Signature())),
			})
		}
	}
}

// nameOf gives the name of a declaration, which is that of its tool.
func nameOf(tool *typespec.Tool) string { return typespec.ParseIdentity(tool.Identity).Name }

// readPage notes which of the tools that are asked for stand on a page, and gives the next page's cursor, empty where
// this is the last.
func readPage(result string, offered map[string]bool) (cursor string, err error) {
	r := flow.NewStringReader(result, flow.Limits{Depth: maxNesting})
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case "tools":
			o.Known(0)
			for a := r.Array(); a.Next(); {
				name := member(r, "name", text)
				if _, wanted := offered[name]; wanted {
					offered[name] = true
				}
			}
		case "nextCursor":
			o.Known(1)
			if r.Kind() == flow.KindText {
				cursor = r.Text()
			} else {
				r.Skip()
			}
		default:
			o.Skip()
		}
	}
	o.Require(0, "tools")
	return cursor, r.End()
}

// member reads an object and gives the one of its members that is asked for.
func member[T any](r *flow.Reader, name string, read func(*flow.Reader) T) (value T) {
	o := r.Object()
	for o.Next() {
		if o.Name != name {
			o.Skip()
			continue
		}
		o.Known(0)
		value = read(r)
	}
	return value
}

func readMember[T any](object, name string, read func(*flow.Reader) T) (T, error) {
	r := flow.NewStringReader(object, flow.Limits{Depth: maxNesting})
	value := member(r, name, read)
	return value, r.End()
}

func texts(r *flow.Reader) (all []string) {
	for a := r.Array(); a.Next(); {
		all = append(all, text(r))
	}
	return all
}

// Line takes a message. One that ends in the midst is none.
func (s *session) Line(line string, unfinished bool) {
	if s.batches.Load() && line[wire.SkipSpace(line, 0)] == '[' {
		s.batch(line)
		return
	}
	if m := readMessage(line); m.code != codeParse || !unfinished {
		s.take(m)
	}
}

// batch takes the messages of a line that holds several, one after the other, once all of it has read.
func (s *session) batch(line string) {
	whole := flow.NewStringReader(line, flow.Limits{Depth: maxNesting})
	whole.Skip()
	if whole.End() != nil {
		s.deliver("", badReply("a batch does not read"))
		return
	}
	r := flow.NewStringReader(line, flow.Limits{Depth: maxNesting})
	for a := r.Array(); a.Next(); {
		s.take(readMessage(r.Raw()))
	}
}

func (s *session) take(m message) {
	switch {
	case m.isRequest && m.id != "" && m.fault == "":
		s.answer(m)
	case m.isRequest:
		// A notification, which nothing here depends on, or a request that cannot be answered.
	case m.fault != "":
		s.deliver(m.id, badReply("the MCP server's answer does not read: %s", m.fault))
	case m.failure != "":
		s.deliver(m.id, badReply("the MCP server answered with an error: %s", wire.Excerpt(m.failure)))
	default:
		s.deliver(m.id, host.Reply{Value: m.result})
	}
}

// answer answers a request of the server's: it may ask whether we are there. A server that does not read gets no more
// answers than there is room for.
func (s *session) answer(m message) {
	select {
	case <-s.run.Child.Room():
	default:
		return
	}
	if m.method == methodPing {
		s.run.Tell(appendResult(nil, m.id, "{}"))
		return
	}
	s.run.Tell(appendError(nil, m.id, codeUnknownMethod, "this client has no method "+wire.Excerpt(m.method), ""))
}

// Overlong answers the call of a result over the limit.
func (s *session) Overlong(id string, request bool) {
	if !request {
		s.deliver(id, badReply("the MCP server's answer is longer than the limit of %d bytes", s.run.Options.MessageBytes))
	}
}

// deliver takes an answer to the call or question of an id. A reply without a kind has the text of a result.
func (s *session) deliver(id string, reply host.Reply) {
	s.run.Calls.Answer(id, func(call *peer.Call[host.Reply]) host.Reply {
		switch {
		case reply.Kind != 0:
			return reply
		case call.Question():
			return host.Reply{Kind: host.Ok, Value: reply.Value}
		}
		return replyOf(reply.Value)
	})
}

// call makes one call.
func (s *session) call(ctx context.Context, call *host.Call) host.Reply {
	id := call.ID.String()
	open := s.run.Calls.Open(id)
	if open == nil {
		return host.Lost(false, fmt.Sprintf("the call %s of the run %s is out already", id, call.Run))
	}
	name := typespec.ParseIdentity(s.description.Find(call.Tool).Tool).Name
	params := make([]byte, 0, len(call.Args)+len(name)+len(s.meta)+64)
	params = append(append(params, `"arguments":`...), call.Args...)
	params = canon.AppendString(append(params, `,"name":`...), name)
	line := appendRequest(nil, id, methodCall, s.params(string(params)))
	if limit := s.run.Options.MessageBytes; len(line) > limit {
		return open.Abandon(host.Lost(false, fmt.Sprintf("the call is a message of %d bytes, over the limit of %d", len(line), limit)))
	}
	cancel := func() []byte {
		return appendNotification(nil, methodCancelled, `"reason":"the call was cancelled","requestId":`+id)
	}
	return open.Make(ctx, s.run.Child, line, cancel, s.run.Options.CancelTime)
}
