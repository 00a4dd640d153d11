"""The checks of declaration graphs, by the listings that break one rule each.

Listings are the generator's to read. Here their types and Tools pass through what views pass
through, so that both sides keep one set of rules.
"""

from __future__ import annotations

import json as stdlib_json
from pathlib import Path as FilePath
from typing import Any

import pytest

from flow import json
from flow.crossing import Crossing
from flow.graph import TOOL, Graph, GraphError, Path, Signature
from flow.instances import Instances, check_keys
from flow.metadata import Reader, Scope
from flow.view import check_graph

from .vectors import VECTORS, Row

TYPES: Path = (None, "types")
RULES = {
    "shape",
    "unknown-term",
    "unresolved",
    "arity",
    "owner",
    "index",
    "duplicate-name",
    "disconnected",
    "irregular",
    "infinite",
    "crossing",
    "limit",
    "conflicting",
}
# What views are free of, or what the reading of a whole listing sees to.
ELSEWHERE = {
    "no tools member",
    "tool entry without err",
    "tool doc that is a number",
    "two tools of one identity",
    "a JSON text that is no object",
}


def check(listing: Any) -> None:
    """Everything that a view's graph is held to, and that both kinds of key are free of conflict."""
    graph = Graph()
    reader = Reader(graph)
    reader.declarations(listing["types"], TYPES)
    signatures: list[tuple[Path, Signature]] = []
    for place, tool in enumerate(listing["tools"]):
        at: Path = ((None, "tools"), place)
        scope = Scope(TOOL, reader.generic(tool["generic"], (at, "generic")))
        params = reader.parameters(tool["params"], (at, "params"), scope)
        ok = reader.term(tool["ok"], (at, "ok"), scope)
        err = reader.term(tool["err"], (at, "err"), scope)
        signatures.append((at, Signature(scope.generic, params, ok, err)))
    roots = [term for _, signature in signatures for _, term in signature.roots()]
    check_graph(graph, roots, TYPES)
    crossing = Crossing(graph.declarations.values())
    for at, signature in signatures:
        *parameters, success, error = signature.roots(at)
        for path, term in parameters:
            crossing.check_parameter(term, path)
        for path, term in (success, error):
            crossing.check_outcome(term, path)
        for versions in (True, False):
            check_keys(Instances(graph, versions=versions), list(signature.roots(at)))


ROWS = stdlib_json.loads((VECTORS / "listings-refused.json").read_bytes())
REFUSED = [
    pytest.param(row, id=row["name"])
    for row in ROWS
    if row["code"] in RULES and row["name"] not in ELSEWHERE
]


@pytest.mark.parametrize("row", REFUSED)
def test_a_broken_rule_is_found_where_it_is_broken(row: Row) -> None:
    with pytest.raises(GraphError) as caught:
        check(json.parse(stdlib_json.dumps(row["listing"]), depth=512))
    assert (caught.value.code, caught.value.pointer) == (row["code"], row["at"])


ACCEPTED = stdlib_json.loads((VECTORS / "listings-accepted.json").read_bytes())


@pytest.mark.parametrize("row", ACCEPTED, ids=lambda row: row["name"])
def test_a_graph_on_the_right_side_of_a_line_is_accepted(row: Row) -> None:
    check(json.parse(row["text"], depth=512))


@pytest.mark.parametrize(
    "path", sorted((VECTORS / "listings").glob("*.json")), ids=lambda p: p.stem
)
def test_a_real_graph_is_accepted(path: FilePath) -> None:
    check(json.parse(path.read_bytes(), depth=512))
