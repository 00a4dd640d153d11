"""Duration: an exact span of time, of any length and any fineness."""

from __future__ import annotations

import re
from decimal import Decimal

from .errors import DecodeError, EncodeError, show_text
from .frozen import Frozen, set_once
from .hints import TYPE_CHECKING, final
from .limits import LIMITS
from .numbers import (
    Parts,
    describe,
    format_int,
    is_plain_int,
    kind_of,
    parts_of,
    trim,
)
from .order import Ordered

if TYPE_CHECKING:
    from datetime import timedelta

_NUMBER = r"(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)"
_FORM = f"PT(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?"
_UNITS = (3600, 60, 1)


@final
class Duration(Frozen, Ordered):
    """A span of time in seconds, exact, negative ones included.

    Made by `parse`, `of_seconds` and its neighbours, or `from_timedelta`; added, subtracted,
    negated, multiplied by whole or Decimal numbers, and compared by value. Nothing is ever
    rounded, whatever the ambient context of the `decimal` module. A Duration never changes.
    """

    __slots__ = ("coefficient", "scale")

    coefficient: int
    """Together with `scale` the value: it is `coefficient / 10**scale` seconds."""
    scale: int
    """The least one that serves, and not negative."""

    def __init__(self) -> None:
        """The span of no length; use the named constructors for others."""
        set_once(self, "coefficient", 0)
        set_once(self, "scale", 0)

    @classmethod
    def of_scaled(cls, coefficient: int, scale: int) -> Duration:
        """`coefficient / 10**scale` seconds, such as 15 and 1 for 1.5.

        Raises `ValueError` for a negative scale.
        """
        if scale < 0:
            raise ValueError(f"a scale is not negative: {scale}")
        duration = cls.__new__(cls)
        coefficient, scale = trim(coefficient, scale)
        set_once(duration, "coefficient", coefficient)
        set_once(duration, "scale", scale)
        return duration

    @classmethod
    def parse(cls, text: str) -> Duration:
        """Read `PT` and then one or more of `<n>H`, `<n>M`, `<n>S`, such as `PT1H-30M0.5S`.

        Raises `DecodeError`: `format`, or `limit` where a part or the sum takes more than
        `LIMITS.decimal_digits` digits on a side of the point.
        """
        match = re.fullmatch(_FORM, text)
        if match is None or text == "PT":
            raise DecodeError(
                "format", f"expected a duration such as PT1.5S: {show_text(text)}"
            )
        total = cls()
        for spelling, unit in zip(match.groups(), _UNITS, strict=True):
            if spelling is not None:
                total += _of_parts(_bounded(parts_of(spelling)), unit)
        if not total.fits(LIMITS.decimal_digits):
            raise DecodeError("limit", _too_long())
        return total

    @classmethod
    def of_seconds(cls, seconds: int | Decimal) -> Duration:
        """So many seconds, exactly.

        Raises `TypeError` for a float, which seldom is the number that was meant, `ValueError` for
        a Decimal that is not finite, and `OverflowError` for one of too many digits to ever cross.
        """
        if isinstance(seconds, Decimal):
            if not seconds.is_finite():
                raise ValueError(
                    f"a duration is finite, not {Decimal.__str__(seconds)}"
                )
            parts = parts_of(Decimal.__str__(seconds))
            if not parts.fits(LIMITS.decimal_digits):
                raise OverflowError(_too_long())
            return _of_parts(parts, 1)
        return cls.of_scaled(_whole(seconds), 0)

    @classmethod
    def of_minutes(cls, minutes: int) -> Duration:
        """So many minutes of 60 seconds."""
        return cls.of_scaled(_whole(minutes) * 60, 0)

    @classmethod
    def of_hours(cls, hours: int) -> Duration:
        """So many hours of 3600 seconds."""
        return cls.of_scaled(_whole(hours) * 3600, 0)

    @classmethod
    def of_milliseconds(cls, milliseconds: int) -> Duration:
        """So many thousandths of a second."""
        return cls.of_scaled(_whole(milliseconds), 3)

    @classmethod
    def of_microseconds(cls, microseconds: int) -> Duration:
        """So many millionths of a second."""
        return cls.of_scaled(_whole(microseconds), 6)

    @classmethod
    def of_nanoseconds(cls, nanoseconds: int) -> Duration:
        """So many thousand-millionths of a second."""
        return cls.of_scaled(_whole(nanoseconds), 9)

    @classmethod
    def from_timedelta(cls, delta: timedelta) -> Duration:
        """The same span as a `datetime.timedelta`, exactly."""
        micros = (delta.days * 86400 + delta.seconds) * 1_000_000 + delta.microseconds
        return cls.of_scaled(micros, 6)

    def to_timedelta(self) -> timedelta:
        """The same span as a `datetime.timedelta`.

        Raises `OverflowError` where it is too long for one, and `ValueError` where it has parts
        below a microsecond, which one cannot hold.
        """
        from datetime import timedelta

        if self.scale > 6:
            raise ValueError(
                f"{self} is finer than a microsecond: a timedelta would lose some of it"
            )
        return timedelta(microseconds=self.coefficient * 10 ** (6 - self.scale))

    @property
    def seconds(self) -> Decimal:
        """The whole span in seconds, exactly."""
        return Decimal(self._parts().text())

    def __float__(self) -> float:
        """The span in seconds as the nearest float, for clocks and timers that take no better."""
        try:
            unit: int = 10**self.scale
            return self.coefficient / unit
        except OverflowError:
            return float("inf") if self.coefficient > 0 else float("-inf")

    def __str__(self) -> str:
        """The canonical text, such as `PT90S` or `PT-0.25S`."""
        return f"PT{self._parts().text()}S"

    def fits(self, digits: int) -> bool:
        """Say whether its seconds take at most so many digits on each side of the point."""
        if self.scale > digits:
            return False
        few_bits = (
            self.coefficient.bit_length() <= 3 * digits
        )  # less than 8 to the digits
        return few_bits or abs(self.coefficient) < 10 ** (digits + self.scale)

    def _parts(self) -> Parts:
        parts = parts_of(format_int(self.coefficient))
        parts.exponent -= self.scale
        return parts

    def __add__(self, other: Duration) -> Duration:
        if type(other) is not Duration:
            return NotImplemented
        scale = max(self.scale, other.scale)
        return Duration.of_scaled(self._at(scale) + other._at(scale), scale)

    def __sub__(self, other: Duration) -> Duration:
        if type(other) is not Duration:
            return NotImplemented
        return self + -other

    def __neg__(self) -> Duration:
        return Duration.of_scaled(-self.coefficient, self.scale)

    def __abs__(self) -> Duration:
        return Duration.of_scaled(abs(self.coefficient), self.scale)

    def __mul__(self, factor: int | Decimal) -> Duration:
        if not isinstance(factor, Decimal) and not is_plain_int(factor):
            return NotImplemented  # a float, say
        other = Duration.of_seconds(factor)
        product = self.coefficient * other.coefficient
        return Duration.of_scaled(product, self.scale + other.scale)

    __rmul__ = __mul__

    def __bool__(self) -> bool:
        """True for every span but the empty one."""
        return self.coefficient != 0

    def _at(self, scale: int) -> int:
        unit: int = 10 ** (scale - self.scale)
        return self.coefficient * unit

    def __flow_key__(self) -> tuple[int, str]:
        """Whole seconds, rounded down, and the digits of the rest."""
        if not self.scale:
            return self.coefficient, ""
        whole, rest = divmod(self.coefficient, 10**self.scale)
        return whole, format_int(rest).zfill(self.scale)

    def __repr__(self) -> str:
        return f"Duration.parse({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return Duration.of_scaled, (self.coefficient, self.scale)


