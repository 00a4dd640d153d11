"""The bounds that hold for every text and value, decoding and encoding alike."""

from __future__ import annotations

from .hints import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final

PLAIN_DIGITS: Final = 4096
"""The longest row of digits that `json.parse` may read as an `int` whatever the limits."""

_DEFAULTS: Final = {
    "depth": 256,
    "int_digits": 4096,
    "decimal_digits": 4096,
    "fraction_digits": 4096,
    "message_bytes": 64 * 1024 * 1024,
    "message_depth": 256,
}


class Limits:
    """How large a value or a message may be. Numbers are held to it by value, never by spelling.

    The one object, `LIMITS`, holds for the whole process: for each codec, for `Json`, Instant and
    Duration, and for the server. Set its attributes before anything is read or served, and all
    sides of a test at once: `flow.LIMITS.int_digits = 100`. Setting one to anything but a whole
    number above 0 raises `ValueError`.

    depth            nesting of a value, counted from its own root (an array or object there is 1)
    int_digits       digits of an Int
    decimal_digits   digits of a Decimal on each side of its point, and of a Duration's seconds
    fraction_digits  digits of an Instant's fraction of a second, trailing zeros aside
    message_bytes    one message of the protocol, its line end aside
    message_depth    nesting of a message around its `args`, `types` and `schema`
    """

    __slots__ = (
        "decimal_digits",
        "depth",
        "fraction_digits",
        "int_digits",
        "message_bytes",
        "message_depth",
        "plain_digits",
    )

    depth: int
    int_digits: int
    decimal_digits: int
    fraction_digits: int
    message_bytes: int
    message_depth: int
    plain_digits: int
    """Follows from the others: an `int` in a tree of `json.parse` has at most so many digits, so that it is within
    the limits of an Int and of a Decimal and needs no further look."""

    def __init__(self) -> None:
        """The limits that Flow has of itself."""
        for name, value in _DEFAULTS.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "plain_digits", PLAIN_DIGITS)

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _DEFAULTS:
            raise AttributeError(f"there is no limit {name!r} to set")
        if type(value) is not int or value < 1:
            raise ValueError(
                f"{name} must be a whole number above 0, not {_shown(value)}"
            )
        object.__setattr__(self, name, value)
        plain = min(PLAIN_DIGITS, self.int_digits, self.decimal_digits)
        object.__setattr__(self, "plain_digits", plain)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a limit cannot be deleted: {name!r}")

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)}" for name in _DEFAULTS)
        return f"<Limits {shown}>"


def _shown(value: object) -> str:
    return repr(value) if type(value) is int else type(value).__qualname__


LIMITS: Final = Limits()
"""The limits of this process: set its attributes to change them."""
