package flow

// Limits bound values and messages, decoding and encoding alike. Numbers are held to them by value, never by spelling.
// A member that is zero stands for its default.
type Limits struct {
	// Depth is how deep a value may nest, counted from its own root: an array or object there is 1. 256 by default.
	Depth int
	// IntDigits are the digits of an Int; 4096 by default.
	IntDigits int
	// DecimalDigits are the digits of a Decimal on each side of its point in plain notation, and of a Duration's seconds
	// and each of its parts; 4096 by default.
	DecimalDigits int
	// FractionDigits are the digits of an Instant's fraction of a second, trailing zeros aside; 4096 by default.
	FractionDigits int
	// MessageBytes is how long one message of the protocol may be, its line end aside; 64 MiB by default.
	MessageBytes int
	// MessageDepth is how deep a message may nest around its args, types and schema; 256 by default.
	MessageDepth int
}

// DefaultLimits gives the limits that hold where none are given.
func DefaultLimits() Limits { return Limits{}.orDefaults() }

func (l Limits) orDefaults() Limits {
	return Limits{
		Depth:          positive(l.Depth, 256),
		IntDigits:      positive(l.IntDigits, 4096),
		DecimalDigits:  positive(l.DecimalDigits, 4096),
		FractionDigits: positive(l.FractionDigits, 4096),
		MessageBytes:   positive(l.MessageBytes, 64<<20),
		MessageDepth:   positive(l.MessageDepth, 256),
	}
}

func positive(n, otherwise int) int {
	if n > 0 {
		return n
	}
	return otherwise
}

// limitsOf takes the optional last argument of a function: none, or one.
func limitsOf(given []Limits) Limits {
	if len(given) == 0 {
		return DefaultLimits()
	}
	return given[0].orDefaults()
}
