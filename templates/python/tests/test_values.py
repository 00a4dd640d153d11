"""Json, host values, Set and Dict: immutable, in Flow's order, by Flow's equality."""

from __future__ import annotations

import copy
import decimal
import pickle
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flow import (
    DecodeError,
    Dict,
    Duration,
    EncodeError,
    HostValue,
    Instant,
    Json,
    Set,
    Some,
    order_key,
)
from flow.containers import check_ascending
from flow.values import read_json, write_json

from .vectors import rows

SORTED = """[null,false,true,-1,0,1.5,"","a",[],[null],[0],{},{"a":null},{"a":0},{"b":null}]"""


class Page(HostValue):
    """A page."""


def test_json_values_are_plain_python() -> None:
    value = Json.parse('{"b":[1.50,1e2,-0,"x"],"a":{"n":null,"t":true}}').value
    assert list(value) == ["a", "b"]
    assert value == {"a": {"n": None, "t": True}, "b": (Decimal("1.5"), 100, 0, "x")}
    assert [type(item).__name__ for item in value["b"]] == [
        "Decimal",
        "int",
        "int",
        "str",
    ]
    with pytest.raises(TypeError):
        value["c"] = 1


def test_json_of_python() -> None:
    value: Any = {
        "b": [1, Decimal("1.50"), None, True],
        "a": ("x", Json.parse('{"k":1e2}')),
    }
    made = Json.of(value)
    assert made.text == str(made) == '{"a":["x",{"k":100}],"b":[1,1.5,null,true]}'
    assert Json.of(made) is made
    assert Json.of(made.value) == made
    value["a"] = 5
    assert made.text.startswith('{"a":["x"')
    assert Json() == Json.of(None)


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        (1.5, "Decimal"),
        ([{"a": 1.5}], "Decimal"),
        ({1: 2}, "named by str"),
        ({"a": b"x"}, "bytes"),
        ({1}, "set"),
        (object(), "object"),
    ],
)
def test_what_json_does_not_take(value: Any, advice: str) -> None:
    with pytest.raises(TypeError, match=advice):
        Json.of(value)


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        ({"a": [1, "\ud800"]}, "surrogate", "/a/1"),
        ({"a": {"\ud800": 1}}, "surrogate", "/a"),
        ({"a": [10**4096]}, "limit", "/a/0"),
        ([Decimal("1e1000000000")], "limit", "/0"),
        ({"x/y": Decimal("NaN")}, "type", "/x~1y"),
    ],
)
def test_values_that_json_refuses(value: Any, code: str, pointer: str) -> None:
    with pytest.raises(EncodeError) as caught:
        Json.of(value)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


def test_json_nests_within_the_limit() -> None:
    deep: Any = []
    for _ in range(255):
        deep = [deep]
    made = Json.of(deep)
    assert made.text == "[" * 256 + "]" * 256
    assert made == Json.parse(made.text)
    assert order_key(Json.of([1])) < order_key(made) == order_key(Json.parse(made.text))
    assert Json.of(made.value) == made
    with pytest.raises(EncodeError) as caught:
        Json.of([deep])
    assert (caught.value.code, caught.value.pointer) == ("depth", "/0" * 256)
    endless: Any = []
    endless.append(endless)
    with pytest.raises(EncodeError):
        Json.of(endless)


def test_json_order_and_equality() -> None:
    items = [Json.of(item) for item in Json.parse(SORTED).value]
    mixed = items[::-1]
    assert sorted(mixed) == items
    assert sorted(mixed, key=order_key) == items
    assert Json.parse("1") == Json.parse("1.0") != Json.parse("true")
    assert hash(Json.parse("1")) == hash(Json.parse("1.0"))
    assert Json.parse('{"a":1,"b":2}') == Json.parse('{"b":2.0,"a":1e0}')
    assert len(Set([Json.of(1), Json.of(True), Json.of(Decimal("1.0"))])) == 2
    assert Json.of(1) != 1


