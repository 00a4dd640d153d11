package main

import (
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

// mcpAdapter makes the implementation of an MCP server.
var mcpAdapter func(command host.Command, declarations []*typespec.Tool, options host.ProcessOptions) host.Implementation
