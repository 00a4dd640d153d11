"""Values that never change."""

from __future__ import annotations

from .hints import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final


set_once: Final = object.__setattr__
"""Set an attribute of a `Frozen` while it is being made."""


class Frozen:
    """The base of values whose attributes cannot be set; they are made with `set_once`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"cannot set {name!r}: a {type(self).__qualname__} never changes"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(
            f"cannot delete {name!r}: a {type(self).__qualname__} never changes"
        )