@given(st.data())
def test_json_order_is_total(data: st.DataObject) -> None:
    scalars = (
        st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b"])
    )
    values = st.recursive(
        scalars | st.sampled_from([Decimal("0.5"), Decimal("1.00")]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
        ),
        max_leaves=8,
    )
    one, two, three = (Json.of(data.draw(values)) for _ in range(3))
    assert (one < two) + (one == two) + (one > two) == 1
    assert (one == two) == (one.text == two.text) == (order_key(one) == order_key(two))
    if one <= two <= three:
        assert one <= three


def test_json_never_changes() -> None:
    made: Any = Json.of([1])
    with pytest.raises(AttributeError):
        made.text = "2"
    assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
    assert repr(made) == "Json.parse('[1]')"


def test_json_encodes_itself_only() -> None:
    assert write_json(read_json(["1", {"a": None}])) == '["1",{"a":null}]'
    for value in (None, 1, "x", [Json()]):
        with pytest.raises(EncodeError) as caught:
            write_json(value)
        assert caught.value.code == "type"


def test_host_values_are_themselves() -> None:
    page = Page({"id": [1, Decimal("2.50")]})
    assert page.token.text == '{"id":[1,2.5]}'
    assert Page(page.token).token == page.token
    same = page
    assert page == same and page != Page(page.token)
    with pytest.raises(TypeError):
        order_key(page)
    with pytest.raises(TypeError):
        Set([page])
    changed: Any = page
    with pytest.raises(AttributeError):
        changed.token = Json()
    assert repr(Page("p")) == "Page(Json.parse('\"p\"'))"


def test_sets() -> None:
    numbers = Set([3, 1, Decimal("1.0"), 2])
    assert list(numbers) == [1, 2, 3]
    assert (numbers.first, numbers.last, numbers[1], numbers[1:]) == (1, 3, 2, (2, 3))
    assert list(reversed(numbers)) == [3, 2, 1]
    assert 2 in numbers and Decimal("2.0") in numbers and 5 not in numbers
    assert "2" not in numbers and None not in numbers and object() not in numbers
    assert numbers == Set([1, 2, 3]) and hash(numbers) == hash(Set([1, 2, 3]))
    assert numbers != {1, 2, 3} and numbers != (1, 2, 3)
    assert isinstance(numbers, AbstractSet)
    assert (numbers | [7, 0]) == Set([0, 1, 2, 3, 7])
    assert (numbers & [2, 9]) == Set([2])
    assert (numbers - [2]) == Set([1, 3])
    assert (numbers ^ [3, 4]) == Set([1, 2, 4])
    same = Set(numbers)
    assert Set([1]) < numbers <= same >= numbers > Set([1]) and not numbers < same
    assert numbers.isdisjoint([9]) and not numbers.isdisjoint([1])
    assert repr(numbers) == "Set([1, 2, 3])" and repr(Set[int]()) == "Set()"
    assert pickle.loads(pickle.dumps(numbers)) == copy.deepcopy(numbers) == numbers
    assert not Set[int]()


def test_dicts() -> None:
    table = Dict({"b": 1, "a": 2})
    assert list(table) == ["a", "b"] == list(table.keys())
    assert list(table.items()) == [("a", 2), ("b", 1)] and list(table.values()) == [
        2,
        1,
    ]
    assert (table.first, table.last) == (("a", 2), ("b", 1))
    assert table["a"] == 2 and table.get("c") is None and "b" in table
    unhashable: Any = ["a"]
    assert unhashable not in table
    with pytest.raises(KeyError):
        _ = table["c"]
    assert Dict([(1, "x"), (Decimal("1.0"), "y")]) == Dict({1: "y"})
    assert Dict([([1, 2], "x")])[[1, 2]] == "x"
    assert (table | {"c": 3, "a": 0}) == Dict({"a": 0, "b": 1, "c": 3})
    assert table != {"a": 2, "b": 1} and isinstance(table, Mapping)
    assert list(reversed(table)) == ["b", "a"]
    assert repr(table) == "Dict({'a': 2, 'b': 1})"
    assert hash(table) == hash(Dict([("a", 2), ("b", 1)]))
    assert pickle.loads(pickle.dumps(table)) == copy.deepcopy(table) == table
    page = Page(1)
    assert Dict({"p": page}) == Dict({"p": page}) != Dict({"p": Page(1)})


