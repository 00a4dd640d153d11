"""What generated codecs say of values that an author made wrongly, and how deep they go."""

from __future__ import annotations

import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from .generated import package

everything = package("everything")
planner = package("planner")
flow = everything.flow
types = everything.types


def rec(**changed: Any) -> Any:
    return types.Rec(**{"b": 1, "a": "x", "description": None, **changed})


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        (rec(b=True), "type", "/b"),
        (rec(b=1.0), "type", "/b"),
        (rec(b=None), "type", "/b"),
        (rec(b="1"), "type", "/b"),
        (rec(b=10**4096), "limit", "/b"),
        (rec(a=b"x"), "type", "/a"),
        (rec(a=None), "type", "/a"),
        (rec(a="\ud800"), "surrogate", "/a"),
        (rec(description=1), "type", "/description"),
        (object.__new__(types.Rec), "missing-field", "/a"),
        ({"b": 1, "a": "x"}, "type", ""),
        (types.Empty(), "type", ""),
        (None, "type", ""),
    ],
)
def test_wrong_records(value: Any, code: str, pointer: str) -> None:
    refused(everything.codecs.Rec, value, code, pointer)


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        (types.ShapeCircle(1.5), "type", "/Circle"),
        (types.ShapeCircle(Decimal("NaN")), "type", "/Circle"),
        (types.ShapeLine(1, "2"), "type", "/Line/1"),
        (types.ShapeLabel(text="t", at=True), "type", "/Label/at"),
        (types.ShapeLabel(text="t", at=flow.Some(1)), "type", "/Label/at/Some"),
        (types.Colour.RED, "type", ""),
        ("Point", "type", ""),
    ],
)
def test_wrong_constructors(value: Any, code: str, pointer: str) -> None:
    refused(everything.codecs.Shape, value, code, pointer)


def test_wrong_arguments() -> None:
    box = everything.codecs.Box(everything.codecs.Box(flow.list_of(flow.INT)))
    value = types.Box(value=types.Box(value=[1, 2, True]))
    refused(box, value, "type", "/value/value/2")
    refused(box, types.Box(value=types.Box(value=(), spare=())), "type", "/value/spare")


def refused(codec: Any, value: Any, code: str, pointer: str) -> None:
    with pytest.raises(flow.EncodeError) as refusal:
        codec.encode(value)
    assert (refusal.value.code, refusal.value.pointer) == (code, pointer)


def test_a_string_subclass_is_a_text() -> None:
    assert (
        everything.codecs.Rec.encode(rec(a=types.Colour.RED.value))
        == '{"a":"Red","b":1}'
    )


def test_one_codec_for_one_type() -> None:
    box = everything.codecs.Box
    assert box(flow.INT) is box(flow.INT)
    assert box(flow.list_of(flow.INT)) is box(flow.list_of(flow.INT))
    assert box(flow.INT) is not box(flow.TEXT)


def tree(levels: int) -> str:
    return '{"value":1,"children":[' * levels + "]}" * levels


def both(levels: int) -> str:
    return '{"Both":[' * levels + '{"Finish":""}' + ',{"Finish":""}]}' * levels


def cause(levels: int) -> str:
    return '{"cause":' * levels + '{"message":""}' + ',"message":""}' * levels


@pytest.mark.parametrize(
    ("codec", "nest", "levels"),
    [
        (everything.codecs.Tree(flow.DECIMAL), tree, 128),
        (planner.codecs.Action, both, 127),
        (planner.codecs.PlanError, cause, 255),
    ],
)
def test_deep_values(codec: Any, nest: Callable[[int], str], levels: int) -> None:
    text = nest(levels)
    package_flow = sys.modules[f"{codec.declarations.__module__.split('.')[0]}.flow"]
    value = at_usual_limit(lambda: codec.decode(text))
    again = at_usual_limit(
        lambda: codec.decode(at_usual_limit(lambda: codec.encode(value)))
    )
    assert again == value
    assert hash(again) == hash(value)
    with pytest.raises(package_flow.DecodeError) as refusal:
        codec.decode(nest(levels + 1))
    assert refusal.value.code == "depth"


def at_usual_limit(work: Callable[[], Any]) -> Any:
    """Run with as little room as Python gives a program that is itself a hundred calls deep."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(900)
    try:
        return work()
    finally:
        sys.setrecursionlimit(usual)
