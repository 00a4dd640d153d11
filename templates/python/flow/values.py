"""Values of Flow that Python has no type for: Some, raw JSON, host values, enums without payload."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

from .errors import DecodeError, EncodeError
from .json import Tree, encode_utf8, parse, quote
from .limits import LIMITS, Limits
from .numbers import Num, decimal_text, describe, parse_int
from .order import Key
from .record import Record

T_co = TypeVar("T_co", covariant=True)


class Some(Record, Generic[T_co], kw_only=False):
    """A value of an Option that is there, where the bare value could be None itself.

    `Option<Option<Int>>` is `Some[int | None] | None`: `None`, `Some(None)` and `Some(1)`.
    """

    value: T_co


class Enum(enum.Enum):
    """The base of generated enums none of whose constructors has a payload.

    A member's value is its constructor's name in Flow. Members are ordered by `order_key`, in the
    order of their declaration.
    """

    __flow_index__: int

    def __init__(self, _name: str) -> None:
        self.__flow_index__ = len(type(self).__members__)

    def __flow_key__(self) -> int:
        return self.__flow_index__


JsonInput: TypeAlias = "Json | bool | int | Decimal | str | Sequence[JsonInput] | Mapping[str, JsonInput] | None"
"""What `Json.of` takes. (A float is not among these: it seldom is the number that was meant.)"""

_NULL, _BOOL, _NUMBER, _TEXT, _LIST, _OBJECT = range(1, 7)


class Json:
    """Any JSON value: `json.Value` in Flow. Instances never change.

    Equality and order are Flow's: 1 and 1.0 are equal, 1 and true are not; null is before booleans,
    then numbers, strings, arrays, and objects by their members in ascending order.
    """

    __slots__ = ("_text", "_value")

    _value: Any
    _text: str

    def __init__(self) -> None:
        """The JSON value null; use `Json.parse` or `Json.of` for others."""
        object.__setattr__(self, "_value", None)
        object.__setattr__(self, "_text", "null")

    @classmethod
    def _of(cls, value: Any, text: str) -> Json:
        made = cls.__new__(cls)
        object.__setattr__(made, "_value", value)
        object.__setattr__(made, "_text", text)
        return made

    @classmethod
    def parse(cls, text: str | bytes, limits: Limits = LIMITS) -> Json:
        """Read a JSON text. Raises `DecodeError`, which says what is wrong and where."""
        return read_json(parse(text, limits.depth), limits)

    @classmethod
    def of(cls, value: JsonInput, limits: Limits = LIMITS) -> Json:
        """Take Python values for JSON: None, bool, int, Decimal, str, lists, tuples and mappings.

        Raises `TypeError` for any other, a float (use a Decimal) and a key that is no str among
        them, and `EncodeError` for a value outside the limits or with a lone surrogate in it.
        """
        if isinstance(value, Json):
            return value
        try:
            made = read_json(_tree_of(value, limits.depth), limits)
        except DecodeError as error:
            raise EncodeError(error.code, error.message, error.pointer) from None
        encode_utf8(made.text)
        return made

    @property
    def value(self) -> Any:
        """The value in plain Python, never to change.

        null, booleans and strings are None, bool and str; a number is an int where it is whole and
        else a Decimal; an array is a tuple and an object a read-only mapping, in ascending order
        of its keys, and so inside them.
        """
        return self._value

    @property
    def text(self) -> str:
        """The canonical text."""
        return self._text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Json.parse({self._text!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Json):
            return NotImplemented
        return self._text == other._text

    def __hash__(self) -> int:
        return hash((Json, self._text))

    def __lt__(self, other: Json) -> bool:
        if not isinstance(other, Json):
            return NotImplemented
        return bool(self.__flow_key__() < other.__flow_key__())

    def __le__(self, other: Json) -> bool:
        if not isinstance(other, Json):
            return NotImplemented
        return bool(self.__flow_key__() <= other.__flow_key__())

    def __gt__(self, other: Json) -> bool:
        if not isinstance(other, Json):
            return NotImplemented
        return bool(self.__flow_key__() > other.__flow_key__())

    def __ge__(self, other: Json) -> bool:
        if not isinstance(other, Json):
            return NotImplemented
        return bool(self.__flow_key__() >= other.__flow_key__())

    def __flow_key__(self) -> Key:
        out: list[Any] = []
        _add_key(self._value, out)
        return tuple(out)

    def __reduce__(self) -> tuple[Any, ...]:
        return Json.parse, (self._text,)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Json cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Json cannot be changed")


def read_json(tree: Tree, limits: Limits = LIMITS) -> Json:
    """Decode a json.Value. Raises `DecodeError`: `limit`, for a number."""
    out: list[str] = []
    value = _read(tree, out, limits)
    return Json._of(value, "".join(out))


def write_json(value: Json) -> str:
    """Encode a json.Value. Raises `EncodeError`: `type`."""
    if not isinstance(value, Json):
        raise EncodeError(
            "type", f"expected a Json (see Json.of), found {describe(value)}"
        )
    return value.text


def _read(tree: Tree, out: list[str], limits: Limits) -> Any:
    """Give the plain value of a tree, and its canonical text piece by piece."""
    kind = type(tree)
    if kind is str:
        out.append(quote(tree))
        return tree
    if tree is None or kind is bool:
        out.append("null" if tree is None else "true" if tree else "false")
        return tree
    if kind is dict:
        return _read_object(tree, out, limits)
    if kind is list:
        return _read_array(tree, out, limits)
    return _read_number(tree, out, limits)


def _read_number(tree: int | Num, out: list[str], limits: Limits) -> int | Decimal:
    text = decimal_text(tree, limits)
    out.append(text)
    if type(tree) is int:
        return tree
    return Decimal(text) if "." in text else parse_int(text)


def _read_array(tree: list[Tree], out: list[str], limits: Limits) -> tuple[Any, ...]:
    items: list[Any] = []
    before = "["
    for at, item in enumerate(tree):
        out.append(before)
        before = ","
        try:
            items.append(_read(item, out, limits))
        except DecodeError as error:
            error.under(at)
            raise
    out.append("]" if tree else "[]")
    return tuple(items)


def _read_object(
    tree: dict[str, Tree], out: list[str], limits: Limits
) -> Mapping[str, Any]:
    members: dict[str, Any] = {}
    before = "{"
    for name in sorted(tree):
        out.append(f"{before}{quote(name)}:")
        before = ","
        try:
            members[name] = _read(tree[name], out, limits)
        except DecodeError as error:
            error.under(name)
            raise
    out.append("}" if tree else "{}")
    return MappingProxyType(members)


def _tree_of(value: object, depth: int) -> Tree:
    """Turn Python values into a tree that nests at most so deep."""
    if isinstance(value, Json):
        value = value.value
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise EncodeError("type", f"JSON has no number {Decimal.__str__(value)}")
        return Num(Decimal.__str__(value))
    if isinstance(value, (list, tuple, Mapping)):
        if depth == 0:
            raise EncodeError(
                "depth", "the value nests too deep for JSON, or holds itself"
            )
        return _container_tree(value, depth - 1)
    advice = "; use a Decimal" if isinstance(value, float) else ""
    raise TypeError(f"Json takes no {type(value).__qualname__}{advice}")


def _container_tree(
    value: list[object] | tuple[object, ...] | Mapping[object, object], depth: int
) -> Tree:
    if not isinstance(value, Mapping):
        items: list[Tree] = []
        for at, item in enumerate(value):
            try:
                items.append(_tree_of(item, depth))
            except EncodeError as error:
                error.under(at)
                raise
        return items
    members: dict[str, Tree] = {}
    for name, member in value.items():
        if not isinstance(name, str):
            raise TypeError(
                f"the members of a JSON object are named by str, not {describe(name)}"
            )
        try:
            members[str(name)] = _tree_of(member, depth)
        except EncodeError as error:
            error.under(name)
            raise
    return members


def _add_key(value: Any, out: list[Any]) -> None:
    """Write the key of a plain value: a number for its kind before each value, 0 at each end."""
    if value is None:
        out.append(_NULL)
    elif isinstance(value, bool):
        out += (_BOOL, value)
    elif isinstance(value, (int, Decimal)):
        out += (_NUMBER, value)
    elif isinstance(value, str):
        out += (_TEXT, value)
    elif isinstance(value, tuple):
        out.append(_LIST)
        items: tuple[Any, ...] = value
        for item in items:
            _add_key(item, out)
        out.append(0)
    else:
        out.append(_OBJECT)
        members: Mapping[str, Any] = value
        for name, member in members.items():
            out += (1, name)
            _add_key(member, out)
        out.append(0)


class HostValue:
    """The base of generated host types: a token that a host made, whose meaning only it knows.

    `Page(token)` takes any `Json`, or what `Json.of` takes. A host value is equal to itself only and
    has no order, so none can be in a Set or be a key of a Dict.
    """

    __slots__ = ("_token",)

    _token: Json

    def __init__(self, token: JsonInput) -> None:
        object.__setattr__(self, "_token", Json.of(token))

    @property
    def token(self) -> Json:
        """The token, as it crosses."""
        return self._token

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({self._token!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._token,)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__qualname__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__qualname__} cannot be changed")
