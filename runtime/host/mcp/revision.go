package mcp

import (
	"runtime/debug"
	"slices"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// The revisions of MCP that are spoken here, the newest last. A session of the handshakes begins with initialize; in the
// stateless one each request says by itself what it needs.
var handshakes = []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}

const (
	newestHandshake = "2025-11-25"
	stateless       = "2026-07-28"
)

func isHandshake(revision string) bool { return slices.Contains(handshakes, revision) }

// What a stateless request says in its _meta, and an answer of who gives it.
const (
	metaRevision     = "io.modelcontextprotocol/protocolVersion"
	metaCapabilities = "io.modelcontextprotocol/clientCapabilities"
	metaClient       = "io.modelcontextprotocol/clientInfo"
	metaServer       = "io.modelcontextprotocol/serverInfo"
)

// The methods of MCP that are used here.
const (
	methodInitialize  = "initialize"
	methodInitialized = "notifications/initialized"
	methodDiscover    = "server/discover"
	methodList        = "tools/list"
	methodCall        = "tools/call"
	methodCancelled   = "notifications/cancelled"
	methodPing        = "ping"
)

// The codes of errors.
const (
	codeParse              = -32700
	codeInvalidRequest     = -32600
	codeUnknownMethod      = -32601
	codeInvalidParams      = -32602
	codeUnsupportedVersion = -32022
)

// ourselves says who speaks here, as MCP has it: a name and a version.
func ourselves() *canon.Value {
	return canon.NewObject(
		canon.Member{Name: "name", Value: canon.NewString("flowgen")},
		canon.Member{Name: "version", Value: canon.NewString(version())})
}

// version is that of this module in the program at hand, "devel" where the build does not say.
func version() string {
	const module = "github.com/flow-toolkit/flowgen"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == module && m.Version != "" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return "devel"
}