def read_duration(tree: object) -> Duration:
    """Decode a Duration. Raises `DecodeError`: `type`, `format`, `limit`."""
    if type(tree) is not str:
        raise DecodeError(
            "type", f"expected a duration (a string), found {kind_of(tree)}"
        )
    return Duration.parse(tree)


def write_duration(value: object) -> str:
    """Encode a Duration. Raises `EncodeError`: `type`, `limit`."""
    if not isinstance(value, Duration):
        raise EncodeError("type", f"expected a Duration, found {describe(value)}")
    if not value.fits(LIMITS.decimal_digits):
        raise EncodeError("limit", _too_long())
    return f'"{value}"'


def _too_long() -> str:
    digits = LIMITS.decimal_digits
    return f"a Duration has at most {digits} digits on each side of its point"


def _whole(value: int) -> int:
    if not is_plain_int(value):
        raise TypeError(
            f"a Duration is made of an int or a Decimal, not {describe(value)}"
        )
    return int(value)


def _bounded(parts: Parts) -> Parts:
    if not parts.fits(LIMITS.decimal_digits):
        raise DecodeError("limit", _too_long())
    return parts


def _of_parts(parts: Parts, unit: int) -> Duration:
    numerator, scale = parts.scaled()
    return Duration.of_scaled(numerator * unit, scale)
