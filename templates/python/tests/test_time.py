"""Instants and durations: exact, of any year and any fineness."""

from __future__ import annotations

import copy
import decimal
import pickle
import sys
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flow import LIMITS, DecodeError, Duration, EncodeError, Instant
from flow.duration import read_duration, write_duration
from flow.instant import MAX_YEAR, read_instant, write_instant


@pytest.mark.parametrize(
    "text",
    [
        "-10000-01-01T00:00:00Z",
        "-0001-12-31T23:59:59Z",
        "0000-02-29T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59.9Z",
        "+10000-01-01T00:00:00Z",
        "+123456-07-08T09:10:11.000000000000000000000000012Z",
        "+999999999-12-31T23:59:59Z",
        "-999999999-01-01T00:00:00Z",
        "-0004-02-29T12:00:00Z",
        "2000-02-29T00:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "2026-11-30T12:00:00." + "3" * 4096 + "Z",
    ],
)
def test_instants_have_one_text(text: str) -> None:
    instant = Instant.parse(text)
    assert str(instant) == text
    assert write_instant(read_instant(text)) == f'"{text}"'
    assert pickle.loads(pickle.dumps(instant)) == copy.copy(instant) == instant
    assert eval(repr(instant)) == instant


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2026-11-30t12:00:00.120z", "2026-11-30T12:00:00.12Z"),
        ("2026-11-30T12:00:00.000+00:00", "2026-11-30T12:00:00Z"),
        ("2026-11-30T12:00:00-00:00", "2026-11-30T12:00:00Z"),
        ("2026-12-01T00:00:00+23:59", "2026-11-30T00:01:00Z"),
        ("2026-12-31T23:59:00-23:59", "2027-01-01T23:58:00Z"),
        ("0000-01-01T00:00:00+00:01", "-0001-12-31T23:59:00Z"),
        ("9999-12-31T23:59:59.5-00:01", "+10000-01-01T00:00:59.5Z"),
        ("2026-11-30T12:00:00." + "1" * 4096 + "000Z", None),
    ],
)
def test_instants_are_read_at_any_offset(text: str, same: str | None) -> None:
    assert Instant.parse(text) == Instant.parse(same or text.replace("000Z", "Z"))


@pytest.mark.parametrize(
    "text",
    [
        *("2026-11-30T12:00:60Z", "2026-11-30T12:00:61Z", "2016-12-31T23:59:60Z"),
        *("2026-11-30T24:00:00Z", "2026-11-30T12:60:00Z", "2026-02-30T00:00:00Z"),
        *("1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-13-01T00:00:00Z"),
        *("2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z", "2026-11-30T1:00:00Z"),
        *("2026-11-30T12:00:00,5Z", "2026-11-30 12:00:00Z", "2026-11-30T12:00:00+0530"),
        *("2026-11-30T12:00:00", "2026-11-30T12:00:00.Z", "2026-11-30T12:00Z"),
        *("2026-11-30T12:00:00+24:00", "2026-11-30T12:00:00+05:60", "2026-11-30"),
        *("2026-11-30T12:00:00Z\n", "\n2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z "),
        *("-0000-01-01T00:00:00Z", "+0000-01-01T00:00:00Z", "+2026-01-01T00:00:00Z"),
        *("+010000-01-01T00:00:00Z", "-00001-01-01T00:00:00Z", "10000-01-01T00:00:00Z"),
        *("-1-01-01T00:00:00Z", "202-01-01T00:00:00Z", "+1000000000-01-01T00:00:00Z"),
        *("-1000000000-01-01T00:00:00Z", "2026-11-30T12:00:00.1234\u0665Z"),
        *(
            "\u0662\u0660\u0662\u0666-11-30T12:00:00Z",
            "2026-11-30T12:00:00.\uff11Z",
            "",
            "Z",
        ),
        "+" + "9" * 100_000 + "-01-01T00:00:00Z",
    ],
)
def test_what_is_no_instant(text: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_instant(text)
    assert caught.value.code == "format"
    assert len(caught.value.message) < 250


def test_limits_of_instants() -> None:
    long = "2026-11-30T12:00:00." + "1" * 4097 + "Z"
    with pytest.raises(DecodeError) as caught:
        read_instant(long)
    assert caught.value.code == "limit"
    for past in ("+999999999-12-31T23:59:59-00:01", "-999999999-01-01T00:00:00+00:01"):
        with pytest.raises(DecodeError) as caught:
            read_instant(past)
        assert caught.value.code == "limit"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LIMITS, "fraction_digits", 5000)
        finer = read_instant(long)
        assert write_instant(finer) == f'"{long}"'
    with pytest.raises(EncodeError) as refused:
        write_instant(finer)
    assert refused.value.code == "limit"


@pytest.mark.parametrize(
    "value", [None, 5, "2026-11-30T12:00:00Z", datetime.now(UTC), Duration()]
)
def test_what_is_no_instant_does_not_encode(value: Any) -> None:
    with pytest.raises(EncodeError) as caught:
        write_instant(value)
    assert caught.value.code == "type"


