"""Listings as generated packages embed them."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

from flow import json
from flow.declarations import Declarations

from .vectors import VECTORS


def embed(listing: dict[str, Any]) -> Declarations:
    """What the generated `declarations.py` of a listing says."""
    members = ("generic", "params", "ok", "err")
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(
        5000
    )  # a listing nests deeper than what `canonical` is made for
    try:
        types = {
            local: json.canonical(tree) for local, tree in listing["types"].items()
        }
        tools = {
            tool["tool"]: json.canonical({name: tool[name] for name in members})
            for tool in listing["tools"]
        }
    finally:
        sys.setrecursionlimit(usual)
    return Declarations(data=listing["data"], types=types, tools=tools)


@cache
def listing(name: str) -> Declarations:
    """One of the listings among the vectors."""
    tree = json.parse((VECTORS / "listings" / f"{name}.json").read_bytes(), depth=512)
    return embed(tree)
