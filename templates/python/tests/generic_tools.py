"""The golden package of the testee, served: each method gives back its first argument.

`python generic_tools.py` serves plain methods; SERVED_ASYNC=1 makes them async.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[3].joinpath("testdata", "golden", "python")))


def plain(self: Any, /, *, ctx: Any, **given: Any) -> Any:
    return next(iter(given.values()))


async def asynchronous(self: Any, /, *, ctx: Any, **given: Any) -> Any:
    return next(iter(given.values()))


if __name__ == "__main__":
    testee: Any = import_module("testee")

    method = asynchronous if os.environ.get("SERVED_ASYNC") else plain
    names = [entry.method for entry in testee.Tools.__flow_toolkit__.entries]
    author: Any = type("Author", (testee.Tools,), dict.fromkeys(names, method))
    testee.serve(author(), grace=0.5)
