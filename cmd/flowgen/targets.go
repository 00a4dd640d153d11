package main

import (
	"github.com/flow-toolkit/flowgen/gen"
)

// targets are the languages that toolkits are generated for.
func targets() gen.Targets {
	return gen.Targets{}
}
