package host

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/internal/peer"
)

// session is what is said to one run of a process.
type session struct {
	run         *peer.Run[Reply]
	description *Description
	nextID      atomic.Int64
}

// describeID is the id of the request that comes first.
const describeID = 1

// Lost is how a call ends that no reply ended: Unknown where it reached the implementation, else NotRun.
func Lost(reached bool, reason string) Reply {
	if reached {
		return because(Unknown, "%s", reason)
	}
	return because(NotRun, "%s", reason)
}

// Greet asks the process what it serves.
func (s *session) Greet(ctx context.Context) error {
	s.nextID.Store(describeID)
	line := []byte(`{"id":1,"jsonrpc":"2.0","method":"describe","params":{"data":"` + dataVersion + `"}}`)
	reply, ok := s.run.Ask(ctx, idKey("1"), line)
	if !ok {
		return fmt.Errorf("the process did not describe itself within %s", s.run.Options.StartTime)
	}
	if reply.Kind != Ok {
		return errors.New(reply.Reason)
	}
	description, err := ParseDescription(reply.Value)
	s.description = description
	return err
}

// Overlong answers the call of a reply over the limit.
func (s *session) Overlong(id string, _ bool) {
	s.deliver(response{id: id, reply: because(BadReply, "the reply is longer than the limit of %d bytes", s.run.Options.MessageBytes)})
}

// Line takes a reply. One that ends in the midst is none.
func (s *session) Line(line string, unfinished bool) {
	if r := readResponse(line); r.isJSON || !unfinished {
		s.deliver(r)
	}
}

// pair names a call.
type pair struct{ run, call string }

// The keys that open calls are found by. Both are canonical texts, which hold no line end.
func (p pair) key() string   { return p.run + "\n" + p.call }
func idKey(id string) string { return id }
func (r *response) key() string {
	if r.pair {
		return pair{r.run, r.call}.key()
	}
	return idKey(r.id)
}

// deliver takes a response to the call that it is of.
func (s *session) deliver(r response) {
	s.run.Calls.Answer(r.key(), func(call *peer.Call[Reply]) Reply {
		switch {
		case r.reply.Kind == BadReply:
			return r.reply
		case call.Question():
			return Reply{Kind: Ok, Value: r.result}
		case !r.pair || r.reply.Kind == 0:
			return because(BadReply, "the reply is not one to a call: its result has no run, call and outcome")
		}
		return r.reply
	})
}

// call makes one call.
func (s *session) call(ctx context.Context, call *Call) Reply {
	if call.Run == (flow.ID{}) || call.ID == (flow.ID{}) {
		return because(NotRun, "the call has no run id or no call id: give it both")
	}
	named := pair{call.Run.String(), call.ID.String()}
	id := strconv.FormatInt(s.nextID.Add(1), 10)
	open := s.run.Calls.Open(idKey(id), named.key())
	if open == nil {
		return because(NotRun, "the call %s of the run %s is out already", named.call, named.run)
	}
	line := appendCall(nil, id, named, call)
	if limit := s.run.Options.MessageBytes; len(line) > limit {
		return open.Abandon(because(NotRun, "the call is a message of %d bytes, over the limit of %d", len(line), limit))
	}
	return open.Make(ctx, s.run.Child, line, func() []byte { return appendCancel(nil, named) }, s.run.Options.CancelTime)
}
