// Command golang drives an MCP server by the official Go SDK's client: it lists the tools, makes the calls that standard
// input has, and prints what came. The first argument is "legacy" or "modern", the others are the server's command.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type call struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type answer struct {
	Error      bool   `json:"error"`
	Structured any    `json:"structured"`
	Text       string `json:"text"`
}

type report struct {
	Revision string   `json:"revision"`
	Tools    []string `json:"tools"`
	Calls    []answer `json:"calls"`
}

func main() {
	if err := drive(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func drive(mode string, command []string) error {
	var calls []call
	if err := json.NewDecoder(os.Stdin).Decode(&calls); err != nil {
		return err
	}
	ctx := context.Background()
	server := exec.Command(command[0], command[1:]...)
	server.Stderr = os.Stderr
	options := &mcp.ClientSessionOptions{}
	if mode == "legacy" {
		options.ProtocolVersion = "2025-11-25"
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "golang", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: server}, options)
	if err != nil {
		return err
	}
	r := report{Revision: session.InitializeResult().ProtocolVersion}
	for tool, err := range session.Tools(ctx, nil) {
		if err != nil {
			return err
		}
		r.Tools = append(r.Tools, tool.Name)
	}
	for _, c := range calls {
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: c.Name, Arguments: c.Arguments})
		if err != nil {
			return err
		}
		r.Calls = append(r.Calls, answer{result.IsError, result.StructuredContent, result.Content[0].(*mcp.TextContent).Text})
	}
	if err := session.Close(); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}
