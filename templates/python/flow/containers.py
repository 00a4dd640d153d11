# ruff: noqa: F811 - `overload` is from hints, where ruff does not know it
"""Set and Dict: immutable collections in Flow's order, by Flow's equality."""

from __future__ import annotations

from bisect import bisect_left
from collections import abc
from collections.abc import Mapping

from .errors import DecodeError
from .hints import TYPE_CHECKING, TypeVar, cast, final, overload
from .order import are_keys, equality_key, order_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from .order import Key, Parts

T_co = TypeVar("T_co", covariant=True)
_U = TypeVar("_U")
_K = TypeVar("_K")
V_co = TypeVar("V_co", covariant=True)


@final
class Set(abc.Set[T_co]):
    """A set of values of one type, in ascending order; equal items are there once.

    `Set([3, 1])` iterates over 1 and 3. Order and equality are Flow's (see `order_key`), so that an
    item may hold lists, and json values 1 and true are two. A Set equals Sets only.
    """

    __slots__ = ("_items", "_keys")

    _items: tuple[T_co, ...]
    _keys: tuple[Key, ...]

    def __init__(self, items: Iterable[T_co] = (), /) -> None:
        """Take items in any order. Raises `TypeError` where they have no order (host values)."""
        values = tuple(items)
        if are_keys(values):
            keys: list[Any] = list(set(values))
            keys.sort()
            self._items = self._keys = tuple(keys)
            return
        keys = list(map(order_key, values))
        places = _ascending(keys)
        self._items = tuple(values[place] for place in places)
        self._keys = tuple(keys[place] for place in places)

    @classmethod
    def of_ascending(cls, items: Sequence[_U], keys: Sequence[Key]) -> Set[_U]:
        """Take items that stand in order already, with their keys (see `check_ascending`)."""
        made = cast("Set[_U]", Set.__new__(Set))
        made._items = tuple(items)
        made._keys = tuple(keys)
        return made

    @property
    def first(self) -> T_co:
        """The least item. Raises `IndexError` where there is none."""
        return self._items[0]

    @property
    def last(self) -> T_co:
        """The greatest item. Raises `IndexError` where there is none."""
        return self._items[-1]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[T_co]:
        return iter(self._items)

    def __reversed__(self) -> Iterator[T_co]:
        return reversed(self._items)

    @overload
    def __getitem__(self, at: int) -> T_co: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, at: int | slice) -> T_co | tuple[T_co, ...]:
        """The item at a place in ascending order, or the items of a slice."""
        return self._items[at]

    def __contains__(self, item: object) -> bool:
        return _find(self._keys, item) is not None

    def __or__(self, other: Iterable[_U]) -> Set[T_co | _U]:
        """The items of either."""
        return Set((*self._items, *other))

    def __and__(self, other: Iterable[object]) -> Set[T_co]:
        """The items that the other has too."""
        return self._where(_as_set(other), True)

    def __sub__(self, other: Iterable[object]) -> Set[T_co]:
        """The items that the other has not."""
        return self._where(_as_set(other), False)

    def __xor__(self, other: Iterable[_U]) -> Set[T_co | _U]:
        """The items that one of them has, but not both."""
        others: Set[_U] = Set(other)
        return (self - others) | (others - self)

    def isdisjoint(self, other: Iterable[object]) -> bool:
        """Say whether no item is in both."""
        return not self & other

    def __le__(self, other: abc.Set[Any]) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        return not self - other

    def __lt__(self, other: abc.Set[Any]) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self <= other

    def __ge__(self, other: abc.Set[Any]) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        return not other - self

    def __gt__(self, other: abc.Set[Any]) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self >= other

    def _where(self, other: Set[Any], present: bool) -> Set[T_co]:
        keys = frozenset(other._keys)
        places = [at for at, key in enumerate(self._keys) if (key in keys) is present]
        items = [self._items[at] for at in places]
        return Set.of_ascending(items, [self._keys[at] for at in places])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Set):
            return NotImplemented
        return self._keys == other._keys

    def __hash__(self) -> int:
        return hash((Set, self._keys))

    def __flow_parts__(self) -> Parts:
        return 0, self._items, True

    def __repr__(self) -> str:
        return f"Set({list(self._items)!r})" if self._items else "Set()"

    def __reduce__(self) -> tuple[Any, ...]:
        return Set, (self._items,)


