"""Reads and writes one order through the generated codec, the standard json module and pydantic, in one process.

Prints a line a row: name, microseconds a call, ratio to the first row of its block.
"""

from __future__ import annotations

import json
import sys
import timeit
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import pydantic

sys.path.insert(0, sys.argv[1])
from generated import codecs  # type: ignore[import-not-found]

TEXT = Path(sys.argv[2]).read_text().strip()


class Customer(pydantic.BaseModel):
    name: str
    address: str
    number: int
    limit: Decimal


class Line(pydantic.BaseModel):
    article: str
    quantity: int
    price: Decimal
    comment: str | None = None


class Shipped(pydantic.BaseModel):
    Shipped: str


Counts: Any = {f"count_{i:02d}": (int, ...) for i in range(14)}
Prices: Any = {f"price_{i:02d}": (Decimal, ...) for i in range(4)}
Order: Any = pydantic.create_model(
    "Order",
    **Counts,
    **Prices,
    reference=(str, ...),
    note=(str | None, None),
    paid=(bool, ...),
    customer=(Customer, ...),
    lines=(list[Line], ...),
    tags=(list[str], ...),
    status=(Literal["Open"] | Shipped, ...),
)


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Makes an object of its members and refuses a repeated name, as exact reading must."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name is repeated")
    return made


def exact_pydantic() -> Any:
    """pydantic asked for what the codec gives: exact decimals, no repeated names, no coercion."""
    tree = json.loads(TEXT, parse_float=Decimal, object_pairs_hook=unique)
    return Order.model_validate(tree, strict=True)


def best(run: Callable[[], object]) -> float:
    """Gives microseconds a call: the best of seven rounds."""
    run()
    rounds = 1000
    return min(timeit.repeat(run, number=rounds, repeat=7)) / rounds * 1e6


def block(title: str, rows: list[tuple[str, Callable[[], object]]]) -> None:
    """Measures the rows and prints them beside the first."""
    print(f"{f'{title} ({len(TEXT.encode())} bytes)':<46}{'us':>12}{'ratio':>9}")
    first = 0.0
    for name, run in rows:
        took = best(run)
        first = first or took
        print(f"  {name:<44}{took:12.2f}{took / first:9.2f}")


def main() -> None:
    """Runs both blocks after checking that the codec gives the text back to the byte."""
    codec = codecs.Order
    order = codec.decode(TEXT)
    if codec.encode(order) != TEXT:
        raise SystemExit("the codec does not give the order back")
    plain = json.loads(TEXT)
    model = Order.model_validate_json(TEXT)
    block(
        "Python: decode an order",
        [
            ("json.loads", lambda: json.loads(TEXT)),
            ("flowgen codec", lambda: codec.decode(TEXT)),
            ("pydantic, as it comes", lambda: Order.model_validate_json(TEXT)),
            ("pydantic, exact (json with hooks, strict)", exact_pydantic),
        ],
    )
    block(
        "Python: encode an order",
        [
            ("json.dumps", lambda: json.dumps(plain)),
            ("flowgen codec", lambda: codec.encode(order)),
            ("pydantic, as it comes", lambda: model.model_dump_json(exclude_none=True)),
        ],
    )


if __name__ == "__main__":
    main()
