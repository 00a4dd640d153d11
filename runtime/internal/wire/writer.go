package wire

import (
	"io"
	"runtime"
	"sync"
)

// KeptBuffer bounds the buffers that are kept for the next messages, in bytes.
const KeptBuffer = 1 << 20

// MessageWriter writes messages whole and in order. Whoever adds one while nobody writes becomes the writer, and takes
// along all that is ready by the time it comes to write: many quick answers go out in one write, and none waits for a
// call that takes long. Nobody else ever waits for the reader of the stream.
type MessageWriter struct {
	out io.Writer

	mu       sync.Mutex
	idle     sync.Cond // told when something was written
	pending  []byte    // what is ready to be written
	spare    []byte    // an empty buffer
	writing  int       // bytes in the hands of the writer
	active   bool      // whether somebody writes
	released bool      // whether WaitBelow waits no more
	err      error     // why nothing is written any more
	closed   chan struct{}
}

// NewMessageWriter writes to a stream.
func NewMessageWriter(out io.Writer) *MessageWriter {
	w := &MessageWriter{out: out, closed: make(chan struct{})}
	w.idle.L = &w.mu
	return w
}

// Add makes a message ready, and says whether the caller has to see to it that drain is called. It never waits for the
// stream.
func (w *MessageWriter) Add(write func(dst []byte) []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return false
	}
	w.pending = write(w.pending)
	if w.active {
		return false
	}
	w.active = true
	return true
}

// Post has a message written by another goroutine: it never waits for the stream.
func (w *MessageWriter) Post(write func(dst []byte) []byte) {
	if w.Add(write) {
		go w.Drain()
	}
}

// Drain writes what is ready until nothing is.
func (w *MessageWriter) Drain() {
	runtime.Gosched() // whoever is about to answer as well gets its turn first
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.pending) > 0 && w.err == nil {
		batch := w.pending
		w.pending, w.spare = w.spare[:0], nil
		w.writing = len(batch)
		w.mu.Unlock()
		_, err := w.out.Write(batch)
		w.mu.Lock()
		w.writing = 0
		if cap(batch) <= KeptBuffer {
			w.spare = batch[:0]
		}
		if err != nil {
			w.err = err
			w.pending = nil
			close(w.closed)
		}
		w.idle.Broadcast()
	}
	w.active = false
	w.idle.Broadcast()
}

// WaitBelow waits until no more than so many bytes are unread, nobody reads any more, or release was called.
func (w *MessageWriter) WaitBelow(bytes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.err == nil && !w.released && len(w.pending)+w.writing > bytes {
		w.idle.Wait()
	}
}

// Release ends all waiting in WaitBelow, now and later.
func (w *MessageWriter) Release() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.released = true
	w.idle.Broadcast()
}

// Flushed gives a channel that is closed once all is written, or nobody reads any more.
func (w *MessageWriter) Flushed() <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.mu.Lock()
		defer w.mu.Unlock()
		for w.err == nil && (w.active || len(w.pending) > 0) {
			w.idle.Wait()
		}
	}()
	return done
}

// Closed gives a channel that is closed once nobody reads any more.
func (w *MessageWriter) Closed() <-chan struct{} { return w.closed }