@pytest.mark.parametrize("tree", [None, 5, True, [], {}])
@pytest.mark.parametrize("read", [read_instant, read_duration])
def test_times_are_strings(tree: Any, read: Any) -> None:
    with pytest.raises(DecodeError) as caught:
        read(tree)
    assert caught.value.code == "type"


@given(st.datetimes(timezones=st.just(UTC)), st.integers(-1439, 1439))
def test_instants_and_datetimes(moment: datetime, minutes: int) -> None:
    try:
        local = moment.astimezone(timezone(timedelta(minutes=minutes)))
    except OverflowError:
        return
    instant = Instant.from_datetime(local)
    assert instant.to_datetime() == moment
    assert instant == Instant.parse(local.isoformat())
    assert instant == Instant.of_epoch(
        Duration.from_timedelta(moment - datetime(1970, 1, 1, tzinfo=UTC))
    )


def test_what_a_datetime_cannot_hold() -> None:
    with pytest.raises(ValueError, match="time zone"):
        Instant.from_datetime(datetime(2026, 1, 1))
    for text in ("0000-12-31T23:59:59Z", "+10000-01-01T00:00:00Z"):
        with pytest.raises(OverflowError):
            Instant.parse(text).to_datetime()
    with pytest.raises(ValueError, match="microsecond"):
        Instant.parse("2026-01-01T00:00:00.0000001Z").to_datetime()


@given(st.integers(-MAX_YEAR, MAX_YEAR), st.integers(0, 365 * 86400 - 1))
def test_calendar(year: int, second: int) -> None:
    instant = Instant.of(year) + Duration.of_seconds(second)
    assert Instant.parse(str(instant)) == instant
    assert instant - Instant.of(year) == Duration.of_seconds(second)


def test_the_calendar_has_every_day_once() -> None:
    day = Duration.of_hours(24)
    instant = Instant.of(-801, 12, 31)
    for year in range(-800, 401):
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        assert instant + day == Instant.of(year)
        assert (instant + day * (60 if leap else 59)) == Instant.of(
            year, 2, 29 if leap else 28
        )
        instant = instant + day * (366 if leap else 365)
        assert instant == Instant.of(year, 12, 31)


def test_arithmetic_stays_within_the_years() -> None:
    with pytest.raises(OverflowError):
        _ = Instant.of(MAX_YEAR, 12, 31) + Duration.of_hours(24)
    with pytest.raises(ValueError, match="no such day"):
        Instant.of(1900, 2, 29)
    wrong: Any = True
    with pytest.raises(TypeError):
        Instant.of(wrong)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("PT-0.5S", "PT-0.5S"),
        ("PT-0.000000001S", "PT-0.000000001S"),
        ("PT123456789012345678901234567890S", "PT123456789012345678901234567890S"),
        ("PT1.000000000000000000001S", "PT1.000000000000000000001S"),
        ("PT1H-30M0.5S", "PT1800.5S"),
        ("PT1.5H", "PT5400S"),
        ("PT-0S", "PT0S"),
        ("PT0H0M0S", "PT0S"),
        ("PT0.000M", "PT0S"),
        ("PT1H-60M", "PT0S"),
        ("PT" + "9" * 4096 + "S", "PT" + "9" * 4096 + "S"),
        ("PT0." + "1" * 4096 + "S", "PT0." + "1" * 4096 + "S"),
        ("PT1." + "0" * 9999 + "S", "PT1S"),
    ],
)
@pytest.mark.parametrize("narrow", [False, True])
def test_durations_have_one_text(text: str, canonical: str, narrow: bool) -> None:
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640 if narrow else usual)
    traps: list[Any] = [decimal.Inexact, decimal.Rounded]
    try:
        with decimal.localcontext(
            decimal.Context(prec=5, traps=traps) if narrow else None
        ):
            duration = read_duration(text)
            assert write_duration(duration) == f'"{canonical}"'
            assert duration == Duration.of_seconds(duration.seconds)
            assert duration - duration == Duration()
            assert eval(repr(duration)) == duration
    finally:
        sys.set_int_max_str_digits(usual)
    assert pickle.loads(pickle.dumps(duration)) == copy.deepcopy(duration) == duration


@pytest.mark.parametrize(
    "text",
    [
        *(
            "PT",
            "P",
            "",
            "PT1",
            "1S",
            "PT1S1S",
            "PT1S1M",
            "PT1M1H",
            "-PT1S",
            "+PT1S",
            "PT+1S",
        ),
        *(
            "P1D",
            "P1DT1S",
            "P1W",
            "P1M",
            "PT01S",
            "PT1.S",
            "PT.5S",
            "PT1e2S",
            "PT1,5S",
            "pt1s",
        ),
        *(
            "PT1S\n",
            "PT1 S",
            "PT--1S",
            "PT00S",
            "PT\u0661S",
            "PT1\uff11S",
            "PT-S",
            "PT1h",
        ),
    ],
)
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_duration(text)
    assert caught.value.code == "format"


