# ruff: noqa: F811 - `overload` is from hints, where ruff does not know it
"""Instant: an exact point in time on the proleptic Gregorian calendar, without leap seconds."""

from __future__ import annotations

import re
from time import time_ns

from .duration import Duration
from .errors import DecodeError, EncodeError, show_text
from .frozen import Frozen, set_once
from .hints import TYPE_CHECKING, final, overload
from .limits import LIMITS
from .numbers import describe, is_plain_int, kind_of, parse_int
from .order import Ordered

if TYPE_CHECKING:
    from datetime import datetime

MAX_YEAR = 999_999_999
"""The last year an instant may lie in (in UTC); the first is its negative."""

_FORM = (
    r"([0-9]{4}|\+[1-9][0-9]{4,}|-(?:[1-9][0-9]{4,}|[0-9]{4}))"
    r"-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)
_DAY = 86400
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@final
class Instant(Frozen, Ordered):
    """A point in time, exact to any fraction of a second. An Instant never changes.

    Made by `now`, `parse`, `of`, `of_epoch` or `from_datetime`; a Duration can be added or taken away, two
    instants subtracted and compared. Years run from -999,999,999 to 999,999,999, year 0 included;
    arithmetic that leaves them raises `OverflowError`.
    """

    __slots__ = ("_fraction", "_seconds")

    _seconds: int  # whole seconds since 1970-01-01T00:00:00Z, rounded down
    _fraction: str  # the digits of the rest, without trailing zeros

    def __init__(self) -> None:
        """The epoch, 1970-01-01T00:00:00Z; use the named constructors for others."""
        set_once(self, "_seconds", 0)
        set_once(self, "_fraction", "")

    @classmethod
    def _of(cls, seconds: int, fraction: str) -> Instant:
        if not _FIRST <= seconds <= _LAST:
            raise OverflowError(
                f"an Instant lies between the years {-MAX_YEAR} and {MAX_YEAR}"
            )
        instant = cls.__new__(cls)
        set_once(instant, "_seconds", seconds)
        set_once(instant, "_fraction", fraction)
        return instant

    @classmethod
    def parse(cls, text: str) -> Instant:
        """Read an RFC 3339 `date-time` of any offset, or one with a signed year of more digits.

        Raises `DecodeError`: `format`, or `limit` where the fraction has more than
        `LIMITS.fraction_digits` digits (trailing zeros aside) or the year in UTC is past the last.
        """
        match = re.fullmatch(_FORM, text)
        if match is None:
            raise _bad(text, "expected an instant such as 2026-11-30T12:00:00Z")
        (
            year,
            month,
            day,
            hour,
            minute,
            second,
            fraction,
            sign,
            ahead_hours,
            ahead_minutes,
        ) = match.groups(default="")
        if len(year) > 10:
            raise _bad(
                text, f"an instant's year has at most {len(str(MAX_YEAR))} digits"
            )
        if year == "-0000":
            raise _bad(text, "there is no year -0000")
        if int(ahead_hours or "0") > 23 or int(ahead_minutes or "0") > 59:
            raise _bad(text, "an offset is at most 23:59")
        try:
            seconds = _civil_seconds(
                int(year), int(month), int(day), int(hour), int(minute), int(second)
            )
        except ValueError as fault:
            raise _bad(text, str(fault)) from None
        ahead = int(ahead_hours or "0") * 3600 + int(ahead_minutes or "0") * 60
        fraction = fraction.rstrip("0")
        if len(fraction) > LIMITS.fraction_digits:
            raise DecodeError("limit", _too_fine())
        try:
            return cls._of(
                seconds + ahead if sign == "-" else seconds - ahead, fraction
            )
        except OverflowError as fault:
            raise DecodeError("limit", str(fault)) from None

    @classmethod
    def of(
        cls,
        year: int,
        month: int = 1,
        day: int = 1,
        hour: int = 0,
        minute: int = 0,
        second: int = 0,
        *,
        nanosecond: int = 0,
    ) -> Instant:
        """The instant of a date and a time of day in UTC. Raises `ValueError` for what is none."""
        if not 0 <= nanosecond < 1_000_000_000:
            raise ValueError("a nanosecond is from 0 to 999999999")
        fraction = f"{nanosecond:09d}".rstrip("0")
        return cls._of(_civil_seconds(year, month, day, hour, minute, second), fraction)

    @classmethod
    def now(cls) -> Instant:
        """The present, to the nanosecond as the machine's clock tells it."""
        seconds, nanosecond = divmod(time_ns(), 1_000_000_000)
        return cls._of(seconds, f"{nanosecond:09d}".rstrip("0"))

    @classmethod
    def of_epoch(cls, since: Duration) -> Instant:
        """The instant that lies so long after (or before) 1970-01-01T00:00:00Z."""
        return cls() + since

    @classmethod
    def from_datetime(cls, moment: datetime) -> Instant:
        """The same instant as an aware `datetime`, exactly.

        Raises `ValueError` for a naive one, which says no instant.
        """
        offset = moment.utcoffset()
        if offset is None:
            raise ValueError(
                "a datetime without a time zone is no instant: give it a tzinfo"
            )
        local = Instant.of(
            moment.year,
            moment.month,
            moment.day,
            moment.hour,
            moment.minute,
            moment.second,
            nanosecond=moment.microsecond * 1000,
        )
        return local - Duration.from_timedelta(offset)

    def to_datetime(self) -> datetime:
        """The same instant as a `datetime` in UTC.

        Raises `OverflowError` outside the years 1 to 9999, and `ValueError` where the instant has
        parts below a microsecond, which a `datetime` cannot hold.
        """
        from datetime import UTC, datetime

        year, month, day, hour, minute, second = self._civil()
        if not 1 <= year <= 9999:
            raise OverflowError(f"{self} is outside the years of a datetime")
        if len(self._fraction) > 6:
            raise ValueError(
                f"{self} is finer than a microsecond: a datetime would lose some of it"
            )
        micros = int(self._fraction.ljust(6, "0"))
        return datetime(year, month, day, hour, minute, second, micros, UTC)

    @property
    def since_epoch(self) -> Duration:
        """How long after 1970-01-01T00:00:00Z it lies; negative before."""
        scale = len(self._fraction)
        whole: int = self._seconds * 10**scale
        return Duration.of_scaled(whole + parse_int(self._fraction or "0"), scale)

    @property
    def fraction_digits(self) -> int:
        """How many digits its fraction of a second takes."""
        return len(self._fraction)

    def __str__(self) -> str:
        """The canonical text, such as `2026-11-30T12:00:00.5Z`."""
        year, month, day, hour, minute, second = self._civil()
        sign = "" if 0 <= year <= 9999 else "-" if year < 0 else "+"
        fraction = f".{self._fraction}" if self._fraction else ""
        date = f"{sign}{abs(year):04d}-{month:02d}-{day:02d}"
        return f"{date}T{hour:02d}:{minute:02d}:{second:02d}{fraction}Z"

    def _civil(self) -> tuple[int, int, int, int, int, int]:
        days, rest = divmod(self._seconds, _DAY)
        year, month, day = _date_of(days)
        return year, month, day, rest // 3600, rest // 60 % 60, rest % 60

    def __add__(self, span: Duration) -> Instant:
        if type(span) is not Duration:
            return NotImplemented
        seconds, fraction = (self.since_epoch + span).__flow_key__()
        return Instant._of(seconds, fraction)

    __radd__ = __add__

    @overload
    def __sub__(self, other: Instant) -> Duration: ...
    @overload
    def __sub__(self, other: Duration) -> Instant: ...
    def __sub__(self, other: Instant | Duration) -> Duration | Instant:
        if type(other) is Instant:
            return self.since_epoch - other.since_epoch
        if type(other) is Duration:
            return self + -other
        return NotImplemented

    def __flow_key__(self) -> tuple[int, str]:
        return self._seconds, self._fraction

    def __repr__(self) -> str:
        return f"Instant.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[int, str]]:
        return Instant._of, (self._seconds, self._fraction)


def read_instant(tree: object) -> Instant:
    """Decode an Instant. Raises `DecodeError`: `type`, `format`, `limit`."""
    if type(tree) is not str:
        raise DecodeError(
            "type", f"expected an instant (a string), found {kind_of(tree)}"
        )
    return Instant.parse(tree)


def write_instant(value: object) -> str:
    """Encode an Instant. Raises `EncodeError`: `type`, `limit`."""
    if not isinstance(value, Instant):
        raise EncodeError("type", f"expected an Instant, found {describe(value)}")
    if value.fraction_digits > LIMITS.fraction_digits:
        raise EncodeError("limit", _too_fine())
    return f'"{value}"'


def _too_fine() -> str:
    digits = LIMITS.fraction_digits
    return f"an Instant's fraction of a second has at most {digits} digits"


def _bad(text: str, why: str) -> DecodeError:
    return DecodeError("format", f"{why}: {show_text(text)}")


def _civil_seconds(
    year: int, month: int, day: int, hour: int, minute: int, second: int
) -> int:
    for part in (year, month, day, hour, minute, second):
        if not is_plain_int(part):
            raise TypeError(f"the parts of an Instant are ints, not {describe(part)}")
    if not -MAX_YEAR <= year <= MAX_YEAR:
        raise ValueError(f"a year is from {-MAX_YEAR} to {MAX_YEAR}")
    if not 1 <= month <= 12:
        raise ValueError("a month is from 1 to 12")
    if not 1 <= day <= _days_in(year, month):
        raise ValueError("the month has no such day")
    if not (0 <= hour <= 23 and 0 <= minute <= 59 and 0 <= second <= 59):
        raise ValueError("a time of day is from 00:00:00 to 23:59:59")
    return _days_to(year, month, day) * _DAY + hour * 3600 + minute * 60 + second


def _days_in(year: int, month: int) -> int:
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else _MONTH_DAYS[month - 1]


def _days_to(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a date, counting years from March so that leap days come last."""
    if month <= 2:
        year -= 1
    since_march = (month + 9) % 12
    era, year_of_era = divmod(year, 400)
    day_of_year = (153 * since_march + 2) // 5 + day - 1
    day_of_era = year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year
    return era * 146097 + day_of_era - 719468


def _date_of(days: int) -> tuple[int, int, int]:
    """The date so many days after 1970-01-01: `_days_to` undone."""
    era, day_of_era = divmod(days + 719468, 146097)
    leap_free = (
        day_of_era - day_of_era // 1460 + day_of_era // 36524 - day_of_era // 146096
    )
    year_of_era = leap_free // 365
    day_of_year = day_of_era - (
        365 * year_of_era + year_of_era // 4 - year_of_era // 100
    )
    since_march = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * since_march + 2) // 5 + 1
    month = since_march + 3 if since_march < 10 else since_march - 9
    year = year_of_era + era * 400 + (1 if month <= 2 else 0)
    return year, month, day


_FIRST = _days_to(-MAX_YEAR, 1, 1) * _DAY
_LAST = _days_to(MAX_YEAR, 12, 31) * _DAY + _DAY - 1