@final
class Dict(abc.Mapping[_K, V_co]):
    """A mapping from keys of one type to values, in ascending order of keys; it never changes.

    `Dict({"b": 1, "a": 2})` iterates over "a" and "b". It can be made of a mapping or of pairs; of
    equal keys the last counts. Order and equality are Flow's. A Dict equals Dicts only.
    """

    __slots__ = ("_entries", "_keys")

    _entries: tuple[tuple[_K, V_co], ...]
    _keys: tuple[Key, ...]

    def __init__(
        self, entries: Mapping[_K, V_co] | Iterable[tuple[_K, V_co]] = (), /
    ) -> None:
        """Take entries in any order. Raises `TypeError` where keys have no order (host values)."""
        if isinstance(entries, Mapping):
            entries = cast("Mapping[_K, V_co]", entries).items()
        pairs = [(key, value) for key, value in entries]
        if are_keys([key for key, _ in pairs]):
            latest = dict(pairs)
            self._keys = tuple(sorted(cast("dict[Any, Any]", latest)))
            self._entries = tuple([(key, latest[key]) for key in self._keys])
            return
        pairs.reverse()
        keys = [order_key(key) for key, _ in pairs]
        places = _ascending(keys)
        self._entries = tuple(pairs[place] for place in places)
        self._keys = tuple(keys[place] for place in places)

    @classmethod
    def of_ascending(
        cls, entries: Sequence[tuple[_K, V_co]], keys: Sequence[Key]
    ) -> Dict[_K, V_co]:
        """Take entries that stand in order already, with their keys (see `check_ascending`)."""
        made = cls.__new__(cls)
        made._entries = tuple(entries)
        made._keys = tuple(keys)
        return made

    @property
    def first(self) -> tuple[_K, V_co]:
        """The entry with the least key. Raises `IndexError` where there is none."""
        return self._entries[0]

    @property
    def last(self) -> tuple[_K, V_co]:
        """The entry with the greatest key. Raises `IndexError` where there is none."""
        return self._entries[-1]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[_K]:
        return iter([key for key, _ in self._entries])

    def __reversed__(self) -> Iterator[_K]:
        return iter([key for key, _ in reversed(self._entries)])

    def __getitem__(self, key: _K) -> V_co:
        at = _find(self._keys, key)
        if at is None:
            raise KeyError(key)
        return self._entries[at][1]

    def __contains__(self, key: object) -> bool:
        return _find(self._keys, key) is not None

    def __or__(self, other: Mapping[_K, V_co]) -> Dict[_K, V_co]:
        """The entries of both; where both have a key, that of the other."""
        return Dict((*self._entries, *other.items()))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dict):
            return NotImplemented
        return bool(self._equality_key() == other._equality_key())

    def __hash__(self) -> int:
        return hash(self._equality_key())

    def _equality_key(self) -> Key:
        return equality_key(self)

    def __flow_parts__(self) -> Parts:
        return 0, [part for entry in self._entries for part in entry], True

    def __repr__(self) -> str:
        return f"Dict({dict(self._entries)!r})" if self._entries else "Dict()"

    def __reduce__(self) -> tuple[Any, ...]:
        return Dict, (self._entries,)


def check_ascending(keys: Sequence[Key]) -> None:
    """Hold the order keys of a decoded Set or Dict to strictly ascending order.

    Raises `DecodeError`: `order` or `duplicate`, at the index of the first key out of place.
    """
    for at in range(1, len(keys)):
        if not keys[at - 1] < keys[at]:
            if keys[at - 1] == keys[at]:
                raise DecodeError("duplicate", "this item is there twice", f"/{at}")
            raise DecodeError(
                "order", "this item should stand before the one before it", f"/{at}"
            )


def _as_set(items: Iterable[object]) -> Set[Any]:
    return items if isinstance(items, Set) else Set(items)


def _ascending(keys: Sequence[Key]) -> list[int]:
    """The places of keys in ascending order, of equal keys only the first place."""
    places = sorted(range(len(keys)), key=keys.__getitem__)
    return [
        place
        for at, place in enumerate(places)
        if not at or keys[places[at - 1]] != keys[place]
    ]


def _find(keys: Sequence[Key], value: object) -> int | None:
    """The place of a value among ascending keys; None where it is not, or is of another type."""
    try:
        key = order_key(value)
        at = bisect_left(keys, key)
    except TypeError:
        return None
    return at if at < len(keys) and bool(keys[at] == key) else None
