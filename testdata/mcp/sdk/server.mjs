// A server on the official TypeScript SDK that speaks the stateless revision of MCP alone.
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const text = (value) => [{ type: "text", text: value }];

serveStdio(
  () => {
    const server = new McpServer({ name: "stateless", version: "1" });
    server.registerTool("numbers", { description: "Some numbers." }, () => ({
      content: text("1 and 2"),
      structuredContent: [1, 2],
    }));
    server.registerTool("spelled", {}, () => ({ content: text("[3]") }));
    server.registerTool("fails", {}, () => ({
      content: text('"Busy"'),
      isError: true,
    }));
    return server;
  },
  { legacy: "reject" },
);
