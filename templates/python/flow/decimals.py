"""The codec of Decimal; a module of its own, since `decimal` is slow to import.

Nothing here depends on the ambient context of that module: its precision, its traps.
"""

from __future__ import annotations

from decimal import Decimal

from .errors import EncodeError
from .limits import LIMITS
from .numbers import (
    Num,
    decimal_text,
    describe,
    format_int,
    has_at_most,
    is_plain_int,
    parts_of,
    shorten,
    show_int,
    too_long_decimal,
)


def read_decimal(tree: object) -> Decimal:
    """Decode a Decimal: any number, exactly, without trailing zeros behind its point.

    Raises `DecodeError`: `type` for anything else, `limit` past `LIMITS.decimal_digits`.
    """
    if type(tree) is Num:
        if _is_canonical(tree):
            return Decimal(tree)
    elif type(tree) is int:
        return Decimal(tree)  # `json.parse` has seen to its length
    return Decimal(decimal_text(tree))


def _is_canonical(spelling: str) -> bool:
    """Say quickly of many a number that its spelling is its canonical text, and within the limits."""
    return (
        spelling[-1] != "0"
        and "e" not in spelling
        and "E" not in spelling
        and len(spelling) <= LIMITS.decimal_digits
    )


def write_decimal(value: object) -> str:
    """Encode a Decimal in canonical text: `Decimal("1E+2")` is 100, `Decimal("1.50")` is 1.5.

    An `int` does as well. Raises `EncodeError`: `type` for what is neither, or no finite number,
    `limit`.
    """
    if isinstance(value, Decimal):
        shown = Decimal.__str__(value)
        if not value.is_finite():
            raise EncodeError(
                "type", f"expected a finite Decimal, found {shorten(shown)}"
            )
        if _is_canonical(shown):
            return shown
        parts = parts_of(shown)
        if parts.fits(LIMITS.decimal_digits):
            return parts.text()
        shown = shorten(shown)
    elif is_plain_int(value):
        value = int.__int__(value)
        if has_at_most(value, LIMITS.decimal_digits):
            return format_int(value)
        shown = show_int(value)
    else:
        raise EncodeError("type", f"expected a Decimal, found {describe(value)}")
    raise EncodeError("limit", too_long_decimal(shown))
