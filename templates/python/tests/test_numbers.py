"""Numbers by value: bounded work, no ambient context, no digit limit."""

from __future__ import annotations

import decimal
import sys
import time
import tracemalloc
from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flow import DecodeError, EncodeError, Json
from flow.decimals import read_decimal, write_decimal
from flow.json import Num, parse
from flow.numbers import (
    format_int,
    parse_int,
    parts_of,
    read_int,
    show_int,
    trim,
    write_int,
)


@pytest.fixture(params=["usual", "narrow"])
def surroundings(request: pytest.FixtureRequest) -> Iterator[None]:
    """Code of the author's that leaves the interpreter in a state of its own."""
    usual = sys.get_int_max_str_digits()
    context = decimal.getcontext().copy()
    if request.param == "narrow":
        sys.set_int_max_str_digits(640)
        traps: list[Any] = [
            decimal.Inexact,
            decimal.Rounded,
            decimal.Subnormal,
            decimal.Clamped,
        ]
        traps += [decimal.InvalidOperation, decimal.FloatOperation, decimal.Overflow]
        decimal.setcontext(
            decimal.Context(prec=5, Emax=9, Emin=-9, traps=traps, capitals=0)
        )
    yield
    decimal.setcontext(context)
    sys.set_int_max_str_digits(usual)


@pytest.mark.usefixtures("surroundings")
@pytest.mark.parametrize(
    "spelling",
    [
        "9007199254740993",
        "18446744073636006420",
        "0.1234567890123456789012345",
        "0.99999999999999999999999999999",
        "-123456789012345678901234567890",
        "-0.000000000000000000000000000001",
        "9" * 4096,
        "-" + "9" * 4096,
        "1" + "0" * 4095,
        "0." + "0" * 4095 + "1",
        "1" * 4096 + "." + "1" * 4096,
        "-" + "8" * 700 + ".5",
    ],
)
def test_the_same_digits_come_out(spelling: str) -> None:
    tree = parse(spelling)
    assert write_decimal(read_decimal(tree)) == spelling
    assert Json.parse(f"[{spelling}]").text == f"[{spelling}]"
    assert Json.of(read_decimal(tree)).text == spelling
    if "." not in spelling:
        assert write_int(read_int(tree)) == spelling
        assert write_decimal(read_int(tree)) == spelling


@pytest.mark.usefixtures("surroundings")
@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("1E+2", "100"),
        ("1E-7", "0.0000001"),
        ("1e21", "1000000000000000000000"),
        ("0E-10", "0"),
        ("0E+999999", "0"),
        ("1.50", "1.5"),
        ("-0", "0"),
        ("-0.00", "0"),
        ("-1.50E-3", "-0.0015"),
        ("1E+4095", "1" + "0" * 4095),
        ("1." + "0" * 5000, "1"),
    ],
)
def test_decimals_print_by_value(written: str, text: str) -> None:
    with decimal.localcontext(decimal.Context(prec=99999)):
        value = Decimal(written)
    assert write_decimal(value) == text
    assert write_decimal(read_decimal(parse(written))) == text


@pytest.mark.parametrize("write", [write_int, write_decimal])
@pytest.mark.parametrize("value", [True, False, 1.0, "1", None, float("nan")])
def test_what_is_no_number_does_not_encode(write: Any, value: Any) -> None:
    with pytest.raises(EncodeError) as caught:
        write(value)
    assert caught.value.code == "type"


@pytest.mark.parametrize(
    "name", ["NaN", "-NaN", "sNaN", "Infinity", "-Infinity", "NaN123"]
)
def test_decimals_that_are_no_numbers_do_not_encode(name: str) -> None:
    with pytest.raises(EncodeError) as caught:
        write_decimal(Decimal(name))
    assert caught.value.code == "type"


def test_subclasses_of_int_are_ints() -> None:
    class Level(IntEnum):
        HIGH = 3

    assert write_int(Level.HIGH) == "3"
    assert write_decimal(Level.HIGH) == "3"


@pytest.mark.parametrize("tree", [True, None, "1", [], {}, Num("1.5"), Num("1e-1")])
def test_what_is_no_int_does_not_decode(tree: Any) -> None:
    with pytest.raises(DecodeError) as caught:
        read_int(tree)
    assert caught.value.code == "type"


@pytest.mark.usefixtures("surroundings")
@pytest.mark.parametrize("digits", [4097, 4301, 5000, 100_000])
def test_too_many_digits_are_an_ordinary_refusal(digits: int) -> None:
    value = 10 ** (digits - 1)
    for write in (write_int, write_decimal):
        with pytest.raises(EncodeError) as caught:
            write(value)
        assert caught.value.code == "limit"
        assert len(caught.value.message) < 200
    for read in (read_int, read_decimal):
        with pytest.raises(DecodeError) as refused:
            read(parse("7" * digits))
        assert refused.value.code == "limit"
        assert len(refused.value.message) < 200
    for value_of_type in (10 ** (digits - 1), -(10 ** (digits - 1)), Decimal(10) ** 4):
        assert len(show_int(int(value_of_type))) < 100


HARD = [
    ("1e1000000000", "limit"),
    ("1e-1000000000", "limit"),
    ("1e" + "9" * 21, "limit"),
    ("-1e-" + "9" * 21, "limit"),
    ("1e" + "0" * 1_000_000 + "1", "10"),
    ("0." + "0" * 1_000_000 + "1", "limit"),
    ("0." + "0" * 1_000_000 + "1e1000001", "1"),
    ("1" + "0" * 1_000_000 + "e-1000000", "1"),
    ("1" + "0" * 1_000_000, "limit"),
    ("0e999999999999", "0"),
    ("0.000e-" + "9" * 5000, "0"),
    ("1." + "0" * 1_000_000, "1"),
]


@pytest.mark.parametrize(
    ("spelling", "result"), HARD, ids=lambda value: str(value)[:20]
)
def test_work_is_bounded(spelling: str, result: str) -> None:
    tree = parse(spelling)
    tracemalloc.start()
    began = time.process_time()
    try:
        text = write_decimal(read_decimal(tree))
    except DecodeError as error:
        text = error.code
    spent = time.process_time() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert text == result
    assert spent < 5  # a bound on what would take for ever, not a measure of speed
    assert peak < 16 * 2**20 + 8 * len(spelling)


@given(st.integers(), st.integers(0, 40))
def test_trim_keeps_the_value(coefficient: int, scale: int) -> None:
    least, least_scale = trim(coefficient * 10**7, scale + 7)
    assert (
        least * 10 ** (scale - least_scale if scale >= least_scale else 0)
        == coefficient
    )
    assert least_scale == 0 or least % 10


@given(st.integers(-(10**3000), 10**3000))
def test_ints_of_any_length(value: int) -> None:
    assert format_int(value) == str(value)
    assert parse_int(str(value)) == value


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_parts_are_the_value(value: Decimal) -> None:
    parts = parts_of(str(value))
    assert parts.digits == parts.digits.strip("0")
    sign = -1 if parts.negative else 1
    with decimal.localcontext(decimal.Context(prec=999)):
        assert sign * Decimal(parts.digits or "0").scaleb(parts.exponent) == value
