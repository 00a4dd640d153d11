"""Exact numbers and their text.

Every number is judged by its value with work in proportion to its spelling: an exponent is bounded
before anything is written out. Nothing here depends on the ambient context of the `decimal` module
(its precision, its traps) nor on the limit that Python sets on converting long integers.
"""

from __future__ import annotations

from .errors import DecodeError, EncodeError
from .hints import TYPE_CHECKING, cast
from .limits import LIMITS

if TYPE_CHECKING:
    from typing import TypeGuard

_CHUNK_DIGITS = 512  # below 640, the least digit limit that Python can be set to
_CHUNK = 10**_CHUNK_DIGITS
_MINUS_CHUNK = -_CHUNK
_HUGE_EXPONENT = (
    10**15
)  # beyond what any spelling that fits into memory can make up for


class Num(str):
    """A number of a JSON text, as spelled there, that is not simply a short row of digits.

    Whole numbers written as at most `LIMITS.plain_digits` digits are read as `int`; a `Num` may have any value,
    a whole one or a huge one included. Note that it is a `str`: code that looks for a Text asks
    for `type(tree) is str`.
    """

    __slots__ = ()


class Parts:
    """A number by value: `digits` times ten to `exponent`, negated where `negative`.

    `digits` has no zero at either end, and is empty for zero (whose exponent is 0 and sign plus).
    """

    __slots__ = ("digits", "exponent", "negative")

    def __init__(self, negative: bool, digits: str, exponent: int) -> None:
        self.negative = negative
        self.digits = digits
        self.exponent = exponent

    @property
    def whole_digits(self) -> int:
        """How many digits stand before the point in plain notation (0 for a pure fraction)."""
        return max(0, len(self.digits) + self.exponent)

    @property
    def fraction_digits(self) -> int:
        """How many digits stand behind the point in plain notation."""
        return max(0, -self.exponent)

    def fits(self, digits: int) -> bool:
        """Say whether plain notation takes at most so many digits on each side of the point."""
        return self.whole_digits <= digits and self.fraction_digits <= digits

    def scaled(self) -> tuple[int, int]:
        """The value as a numerator and a power of ten that divides it, which is not negative.

        Check `fits` first.
        """
        numerator = parse_int(self.digits or "0") * 10 ** max(0, self.exponent)
        return -numerator if self.negative else numerator, max(0, -self.exponent)

    def text(self) -> str:
        """The canonical text. Check `fits` first: it has as many digits as the value needs."""
        if not self.digits:
            return "0"
        sign = "-" if self.negative else ""
        if self.exponent >= 0:
            return f"{sign}{self.digits}{'0' * self.exponent}"
        point = len(self.digits) + self.exponent
        if point > 0:
            return f"{sign}{self.digits[:point]}.{self.digits[point:]}"
        return f"{sign}0.{'0' * -point}{self.digits}"


def parts_of(spelling: str) -> Parts:
    """Take a number's spelling apart, that of JSON or of `str(Decimal)`.

    The caller knows that it is one: digits, then perhaps a fraction and an exponent.
    """
    mantissa, _, power = spelling.replace("E", "e").partition("e")
    negative = mantissa.startswith("-")
    whole, _, fraction = mantissa.lstrip("+-").partition(".")
    digits = f"{whole}{fraction}".lstrip("0")
    significant = digits.rstrip("0")
    if not significant:
        return Parts(False, "", 0)
    exponent = _exponent(power) - len(fraction) + len(digits) - len(significant)
    return Parts(negative, significant, exponent)


def _exponent(power: str) -> int:
    digits = power.lstrip("+-").lstrip("0")
    size = int(digits or "0") if len(digits) <= 15 else _HUGE_EXPONENT
    return -size if power.startswith("-") else size


def parse_int(digits: str) -> int:
    """Read ASCII digits, perhaps with `-` before them, however many there are.

    The work grows with the square of their number: callers bound it first.
    """
    if len(digits) <= _CHUNK_DIGITS:
        return int(digits)
    negative = digits.startswith("-")
    digits = digits.lstrip("-")
    first = len(digits) % _CHUNK_DIGITS
    value = int(digits[:first] or "0")
    for start in range(first, len(digits), _CHUNK_DIGITS):
        value = value * _CHUNK + int(digits[start : start + _CHUNK_DIGITS])
    return -value if negative else value


def format_int(value: int) -> str:
    """Write an int in decimal, however long it is.

    The work grows with the square of its length: callers bound it first.
    """
    if _MINUS_CHUNK < value < _CHUNK:
        return int.__repr__(value)
    rest = abs(value)
    chunks: list[str] = []
    while rest >= _CHUNK:
        rest, chunk = divmod(rest, _CHUNK)
        chunks.append(int.__repr__(chunk).zfill(_CHUNK_DIGITS))
    chunks.append(int.__repr__(rest))
    sign = "-" if value < 0 else ""
    return sign + "".join(reversed(chunks))


