package typespec

import "strings"

// Entrance says where a value of a type comes into a program, or goes out of it.
type Entrance uint8

// The entrances of values.
const (
	// Arguments are those of a call, which the toolkit decodes: opaque and host types included.
	Arguments Entrance = iota
	// Replies are those of a Tool, json.decode and the supplied arguments of a fork: nothing opaque.
	Replies
	// Inputs are those of a run: nothing opaque and no host type.
	Inputs
	// Outputs are those of a run, which the program made: no host type.
	Outputs
	// Rebuilding is that of a checkpoint's arguments, which the program made: every type that has values.
	Rebuilding
)

// noValue bars from everywhere: what has no encoding, and what has no order where one is needed.
const noValue = holdsFunction | holdsTask | holdsNonData | holdsHostKey

var bars = [...]holding{
	Arguments:  noValue | holdsOptionalJSON,
	Replies:    notReply,
	Inputs:     notReply | holdsHost,
	Outputs:    noValue | holdsHost | holdsOptionalJSON,
	Rebuilding: noValue,
}

// Bars says what a concrete type holds at value positions that bars its values from the entrance, and where; empty where
// nothing does.
func (e Entrance) Bars(t *Term) string {
	c := newCrossings(reached([]*Term{t}), []*Term{t})
	var found []string
	for _, h := range c.among(0, bars[e]) {
		found = append(found, c.found(0, h))
	}
	return strings.Join(found, "; ")
}
