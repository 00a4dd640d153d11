// Package wire reads what both sides of the protocol read: lines, JSON by its syntax alone, and ids.
package wire

import (
	"bytes"
	"errors"
	"io"
)

const (
	chunkSize     = 64 << 10
	byteOrderMark = "\xef\xbb\xbf"
)

// Lines takes a stream apart into lines of at most limit bytes, the line end not counted. Only \n ends a line,
// however long it is and however its bytes arrive. A byte-order mark at the start of the stream, a carriage return
// before the line end, and blank lines are dropped. Of a line over the limit no more than that is stored.
type Lines struct {
	// Skipped, where it is set, is called with the pieces of a line that were not stored, behind the beginning that Next
	// gave, and with nil where that line ends.
	Skipped func(piece []byte)

	source io.Reader
	limit  int

	chunk    []byte // what was read
	from, to int    // the part of chunk that no line was made of
	seen     int    // how much of that part has no line end in it
	held     []byte // the beginning of a line that does not fit chunk
	started  bool
	skipping bool   // the rest of a line over the limit
	open     bool   // the stream ended in a line
	due      func() // tells Skipped what Next cut off
	err      error
}

// Open says whether the stream ended in a line without a line end: the last one that Next gave.
func (l *Lines) Open() bool { return l.open }

// NewLines reads lines of at most limit bytes.
func NewLines(source io.Reader, limit int) *Lines {
	return &Lines{source: source, limit: limit, chunk: make([]byte, chunkSize)}
}

// Next gives the next line, or the beginning of one that is over the limit. The line is valid until the next call. The
// error is that of the source: io.EOF at the end, behind the last line whether or not that has a line end.
func (l *Lines) Next() (line []byte, overlong bool, err error) {
	if l.due != nil {
		l.due()
		l.due = nil
	}
	for {
		if at := bytes.IndexByte(l.chunk[l.from+l.seen:l.to], '\n'); at >= 0 {
			piece := l.chunk[l.from : l.from+l.seen+at]
			l.from += l.seen + at + 1
			l.seen = 0
			if line, overlong = l.whole(piece); line != nil {
				return line, overlong, nil
			}
			continue
		}
		l.seen = l.to - l.from
		if l.err != nil {
			return l.last()
		}
		if line := l.makeRoom(); line != nil {
			return line, true, nil
		}
		l.fill()
	}
}

func (l *Lines) fill() {
	n, err := l.source.Read(l.chunk[l.to:])
	l.to += n
	if err != nil {
		l.err = err
	}
}

// makeRoom sees to it that chunk has room behind what is read; it gives the beginning of a line that is too long.
func (l *Lines) makeRoom() (tooLong []byte) {
	if l.from > 0 {
		l.to = copy(l.chunk, l.chunk[l.from:l.to])
		l.from = 0
	}
	if l.skipping {
		l.skipped(l.chunk[:l.to], false)
		l.to, l.seen = 0, 0
		return nil
	}
	if l.to == len(l.chunk) {
		l.held = append(l.held, l.chunk...)
		l.to, l.seen = 0, 0
	}
	room := l.limit + len("\r")
	if !l.started {
		room += len(byteOrderMark)
	}
	if len(l.held)+l.to <= room {
		return nil
	}
	start := append(l.held, l.chunk[:l.to]...)
	l.held, l.to, l.seen = nil, 0, 0
	l.skipping = true
	return l.cut(l.begin(start), false)
}

// cut gives the beginning of a line that is too long. Skipped is told of the rest later, as what came behind.
func (l *Lines) cut(line []byte, ended bool) []byte {
	l.due = func() { l.skipped(line[l.limit:], ended) }
	return line[:l.limit]
}

func (l *Lines) skipped(piece []byte, ended bool) {
	if l.Skipped == nil {
		return
	}
	if len(piece) > 0 {
		l.Skipped(piece)
	}
	if ended {
		l.Skipped(nil)
	}
}

// whole makes a line of its last piece; nil where there is nothing to say.
func (l *Lines) whole(piece []byte) (line []byte, overlong bool) {
	if l.skipping {
		l.skipping = false
		l.skipped(piece, true)
		return nil, false
	}
	if l.held != nil {
		piece = append(l.held, piece...)
		l.held = nil
	}
	piece = bytes.TrimSuffix(l.begin(piece), []byte("\r"))
	if len(piece) > l.limit {
		return l.cut(piece, true), true
	}
	if len(bytes.Trim(piece, " \t\r")) == 0 {
		return nil, false
	}
	return piece, false
}

func (l *Lines) begin(line []byte) []byte {
	if l.started {
		return line
	}
	l.started = true
	return bytes.TrimPrefix(line, []byte(byteOrderMark))
}

// last gives the line that the stream ends with, and its error once there is none.
func (l *Lines) last() (line []byte, overlong bool, err error) {
	piece := l.chunk[l.from:l.to]
	l.from, l.to, l.seen = 0, 0, 0
	if l.open = len(piece) > 0 || l.held != nil || l.skipping; l.open {
		if errors.Is(l.err, io.EOF) {
			if line, overlong = l.whole(piece); line != nil {
				return line, overlong, nil
			}
		}
	}
	return nil, false, l.err
}
