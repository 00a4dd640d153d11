"""What type checkers are told, without `typing`: to import that takes as long as to start Python.

At run time a type variable is nothing but a stand-in, and a generic class can be subscribed.
"""

from __future__ import annotations

__all__ = [
    "TYPE_CHECKING",
    "Any",
    "Generic",
    "Never",
    "TypeVar",
    "cast",
    "dataclass_transform",
    "final",
    "overload",
]

TYPE_CHECKING = False
"""Checkers take a variable of this name for true."""

if TYPE_CHECKING:
    from typing import Any, Generic, Never, cast, dataclass_transform, final, overload

    from typing_extensions import TypeVar  # checkers bring it along
else:
    Any = Never = object

    class Generic:
        """A base of classes that can be subscribed: `Codec[int]`."""

        __slots__ = ()
        __class_getitem__ = classmethod(type(list[int]))

    def TypeVar(_name, **_told):
        """Stand in for a type variable."""
        return object

    def cast(_kind, value):
        """Give the value as it is."""
        return value

    def dataclass_transform(**_told):
        """Leave the decorated class as it is."""
        return lambda kind: kind

    def final(kind):
        """Leave the decorated class as it is."""
        return kind

    def overload(function):
        """Leave the decorated function as it is: the next of its name takes its place."""
        return function
