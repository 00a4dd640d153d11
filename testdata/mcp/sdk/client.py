"""Drives an MCP server by the official Python client: lists the tools, makes the calls that standard input has, and prints
what came. The first argument is "legacy" or "modern", the others are the server's command."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters
from mcp.types import TextContent


async def drive(mode: str, command: list[str]) -> dict[str, object]:
    server = StdioServerParameters(command=command[0], args=command[1:])
    calls = json.load(sys.stdin)
    async with Client(server, mode="legacy" if mode == "legacy" else "auto") as client:
        listed = await client.list_tools()
        answers = []
        for call in calls:
            result = await client.call_tool(call["name"], call["arguments"])
            (block,) = result.content
            assert isinstance(block, TextContent)
            answers.append(
                {
                    "error": bool(result.is_error),
                    "structured": result.structured_content,
                    "text": block.text,
                }
            )
        return {
            "revision": client.protocol_version,
            "tools": [tool.name for tool in listed.tools],
            "calls": answers,
        }


print(json.dumps(asyncio.run(drive(sys.argv[1], sys.argv[2:]))))
