// Package flow is the Go toolkit of Flow Tools: exact values, codecs, and the server that generated code starts.
//
// The folder is called runtime, after its place in the project, and the package flow, after what its values are; so
//
//	import flow "github.com/flow-toolkit/flowgen/runtime"
//
// says both, and nothing here hides Go's own package runtime.
//
// # Values
//
// Int, Decimal, Instant, Duration and JSON are exact and immutable. Each value has one representation, so that == is
// Flow's equality for them and they may be keys of a map. Option, Set, Dict and the tuples hold other values; Set and
// Dict keep theirs in Flow's order.
//
// # Codecs
//
// A Codec reads values of one Flow type from a Reader, writes them to a Writer and compares them. Reader and Writer
// keep the first error, as bufio.Scanner does, so that a codec is a plain row of reads or writes: after an error reads
// give zero values at once, loops end, and whoever began the work asks Err in the end. Unmarshal and Marshal do that.
package flow
