package flow

import (
	"io"
	"time"
)

// serveOptions are what a server was asked for.
type serveOptions struct {
	grace    time.Duration
	maxCalls int
	backlog  int
	limits   Limits
	channel  *Channel
	in       io.Reader
	out      io.Writer
}

// ServeOption changes how Serve serves.
type ServeOption func(*serveOptions)

// WithGrace sets how long running calls may go on once the input has ended, before they are cancelled: 5 seconds where
// nobody says.
func WithGrace(grace time.Duration) ServeOption {
	return func(o *serveOptions) { o.grace = grace }
}

// WithMaxCalls sets how many calls run at once, each on a goroutine of its own, while the others wait for their turn:
// 4096 where nobody says. Less than 1 stands for 1.
func WithMaxCalls(n int) ServeOption {
	return func(o *serveOptions) { o.maxCalls = max(n, 1) }
}

// WithBacklog sets how many bytes of calls are held in memory, 512 MiB where nobody says: a call over that is answered
// NotRun. Where the host leaves more than that of replies unread, nothing more is read until it takes some.
func WithBacklog(bytes int) ServeOption {
	return func(o *serveOptions) { o.backlog = bytes }
}

// WithLimits sets the limits of messages and of the values in them.
func WithLimits(limits Limits) ServeOption {
	return func(o *serveOptions) { o.limits = limits.orDefaults() }
}

// WithChannel serves on the standard streams that TakeStandardStreams gave.
func WithChannel(channel *Channel) ServeOption {
	return func(o *serveOptions) { o.channel = channel }
}

// WithStreams serves on other streams than the standard ones: a socket, a pipe, the two ends of a test. The standard
// streams and the signals of the process are left alone. An in that has SetReadDeadline is told when nobody reads it
// any more; any other has to end by itself.
func WithStreams(in io.Reader, out io.Writer) ServeOption {
	return func(o *serveOptions) { o.in, o.out = in, out }
}

func optionsOf(given []ServeOption) serveOptions {
	o := serveOptions{grace: 5 * time.Second, maxCalls: 4096, backlog: 512 << 20, limits: DefaultLimits()}
	for _, option := range given {
		option(&o)
	}
	return o
}
