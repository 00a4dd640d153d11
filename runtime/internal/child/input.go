package child

import (
	"os"
	"slices"
	"sync"
)

// Item is told what became of a line.
type Item interface {
	// Written is called once, from another goroutine: with true when the whole line was written, and with false where it
	// was not and will not be.
	Written(whole bool)
}

// input writes lines to a child, as many at once as wait, on a goroutine of its own.
type input struct {
	pipe  *os.File
	bound int

	mu       sync.Mutex
	wake     sync.Cond
	queue    []entry       // what waits; its writing has not begun
	bytes    int           // of the lines in the queue
	roomy    chan struct{} // closed when there is room again; nil where there is some
	finished bool          // nothing is queued any more; the pipe is closed behind what is
	closed   bool          // the child is gone
	done     chan struct{} // closed when the writer has ended
}

// entry is a line and who is told of it.
type entry struct {
	line []byte
	item Item
}

func newInput(pipe *os.File, bound int) *input {
	in := &input{pipe: pipe, bound: bound, done: make(chan struct{})}
	in.wake.L = &in.mu
	go in.write()
	return in
}

// send queues a line, and says whether there is room for more.
func (in *input) send(line []byte, item Item) (room bool) {
	in.mu.Lock()
	if in.closed || in.finished {
		in.mu.Unlock()
		item.Written(false)
		return true
	}
	in.queue = append(in.queue, entry{line, item})
	in.bytes += len(line)
	if len(in.queue) == 1 {
		in.wake.Signal()
	}
	room = in.bytes <= in.bound
	if !room && in.roomy == nil {
		in.roomy = make(chan struct{})
	}
	in.mu.Unlock()
	return room
}

// ready is the channel of those for whom there is room.
var ready = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// room gives a channel that is closed once there is room.
func (in *input) room() <-chan struct{} {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.roomy == nil {
		return ready
	}
	return in.roomy
}

// makeRoom tells those who wait; the lock is held.
func (in *input) makeRoom() {
	if in.roomy != nil && (in.bytes <= in.bound || in.closed) {
		close(in.roomy)
		in.roomy = nil
	}
}

// withdraw takes a line out of the queue, and says whether it was there.
func (in *input) withdraw(item Item) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	at := slices.IndexFunc(in.queue, func(e entry) bool { return e.item == item })
	if at < 0 {
		return false
	}
	in.bytes -= len(in.queue[at].line)
	in.queue = slices.Delete(in.queue, at, at+1)
	in.makeRoom()
	return true
}

// finish ends the input behind what is queued.
func (in *input) finish() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.finished = true
	in.wake.Signal()
}

// close ends the writer, in the midst of a line too: the child is gone.
func (in *input) close() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed = true
	in.makeRoom()
	in.wake.Signal()
	_ = in.pipe.Close() // which ends a write that blocks
}

func (in *input) wait() { <-in.done }

// batchBytes is how much is put together for one write, unless one line alone is longer.
const batchBytes = 64 << 10

// write is the writer's goroutine.
func (in *input) write() {
	defer close(in.done)
	var buffer []byte
	var batch []entry
	for in.take(&batch) {
		buffer = in.writeBatch(buffer[:0], batch)
		if cap(buffer) > 4*batchBytes {
			buffer = nil
		}
		clear(batch)
	}
	in.mu.Lock()
	left := in.queue
	in.queue = nil
	in.mu.Unlock()
	refuse(left)
	_ = in.pipe.Close()
}

// take gives the lines for the next write, as many as go well together, and says whether there is something to do.
func (in *input) take(batch *[]entry) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.queue) == 0 && !in.closed && !in.finished {
		in.wake.Wait()
	}
	if in.closed || len(in.queue) == 0 {
		return false
	}
	n, bytes := 0, 0
	for n < len(in.queue) && (n == 0 || bytes+len(in.queue[n].line) < batchBytes) {
		bytes += len(in.queue[n].line)
		n++
	}
	if n == len(in.queue) {
		*batch, in.queue = in.queue, (*batch)[:0]
	} else {
		*batch = append((*batch)[:0], in.queue[:n]...)
		clear(in.queue[:n])
		in.queue = in.queue[n:]
	}
	in.bytes -= bytes
	in.makeRoom()
	return true
}

// writeBatch writes lines in one write, tells their items, and gives the buffer for the next ones.
func (in *input) writeBatch(buffer []byte, batch []entry) []byte {
	for _, e := range batch {
		buffer = append(append(buffer, e.line...), '\n')
	}
	written, err := in.pipe.Write(buffer)
	end := 0
	for _, e := range batch {
		end += len(e.line) + 1
		e.item.Written(end <= written)
	}
	if err != nil { // the child takes no more
		in.mu.Lock()
		in.closed = true
		in.makeRoom()
		in.mu.Unlock()
	}
	return buffer
}

// refuse tells the items of lines that will not be written.
func refuse(batch []entry) {
	for _, e := range batch {
		e.item.Written(false)
	}
}
