package main

import (
	"os"
	"os/exec"
	"path/filepath"
)

// golang measures the programs of the module in the folder golang, which has what flowgen's own module does not need.
var golang = language{name: "go", title: "Go", codec: goCodec, peers: goPeers, compiled: true}

// goPrograms generates the package that the codec and the server parts use, builds all programs, and gives where they are.
func (b *bench) goPrograms() (func(name string) string, error) {
	folder := b.file("golang")
	if err := b.output("go", "generate", "-C", folder, "./..."); err != nil {
		return nil, err
	}
	into := filepath.Join(b.work, "go")
	if err := os.MkdirAll(into, 0o700); err != nil {
		return nil, err
	}
	err := b.output("go", "build", "-C", folder, "-mod=readonly", "-o", into, "./...")
	return func(name string) string { return filepath.Join(into, name) }, err
}

func goCodec(b *bench) error {
	program, err := b.goPrograms()
	if err != nil {
		return err
	}
	command := exec.Command(program("codec"), b.file("order.json"))
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

func goPeers(b *bench) (peers, error) {
	program, err := b.goPrograms()
	if err != nil {
		return peers{}, err
	}
	return peers{
		calls: 100000,
		floor: flowPeer("bare line echo", program("echo")),
		hand:  flowPeer("hand-written JSON-RPC loop", program("jsonrpc")),
		bare:  flowPeer("bare Go", program("bare")),
		rest: []peer{
			flowPeer("hand-written, a goroutine a call", program("jsonrpc"), "goroutines"),
			flowPeer("flowgen", program("server")),
			mcpPeer("MCP Go SDK", program("mcp")),
		},
	}, nil
}