def trim(coefficient: int, scale: int) -> tuple[int, int]:
    """Write `coefficient / 10**scale` with the least scale that is not negative."""
    step = 1
    while step * 2 <= min(
        scale, coefficient.bit_length()
    ):  # more zeros it cannot end in
        step *= 2
    while step and coefficient:
        if step <= scale:
            quotient, rest = divmod(coefficient, 10**step)
            if not rest:
                coefficient, scale = quotient, scale - step
                continue
        step //= 2
    return (coefficient, scale) if coefficient else (0, 0)


def shorten(spelling: str) -> str:
    """Quote a number or a text in a message: whole where it is short, else its two ends."""
    if len(spelling) <= 40:
        return spelling
    return f"{spelling[:12]}...{spelling[-12:]} ({len(spelling)} characters)"


def show_int(value: int) -> str:
    """Quote an int in a message, without writing out a huge one."""
    bits = value.bit_length()
    if bits <= 30_000:
        return shorten(format_int(value))
    return f"an integer of about {bits * 30103 // 100_000 + 1} digits"


def is_plain_int(value: object) -> TypeGuard[int]:
    """Say whether a value is an `int` and not a `bool`, which Python counts among them."""
    return isinstance(value, int) and not isinstance(value, bool)


def read_int(tree: object) -> int:
    """Decode an Int: a number of any spelling whose value is whole.

    Raises `DecodeError`: `type` for anything else, `limit` past `LIMITS.int_digits`.
    """
    if type(tree) is int:
        return tree  # `json.parse` has seen to its length
    if type(tree) is not Num:
        raise DecodeError(
            "type", f"expected a whole number (Int), found {kind_of(tree)}"
        )
    parts = parts_of(tree)
    if parts.exponent < 0:
        raise DecodeError(
            "type", f"expected a whole number (Int), found {shorten(tree)}"
        )
    if parts.whole_digits > LIMITS.int_digits:
        raise DecodeError("limit", _too_long_int(shorten(tree)))
    return parse_int(parts.text())


def decimal_text(tree: object) -> str:
    """The canonical text of a number of a tree, held to `LIMITS.decimal_digits`.

    Raises `DecodeError`: `type` where the tree is no number, `limit`.
    """
    if type(tree) is int:
        if has_at_most(tree, LIMITS.decimal_digits):
            return format_int(tree)
        text = show_int(tree)
    elif type(tree) is Num:
        parts = parts_of(tree)
        if parts.fits(LIMITS.decimal_digits):
            return parts.text()
        text = shorten(tree)
    else:
        raise DecodeError("type", f"expected a number (Decimal), found {kind_of(tree)}")
    raise DecodeError("limit", too_long_decimal(text))


def write_int(value: object) -> str:
    """Encode an Int.

    Raises `EncodeError`: `type` for what is no `int` (a `bool` is none), `limit`.
    """
    if type(value) is not int:
        if not is_plain_int(value):
            raise EncodeError("type", f"expected an int, found {describe(value)}")
        value = int.__int__(value)  # whatever its class makes of arithmetic
    if _MINUS_CHUNK < value < _CHUNK and LIMITS.int_digits >= _CHUNK_DIGITS:
        return int.__repr__(value)
    if not has_at_most(value, LIMITS.int_digits):
        raise EncodeError("limit", _too_long_int(show_int(value)))
    return format_int(value)


def kind_of(tree: object) -> str:
    """Name what stands at a place of a JSON tree, for a message."""
    if tree is None:
        return "null"
    if tree is True or tree is False:
        return "true" if tree else "false"
    if type(tree) is int:
        return f"the number {show_int(tree)}"
    if type(tree) is Num:
        return f"the number {shorten(tree)}"
    if type(tree) is str:
        return "a string"
    if isinstance(tree, dict):
        size = len(cast("dict[str, object]", tree))
        return f"an object with {size or 'no'} member{'' if size == 1 else 's'}"
    size = len(cast("list[object]", tree))
    return f"an array of {size}" if size else "an empty array"


def describe(value: object) -> str:
    """Name an author's value by its Python type, for a message."""
    if value is None or isinstance(value, bool):
        return str(value)
    return f"a value of type {type(value).__qualname__}"


def has_at_most(value: int, digits: int) -> bool:
    """Say whether an int has at most so many digits, in a time in proportion to them."""
    bits = value.bit_length()
    # A digit is more than 3 bits and less than 3.33.
    return bits <= 3 * digits or (
        bits <= 10 * digits // 3 + 1 and abs(value) < 10**digits
    )


def _too_long_int(shown: str) -> str:
    return f"an Int has at most {LIMITS.int_digits} digits: {shown}"


def too_long_decimal(shown: str) -> str:
    """The refusal of a number over the limits of a Decimal."""
    digits = LIMITS.decimal_digits
    return f"a Decimal has at most {digits} digits on each side of its point: {shown}"
