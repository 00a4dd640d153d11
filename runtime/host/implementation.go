// Package host is the other side of the Tool protocol: it starts implementations, binds declarations to them and calls
// them.
package host

import (
	"context"
	"fmt"

	flow "github.com/flow-toolkit/flowgen/runtime"
)

// Implementation answers the calls of some declarations: a process, an adapter, Go code in this process, or a fake. It
// serves any number of goroutines.
type Implementation interface {
	// Describe says what the implementation serves. It starts what has to be started for that.
	Describe(ctx context.Context) (*Description, error)
	// Call makes one call and says how it ended. The end of ctx asks the implementation to stop; Call then returns soon,
	// whatever the implementation does; only Go code in this process has to return by itself.
	Call(ctx context.Context, call *Call) Reply
	// Shutdown ends the implementation, and the calls that are out to it. It returns when nothing of it is left.
	Shutdown()
	// String says where the implementation comes from, for records and messages.
	String() string
}

// Call is one call of a Tool, as it goes to an implementation.
type Call struct {
	// Run and ID are the host's id of the run and the history's id of the call. The pair names the call: one that is sent
	// again bears the same.
	Run, ID flow.ID
	// Tool is the declaration's identity.
	Tool string
	// Fingerprint is the declaration's. An implementation that describes another one under the identity does not get
	// the call.
	Fingerprint string
	// Args is a JSON object: the canonical values by the parameters' names.
	Args []byte
	// Types and Schema describe the caller's types in a call of a generic Tool; nil in others.
	Types, Schema []byte
}

// Kind says which of the five ways a call ended in, as a program sees them.
type Kind uint8

// The outcomes of a call.
const (
	Ok       Kind = iota + 1 // the declared success value
	Failed                   // the declared error value
	NotRun                   // the call definitely did not happen
	Unknown                  // the call may or may not have happened
	BadReply                 // there was a reply, which cannot be understood
)

var kindNames = [...]string{Ok: "Ok", Failed: "Failed", NotRun: "NotRun", Unknown: "Unknown", BadReply: "BadReply"}

// String gives the outcome's name in Flow.
func (k Kind) String() string {
	if k < Ok || k > BadReply {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Reply is how a call ended, before its value is decoded.
type Reply struct {
	Kind Kind
	// Value is the JSON text of an Ok's success value or a Failed's error value, as it was sent: any JSON, of any type.
	Value string
	// Reason says in a sentence why a call is NotRun, Unknown or BadReply.
	Reason string
}

// String shows a reply in a log or a failed test.
func (r Reply) String() string {
	if r.Kind == Ok || r.Kind == Failed {
		return fmt.Sprintf("%s(%s)", r.Kind, r.Value)
	}
	return fmt.Sprintf("%s(%s)", r.Kind, r.Reason)
}

func because(kind Kind, format string, args ...any) Reply {
	return Reply{Kind: kind, Reason: fmt.Sprintf(format, args...)}
}
