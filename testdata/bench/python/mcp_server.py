"""An equivalent tool on the official MCP SDK, over standard input and output."""

from mcp.server import MCPServer

server = MCPServer("bench", log_level="ERROR")


@server.tool()
def greet(prompt: str) -> str:
    """Answers a prompt."""
    return "hello " + prompt


server.run("stdio")
