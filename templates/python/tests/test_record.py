"""Records: what they do like dataclasses, and what they do better."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import pprint
import sys
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, assert_never

import pytest

from flow import Dict, Enum, HostValue, Json, Record, Set, Some, order_key
from flow.record import RecordMeta

T = TypeVar("T")


class Move(Record):
    """A move."""

    x: int
    note: str | None = None
    limit: ClassVar[int] = 3


class Box(Record, Generic[T]):
    value: T
    spare: Some[T] | None = None


class Empty(Record):
    pass


class Awkward(Record):
    self: int
    _self: int
    _set_0: int = 5
    cls: int = 6


class ShapeDot(Record, kw_only=False, index=0):
    pass


class ShapeCircle(Record, kw_only=False, index=1):
    value: Decimal


class ShapeLine(Record, kw_only=False, index=2):
    item0: Decimal
    item1: int = 4


class ShapeGroup(Record, index=3):
    inside: tuple[Shape, ...]


Shape: TypeAlias = ShapeDot | ShapeCircle | ShapeLine | ShapeGroup


class Page(HostValue):
    """A page."""


def area(shape: Shape) -> int:
    match shape:
        case ShapeDot():
            return 0
        case ShapeCircle(value):
            return int(value)
        case ShapeLine(length, count):
            return int(length) * count
        case ShapeGroup(inside=shapes):
            return sum(map(area, shapes))
        case _:
            assert_never(shape)


def test_fields_and_defaults() -> None:
    move = Move(x=1)
    assert (move.x, move.note, move.limit) == (1, None, 3)
    assert Move.__doc__ == "A move."
    assert repr(Move(x=1, note="a'b")) == 'Move(x=1, note="a\'b")'
    assert repr(Empty()) == "Empty()"
    assert not hasattr(move, "__dict__")
    assert (
        ShapeLine(Decimal(1))
        == ShapeLine(Decimal(1), 4)
        == ShapeLine(item0=Decimal(1), item1=4)
    )


NAMED_LIKE_TYPING = """
from __future__ import annotations
import typing
from flow import Record

class Sample(Record):
    a: typing.ClassVar[int] = 1
    b: typing.ClassVar = 2
    c: int

class ClassVar(Record):
    d: int

class Holder(Record):
    e: ClassVar
    f: ClassVar | None = None
