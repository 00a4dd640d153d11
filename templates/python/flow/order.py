"""Flow's order and equality for Python values.

`order_key` gives keys that compare by `<` and `==` as Flow compares the values, within one type.
A key is a plain value (int, str, ...) or a flat tuple: neither making nor comparing keys recurses,
however deep a value nests. In a tuple, a record or constructor begins with a number (its place
among the constructors of its enum; 0 for a record) and lists its fields; a collection lists its
items and closes with `_END`, which is less than any item; None is `_NONE`, less than anything else.

Other types take part by one of two methods: `__flow_parts__()` for a value made of other values
(records, collections), `__flow_key__()` for any other, which gives its key outright.
"""

from __future__ import annotations

from .hints import TYPE_CHECKING
from .numbers import describe

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from typing import Any, Self, TypeAlias

Key: TypeAlias = "Any"
"""What `order_key` gives: compare two of one type by `<` and `==`, or hash them."""

Parts: TypeAlias = "tuple[int, Sequence[object], bool]"
"""What `__flow_parts__` gives: the number a key begins with, the parts in order, and whether their
count varies (as a collection's does)."""


class _Least:
    """A key less than every other key, save one of a lower rank."""

    __slots__ = ("_rank",)

    def __init__(self, rank: int) -> None:
        self._rank = rank

    def __lt__(self, other: object) -> bool:
        return not isinstance(other, _Least) or self._rank < other._rank

    def __gt__(self, other: object) -> bool:
        return isinstance(other, _Least) and self._rank > other._rank

    def __le__(self, other: object) -> bool:
        return not self > other

    def __ge__(self, other: object) -> bool:
        return not self < other


_END = _Least(0)
_NONE = _Least(1)
_ATOMS = frozenset({int, str, bool, bytes})


def order_key(value: object) -> Key:
    """Give a key that orders and equates values of one type as Flow does.

    False is before true; numbers, instants and durations go by value, Text by code point, Bytes by
    byte; tuples, lists, sets and dicts item by item, a prefix first; None is before all; records
    go field by field, enums by constructor and then payload, both as declared. Raises `TypeError`
    for what has no order: a host value, a float, NaN, or a type unknown here.
    """
    if type(value) in _ATOMS:
        return value
    return _key(value, False)


def equality_key(value: object) -> Key:
    """Give a hashable key that equates values as Flow does; what has no order equals only itself.

    Unlike an order key it tells records of different classes apart, whatever their fields.
    """
    return _key(value, True)


def equal(one: object, other: object) -> bool:
    """Say whether two values are the same in Flow; see `equality_key`."""
    if one is other:
        return True
    if type(one) in _ATOMS and type(other) in _ATOMS:
        return one == other
    return bool(equality_key(one) == equality_key(other))


def are_keys(values: Collection[object]) -> bool:
    """Say whether all of the values are their own order keys, and of one type."""
    kinds = set(map(type, values))
    return len(kinds) == 1 and kinds <= _ATOMS


class _Same:
    """A key for a value that equals itself only."""

    __slots__ = ("_value",)

    def __init__(self, value: object) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._value is other._value

    def __hash__(self) -> int:
        return id(self._value)


def _key(root: object, by_class: bool) -> Key:
    out: list[Key] = []
    rest: list[object] = [root]
    while rest:
        value = rest.pop()
        kind = type(value)
        if kind in _ATOMS or value is _END:
            out.append(value)
        elif value is None:
            out.append(_NONE)
        elif (parts_of := _parts_method(kind)) is not None:
            begin, parts, varies = parts_of(value)
            is_sequence = parts_of is _parts_of_sequence
            out.append(kind if by_class and not is_sequence else begin)
            if varies:
                rest.append(_END)
            rest.extend(reversed(parts))
        else:
            out.append(_key_of_other(value, by_class))
    return out[0] if _parts_method(type(root)) is None else tuple(out)


def _parts_method(kind: type) -> Callable[[Any], Parts] | None:
    if kind is tuple or kind is list:
        return _parts_of_sequence
    method: Callable[[Any], Parts] | None = getattr(kind, "__flow_parts__", None)
    return method


def _parts_of_sequence(value: Sequence[object]) -> Parts:
    return 0, value, True


def _key_of_other(value: object, by_class: bool) -> Key:
    key_of: Callable[[object], Key] | None = getattr(type(value), "__flow_key__", None)
    if key_of is not None:
        return key_of(value)
    if isinstance(value, (int, str, bytes)):
        return value
    from decimal import Decimal  # not before there is one

    if isinstance(value, Decimal) and value.is_finite():
        return value
    if by_class:
        return _Same(value)
    raise TypeError(f"Flow gives no order to {describe(value)}")


class Ordered:
    """The base of values that Python compares as Flow does, by their keys, with those of one class."""

    __slots__ = ()

    def __flow_key__(self) -> Key:
        """The key, hashable and comparable by `<` and `==` with that of any value of the class."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.__flow_key__() == other.__flow_key__())

    def __lt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.__flow_key__() < other.__flow_key__())

    def __le__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.__flow_key__() <= other.__flow_key__())

    def __gt__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.__flow_key__() > other.__flow_key__())

    def __ge__(self, other: Self) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.__flow_key__() >= other.__flow_key__())

    def __hash__(self) -> int:
        return hash((type(self), self.__flow_key__()))
