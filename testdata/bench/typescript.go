package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
)

// typescript measures on Node, beside the packages that testdata/bench/typescript names.
var typescript = language{name: "typescript", title: "TypeScript", codec: typescriptCodec, peers: typescriptPeers}

// typescriptPrograms copies the programs beside the installed packages, generates what they import, compiles all, and
// gives the command of each.
func (b *bench) typescriptPrograms() (func(name string, args ...string) []string, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, err
	}
	into := filepath.Join(b.work, "typescript")
	if err := b.copySources(into); err != nil {
		return nil, err
	}
	if err := os.Symlink(filepath.Join(b.node, "node_modules"), filepath.Join(into, "node_modules")); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	if err := b.output(b.flowgen, "--lang", "typescript", b.file("bench.json"), "-o", filepath.Join(into, "tools")); err != nil {
		return nil, err
	}
	if err := b.output(node, filepath.Join(into, "node_modules", "typescript", "bin", "tsc"), "-p", into); err != nil {
		return nil, err
	}
	return func(name string, args ...string) []string {
		return append([]string{node, filepath.Join(into, "dist", name+".js")}, args...)
	}, nil
}

// copySources copies what an author of the programs would have in one folder.
func (b *bench) copySources(into string) error {
	if err := os.MkdirAll(into, 0o700); err != nil {
		return err
	}
	sources, err := filepath.Glob(b.file("typescript", "*.ts"))
	if err != nil {
		return err
	}
	for _, source := range append(sources, b.file("typescript", "package.json"), b.file("typescript", "tsconfig.json")) {
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(into, filepath.Base(source)), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func typescriptCodec(b *bench) error {
	program, err := b.typescriptPrograms()
	if err != nil {
		return err
	}
	args := program("codec", b.file("order.json"))
	command := exec.Command(args[0], args[1:]...)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

func typescriptPeers(b *bench) (peers, error) {
	program, err := b.typescriptPrograms()
	if err != nil {
		return peers{}, err
	}
	return peers{
		calls: 50000,
		floor: flowPeer("bare echo", program("echo")...),
		hand:  flowPeer("hand-written JSON-RPC loop", program("jsonrpc")...),
		bare:  flowPeer("bare Node", program("bare")...),
		rest: []peer{
			flowPeer("hand-written, a promise a call", program("jsonrpc", "promises")...),
			flowPeer("flowgen, plain methods", program("server")...),
			flowPeer("flowgen, async methods", program("server_async")...),
			mcpPeer("MCP TypeScript SDK 1 (sdk)", program("mcp_sdk")...),
			mcpPeer("MCP TypeScript SDK 2 (server)", program("mcp_server")...),
		},
	}, nil
}
