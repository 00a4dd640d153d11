"""Codecs made at run time: the values of the vectors, carriers, and what the bindings of a call give."""

from __future__ import annotations

from typing import Any

import pytest

from flow import json
from flow.errors import DecodeError
from flow.metadata import CONCRETE, Reader
from flow.scanning import Scan, Scanners
from flow.view import validate

from .listing import listing
from .vectors import Row, rows

VALUES = [
    pytest.param(group["listing"], group["type"], case, id=f"{name}:{at}:{place}")
    for name in ("values.json", "values-random.json")
    for at, group in enumerate(rows(name))
    for place, case in enumerate(group["cases"])
]


def scan_of(name: str | None, term: Any) -> Scan:
    graph = listing(name or "everything").graph
    return Scanners(graph)[Reader(graph).term(term, None, CONCRETE)]


@pytest.mark.parametrize(("name", "term", "case"), VALUES)
def test_a_value_of_the_vectors_is_read_at_its_term(
    name: str | None, term: Any, case: Row
) -> None:
    scan = scan_of(name, term)
    if "canonical" in case:
        assert scan(json.parse(case["text"]))[0] == case["canonical"]
        return
    with pytest.raises(DecodeError) as caught:
        scan(json.parse(case["text"]))
    assert caught.value.code == case["refused"]
    if not isinstance(caught.value, json.JsonError):  # those say more exactly where
        assert caught.value.pointer == case["at"]


CALLS = [
    pytest.param(row, id=row["name"]) for row in rows("views.json") if row["valid"]
]


@pytest.mark.parametrize("row", CALLS)
def test_the_arguments_of_a_call_are_read_at_its_types(row: Row) -> None:
    view = validate(listing(row["listing"]), row["tool"], row["types"], row["schema"])
    codecs = {name: view.codecs.of(term) for name, term in view.params.items()}
    if "canonical" in row:
        texts = {
            name: codecs[name].read(tree).text for name, tree in row["args"].items()
        }
        assert texts == row["canonical"]
    elif row["at"] != "/args":  # the names of arguments are the server's to check
        with pytest.raises(DecodeError) as caught:
            for name, tree in row["args"].items():
                try:
                    codecs[name].read(tree)
                except DecodeError as fault:
                    fault.under(name).under("args")
                    raise
        assert (caught.value.code, caught.value.pointer) == (row["refused"], row["at"])
