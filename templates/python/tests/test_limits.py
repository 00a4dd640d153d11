# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownLambdaType=false
"""The limits are one object of the process, and what it says holds wherever values are read or written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from flow.errors import DecodeError, EncodeError
from flow.json import Num, parse
from flow.limits import LIMITS, Limits
from flow.wire import Call, Refusal, read_message

from .generated import codec_of, package

everything = package("everything")
testee = package("testee")
REC: Any = everything.codecs.Rec


@pytest.fixture
def limits() -> Iterator[Any]:
    """The limits of the package `everything`, whose support code is a copy of its own; put back afterwards."""
    ours: Any = everything.flow.LIMITS
    kept = {name: getattr(ours, name) for name in type(ours)().__slots__}
    yield ours
    for name, value in kept.items():
        if name != "plain_digits":
            setattr(ours, name, value)
    assert repr(ours) == repr(Limits())


def rec(number: int) -> Any:
    return everything.types.Rec(b=number, a="x", description=None)


def decodes(codec: Any, text: str) -> bool:
    try:
        codec.decode(text)
    except everything.flow.DecodeError as fault:
        assert fault.code in ("limit", "depth")
        return False
    return True


def encodes(codec: Any, value: Any) -> bool:
    try:
        codec.encode(value)
    except everything.flow.EncodeError as fault:
        assert fault.code in ("limit", "depth")
        return False
    return True


@pytest.mark.parametrize("digits", [1, 2, 3, 10, 511, 512, 513, 4095, 5000])
@pytest.mark.parametrize("name", ["int_digits", "decimal_digits"])
def test_digits_hold_in_generated_code(limits: Any, name: str, digits: int) -> None:
    setattr(limits, name, digits)
    kind, codec, make = (
        ("Int", REC, rec)
        if name == "int_digits"
        else ("Decimal", everything.flow.list_of(everything.flow.DECIMAL), lambda n: (n,))
    )  # fmt: skip
    shape = '{{"a":"x","b":{}}}' if kind == "Int" else "[{}]"
    for sign in ("", "-"):
        within, beyond = f"{sign}{'9' * digits}", f"{sign}{'9' * (digits + 1)}"
        longest, longer = (int(f"{sign}1") * (10**n - 1) for n in (digits, digits + 1))
        assert decodes(codec, shape.format(within))
        assert not decodes(codec, shape.format(beyond))
        assert not decodes(codec, shape.format(f"{beyond}.0"))
        assert not decodes(codec, shape.format(f"{sign}1e{digits}"))
        assert decodes(codec, shape.format(f"{sign}1e{digits - 1}"))
        assert codec.encode(make(longest)) == shape.format(within)
        assert not encodes(codec, make(longer))


def test_both_kinds_of_digits_are_kept_apart(limits: Any) -> None:
    limits.int_digits = 3
    assert everything.flow.DECIMAL.decode("1234567") == 1234567
    assert not decodes(everything.flow.INT, "1234567")
    limits.int_digits, limits.decimal_digits = 10, 2
    assert everything.flow.INT.decode("1234567") == 1234567
    for text in ("123", "0.001", "1e2"):
        assert not decodes(everything.flow.DECIMAL, text)
        assert not decodes(everything.flow.JSON, f'{{"x":[{text}]}}')
    with pytest.raises(everything.flow.EncodeError):
        everything.Json.of([123])
    with pytest.raises(everything.flow.EncodeError):
        everything.Json.of(Decimal("0.001"))
    with pytest.raises(OverflowError):
        everything.Duration.of_seconds(Decimal(100))
    assert not decodes(everything.flow.DURATION, '"PT100S"')
    assert not encodes(everything.flow.DURATION, everything.Duration.of_seconds(100))


def test_nesting(limits: Any) -> None:
    limits.depth = 3
    tree = everything.codecs.Tree(everything.flow.INT)
    leaf = everything.types.Tree(value=1, children=())
    two = everything.types.Tree(value=1, children=(leaf,))
    nested = '{"children":[{"children":[],"value":1}],"value":1}'
    assert decodes(everything.flow.JSON, "[[[1]]]")
    assert not decodes(everything.flow.JSON, "[[[[1]]]]")
    assert not decodes(tree, nested)
    assert encodes(tree, leaf)
    assert not encodes(tree, two)
    with pytest.raises(everything.flow.EncodeError) as refusal:
        everything.Json.of([[[[1]]]])
    assert refusal.value.code == "depth"
    limits.depth = 4
    assert tree.encode(two) == nested
    assert tree.decode(nested) == two


def test_deeper_than_python_goes(limits: Any) -> None:
    limits.depth = 1_000_000
    tree = everything.codecs.Tree(everything.flow.INT)
    text = '{"value":1,"children":[' * 20_000 + "]}" * 20_000
    assert not decodes(tree, text)
    value = everything.types.Tree(value=1, children=())
    for _ in range(20_000):
        value = everything.types.Tree(value=1, children=(value,))
    assert not encodes(tree, value)


def test_fractions(limits: Any) -> None:
    limits.fraction_digits = 2
    codec = everything.flow.INSTANT
    value = codec.decode('"2026-11-30T12:00:00.1200Z"')
    assert not decodes(codec, '"2026-11-30T12:00:00.123Z"')
    limits.fraction_digits = 1
    assert not encodes(codec, value)


def test_calls_at_types_of_the_caller() -> None:
    limits: Any = testee.flow.LIMITS
    types = testee.tools.TOOLKIT.declarations
    entry = next(each for each in testee.tools.TOOLKIT.entries if each.generic)
    from_flow = __import__("testee.flow.generic", fromlist=["view_at"])
    view = from_flow.view_at(
        types, entry.identity, [testee.flow.INT.term(types.graph)] * len(entry.generic)
    )
    codec = next(iter(view.codecs.bindings.values()))
    assert codec.decode("12345").text == "12345"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "int_digits", 4)
        assert codec.decode("1234").text == "1234"
        for text in ("12345", "1e4"):
            with pytest.raises(testee.flow.DecodeError):
                codec.decode(text)


@pytest.mark.parametrize("digits", [1, 7, 64, 4096])
@pytest.mark.parametrize(
    "shape", ["{}", "[{}]", '["{}"]', '{{"a":{}}}', '{{"{}":1}}', '["x{}",0.{}]']
)
def test_whole_numbers_of_trees_are_within_the_limits(
    monkeypatch: pytest.MonkeyPatch, digits: int, shape: str
) -> None:
    monkeypatch.setattr(LIMITS, "int_digits", digits)
    for length in {1, digits - 1, digits, digits + 1, 2 * digits, 3 * digits + 1} - {0}:
        for before in (0, 1, digits - 1):
            text = " " * before + shape.replace("{}", "7" * length).format()
            for each in scalars(parse(text)):
                assert type(each) is not int or each < 10**digits
                if type(each) is Num and "." not in each:
                    assert length > digits


def scalars(tree: Any) -> list[Any]:
    if type(tree) is dict:
        return [each for member in tree.values() for each in scalars(member)]
    return [each for item in tree for each in scalars(item)] if type(tree) is list else [tree]  # fmt: skip


def test_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    def call(args: str, more: str = "") -> bytes:
        return (
            '{"id":1,"jsonrpc":"2.0","method":"call","params":'
            f'{{"args":{args},"call":"c","run":"r","tool":"t"}}{more}}}'
        ).encode()

    monkeypatch.setattr(LIMITS, "message_depth", 3)
    assert isinstance(read_message(call("[[[[1]]]]")), Call)
    assert isinstance(read_message(call("{}", ',"more":[[1]]')), Call)
    assert isinstance(read_message(call("{}", ',"more":[[[1]]]')), Refusal)
    monkeypatch.setattr(LIMITS, "depth", 2)
    within, beyond = (
        read_message(call(f'{{"a":{text}}}')) for text in ("[[1]]", "[[[1]]]")
    )
    assert isinstance(within, Call)
    assert within.fault is None
    assert isinstance(beyond, Call)
    assert beyond.fault is not None
    assert beyond.fault.pointer == "/args/a/0/0"


@pytest.mark.parametrize("value", [0, -1, True, 1.0, "1", None])
def test_what_is_no_limit(value: Any) -> None:
    before = repr(LIMITS)
    with pytest.raises(ValueError, match="depth must be a whole number above 0"):
        LIMITS.depth = value
    assert repr(LIMITS) == before


def change_unknown() -> None:
    setattr(LIMITS, "dephts", 1)  # noqa: B010 - checkers know that there is none


def change_derived() -> None:
    LIMITS.plain_digits = 5000


def delete() -> None:
    del LIMITS.depth


@pytest.mark.parametrize("change", [change_unknown, change_derived, delete])
def test_no_other_change(change: Callable[[], None]) -> None:
    with pytest.raises(AttributeError):
        change()


def test_codecs_of_every_kind_know_of_a_change(limits: Any) -> None:
    limits.int_digits = 2
    for term, text in (
        ({"List": "Int"}, "[100]"),
        ({"Set": "Int"}, "[100]"),
        ({"Dict": ["Int", "Text"]}, '[[100,"a"]]'),
        ({"Tuple": ["Int", "Text"]}, '[100,"a"]'),
        ({"Option": "Int"}, '{"Some":100}'),
    ):
        codec = codec_of("everything", term)
        assert not decodes(codec, text), term
        limits.int_digits = 3
        value = codec.decode(text)
        limits.int_digits = 2
        assert not encodes(codec, value), term


def test_errors_of_the_ordinary_package() -> None:
    """The support code in place has limits of its own."""
    from flow.scalars import INT

    with pytest.raises(DecodeError):
        INT.decode("1" * 4097)
    with pytest.raises(EncodeError):
        INT.encode(10**4096)
