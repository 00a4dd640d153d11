package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// python measures with an interpreter that has the peers.
var python = language{
	name: "python", title: "Python", codec: pythonCodec, peers: pythonPeers, types: dataModels,
}

// pythonPackage generates the package that the codec and the server parts use, and gives the folder that it is in.
func (b *bench) pythonPackage() (string, error) {
	into := filepath.Join(b.work, "python")
	return into, b.output(b.flowgen, "--lang", "python", b.file("bench.json"), "-o", filepath.Join(into, "generated"))
}

func pythonCodec(b *bench) error {
	into, err := b.pythonPackage()
	if err != nil {
		return err
	}
	command := exec.Command(b.python, b.file("python", "codec.py"), into, b.file("order.json"))
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

func pythonPeers(b *bench) (peers, error) {
	into, err := b.pythonPackage()
	if err != nil {
		return peers{}, err
	}
	script := func(name string) string { return b.file("python", name) }
	return peers{
		calls: 20000,
		floor: flowPeer("bare line echo", b.python, script("echo.py")),
		hand:  flowPeer("hand-written JSON-RPC loop", b.python, script("jsonrpc.py")),
		bare:  flowPeer("bare Python", b.python, script("bare.py")),
		rest: []peer{
			flowPeer("flowgen, plain methods", b.python, script("server.py"), into),
			flowPeer("flowgen, async methods", b.python, script("server_async.py"), into),
			mcpPeer("MCP Python SDK", b.python, script("mcp_server.py")),
		},
	}, nil
}

// dataModels has datamodel-code-generator make types alone from the JSON Schema of declarations.
func dataModels(b *bench, schema []byte) (name string, took time.Duration, peak int64, err error) {
	took, peak, err = best(1, schema, b.python, "-m", "datamodel_code_generator", "--input-file-type", "jsonschema",
		"--output", filepath.Join(b.work, "peer.py"), "--disable-timestamp")
	return "datamodel-code-generator", took, peak, err
}
