//go:build !unix

package flow

import (
	"fmt"
	"os"
)

// takeDescriptors takes the standard handles over. No child inherits them, as Go hands a child none that it is not told
// to; what os.Stdin and os.Stdout name afterwards is what a child gets.
func takeDescriptors() (*Channel, error) {
	channel := &Channel{in: os.Stdin, out: os.Stdout}
	nothing, err := os.Open(os.DevNull)
	if err != nil {
		return nil, fmt.Errorf("flow: standard input cannot be set aside: %w", err)
	}
	os.Stdin = nothing
	return channel, leadHandles(nothing)
}
