package flow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// maxShown bounds how much of an author's error a reason bears, in bytes.
const maxShown = 1000

// Invocation is one call on its way through a Tool's Handle. Generated code uses it, with Argument and Settle; authors
// use CallOf.
type Invocation struct {
	tool    *Tool
	context callContext
	call    Call
	limits  Limits
	running *runningCall // in a server; nil for a call in process

	args   []string // by parameter: the argument's text; nil where values holds them
	few    [4]string
	types  string // as sent; empty where missing
	schema string
	values []any // by parameter, of a call in process

	refusal string // why the call is not run
	beyond  string // why the answer is an error of the protocol; empty where it is an outcome
	refused bool
	begun   bool
	text    []byte  // the outcome as canonical text, of a call by text
	outcome Outcome // of a call in process
}

// Context gives the context for the author's method.
func (in *Invocation) Context() context.Context { return &in.context }

// Limits gives the limits of values that hold for the call.
func (in *Invocation) Limits() Limits { return in.limits }

// Argument gives the argument for the parameter of this index. Where it is no value of its type the call is not run:
// Begin then says false, and the value returned means nothing.
func Argument[T any](in *Invocation, index int, codec Codec[T]) T {
	var value T
	if in.refused {
		return value
	}
	name := in.tool.Params[index]
	if in.values != nil {
		given, ok := in.values[index].(T)
		if !ok {
			in.refuse(fmt.Sprintf("the argument %s is a %T; the method takes a %T (/args)", name, in.values[index], value))
			return value
		}
		if err := checkValue(codec, given, in.limits); err != nil {
			in.refuse(fmt.Sprintf("the argument %s is no value of its type: %v (/args%s)", name, err, canon.Pointer("", name)))
		}
		return given
	}
	value, err := UnmarshalString(codec, in.args[index], in.limits)
	if err != nil {
		in.refuse("an argument does not decode: " + located(err, canon.Pointer("/args", name)))
	}
	return value
}

// CodecsOf gives what the Codecs function of a generic Tool made for the types of this call.
func CodecsOf[C any](in *Invocation) C { return in.call.types.codecs.(C) }

// Begin says whether the author's code is to run: that all arguments are values of their types, and that nobody
// cancelled the call before.
func (in *Invocation) Begin() bool {
	if in.refused || in.running != nil && !in.running.begin() {
		return false
	}
	in.begun = true
	return true
}

// Settle answers the call with what the author's method gave: value, or where err is not nil the declared error in it,
// or the NotRun or Unknown that it is.
func Settle[T, E any](in *Invocation, success Codec[T], failure Codec[E], value T, err error) {
	if err == nil {
		settle(in, OutcomeOk, "the result", success, value)
		return
	}
	if declared, ok := declaredError[E](err); ok {
		settle(in, OutcomeFailed, "the declared error", failure, declared)
		return
	}
	in.explain(err)
}

// Beyond answers the call with an error of the protocol, which a host takes for BadReply: what answered the call cannot be
// told as an outcome. Adapters use it in place of Settle; authors have Unknown.
func (in *Invocation) Beyond(reason string) {
	in.end(OutcomeUnknown, reason) // of a call in process
	in.beyond = reason
}

func settle[T any](in *Invocation, kind OutcomeKind, what string, codec Codec[T], value T) {
	if in.values != nil {
		if err := checkValue(codec, value, in.limits); err != nil {
			in.end(OutcomeUnknown, fmt.Sprintf("%s does not encode: %v", what, err))
			return
		}
		in.outcome = Outcome{Kind: kind, Value: value}
		return
	}
	text := append(in.text[:0], `{"`...)
	text = append(append(text, kind.String()...), `":`...)
	text, err := AppendValue(text, codec, value, in.limits)
	if err != nil {
		in.end(OutcomeUnknown, fmt.Sprintf("%s does not encode: %v", what, err))
		return
	}
	in.text = append(text, '}')
}

// run answers the call, whatever the author's code does.
func (in *Invocation) run(k *Toolkit) {
	returned := false
	defer func() {
		if returned {
			return
		}
		in.recovered(recover())
	}()
	if in.prepare(k) {
		in.tool.Handle(in)
	}
	returned = true
	switch {
	case in.refused:
		in.end(OutcomeNotRun, in.refusal)
	case in.beyond == "" && len(in.text) == 0 && in.outcome.Kind == 0:
		in.end(OutcomeUnknown, "the Tool's code gave no outcome")
	}
}

// recovered answers a call whose code panicked, or ended its goroutine where panicked is nil.
func (in *Invocation) recovered(panicked any) {
	shown := "runtime.Goexit"
	if panicked != nil {
		shown = "a panic: " + show(panicked)
	}
	in.report(fmt.Sprintf("%s\n%s", shown, debug.Stack()))
	if in.begun {
		in.end(OutcomeUnknown, "the Tool's code stopped with "+shown)
	} else {
		in.end(OutcomeNotRun, "the arguments could not be decoded: "+shown)
	}
}

// explain answers a call whose method gave an error that is not the declared one.
func (in *Invocation) explain(err error) {
	var notRun *NotRunError
	var unknown *UnknownError
	switch isNil := IsNil(err); {
	case !isNil && errors.As(err, &notRun):
		in.end(OutcomeNotRun, notRun.Reason)
	case !isNil && errors.As(err, &unknown):
		in.end(OutcomeUnknown, unknown.Reason)
	case !isNil && in.context.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(&in.context))):
		in.end(OutcomeUnknown, "the call was interrupted: "+context.Cause(&in.context).Error())
	default:
		shown := show(err)
		in.report("error: " + shown)
		in.end(OutcomeUnknown, "the Tool's code stopped with an error: "+shown)
	}
}

func (in *Invocation) refuse(reason string) {
	in.refused, in.refusal = true, reason
}

// end answers the call with a NotRun or an Unknown.
func (in *Invocation) end(kind OutcomeKind, reason string) {
	if in.values != nil {
		in.outcome = Outcome{Kind: kind, Reason: reason}
		return
	}
	in.text = appendDoubt(in.text[:0], kind, reason)
}

// report says on standard error what went wrong inside of the author's code, in one write.
func (in *Invocation) report(what string) {
	text := fmt.Sprintf("%s, call %s of run %s: %s\n", in.call.Tool, in.call.CallID, in.call.RunID, what)
	// A standard error that is closed leaves nowhere to say so.
	_, _ = os.Stderr.WriteString(text)
}

// located says what a codec refused, with the pointer from the root of the call.
func located(err error, base string) string {
	if refusal, ok := err.(*DecodeError); ok {
		return placed(refusal.Message, base+refusal.Pointer)
	}
	return placed(err.Error(), base)
}

// checkValue says why a Go value is no value of the codec's type, nil where it is one.
func checkValue[T any](codec Codec[T], value T, limits Limits) error {
	_, err := AppendValue(nil, codec, value, limits)
	return err
}

// appendDoubt writes the outcome NotRun or Unknown.
func appendDoubt(dst []byte, kind OutcomeKind, reason string) []byte {
	dst = append(dst, `{"`...)
	dst = append(append(dst, kind.String()...), `":`...)
	return append(appendReason(dst, reason), '}')
}

// show gives an author's error, or what a panic bears, at a bounded length.
func show(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = fmt.Sprintf("a %T whose message cannot be shown", v)
		}
	}()
	if err, ok := v.(error); ok {
		text = err.Error()
	} else {
		text = fmt.Sprint(v)
	}
	if len(text) > maxShown {
		text = text[:maxShown] + "..."
	}
	return text
}
