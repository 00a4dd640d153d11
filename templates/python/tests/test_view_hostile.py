"""Views that would take for ever, or all memory, if they were taken at their word."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from flow import json
from flow.codec import ABSENT
from flow.graph import GraphError
from flow.view import ViewCache, validate

from .listing import listing
from .views import enum, named, option, param, record, reflect_at, template

REFLECT = "github.com/acme/tools@v1.4.0/testee.flow.reflect"


def fault(types: Any, schema: Any) -> GraphError:
    with pytest.raises(GraphError) as caught:
        validate(listing("testee"), REFLECT, types, schema)
    return caught.value


def rotating(count: int, *more: Any) -> Any:
    """A declaration of so many type parameters, which leads to two to their number instances."""
    rest = [param("d", at) for at in range(1, count)]
    return record(
        "d",
        count,
        option(named("d", *rest, "Int")),
        option(named("d", *rest, "Text")),
        param("d", 0),
        *more,
    )


def test_a_key_that_doubles_at_each_of_thirty_declarations_is_refused() -> None:
    chain = [
        record(f"a{at}", 1, named(f"a{at + 1}", {"Tuple": [param(f"a{at}", 0)] * 2}))
        for at in range(30)
    ]
    found = fault(
        reflect_at(named("a0", "Int"), *chain, record("a30", 1, param("a30", 0))), {}
    )
    assert (found.code, found.pointer) == ("limit", "/types/params/0/type")


@pytest.mark.parametrize("identity", ["", "x" * 60_000 + ".flow.Big"])
def test_more_instances_than_a_schema_may_hold_are_refused(identity: str) -> None:
    big = record("big", 0, identity=identity)
    found = fault(
        reflect_at(named("d", *["Bool"] * 17, named("big")), rotating(18), big), {}
    )
    assert (found.code, found.pointer) == ("limit", "/types/params/0/type")


def test_instances_of_many_fields_are_refused_before_they_are_all_looked_at() -> None:
    fields = [
        named("e", *(param("d", (at * step) % 17) for step in (1, 3, 7)))
        for at in range(2000)
    ]
    types = reflect_at(
        named("d", *["Bool"] * 17), rotating(17, *fields), record("e", 3, "Int")
    )
    assert fault(types, {}).code == "limit"


def test_finite_values_are_judged_within_bounds() -> None:
    # Which of R's arguments have values changes at each turn: two to the seventeenth cases.
    rest = [param("r", at) for at in range(1, 17)]
    turning = enum("r", 17, named("r", *rest, named("s")), named("r", *rest, "Int"))
    found = fault(
        reflect_at(named("s"), record("s", 0, named("r", *["Int"] * 17)), turning), {}
    )
    assert (found.code, found.pointer) == ("limit", "/types/declarations")


def test_a_chain_of_declarations_is_walked_without_recursion() -> None:
    count = 5 * sys.getrecursionlimit()
    chain = [
        record(f"d{at}", 1, option(named(f"d{at + 1}", param(f"d{at}", 0))))
        for at in range(count)
    ]
    types = reflect_at(
        named("d0", "Int"), *chain, record(f"d{count}", 1, param(f"d{count}", 0))
    )
    assert (fault(types, {}).code, fault(types, {}).pointer) == ("mismatch", "/schema")
    types["declarations"][f"d{count}"]["fields"][0]["type"] = named(
        "d0", param(f"d{count}", 0)
    )
    assert fault(types, {}).code == "mismatch"
    types["declarations"][f"d{count}"]["fields"][0]["type"] = option(
        named("d0", {"List": param(f"d{count}", 0)})
    )
    found = fault(types, {})
    assert (found.code, found.pointer) == ("irregular", f"/types/declarations/d{count}")


def test_a_ring_of_declarations_without_values_is_found() -> None:
    count = 3 * sys.getrecursionlimit()
    ring = [record(f"d{at}", 0, named(f"d{(at + 1) % count}")) for at in range(count)]
    assert fault(reflect_at(named("d0"), *ring), {}).code == "infinite"


def test_a_host_value_in_a_set_is_found_through_a_chain_of_parameters() -> None:
    count = 3 * sys.getrecursionlimit()
    chain = [
        record(f"d{at}", 1, option(named(f"d{at + 1}", param(f"d{at}", 0))))
        for at in range(count)
    ]
    last = record(f"d{count}", 1, {"Set": param(f"d{count}", 0)})
    types = reflect_at(
        named("d0", named("h")), *chain, last, template("h", kind="host")
    )
    assert fault(types, {}).pointer == "/types/bindings/0/type"


def test_terms_as_deep_as_a_view_may_nest_are_read() -> None:
    term: Any = "Int"
    for _ in range(80):
        term = named("b", term)
    types = reflect_at(term, record("b", 1, param("b", 0)))
    json.parse(json.canonical(types))  # within the limit on nesting
    assert fault(types, {}).code == "mismatch"


@pytest.mark.parametrize(
    "spelling", ["1e1000000000", "-1", "0.5", "1e-1000000000", "1" + "0" * 5000]
)
def test_an_index_is_judged_by_value_with_bounded_work(spelling: str) -> None:
    types = reflect_at(
        named("b", "Int"), record("b", 1, param("b", json.Num(spelling)))
    )
    assert fault(types, {}).pointer.endswith("/Param/index")


@pytest.mark.parametrize("spelling", ["0.0", "0e999999999", "-0"])
def test_an_index_may_have_any_whole_spelling(spelling: str) -> None:
    term = named("b", "Int")
    types = reflect_at(term, record("b", 1, param("b", json.Num(spelling))))
    key = "a/b.flow.b<Int>"
    definition = {
        "type": "object",
        "properties": {"f0": {"type": "integer"}},
        "required": ["f0"],
    }
    schema = {"$ref": "#/$defs/a~1b.flow.b%3CInt%3E", "$defs": {key: definition}}
    assert validate(listing("testee"), REFLECT, types, schema).ok.kind == "Named"


def test_a_schema_is_told_where_it_first_differs() -> None:
    types = reflect_at({"Tuple": ["Int", {"List": "Text"}]})
    schema = {
        "type": "array",
        "prefixItems": [
            {"type": "integer"},
            {"type": "array", "items": {"type": "number"}},
        ],
        "items": False,
        "minItems": json.Num("2.0"),
    }
    found = fault(types, schema)
    assert (found.code, found.pointer) == ("mismatch", "/schema")
    assert "/prefixItems/1/items/type" in found.message
    schema["prefixItems"][1]["items"]["type"] = "string"  # type: ignore[index]
    assert validate(listing("testee"), REFLECT, types, schema)


@pytest.mark.parametrize("schema", [ABSENT, None, [], "x", 1, True])
def test_a_schema_that_is_no_object_is_refused(schema: Any) -> None:
    found = fault(reflect_at("Int"), schema)
    assert (found.code, found.pointer) == ("shape", "/schema")


def test_the_cache_gives_one_view_for_one_call_and_forgets_the_oldest() -> None:
    cache = ViewCache(listing("testee"))
    whole, text = (
        (reflect_at("Int"), {"type": "integer"}),
        (reflect_at("Text"), {"type": "string"}),
    )
    first = cache.get(REFLECT, *whole)
    assert cache.get(REFLECT, *whole) is first
    assert cache.get(REFLECT, *text) is not first
    with pytest.raises(GraphError):
        cache.get(REFLECT, whole[0], text[1])
    for size in range(60):
        docs = record("b", 0)
        docs["doc"] = "x" * 100_000
        docs["identity"] += str(size)
        key = f"a/b.flow.b{size}"
        schema: Any = {
            "$ref": f"#/$defs/a~1b.flow.b{size}",
            "$defs": {key: {"type": "object", "properties": {}, "required": []}},
        }
        cache.get(REFLECT, reflect_at(named("b"), docs), schema)
    assert cache.get(REFLECT, *whole) is not first


def test_the_cache_tells_a_number_from_the_text_of_it() -> None:
    cache = ViewCache(listing("testee"))
    term = named("b", "Int")
    definition = {
        "type": "object",
        "properties": {"f0": {"type": "integer"}},
        "required": ["f0"],
    }
    schema = {
        "$ref": "#/$defs/a~1b.flow.b%3CInt%3E",
        "$defs": {"a/b.flow.b<Int>": definition},
    }
    assert cache.get(
        REFLECT, reflect_at(term, record("b", 1, param("b", json.Num("0.0")))), schema
    )
    assert cache.get(REFLECT, reflect_at(term, record("b", 1, param("b", 0))), schema)
    for wrong in ("0.0", "0", False):
        with pytest.raises(GraphError):
            cache.get(
                REFLECT, reflect_at(term, record("b", 1, param("b", wrong))), schema
            )
