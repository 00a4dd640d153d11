"""Duration: an exact span of time, of any length and any fineness."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from .errors import DecodeError, EncodeError
from .limits import LIMITS
from .numbers import (
    Parts,
    describe,
    format_int,
    is_plain_int,
    kind_of,
    parse_int,
    parts_of,
    shorten,
    trim,
)

if TYPE_CHECKING:
    from datetime import timedelta

_NUMBER = r"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)"
_FORM = f"PT(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?"
_UNITS = (3600, 60, 1)


class Duration:
    """A span of time in seconds, exact, negative ones included. Instances never change.

    Made by `parse`, `of_seconds` and its neighbours, or `from_timedelta`; added, subtracted,
    negated, multiplied by whole or Decimal numbers, and compared by value. Nothing is ever
    rounded, whatever the ambient context of the `decimal` module.
    """

    __slots__ = ("_coefficient", "_scale")

    _coefficient: (
        int  # the seconds are _coefficient / 10**_scale, with the least _scale there is
    )
    _scale: int

    def __init__(self) -> None:
        """A span of no length; use the named constructors for others."""
        object.__setattr__(self, "_coefficient", 0)
        object.__setattr__(self, "_scale", 0)

    @classmethod
    def _of(cls, coefficient: int, scale: int) -> Duration:
        duration = cls.__new__(cls)
        coefficient, scale = trim(coefficient, scale)
        object.__setattr__(duration, "_coefficient", coefficient)
        object.__setattr__(duration, "_scale", scale)
        return duration

    @classmethod
    def parse(cls, text: str, digits: int = LIMITS.decimal_digits) -> Duration:
        """Read `PT` and then one or more of `<n>H`, `<n>M`, `<n>S`, such as `PT1H-30M0.5S`.

        Raises `DecodeError`: `format`, or `limit` where a part or the sum takes more than `digits`
        digits on a side of the point.
        """
        match = re.fullmatch(_FORM, text)
        if match is None or text == "PT":
            raise DecodeError(
                "format", f"expected a duration such as PT1.5S: {shorten(text)}"
            )
        total = cls()
        for spelling, unit in zip(match.groups(), _UNITS, strict=True):
            if spelling is not None:
                total += _of_parts(_bounded(parts_of(spelling), digits), unit)
        _bounded(total._parts(), digits)
        return total

    @classmethod
    def of_seconds(cls, seconds: int | Decimal) -> Duration:
        """So many seconds, exactly; a float is refused (TypeError), as it is seldom what it says."""
        if isinstance(seconds, Decimal):
            if not seconds.is_finite():
                raise ValueError(
                    f"a duration is finite, not {Decimal.__str__(seconds)}"
                )
            return _of_parts(parts_of(Decimal.__str__(seconds)), 1)
        return cls._of(_whole(seconds), 0)

    @classmethod
    def of_minutes(cls, minutes: int) -> Duration:
        """So many minutes of 60 seconds."""
        return cls._of(_whole(minutes) * 60, 0)

    @classmethod
    def of_hours(cls, hours: int) -> Duration:
        """So many hours of 3600 seconds."""
        return cls._of(_whole(hours) * 3600, 0)

    @classmethod
    def of_milliseconds(cls, milliseconds: int) -> Duration:
        """So many thousandths of a second."""
        return cls._of(_whole(milliseconds), 3)

    @classmethod
    def of_microseconds(cls, microseconds: int) -> Duration:
        """So many millionths of a second."""
        return cls._of(_whole(microseconds), 6)

    @classmethod
    def of_nanoseconds(cls, nanoseconds: int) -> Duration:
        """So many thousand-millionths of a second."""
        return cls._of(_whole(nanoseconds), 9)

    @classmethod
    def from_timedelta(cls, delta: timedelta) -> Duration:
        """The same span as a `datetime.timedelta`, exactly."""
        micros = (delta.days * 86400 + delta.seconds) * 1_000_000 + delta.microseconds
        return cls._of(micros, 6)

    def to_timedelta(self) -> timedelta:
        """The same span as a `datetime.timedelta`.

        Raises `OverflowError` where it is too long for one, and `ValueError` where it has parts
        below a microsecond, which one cannot hold.
        """
        from datetime import timedelta

        if self._scale > 6:
            raise ValueError(
                f"{self} is finer than a microsecond: a timedelta would lose some of it"
            )
        return timedelta(microseconds=self._coefficient * 10 ** (6 - self._scale))

    @property
    def seconds(self) -> Decimal:
        """The whole span in seconds, exactly."""
        return Decimal(self._parts().text())

    def __float__(self) -> float:
        """The span in seconds as the nearest float, for clocks and timers that take no better."""
        try:
            return self._coefficient / 10**self._scale
        except OverflowError:
            return float("inf") if self._coefficient > 0 else float("-inf")

    def __str__(self) -> str:
        """The canonical text, such as `PT90S` or `PT-0.25S`."""
        return f"PT{self._parts().text()}S"

    def fits(self, digits: int) -> bool:
        """Say whether its seconds take at most so many digits on each side of the point."""
        return self._scale <= digits and abs(self._coefficient) < 10 ** (
            digits + self._scale
        )

    def _parts(self) -> Parts:
        parts = parts_of(format_int(self._coefficient))
        parts.exponent -= self._scale
        return parts

    def __add__(self, other: Duration) -> Duration:
        if not isinstance(other, Duration):
            return NotImplemented
        scale = max(self._scale, other._scale)
        return Duration._of(self._at(scale) + other._at(scale), scale)

    def __sub__(self, other: Duration) -> Duration:
        if not isinstance(other, Duration):
            return NotImplemented
        return self + -other

    def __neg__(self) -> Duration:
        return Duration._of(-self._coefficient, self._scale)

    def __abs__(self) -> Duration:
        return Duration._of(abs(self._coefficient), self._scale)

    def __mul__(self, factor: int | Decimal) -> Duration:
        if not isinstance(factor, Decimal) and not is_plain_int(factor):
            return NotImplemented
        other = Duration.of_seconds(factor)
        product = self._coefficient * other._coefficient
        return Duration._of(product, self._scale + other._scale)

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        """True for every span but the empty one."""
        return self._coefficient != 0

    def _at(self, scale: int) -> int:
        return self._coefficient * 10 ** (scale - self._scale)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Duration):
            return NotImplemented
        return self._coefficient == other._coefficient and self._scale == other._scale

    def __lt__(self, other: Duration) -> bool:
        if not isinstance(other, Duration):
            return NotImplemented
        scale = max(self._scale, other._scale)
        return self._at(scale) < other._at(scale)

    def __le__(self, other: Duration) -> bool:
        if not isinstance(other, Duration):
            return NotImplemented
        return not other < self

    def __gt__(self, other: Duration) -> bool:
        if not isinstance(other, Duration):
            return NotImplemented
        return other < self

    def __ge__(self, other: Duration) -> bool:
        if not isinstance(other, Duration):
            return NotImplemented
        return not self < other

    def __hash__(self) -> int:
        return hash((Duration, self._coefficient, self._scale))

    def __flow_key__(self) -> Duration:
        return self

    def __repr__(self) -> str:
        return f"Duration.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return Duration._of, (self._coefficient, self._scale)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Duration cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Duration cannot be changed")


def read_duration(tree: object, digits: int = LIMITS.decimal_digits) -> Duration:
    """Decode a Duration. Raises `DecodeError`: `type`, `format`, `limit`."""
    if type(tree) is not str:
        raise DecodeError(
            "type", f"expected a duration (a string), found {kind_of(tree)}"
        )
    return Duration.parse(tree, digits)


def write_duration(value: Duration, digits: int = LIMITS.decimal_digits) -> str:
    """Encode a Duration. Raises `EncodeError`: `type`, `limit`."""
    if not isinstance(value, Duration):
        raise EncodeError("type", f"expected a Duration, found {describe(value)}")
    if not value.fits(digits):
        raise EncodeError("limit", too_long(digits))
    return f'"{value}"'


def too_long(digits: int) -> str:
    return f"a Duration has at most {digits} digits on each side of its point"


def _whole(value: int) -> int:
    if not is_plain_int(value):
        raise TypeError(
            f"a Duration is made of an int or a Decimal, not {describe(value)}"
        )
    return int(value)


def _bounded(parts: Parts, digits: int) -> Parts:
    if not parts.fits(digits):
        raise DecodeError("limit", too_long(digits))
    return parts


def _of_parts(parts: Parts, unit: int) -> Duration:
    coefficient = parse_int(parts.digits or "0") * unit
    if parts.negative:
        coefficient = -coefficient
    if parts.exponent >= 0:
        return Duration._of(coefficient * 10**parts.exponent, 0)
    return Duration._of(coefficient, -parts.exponent)