ORDERED: list[list[Any]] = [
    [False, True],
    [
        -(10**5000),
        -1,
        Decimal("-0.5"),
        0,
        Decimal("1e-4000"),
        1,
        10**5000,
        Decimal("1e5001"),
    ],
    ["", "A", "a", "aa", "b", "\u00e9", "\uffff", "\U00010000"],
    [b"", b"\x00", b"\x00\x00", b"\x01", b"\xff"],
    [(1, "a"), (1, "b"), (2, "")],
    [(), (1,), (1, 1), (1, 2), (2,)],
    [Set[int](), Set([1]), Set([1, 2]), Set([2])],
    [
        Dict[str, int](),
        Dict({"a": 1}),
        Dict({"a": 1, "b": 0}),
        Dict({"a": 2}),
        Dict({"b": 0}),
    ],
    [None, -1, 5],
    [None, Some(None), Some(1)],
    [None, Some(None), Some(Some(None)), Some(Some(3))],
    [(None, 1), (1, None), (1, 0)],
    [
        Duration.of_seconds(-5),
        Duration(),
        Duration.of_milliseconds(1),
        Duration.of_hours(1),
    ],
    [
        Instant.parse("-0001-01-01T00:00:00Z"),
        Instant(),
        Instant.parse("+10000-01-01T00:00:00Z"),
    ],
    [Dict({Set([1]): (None,)}), Dict({Set([1]): (None, None)}), Dict({Set([1]): (2,)})],
]


@pytest.mark.parametrize("values", ORDERED, ids=range(len(ORDERED)))
def test_order(values: list[Any]) -> None:
    traps: list[Any] = [decimal.Inexact, decimal.Rounded, decimal.FloatOperation]
    with decimal.localcontext(decimal.Context(prec=3, traps=traps)):
        keys = [order_key(value) for value in values]
        for at, key in enumerate(keys):
            for later, other in enumerate(keys):
                assert (key < other) == (at < later)
                assert (key == other) == (at == later)
        assert list(Set(values[::-1])) == values
        assert all(value in Set(values) for value in values)
        assert list(Dict([(value, 0) for value in values[::-1]])) == values


@pytest.mark.parametrize(
    "value", [1.5, float("nan"), Decimal("NaN"), object(), {1}, Page(1)]
)
def test_what_has_no_order(value: Any) -> None:
    for whole in (value, (1, value), Some(value), {"a": value}):
        with pytest.raises(TypeError):
            order_key(whole)


def test_deep_keys_do_not_recurse() -> None:
    deep: Any = ()
    for _ in range(50_000):
        deep = (deep,)
    assert order_key(deep) < order_key((deep,))
    assert hash(order_key(deep)) == hash(order_key(deep))


@pytest.mark.parametrize(
    "row", [row for row in rows("json.json") if "canonical" in row], ids=str
)
def test_json_round_trip(row: dict[str, Any]) -> None:
    made = Json.parse(row["text"])
    assert made.text == row["canonical"]
    assert Json.of(made.value).text == row["canonical"]


def test_ascending_keys() -> None:
    check_ascending([])
    check_ascending([1, 2, 3])
    for keys, code, pointer in (
        ([1, 3, 2], "order", "/2"),
        ([1, 2, 2, 1], "duplicate", "/2"),
    ):
        with pytest.raises(DecodeError) as caught:
            check_ascending(keys)
        assert (caught.value.code, caught.value.pointer) == (code, pointer)
