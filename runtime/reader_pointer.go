package flow

import (
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// step is an array or object that is open at some place of a text, and which of its values is.
type step struct {
	object bool
	index  int
	name   string
}

// pointerAt gives the JSON Pointer of the value that begins at or holds an offset; between says that the offset is between
// values, so that the one which holds them is meant. What stands before the offset is the beginning of a JSON text: the
// Reader came by there, or the Writer wrote it. Hence no pointer costs anything before one is asked for.
func pointerAt(text string, offset int, between bool) string {
	var steps []step
	for at := 0; at < offset && at < len(text); {
		top := len(steps) - 1
		switch c := text[at]; c {
		case '{', '[':
			steps = append(steps, step{object: c == '{'})
		case '}', ']':
			steps = steps[:top]
		case ',':
			steps[top].index++
			steps[top].name = ""
		case '"':
			name, end, code, _ := canon.ScanString(text, at)
			if code != "" || end > offset {
				at = offset
				continue
			}
			if top >= 0 && steps[top].object && steps[top].name == "" {
				steps[top].name = canon.Pointer("", name)
			}
			at = end
			continue
		}
		at++
	}
	if between && len(steps) > 0 {
		steps = steps[:len(steps)-1]
	}
	var pointer strings.Builder // as names may be long, and many
	for _, s := range steps {
		if s.object {
			pointer.WriteString(s.name)
		} else {
			pointer.WriteString(canon.PointerIndex("", s.index))
		}
	}
	return pointer.String()
}
