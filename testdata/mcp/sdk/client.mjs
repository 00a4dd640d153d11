// Drives an MCP server by the official TypeScript client: lists the tools, makes the calls that standard input has, and
// prints what came. The first argument is "legacy" or "modern", the others are the server's command.
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const [mode, command, ...args] = process.argv.slice(2);
const calls = JSON.parse(await text(process.stdin));
const client = new Client(
  { name: "typescript", version: "1" },
  { versionNegotiation: { mode: mode === "legacy" ? "legacy" : "auto" } },
);
await client.connect(new StdioClientTransport({ command, args }));
const { tools } = await client.listTools();
const answers = [];
for (const call of calls) {
  const result = await client.callTool(call);
  answers.push({
    error: result.isError === true,
    structured: result.structuredContent ?? null,
    text: result.content[0].text,
  });
}
console.log(
  JSON.stringify({
    revision: client.getNegotiatedProtocolVersion(),
    tools: tools.map((tool) => tool.name),
    calls: answers,
  }),
);
await client.close();
