package child

import (
	"bytes"
	"strings"
	"sync"
)

// tailBytes is how much of a child's standard error is kept.
const tailBytes = 64 << 10

// tail keeps the end of a stream.
type tail struct {
	mu   sync.Mutex
	ring []byte // grows up to tailBytes, then wraps at next
	next int
	cut  bool
}

func (t *tail) add(piece []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(piece) > tailBytes {
		piece = piece[len(piece)-tailBytes:]
		t.cut = true
	}
	if free := tailBytes - len(t.ring); free > 0 {
		n := min(free, len(piece))
		t.ring = append(t.ring, piece[:n]...)
		piece = piece[n:]
	}
	for len(piece) > 0 {
		n := copy(t.ring[t.next:], piece)
		t.next = (t.next + n) % tailBytes
		piece = piece[n:]
		t.cut = true
	}
}

// text gives what is kept, as valid UTF-8, from the beginning of a line where there is one.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	kept := append(append([]byte(nil), t.ring[t.next:]...), t.ring[:t.next]...)
	if t.cut {
		if _, behind, found := bytes.Cut(kept, []byte("\n")); found && len(behind) > 0 {
			kept = behind
		}
	}
	return strings.ToValidUTF8(string(kept), "\uFFFD")
}
