// Command mcp has an equivalent tool on the official MCP SDK, over standard input and output.
package main

import (
	"context"
	"errors"
	"io"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type arguments struct {
	Prompt string `json:"prompt"`
}

func greet(_ context.Context, _ *mcp.CallToolRequest, args arguments) (*mcp.CallToolResult, any, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "hello " + args.Prompt}}}, nil, nil
}

func main() {
	server := mcp.NewServer(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{Name: "greet", Description: "Answers a prompt."}, greet)
	if err := server.Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, io.EOF) {
		log.Fatal(err)
	}
}
