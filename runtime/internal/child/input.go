package child

import (
	"os"
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
	queue    []entry
	bytes    int           // in the queue
	roomy    chan struct{} // closed when there is room again; nil where there is some
	finished bool          // nothing is queued any more; the pipe is closed behind what is
	closed   bool          // the child is gone
	done     chan struct{} // closed when the writer has ended
}

// entry is a line that waits; one without an item was taken back.
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
	if in.roomy != nil {
		close(in.roomy)
		in.roomy = nil
	}
}

func (in *input) withdraw(item Item) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for i := range in.queue {
		if in.queue[i].item == item {
			in.bytes -= len(in.queue[i].line)
			in.queue[i] = entry{}
			return true
		}
	}
	return false
}

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

// batchBytes is how much is put together for one write; a longer line is written by itself.
const batchBytes = 64 << 10

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

// writeBatch writes lines, and gives the buffer for the next ones.
func (in *input) writeBatch(buffer []byte, batch []entry) []byte {
	first := 0
	for i, e := range batch {
		if e.item != nil {
			buffer = append(append(buffer, e.line...), '\n')
		}
		if len(buffer) < batchBytes && i < len(batch)-1 {
			continue
		}
		if !in.writeOut(buffer, batch[first:i+1]) {
			refuse(batch[i+1:])
			break
		}
		buffer, first = buffer[:0], i+1
	}
	return buffer
}

// take gives all that waits, and says whether there is something to do.
func (in *input) take(batch *[]entry) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.queue) == 0 && !in.closed && !in.finished {
		in.wake.Wait()
	}
	if in.closed || len(in.queue) == 0 {
		return false
	}
	*batch, in.queue = in.queue, (*batch)[:0]
	in.bytes = 0
	in.makeRoom()
	return true
}

// writeOut writes the lines of a batch and tells their items. It says false where the child takes no more.
func (in *input) writeOut(buffer []byte, batch []entry) bool {
	n, err := in.pipe.Write(buffer)
	at := 0
	for _, e := range batch {
		if e.item == nil {
			continue
		}
		at += len(e.line) + 1
		e.item.Written(at <= n)
	}
	if err == nil {
		return true
	}
	in.mu.Lock()
	in.closed = true
	in.makeRoom()
	in.mu.Unlock()
	return false
}

// refuse tells the items of lines that will not be written.
func refuse(batch []entry) {
	for _, e := range batch {
		if e.item != nil {
			e.item.Written(false)
		}
	}
}
