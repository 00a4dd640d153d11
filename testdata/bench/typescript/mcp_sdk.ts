/** An equivalent tool on the official MCP SDK, version 1, over standard input and output. */

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "bench", version: "1" });
server.registerTool(
  "greet",
  {
    description: "Answers a prompt.",
    inputSchema: { prompt: z.string() },
  },
  ({ prompt }) => ({ content: [{ type: "text", text: "hello " + prompt }] }),
);
await server.connect(new StdioServerTransport());
