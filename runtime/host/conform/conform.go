// Package conform checks whether a Tool process keeps the protocol: any process, in any language, made by us or not.
//
// It sends nothing that a process which keeps the protocol would run its author's code for: descriptions are asked for,
// messages are broken, and every call has arguments or types that must not decode.
package conform

import (
	"context"
	"fmt"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Options bound a check. A member that is zero stands for its default.
type Options struct {
	// Wait is how long an answer may take; 30 s by default, since one of the messages is over the limit of 64 MiB.
	Wait time.Duration
	// MessageBytes is the process's limit of a message, its line end aside, over which one is sent; 64 MiB by default.
	MessageBytes int
	// Each, where it is set, is told of every check as it ends.
	Each func(Check)
}

func (o Options) orDefaults() Options {
	if o.Wait <= 0 {
		o.Wait = 30 * time.Second
	}
	if o.MessageBytes <= 0 {
		o.MessageBytes = 64 << 20
	}
	return o
}

// Check is one thing that was checked.
type Check struct {
	// Group is what the check is about: "describe", "wire", or the identity of a Tool.
	Group string `json:"group"`
	// Name says what was done.
	Name string `json:"name"`
	// Fault says what should have come back, and what did; empty where all is well.
	Fault string `json:"fault,omitempty"`
}

// Report is the result of a whole check.
type Report struct {
	// Checks are in the order in which they were made.
	Checks []Check `json:"checks"`
	// Faults counts those that found one.
	Faults int `json:"faults"`
}

// Run checks the process of a command against the declarations of a program, all of which it should serve. The error says
// that the process cannot be started, or that ctx ended; what is wrong with the process is in the report. Where it does not
// answer the first describe, nothing else is checked.
func Run(ctx context.Context, program *typespec.Program, command host.Command, options Options) (*Report, error) {
	r := &runner{ctx: ctx, program: program, command: command, options: options.orDefaults(), report: &Report{}, values: newValues()}
	for _, part := range []func() error{r.describe, r.wire, r.tools, r.endings} {
		if err := r.withPeer(part); err != nil {
			return r.report, err
		}
		if err := ctx.Err(); err != nil {
			return r.report, err
		}
		if r.report.Checks[0].Fault != "" {
			return r.report, nil // it is no Tool process, and everything else would fail too
		}
	}
	return r.report, nil
}

// runner makes the checks, each part with a fresh process.
type runner struct {
	ctx     context.Context
	program *typespec.Program
	command host.Command
	options Options
	report  *Report
	values  *values
	peer    *peer
	group   string
	nextID  int
	// astray says that a check found a fault: what still comes of it must not be taken for the answer to the next one.
	astray bool
}

func (r *runner) withPeer(part func() error) error {
	started, err := startPeer(r.ctx, r.command, r.options)
	if err != nil {
		return err
	}
	r.peer, r.astray = started, false
	defer func() { r.peer.stop() }()
	return part()
}

// note enters the result of a check.
func (r *runner) note(name, fault string) {
	check := Check{Group: r.group, Name: name, Fault: fault}
	r.report.Checks = append(r.report.Checks, check)
	if fault != "" {
		r.report.Faults++
		r.astray = true
	}
	if r.options.Each != nil {
		r.options.Each(check)
	}
}

// id gives a new request id.
func (r *runner) id() string {
	r.nextID++
	return fmt.Sprintf(`"conform-%d"`, r.nextID)
}

// revive starts another process where the one at work has ended or gone astray, so that the next check has a good one.
func (r *runner) revive() error {
	if !r.peer.hasEnded() && !r.astray {
		return nil
	}
	r.astray = false
	r.peer.stop()
	started, err := startPeer(r.ctx, r.command, r.options)
	if err != nil {
		return err
	}
	r.peer = started
	return nil
}
