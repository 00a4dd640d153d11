"""The bounds that hold for every text and value, decoding and encoding alike."""

from __future__ import annotations


class Limits:
    """How large a value or a message may be. Instances never change.

    depth            nesting of a value, counted from its own root (an array or object there is 1)
    int_digits       digits of an Int
    decimal_digits   digits of a Decimal on each side of its point, and of a Duration's seconds
    fraction_digits  digits of an Instant's fraction of a second, trailing zeros aside
    message_bytes    one message of the protocol, its line end aside
    message_depth    nesting of a message around its `args`, `types` and `schema`

    Numbers are held to their limits by value, never by spelling.
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
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"Limits cannot be changed: make one with {name}=... instead"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError("Limits cannot be changed")

    def __repr__(self) -> str:
        return f"Limits({', '.join(f'{name}={getattr(self, name)}' for name in self.__slots__)})"


LIMITS = Limits()
"""The limits that hold where none are given."""
