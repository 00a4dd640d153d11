"""The vectors, read exactly: numbers as spelled, through `flow.json`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from flow import json

Row: TypeAlias = dict[str, Any]
VECTORS = Path(__file__).parents[3] / "testdata" / "vectors"


@cache
def rows(name: str) -> list[Any]:
    """The rows of a file of vectors."""
    tree: list[Any] = json.parse((VECTORS / name).read_bytes(), depth=2000)
    return tree
