"""Served signatures and fingerprints."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from flow import json

from .listing import embed, listing
from .vectors import Row, rows

SIGNATURES = [
    pytest.param(
        row["listing"], tool, id=f"{row['listing']}:{tool['tool'].rpartition('.')[2]}"
    )
    for row in rows("listings.json")
    for tool in row["tools"]
]


@pytest.mark.parametrize(("name", "tool"), SIGNATURES)
def test_a_served_signature_is_that_of_the_listing(name: str, tool: Row) -> None:
    declarations = listing(name)
    identity = tool["tool"]
    assert declarations.described(identity) == tool["signature"]
    assert declarations.fingerprinted(identity) == tool["fingerprinted"]
    assert declarations.fingerprint(identity) == tool["fingerprint"]


@pytest.mark.parametrize(
    "row", rows("listings-accepted.json"), ids=lambda row: row["name"]
)
def test_a_listing_on_the_right_side_of_a_line_has_its_fingerprints(row: Row) -> None:
    declarations = embed(json.parse(row["text"], depth=512))
    found = [declarations.fingerprint(identity) for identity in declarations.tools]
    assert found == row["fingerprints"]


def test_declarations_may_be_read_from_many_threads_at_once() -> None:
    known = listing("everything")
    tools = list(known.tools)
    expected = [known.described(tool) for tool in tools]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(5):
            fresh = listing.__wrapped__("everything")
            with ThreadPoolExecutor(8) as pool:
                found = list(pool.map(fresh.described, tools * 4))
            assert found == expected * 4
    finally:
        sys.setswitchinterval(usual)
