"""Views of generic calls: which are valid, and where the others are at fault."""

from __future__ import annotations

import json as stdlib_json
from typing import Any

import pytest

from flow import json
from flow.codec import ABSENT
from flow.graph import GraphError
from flow.view import validate

from .listing import listing
from .vectors import VECTORS, Row

ROWS = stdlib_json.loads((VECTORS / "views.json").read_bytes())
VIEWS = [pytest.param(row, id=row["name"]) for row in ROWS]


def tree_of(row: Row, member: str) -> Any:
    """A member as the server reads it out of a message."""
    if member not in row:
        return ABSENT
    try:
        return json.parse(stdlib_json.dumps(row[member]))
    except json.JsonError as fault:
        raise GraphError(fault.code, f"/{member}", fault.message) from None


@pytest.mark.parametrize("row", VIEWS)
def test_a_view_is_valid_or_at_fault_where_the_vector_says(row: Row) -> None:
    declarations = listing(row["listing"])
    if row["valid"]:
        types, schema = tree_of(row, "types"), tree_of(row, "schema")
        view = validate(declarations, row["tool"], types, schema)
        assert view.schema == json.canonical(schema)
        return
    with pytest.raises(GraphError) as caught:
        validate(
            declarations, row["tool"], tree_of(row, "types"), tree_of(row, "schema")
        )
    assert caught.value.code == row["refused"]
    if row["at"]:
        assert caught.value.pointer == row["at"]
