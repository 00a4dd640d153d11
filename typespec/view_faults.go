package typespec

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// ViewFaults are all the faults of a call's types and schema, those of types first, then by pointer. The pointers begin
// with /types or /schema; there is no file, line or column, since a call is no file. errors.As finds the Faults in it.
type ViewFaults struct{ faults Faults }

// shownFaults is how many faults of a view its error tells: it is one sentence, which a model may read.
const shownFaults = 5

// Error says what is wrong on one line, a part for each fault: its message and its pointer. Of many faults it gives the
// first and a count.
func (e *ViewFaults) Error() string {
	shown := e.faults[:min(len(e.faults), shownFaults)]
	parts := make([]string, len(shown), shownFaults+1)
	for i, f := range shown {
		parts[i] = oneLine(f.Message)
		if f.At != "" {
			parts[i] += " (" + oneLine(f.At) + ")"
		}
	}
	if more := len(e.faults) - len(shown); more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

// Unwrap gives the Faults.
func (e *ViewFaults) Unwrap() error { return e.faults }

// viewFaults gives the faults of a view, whose members were read as two texts: no offset orders them.
func (s *sink) viewFaults() *ViewFaults {
	s.shorten()
	if s.dropped > 0 {
		s.add(0, "", CodeLimit, "%d more faults stand behind these %d: correct these first", s.dropped, mostFaults)
	}
	slices.SortStableFunc(s.faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(memberOrder(a.At), memberOrder(b.At)), cmp.Compare(a.At, b.At),
			cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return &ViewFaults{s.faults}
}

// memberOrder puts types before schema, and what has no place behind both.
func memberOrder(pointer string) int {
	switch {
	case strings.HasPrefix(pointer, "/types"):
		return 0
	case strings.HasPrefix(pointer, "/schema"):
		return 1
	}
	return 2
}
