"""The rows of the vectors that decode at a primitive type."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from flow import DecodeError, EncodeError, JsonError
from flow.decimals import read_decimal, write_decimal
from flow.duration import read_duration, write_duration
from flow.instant import read_instant, write_instant
from flow.json import parse
from flow.numbers import read_int, write_int
from flow.primitives import (
    read_bool,
    read_bytes,
    read_never,
    read_text,
    read_unit,
    write_bool,
    write_bytes,
    write_never,
    write_text,
    write_unit,
)
from flow.values import read_json, write_json

from .vectors import rows

CODECS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], str]]] = {
    "Int": (read_int, write_int),
    "Decimal": (read_decimal, write_decimal),
    "Bool": (read_bool, write_bool),
    "Text": (read_text, write_text),
    "Bytes": (read_bytes, write_bytes),
    "Instant": (read_instant, write_instant),
    "Duration": (read_duration, write_duration),
    "Unit": (read_unit, write_unit),
    "Never": (read_never, write_never),
    "json.Value": (read_json, write_json),
}


def primitive_cases() -> Iterator[Any]:
    for row in [*rows("values.json"), *rows("values-random.json")]:
        if isinstance(row["type"], str):
            for case in row["cases"]:
                yield pytest.param(
                    row["type"], case, id=f"{row['type']}-{case['text'][:40]}"
                )


CASES = list(primitive_cases())


def test_every_primitive_has_vectors() -> None:
    assert {param.values[0] for param in CASES} == set(CODECS)


@pytest.mark.parametrize(("kind", "case"), CASES)
def test_vector(kind: str, case: dict[str, Any]) -> None:
    read, write = CODECS[kind]
    if "canonical" in case:
        value = read(parse(case["text"]))
        assert write(value) == case["canonical"]
        assert write(read(parse(case["canonical"]))) == case["canonical"]
        return
    with pytest.raises(DecodeError) as caught:
        read(parse(case["text"]))
    assert (caught.value.code, caught.value.pointer) == (case["refused"], case["at"])


@pytest.mark.parametrize(
    "text", ["ZE==", "AAF=", "AA", "AA=", "AA===", "Z A==", "_-8="]
)
def test_base64_that_is_not(text: str) -> None:
    for spelling in (text, f"{text}\n", f"AAAA{text}"):
        with pytest.raises(DecodeError) as caught:
            read_bytes(spelling)
        assert caught.value.code == "format"


@pytest.mark.parametrize(
    "text", ["AA==\n", "AAAA\n", "\u00e9A==", "AAAA====", "=", "===="]
)
def test_more_base64_that_is_not(text: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_bytes(text)
    assert caught.value.code == "format"


WRONG: list[tuple[Callable[[Any], str], list[Any]]] = [
    (write_bool, [0, 1, None, "true"]),
    (write_text, [None, 1, b"x"]),
    (write_bytes, [None, "AA==", bytearray(b"x"), [1]]),
    (write_unit, [0, False, ()]),
    (write_never, [None, 0]),
]


@pytest.mark.parametrize(("write", "values"), WRONG, ids=lambda value: str(value)[:30])
def test_values_of_other_types_do_not_encode(write: Any, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(EncodeError) as caught:
            write(value)
        assert caught.value.code == "type"


def test_messages_quote_safely() -> None:
    for text in ("a\nb\ud800", "\x00" * 500, "\u2028'\""):
        for read in (read_bytes, read_instant, read_duration):
            with pytest.raises(DecodeError) as caught:
                read(text)
            message = caught.value.message
            assert message.encode() and message.isprintable() and len(message) < 400


def test_errors_say_where() -> None:
    error = DecodeError("type", "expected a number")
    assert error.under("b/c").under(3).under("~a") is error
    assert error.pointer == "/~0a/3/b~1c"
    assert str(error) == "expected a number (at /~0a/3/b~1c)"
    assert (
        str(JsonError("json", "what is this", "/a", 7))
        == "what is this (at /a, offset 7)"
    )
    for fault in (error, JsonError("json", "what is this", "/a", 7)):
        same = pickle.loads(pickle.dumps(fault))
        assert vars(same) == vars(fault)
        assert str(same) == str(fault)
