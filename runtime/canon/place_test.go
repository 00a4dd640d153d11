package canon_test

import (
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

func TestLine(t *testing.T) {
	text := []byte("{\n \"é\": 1,\r\n\xff\xffx")
	for _, c := range []struct{ offset, line, column int }{
		{0, 1, 1}, {1, 1, 2}, {2, 2, 1}, {3, 2, 2}, {7, 2, 5}, {13, 3, 1}, {15, 3, 3}, {999, 3, 4}, {-1, 1, 1},
	} {
		if line, column := canon.Line(text, c.offset); line != c.line || column != c.column {
			t.Errorf("byte %d: %d:%d, want %d:%d", c.offset, line, column, c.line, c.column)
		}
	}
}

func TestPointer(t *testing.T) {
	if got := canon.PointerIndex(canon.Pointer(canon.Pointer("", "a~/b"), ""), 12); got != "/a~0~1b//12" {
		t.Error(got)
	}
}
