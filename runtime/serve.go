package flow

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Serve answers describe and calls on standard input and output until the input ends. Generated code calls it.
//
// Standard output belongs to the protocol from here on: what prints to it, in Go, in C or in a child process, lands on
// standard error, also after Serve has returned; and standard input is at its end for everybody else.
//
// At the end of input, running calls have a grace period (WithGrace); those left are then cancelled. SIGTERM, SIGINT and
// the end of ctx cancel them at once. Either way Serve returns nil a second later at most, or the grace period later where
// the host does not take its answers, so that the program can clean up and end with status 0. The error is that standard input or output cannot be taken.
//
// ctx gives the calls their values. A call's own context ends when the host cancels the call.
func Serve(ctx context.Context, toolkit *Toolkit, options ...ServeOption) error {
	o := optionsOf(options)
	if o.in != nil {
		newServer(ctx, toolkit, o, o.in, o.out).run(ctx.Done())
		return nil
	}
	channel := o.channel
	if channel == nil {
		taken, err := TakeStandardStreams()
		if err != nil {
			return err
		}
		channel = taken
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	newServer(ctx, toolkit, o, channel.in, channel.out).run(ctx.Done())
	return nil
}

// Channel is standard input and output as the protocol has taken them.
type Channel struct{ in, out *os.File }

// TakeStandardStreams moves the process's standard input and output to descriptors of the protocol's own, to be handed
// to Serve by WithChannel. Serve does it by itself; a program that prints before it serves calls this first.
//
// From then on standard input is at its end, and standard output leads to standard error: for os.Stdout, for descriptor
// 1, and for child processes, which inherit none of the protocol's descriptors.
func TakeStandardStreams() (*Channel, error) {
	channel, err := takeDescriptors()
	if err != nil {
		return nil, err
	}
	os.Stdout = os.Stderr
	return channel, nil
}
