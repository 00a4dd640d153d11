"""The codecs of the Go runtime, as a process to ask: what it reads, Python's codecs must read."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from .vectors import VECTORS

if TYPE_CHECKING:
    from pathlib import Path

    from .samples import Term

ROOT = VECTORS.parent.parent
PROGRAM = ROOT / ".cache" / "bin" / "oracle"


class Oracle:
    """A running `testdata/oracle`, which reads a text at a type of a listing."""

    def __init__(self) -> None:
        build = ["go", "build", "-o", str(PROGRAM), "./testdata/oracle"]
        subprocess.run(build, cwd=ROOT, check=True)
        self._process = subprocess.Popen(
            [str(PROGRAM)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def read(self, listing: Path, term: Term, text: str) -> tuple[str, str]:
        """The verdict on a text: ("read", its canonical text), or the code and the pointer of the refusal."""
        request = {
            "listing": str(listing),
            "term": opened(term),
            "text": base64.b64encode(text.encode()).decode(),
        }
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "canonical" in answer:
            return "read", answer["canonical"]
        return answer["code"], answer["at"]


@cache
def oracle() -> Oracle:
    """The process that all tests ask; without Go the test is skipped, but never in CI."""
    if shutil.which("go") is None:
        message = "go is missing: the Go codecs are not asked"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return Oracle()


def opened(term: Term) -> Any:
    """A type as a listing writes it."""
    kind, *parts = term
    if not parts and kind != "Named":
        return kind
    if kind == "Named":
        declaration, *args = parts
        return {
            "Named": {
                "declaration": declaration,
                "args": [opened(part) for part in args],
            }
        }
    inner = [opened(part) for part in parts]
    if kind == "Function":
        return {"Function": {"params": inner[:-1], "result": inner[-1]}}
    return {kind: inner if kind in ("Dict", "Tuple") else inner[0]}
