"""The bounds that hold for every text and value, decoding and encoding alike."""

from __future__ import annotations

from .frozen import Frozen, set_once


class Limits(Frozen):
    """How large a value or a message may be. Numbers are held to it by value, never by spelling.

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
    )

    depth: int
    int_digits: int
    decimal_digits: int
    fraction_digits: int
    message_bytes: int
    message_depth: int

    def __init__(
        self,
        *,
        depth: int = 256,
        int_digits: int = 4096,
        decimal_digits: int = 4096,
        fraction_digits: int = 4096,
        message_bytes: int = 64 * 1024 * 1024,
        message_depth: int = 256,
    ) -> None:
        """Take those that differ from the defaults. Raises `ValueError` for one below 1."""
        chosen = {
            "depth": depth,
            "int_digits": int_digits,
            "decimal_digits": decimal_digits,
            "fraction_digits": fraction_digits,
            "message_bytes": message_bytes,
            "message_depth": message_depth,
        }
        for name, value in chosen.items():
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
            set_once(self, name, value)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)}" for name in self.__slots__)
        return f"Limits({shown})"


LIMITS = Limits()
"""The limits that hold where none are given."""
