package mcp

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/internal/wire"
)

// ServeOptions bound Serve. A member that is zero stands for its default.
type ServeOptions struct {
	// MessageBytes is how long one message may be, its line end aside; 64 MiB by default.
	MessageBytes int
	// MostCalls is how many calls may be out at once; 1024 by default. A further one is answered as not run.
	MostCalls int
	// CallBytes is how many bytes of arguments the calls that are out may have together; 512 MiB by default. A further
	// one is answered as not run.
	CallBytes int
	// Grace is how long running calls may go on once the input has ended, before they are cancelled; 5 s by default.
	Grace time.Duration
}

func (o ServeOptions) orDefaults() ServeOptions {
	if o.MessageBytes <= 0 {
		o.MessageBytes = 64 << 20
	}
	if o.MostCalls <= 0 {
		o.MostCalls = 1024
	}
	if o.CallBytes <= 0 {
		o.CallBytes = 512 << 20
	}
	if o.Grace <= 0 {
		o.Grace = 5 * time.Second
	}
	return o
}

const (
	unwindTime = time.Second // for cancelled calls to end in, and for their answers to be taken
	mostUnread = 64 << 20    // bytes of answers that a client may leave unread before nothing more is read of it
)

// server answers one MCP client.
type server struct {
	offers  []*Offer
	byName  map[string]*Offer
	options ServeOptions
	run     flow.ID // of all calls
	base    context.Context
	writer  *wire.MessageWriter

	// Of the goroutine that reads.
	revision string // of the handshake; empty before it
	next     int64  // the last call's id

	mu      sync.Mutex
	running map[string]*request // by id
	held    int                 // bytes of their arguments
	calls   sync.WaitGroup
}

// request is a tools/call that is being answered.
type request struct {
	cancel    context.CancelFunc
	cancelled bool // by the client, which wants no answer then
}

// Serve answers an MCP client that writes to in and reads from out, line by line, until in or ctx ends. It speaks the
// revisions of the handshake from 2024-11-05 to 2025-11-25, and the stateless one of 2026-07-28 with requests that say so.
//
// A success value is structured content, with an output schema, where the revision allows it: the older ones want objects
// for that. It is the text of the one content block as well. A declared error is the text of a result with isError. What
// is neither is told in words, as an error too.
//
// An in that has SetReadDeadline is told when nobody reads it any more; any other has to end by itself.
func Serve(ctx context.Context, offers []*Offer, in io.Reader, out io.Writer, options ServeOptions) {
	var nonce [16]byte
	_, _ = rand.Read(nonce[:]) // which never fails
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	s := &server{
		offers: offers, byName: map[string]*Offer{}, options: options.orDefaults(),
		run: flow.TextID("mcp-" + hex.EncodeToString(nonce[:])), base: base,
		writer: wire.NewMessageWriter(out), running: map[string]*request{},
	}
	for _, offer := range offers {
		s.byName[offer.name] = offer
	}
	read := make(chan struct{})
	go func() {
		defer close(read)
		s.read(in)
	}()
	grace := s.options.Grace
	select {
	case <-read:
	case <-ctx.Done():
		grace = 0
	case <-s.writer.Closed():
		grace = 0
	}
	s.windUp(ctx, cancel, grace)
	if source, ok := in.(interface{ SetReadDeadline(time.Time) error }); ok {
		_ = source.SetReadDeadline(time.Now()) // where it cannot be told, it ends by itself
	}
}

// windUp gives running calls their time, cancels the rest, and has all answers written.
func (s *server) windUp(ctx context.Context, cancel func(), grace time.Duration) {
	s.writer.Release()
	done := make(chan struct{})
	go func() {
		s.calls.Wait()
		close(done)
	}()
	await(done, grace, ctx.Done(), s.writer.Closed())
	cancel()
	await(done, unwindTime, nil, nil)
	await(s.writer.Flushed(), unwindTime, nil, nil)
}

// await waits for the first of the channels, and no longer than limit.
func await(done <-chan struct{}, limit time.Duration, stop, closed <-chan struct{}) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	case <-stop:
	case <-closed:
	}
}

func (s *server) read(in io.Reader) {
	lines := wire.NewLines(in, s.options.MessageBytes)
	var overlong wire.IDScanner
	lines.Skipped = func(piece []byte) {
		if piece != nil {
			overlong.Scan(piece)
		} else if id, isRequest := overlong.Found(); isRequest {
			s.refuse(s.post, id, codeInvalidRequest, fmt.Sprintf("a message has at most %d bytes", s.options.MessageBytes))
		}
	}
	for {
		line, tooLong, err := lines.Next()
		switch {
		case err != nil:
			return // the end of the input, or a client that is gone: either way nothing more will come
		case tooLong:
			overlong = wire.IDScanner{}
			overlong.Scan(line)
		case s.revision == batching && line[wire.SkipSpace(string(line), 0)] == '[':
			s.batch(string(line))
		default:
			s.take(readMessage(string(line)), s.post)
		}
		s.writer.WaitBelow(mostUnread)
	}
}

// reply takes the line that answers a request, without its end; nil where there is to be no answer.
type reply func(line []byte)

func (s *server) post(line []byte) {
	if line != nil {
		s.writer.Post(func(dst []byte) []byte { return append(append(dst, line...), '\n') })
	}
}

func (s *server) refuse(reply reply, id string, code int, reason string) {
	if id == "" {
		id = "null"
	}
	reply(appendError(nil, id, code, reason, ""))
}