@pytest.mark.parametrize(
    "text",
    [
        "PT1" + "0" * 4096 + "S",
        "PT0." + "1" * 4097 + "S",
        "PT" + "9" * 4096 + "H",
        "PT" + "9" * 4096 + "M",
        "PT" + "9" * 4096 + "M" + "9" * 4096 + "S",
        "PT" + "9" * 100_000 + "S",
    ],
)
def test_limits_of_durations(text: str) -> None:
    with pytest.raises(DecodeError) as caught:
        read_duration(text)
    assert caught.value.code == "limit"


def test_durations_too_long_do_not_encode() -> None:
    for duration in (Duration.of_scaled(10**4096, 0), Duration.of_scaled(1, 4097)):
        with pytest.raises(EncodeError) as caught:
            write_duration(duration)
        assert caught.value.code == "limit"
    for text in ("1E+1000000000", "1E-1000000000"):
        with pytest.raises(OverflowError):
            Duration.of_seconds(Decimal(text))


@pytest.mark.parametrize(
    "value", [1.5, "1", None, True, Decimal("NaN"), Decimal("Infinity")]
)
def test_what_no_duration_is_made_of(value: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        Duration.of_seconds(value)


def test_durations_of_every_unit() -> None:
    assert Duration.of_seconds(90) == Duration.of_minutes(1) + Duration.of_seconds(30)
    assert (
        Duration.of_hours(-1) == Duration.of_seconds(-3600) == -Duration.of_minutes(60)
    )
    assert str(Duration.of_milliseconds(1500)) == "PT1.5S"
    assert str(Duration.of_microseconds(-1)) == "PT-0.000001S"
    assert str(Duration.of_nanoseconds(1_000_000_000)) == "PT1S"
    assert str(Duration.of_seconds(Decimal("1E-30"))) == "PT0." + "0" * 29 + "1S"
    assert Duration.of_seconds(3) * Decimal("0.5") == 3 * Duration.of_milliseconds(500)
    assert abs(Duration.of_seconds(-2)) == Duration.of_seconds(2)
    assert float(Duration.of_milliseconds(250)) == 0.25
    assert float(Duration.of_scaled(-(10**400), 0)) == float("-inf")
    assert not Duration()
    factor: Any = 1.5
    with pytest.raises(TypeError):
        _ = Duration.of_seconds(1) * factor


def test_what_a_timedelta_cannot_hold() -> None:
    with pytest.raises(ValueError, match="microsecond"):
        Duration.of_nanoseconds(1).to_timedelta()
    with pytest.raises(OverflowError):
        Duration.of_seconds(10**20).to_timedelta()


@given(st.timedeltas())
def test_durations_and_timedeltas(delta: timedelta) -> None:
    assert Duration.from_timedelta(delta).to_timedelta() == delta


NUMBERS = st.decimals(allow_nan=False, allow_infinity=False).filter(
    lambda number: abs(number.adjusted()) < 500
)


@given(NUMBERS, NUMBERS)
def test_durations_are_their_seconds(left: Decimal, right: Decimal) -> None:
    one, two = Duration.of_seconds(left), Duration.of_seconds(right)
    assert (one < two, one <= two, one == two) == (
        left < right,
        left <= right,
        left == right,
    )
    assert (one == two) == (
        hash(one) == hash(two) and one.__flow_key__() == two.__flow_key__()
    )
    with decimal.localcontext(decimal.Context(prec=4000)):
        assert (one + two).seconds == left + right
        assert (one - two).seconds == left - right
        assert (one * right).seconds == left * right
    start = Instant.of(2026)
    assert (start + Duration.of_seconds(5)) - start == Duration.of_seconds(5)


def test_order_is_that_of_time() -> None:
    texts = ["-0001-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "1969-12-31T23:59:59.99Z"]
    texts += [
        "1970-01-01T00:00:00Z",
        "1970-01-01T00:00:00.000001Z",
        "1970-01-01T00:00:00.1Z",
    ]
    texts += [
        "1970-01-01T00:00:00.12Z",
        "1970-01-01T00:00:00.2Z",
        "+10000-01-01T00:00:00Z",
    ]
    instants = [Instant.parse(text) for text in texts]
    mixed = instants[::-1]
    assert sorted(mixed) == instants
    spans = [Instant.of(1970) - instant for instant in instants]
    assert sorted(spans, reverse=True) == spans
    assert instants[0] != texts[0]
    stranger: Any = texts[0]
    with pytest.raises(TypeError):
        assert instants[0] < stranger


def test_times_never_change() -> None:
    values: list[Any] = [Instant(), Duration()]
    for value in values:
        for name in value.__slots__:
            with pytest.raises(AttributeError):
                setattr(value, name, 1)
            with pytest.raises(AttributeError):
                delattr(value, name)
