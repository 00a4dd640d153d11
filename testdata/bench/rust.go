package main

import (
	"os"
	"os/exec"
	"path/filepath"
)

// rust measures the programs of the crate in the folder rust, which has its peers beside it.
var rust = language{name: "rust", title: "Rust", codec: rustCodec, peers: rustPeers, compiled: true}

// rustPrograms generates the modules that the codec and the server parts use, builds all programs, and gives where they are.
func (b *bench) rustPrograms() (func(name string) string, error) {
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		return nil, err
	}
	crate := b.file("rust")
	if err := b.output(b.flowgen, "--lang", "rust", b.file("bench.json"), "-o", filepath.Join(crate, "src", "tools")); err != nil {
		return nil, err
	}
	target := filepath.Join(b.root, ".cache", "target")
	err = b.output(cargo, "build", "--release", "--quiet", "--locked", "--manifest-path", filepath.Join(crate, "Cargo.toml"), "--target-dir", target)
	return func(name string) string { return filepath.Join(target, "release", name) }, err
}

func rustCodec(b *bench) error {
	program, err := b.rustPrograms()
	if err != nil {
		return err
	}
	command := exec.Command(program("codec"), b.file("order.json"))
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

func rustPeers(b *bench) (peers, error) {
	program, err := b.rustPrograms()
	if err != nil {
		return peers{}, err
	}
	return peers{
		calls: 200000,
		floor: flowPeer("bare tokio line echo", program("echo")),
		hand:  flowPeer("hand-written JSON-RPC loop", program("jsonrpc")),
		bare:  flowPeer("bare Rust", program("bare")),
		rest: []peer{
			flowPeer("hand-written, a task a call", program("jsonrpc"), "tasks"),
			flowPeer("flowgen", program("server")),
			mcpPeer("MCP Rust SDK (rmcp)", program("mcp")),
		},
	}, nil
}
