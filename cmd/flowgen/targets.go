package main

import (
	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/gen/golang"
	"github.com/flow-toolkit/flowgen/gen/python"
	"github.com/flow-toolkit/flowgen/gen/typescript"
)

// targets are the languages that toolkits are generated for.
func targets() gen.Targets {
	return gen.Targets{golang.Target{}, python.Target{}, typescript.Target{}}
}