"""


def test_class_variables_are_no_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "named_like_typing.py").write_text(NAMED_LIKE_TYPING)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    module: Any = import_module("named_like_typing")
    assert repr(module.Sample(c=3)) == "Sample(c=3)"
    assert (module.Sample.a, module.Sample.b) == (1, 2)
    holder = module.Holder(e=module.ClassVar(d=1))
    assert repr(holder) == "Holder(e=ClassVar(d=1), f=None)"


def test_awkward_names() -> None:
    awkward = Awkward(self=1, _self=2)
    assert (awkward.self, awkward._self, awkward._set_0, awkward.cls) == (1, 2, 5, 6)  # pyright: ignore[reportPrivateUsage]
    assert pickle.loads(pickle.dumps(awkward)) == awkward


@pytest.mark.parametrize(
    "call",
    [
        "Move()",
        "Move(1)",
        "Move(x=1, y=2)",
        "Empty(a=1)",
        "ShapeLine()",
        "ShapeLine(1, 2, 3)",
    ],
)
def test_wrong_calls(call: str) -> None:
    with pytest.raises(TypeError):
        eval(call)


def test_match_narrows() -> None:
    assert (
        area(
            ShapeGroup(
                inside=(ShapeDot(), ShapeCircle(Decimal(3)), ShapeLine(Decimal(2)))
            )
        )
        == 11
    )
    assert ShapeLine.__match_args__ == ("item0", "item1")
    assert Move.__match_args__ == ()


def test_records_never_change() -> None:
    move: Any = Move(x=1)
    for name in ("x", "note", "other"):
        with pytest.raises(AttributeError, match=name):
            setattr(move, name, 5)
    with pytest.raises(AttributeError):
        del move.x
    assert move == Move(x=1)


def test_equality_and_hash() -> None:
    assert Move(x=1) == Move(x=1) != Move(x=2)
    assert hash(Move(x=1)) == hash(Move(x=1))
    assert Move(x=1) != (1, None)
    assert Box(value=1) == Box(value=Decimal("1.0"))
    assert hash(Box(value=1)) == hash(Box(value=Decimal("1.0")))
    assert Box(value=ShapeDot()) != Box(value=Empty())
    assert Box(value=[1, 2]) == Box(value=(1, 2))
    assert hash(Box(value=[1, 2])) == hash(Box(value=(1, 2)))
    assert Box(value=Json.of(1)) != Box(value=Json.of(True))
    assert Box(value=None, spare=None) != Box(value=None, spare=Some(None))
    assert (
        len({Box(value=Set([1, 2])), Box(value=Set([2, 1])), Box(value=Set([1]))}) == 2
    )
    page = Page("p")
    assert Box(value=page) == Box(value=page) != Box(value=Page("p"))
    odd = float("nan")
    assert Box(value=odd) == Box(value=odd)
    assert Box(value=Decimal("NaN")) != Box(value=Decimal(1))


def test_order_is_by_constructor_then_field() -> None:
    shapes: list[Shape] = [
        ShapeDot(),
        ShapeCircle(Decimal(-1)),
        ShapeCircle(Decimal("0.5")),
        ShapeLine(Decimal(-9), 1),
        ShapeLine(Decimal(-9), 2),
        ShapeGroup(inside=()),
        ShapeGroup(inside=(ShapeDot(),)),
        ShapeGroup(inside=(ShapeDot(), ShapeDot())),
        ShapeGroup(inside=(ShapeCircle(Decimal(0)),)),
    ]
    mixed = shapes[::-1]
    assert sorted(mixed, key=order_key) == shapes
    boxes = [
        Box(value=None),
        Box(value=None, spare=Some(None)),
        Box(value=0),
        Box(value=1),
    ]
    others = boxes[::-1]
    assert sorted(others, key=order_key) == boxes


def test_pickles_and_copies() -> None:
    box = Box(
        value=ShapeGroup(inside=(ShapeDot(), ShapeLine(Decimal(2), 3))),
        spare=Some(None),
    )
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(box, protocol)) == box
    assert copy.copy(box) == copy.deepcopy(box) == box
    assert Move(x=1).__replace__(note="n") == Move(x=1, note="n")
    with pytest.raises(TypeError):
        Move(x=1).__replace__(y=2)


def test_dataclasses_know_records() -> None:
    move: Any = Move(x=1)
    kind: Any = Move
    assert dataclasses.is_dataclass(kind)
    assert [field.name for field in dataclasses.fields(move)] == ["x", "note"]
    assert dataclasses.fields(move)[1].default is None
    assert dataclasses.asdict(Box(value=move)) == {
        "value": {"x": 1, "note": None},
        "spare": None,
    }
    assert dataclasses.replace(Move(x=1), x=2) == Move(x=2)
    assert (
        str(inspect.signature(Move))
        == "(*, x: 'int', note: 'str | None' = None) -> None"
    )
    assert str(inspect.signature(ShapeCircle)) == "(value: 'Decimal') -> None"
    assert pprint.pformat(Box(value="a" * 50, spare=Some("b" * 50)), width=30)


def test_generic_records() -> None:
    assert Box[int](value=1) == Box(value=1)
    assert Box[Move](value=Move(x=1)).value.x == 1


class Slide(Move):
    by: int
    note: str | None = "slides"


def test_records_can_be_extended() -> None:
    slide = Slide(x=1, by=2)
    assert (slide.x, slide.note, slide.by) == (1, "slides", 2)
    assert slide != Move(x=1, note="slides")
    assert [field.name for field in dataclasses.fields(slide)] == ["x", "note", "by"]
    assert pickle.loads(pickle.dumps(slide)) == slide
    assert not hasattr(slide, "__dict__")


def test_annotations_that_have_to_be_called_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Python 3.14 leaves a function for them in a class body without the future import."""
    kinds: dict[str, Any] = {"a": int, "b": int}

    def annotate(form: int) -> dict[str, Any]:
        assert form == 3
        return kinds

    def call_annotate_function(function: Any, form: int) -> Any:
        return function(form)

    library: Any = ModuleType("annotationlib")
    library.Format = SimpleNamespace(FORWARDREF=3)
    library.call_annotate_function = call_annotate_function
    monkeypatch.setitem(sys.modules, "annotationlib", library)
    body: dict[str, Any] = {
        "__module__": __name__,
        "__annotate_func__": annotate,
        "b": 2,
    }
    late: Any = RecordMeta("Late", (Record,), body)
    assert repr(late(a=1)) == "Late(a=1, b=2)"


def test_payload_free_enums() -> None:
    class Role(Enum):
        USER = "User"
        ASSISTANT = "Assistant"
        SYSTEM = "System"

    assert [role.value for role in sorted(Role, key=order_key)] == [
        "User",
        "Assistant",
        "System",
    ]
    assert Set(reversed(Role)).first is Role.USER
    assert Dict([(Role.SYSTEM, 1), (Role.USER, 2)]).first == (Role.USER, 2)
    assert Role("System") is Role.SYSTEM


class Node(Record):
    item: int
    rest: Node | None = None


def test_deep_values_are_safe() -> None:
    def chain(length: int) -> Node:
        node = Node(item=0)
        for item in range(length):
            node = Node(item=item, rest=node)
        return node

    one, two = chain(100_000), chain(100_000)
    assert one == two
    assert hash(one) == hash(two)
    assert order_key(one) == order_key(two) < order_key(chain(100_001))
    del one, two
    assert repr(chain(256)).count("Node") == 257
    assert pickle.loads(pickle.dumps(chain(100))) == chain(100)


def test_records_made_of_their_parts_are_like_any_other() -> None:
    pairs: list[tuple[Any, Any]] = [
        (Move.__flow_make__(1, None), Move(x=1)),
        (Slide.__flow_make__(1, "n", 2), Slide(x=1, note="n", by=2)),
        (Box.__flow_make__(1, Some(2)), Box(value=1, spare=Some(2))),
        (Awkward.__flow_make__(1, 2, 5, 3), Awkward(self=1, _self=2, cls=3)),
        (ShapeCircle.__flow_make__(Decimal(1)), ShapeCircle(Decimal(1))),
        (Some.__flow_make__(None), Some(None)),
        (Empty.__flow_make__(), Empty()),
    ]
    for made, same in pairs * 2:  # the first of a class compiles
        assert type(made) is type(same)
        assert made == same
        assert hash(made) == hash(same)
        assert repr(made) == repr(same)
        assert pickle.loads(pickle.dumps(made)) == same
        with pytest.raises(AttributeError, match="never changes"):
            setattr(made, "x", 3)  # noqa: B010
    assert Move.__flow_make__(1, None) == Move(x=1)  # whatever was made of its subclass
    with pytest.raises(TypeError):
        Move.__flow_make__(1)