// take answers one message. reply is called once where it is a request or none at all, else not.
func (s *server) take(m message, reply reply) {
	switch {
	case m.refusable():
		s.refuse(reply, m.id, m.code, m.fault)
	case !m.isRequest:
		// An answer, and we have asked for nothing.
	case !m.hasID:
		s.notified(m)
	default:
		s.asked(m, reply)
	}
}

// notified takes a notification.
func (s *server) notified(m message) {
	if m.method != methodCancelled || m.params == "" {
		return
	}
	raw, err := readMember(m.params, "requestId", (*flow.Reader).Raw)
	id, ok := wire.Identifier(raw)
	if err != nil || !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.running[id]; r != nil {
		r.cancelled = true
		r.cancel()
	}
}

// asked answers a request.
func (s *server) asked(m message, reply reply) {
	revision, err := s.revisionOf(m)
	var unsupported *unsupportedError
	switch {
	case errors.As(err, &unsupported):
		reply(appendError(nil, m.id, codeUnsupportedVersion, err.Error(), unsupported.data()))
		return
	case err != nil:
		s.refuse(reply, m.id, codeInvalidParams, err.Error())
		return
	}
	switch m.method {
	case methodInitialize:
		s.initialize(m, reply)
	case methodDiscover:
		if revision == stateless {
			reply(appendResult(nil, m.id, discovered()))
			return
		}
		s.unknown(m, reply)
	case methodPing:
		if revision != stateless {
			reply(appendResult(nil, m.id, "{}"))
			return
		}
		s.unknown(m, reply)
	case methodList:
		if s.begun(m, revision, reply) {
			s.list(m, revision, reply)
		}
	case methodCall:
		if s.begun(m, revision, reply) {
			s.call(m, revision, reply)
		}
	default:
		s.unknown(m, reply)
	}
}

func (s *server) unknown(m message, reply reply) {
	s.refuse(reply, m.id, codeUnknownMethod, "this server has no method "+wire.Excerpt(m.method))
}

// begun says whether a request may come: that it says its revision, or that there was a handshake.
func (s *server) begun(m message, revision string, reply reply) bool {
	if revision == "" {
		s.refuse(reply, m.id, codeInvalidParams,
			"nothing says which revision of MCP this is: send initialize first, or say "+metaRevision+" in each request's _meta (/params/_meta)")
	}
	return revision != ""
}

// list answers with all tools on one page.
func (s *server) list(m message, revision string, reply reply) {
	if m.params != "" {
		cursor, err := readMember(m.params, "cursor", (*flow.Reader).Raw)
		if err != nil || cursor != "" && cursor != "null" {
			s.refuse(reply, m.id, codeInvalidParams, "the list has one page, and no cursor leads to another (/params/cursor)")
			return
		}
	}
	tools := canon.NewArray()
	for _, offer := range s.offers {
		tools.Items = append(tools.Items, offer.listed(revision))
	}
	result := canon.NewObject(canon.Member{Name: "tools", Value: tools})
	if revision == stateless {
		result.Members = append(result.Members, fresh()...)
	}
	reply(appendResult(nil, m.id, string(canon.Append(nil, result))))
}

// call begins a call and has it answered.
func (s *server) call(m message, revision string, reply reply) {
	name, args, err := readCall(m.params)
	offer := s.byName[name]
	switch {
	case err != nil:
		s.refuse(reply, m.id, codeInvalidParams, err.Error())
		return
	case offer == nil:
		s.refuse(reply, m.id, codeInvalidParams, fmt.Sprintf("there is no tool %q (/params/name)", wire.Excerpt(name)))
		return
	}
	ctx, cancel := context.WithCancel(s.base)
	r := &request{cancel: cancel}
	// Of the line, nothing else is to live as long as the call.
	requestID, args := strings.Clone(m.id), strings.Clone(args)
	s.mu.Lock()
	refusal := ""
	switch {
	case s.running[m.id] != nil:
		refusal = "a request of this id is being answered (/id)"
	case len(s.running) >= s.options.MostCalls:
		refusal = fmt.Sprintf("%d calls are being answered, which is the most: send this one again later", s.options.MostCalls)
	case s.held+len(args) > s.options.CallBytes:
		refusal = fmt.Sprintf("the calls that are being answered have %d bytes of arguments, and %d is the most: send this one again later", s.held, s.options.CallBytes)
	default:
		s.running[requestID] = r
		s.held += len(args)
		s.calls.Add(1)
	}
	s.mu.Unlock()
	if refusal != "" {
		cancel()
		s.refuse(reply, m.id, codeInvalidRequest, refusal)
		return
	}
	s.next++
	id := flow.TextID(strconv.FormatInt(s.next, 10))
	go func() {
		defer s.calls.Done()
		defer cancel()
		result := offer.call(ctx, s.run, id, args, revision)
		s.mu.Lock()
		delete(s.running, requestID)
		s.held -= len(args)
		unwanted := r.cancelled
		s.mu.Unlock()
		if unwanted {
			reply(nil)
			return
		}
		reply(appendResult(nil, requestID, result))
	}()
}

// readCall reads the params of a tools/call. Where there are no arguments they are an empty object.
func readCall(params string) (name, args string, err error) {
	if params == "" {
		return "", "", errors.New("a call has params (/params)")
	}
	args = "{}"
	r := flow.NewStringReader(params, flow.Limits{Depth: maxNesting})
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case "name":
			o.Known(0)
			name = r.Text()
		case "arguments":
			o.Known(1)
			if r.Kind() != flow.KindObject {
				r.Fail(flow.CodeType, "the arguments are an object")
			}
			args = r.Raw()
		default:
			o.Skip()
		}
	}
	o.Require(0, "name")
	if err := r.End(); err != nil {
		return "", "", fmt.Errorf("the params are no call's: %w", err)
	}
	return name, args, nil
}
