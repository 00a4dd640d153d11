package flow

import (
	"errors"
	"fmt"
)

// OutcomeKind says which of the four ways a call ended in.
type OutcomeKind uint8

// The four outcomes of a call.
const (
	OutcomeOk      OutcomeKind = iota + 1 // the declared success value
	OutcomeFailed                         // the declared error value
	OutcomeNotRun                         // the call definitely did not happen
	OutcomeUnknown                        // the call may or may not have happened
)

// String gives the kind as the protocol spells it.
func (k OutcomeKind) String() string {
	switch k {
	case OutcomeOk:
		return "Ok"
	case OutcomeFailed:
		return "Failed"
	case OutcomeNotRun:
		return "NotRun"
	case OutcomeUnknown:
		return "Unknown"
	default:
		return fmt.Sprintf("OutcomeKind(%d)", uint8(k))
	}
}

// Outcome is how a call in process ended.
type Outcome struct {
	Kind OutcomeKind
	// Value is the success value of an Ok and the declared error of a Failed, of the Go types that the Tool's
	// method has; nil for the others.
	Value any
	// Reason says in a sentence why a call was NotRun or is Unknown.
	Reason string
}

// String shows an outcome in a log or a failed test.
func (o Outcome) String() string {
	if o.Kind == OutcomeOk || o.Kind == OutcomeFailed {
		return fmt.Sprintf("%s(%v)", o.Kind, o.Value)
	}
	return fmt.Sprintf("%s(%s)", o.Kind, o.Reason)
}

// NotRunError is the error of an author who says that the call definitely did not happen.
type NotRunError struct{ Reason string }

// Error gives the reason.
func (e *NotRunError) Error() string { return e.Reason }

// NotRun makes the error by which a Tool says that the call definitely did not happen, for the reason given. It may be
// wrapped. Return it before anything was done.
func NotRun(reason string) error { return &NotRunError{Reason: reason} }

// UnknownError is the error of an author who does not know whether the call happened.
type UnknownError struct{ Reason string }

// Error gives the reason.
func (e *UnknownError) Error() string { return e.Reason }

// Unknown makes the error by which a Tool says that the call may or may not have happened; reason says what is known.
// It may be wrapped. Any error that is neither declared nor NotRun is answered Unknown too.
func Unknown(reason string) error { return &UnknownError{Reason: reason} }

// FailedError carries a declared error whose type is no error of Go's: a text, a list, an Option.
type FailedError[E any] struct{ Value E }

// Error shows the declared error.
func (e *FailedError[E]) Error() string { return fmt.Sprintf("the declared error %v", e.Value) }

// Fail makes the error by which a Tool ends in its declared error, whatever the declared error's type. The types that
// are generated for declared errors are errors themselves and need no Fail.
func Fail[E any](declared E) error { return &FailedError[E]{Value: declared} }

// declaredError finds a declared error of type E in an author's error, behind wrappers too.
func declaredError[E any](err error) (E, bool) {
	if IsNil(err) { // which errors.As would call a method of
		declared, ok := any(err).(E)
		return declared, ok
	}
	var carried *FailedError[E]
	if errors.As(err, &carried) {
		return carried.Value, true
	}
	var declared E
	switch any(declared).(type) {
	case nil, error: // an interface, or a type that is an error: what errors.As can look for
		found := errors.As(err, &declared)
		return declared, found
	}
	return declared, false
}
