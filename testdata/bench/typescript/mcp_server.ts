/** An equivalent tool on the official MCP SDK, version 2, over standard input and output. */

import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const server = new McpServer({ name: "bench", version: "1" });
server.registerTool(
  "greet",
  {
    description: "Answers a prompt.",
    inputSchema: z.object({ prompt: z.string() }),
  },
  ({ prompt }) => ({ content: [{ type: "text", text: "hello " + prompt }] }),
);
await server.connect(new StdioServerTransport());
