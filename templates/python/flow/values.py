"""Values of Flow that Python has no type for: Some, raw JSON, host values, enums without payload."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from .errors import DecodeError, EncodeError
from .frozen import Frozen, set_once
from .hints import TYPE_CHECKING, Generic, TypeVar, cast, final
from .json import canonical, encode_utf8, is_array, is_object, parse
from .limits import LIMITS
from .numbers import Num, describe, parse_int, parts_of
from .order import Ordered
from .record import Record

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from .json import Tree
    from .order import Key

T_co = TypeVar("T_co", covariant=True)


class Some(Record, Generic[T_co], kw_only=False):
    """A value of an Option that is there, where the bare value could be None itself.

    `Option<Option<Int>>` is `Some[int | None] | None`: `None`, `Some(None)` and `Some(1)`.
    """

    value: T_co


JsonInput: TypeAlias = "Json | bool | int | Decimal | str | Sequence[JsonInput] | Mapping[str, JsonInput] | None"
"""What `Json.of` takes. (A float is not among these: it seldom is the number that was meant.)"""

_NULL, _BOOL, _NUMBER, _TEXT, _LIST, _OBJECT = range(1, 7)
_END = 0


@final
class Json(Frozen, Ordered):
    """Any JSON value: `json.Value` in Flow. It never changes.

    Equality and order are Flow's: 1 and 1.0 are equal, 1 and true are not; null is before booleans,
    then numbers, strings, arrays, and objects by their members in ascending order.
    """

    __slots__ = ("text", "value")

    text: str
    """The canonical text."""
    value: Any
    """The value in plain Python, never to be changed.

    null, booleans and strings are None, bool and str; a number is an int where it is whole and else
    a Decimal; an array is a tuple and an object a read-only mapping, in ascending order of its
    names, and so inside them.
    """

    def __init__(self) -> None:
        """The JSON value null; use `Json.parse` or `Json.of` for others."""
        set_once(self, "text", "null")
        set_once(self, "value", None)

    @classmethod
    def parse(cls, text: str | bytes) -> Json:
        """Read a JSON text. Raises `DecodeError`, which says what is wrong and where."""
        return cls.of_tree(parse(text))

    @classmethod
    def of_tree(cls, tree: Tree) -> Json:
        """Take a tree of `json.parse`. Raises `DecodeError`: `limit`, for a number."""
        made = cls.__new__(cls)
        set_once(made, "text", canonical(tree))
        set_once(made, "value", _plain(tree))
        return made

    @classmethod
    def of(cls, value: JsonInput) -> Json:
        """Take Python values for JSON: None, bool, int, Decimal, str, lists, tuples and mappings.

        Raises `TypeError` for any other, a float (use a Decimal) and a name that is no str among
        them, and `EncodeError` for a value outside the limits or with a lone surrogate in it.
        """
        if isinstance(value, Json):
            return value
        try:
            made = cls.of_tree(_tree_of(value, LIMITS.depth))
        except DecodeError as error:
            raise EncodeError(error.code, error.message, error.pointer) from None
        encode_utf8(made.text)
        return made

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Json.parse({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not Json:
            return NotImplemented
        return self.text == other.text

    def __hash__(self) -> int:
        return hash((Json, self.text))

    def __flow_key__(self) -> Key:
        """A flat tuple, so that comparing does not recurse.

        It has a number for the kind before each value, 1 before each member, and `_END`, less than
        any of these, behind the last part of an array or object.
        """
        out: list[Any] = []
        _add_key(self.value, out)
        return tuple(out)

    def __reduce__(self) -> tuple[Any, ...]:
        return Json.parse, (self.text,)


def read_json(tree: Tree) -> Json:
    """Decode a json.Value. Raises `DecodeError`: `limit`, for a number."""
    return Json.of_tree(tree)


def write_json(value: object) -> str:
    """Encode a json.Value. Raises `EncodeError`: `type`."""
    if not isinstance(value, Json):
        raise EncodeError(
            "type", f"expected a Json (see Json.of), found {describe(value)}"
        )
    return value.text


def _plain(tree: object) -> Any:
    """Turn a tree whose numbers are within limits into what `Json.value` says."""
    if is_array(tree):
        items: list[Any] = []
        for item in tree:
            items.append(_plain(item))
        return tuple(items)
    if is_object(tree):
        members: dict[str, Any] = {}
        for name, member in sorted(tree.items()):
            members[name] = _plain(member)
        return MappingProxyType(members)
    if type(tree) is Num:
        text = parts_of(tree).text()
        return Decimal(text) if "." in text else parse_int(text)
    return tree


_CONTAINERS: tuple[type, ...] = (list, tuple, Mapping)


class _Place:
    """A place in a tree being built, and what goes there."""

    __slots__ = ("container", "depth", "token", "up", "value")

    def __init__(
        self, value: object, container: Tree, token: str | int, up: _Place | None
    ) -> None:
        self.value = value
        self.container = container
        self.token = token
        self.up = up
        self.depth: int = up.depth + 1 if up else 0

    def refuse(self, code: str, message: str) -> EncodeError:
        error = EncodeError(code, message)
        place = self
        while place.up:
            error.under(place.token)
            place = place.up
        return error


def _tree_of(value: object, depth: int) -> Tree:
    """Turn Python values into a tree that nests at most so deep."""
    result: list[Tree] = [None]
    places = [_Place(value, result, 0, None)]
    while places:
        place = places.pop()
        value = place.value.value if isinstance(place.value, Json) else place.value
        if isinstance(value, _CONTAINERS):
            if place.depth >= depth:
                raise place.refuse(
                    "depth", "the value nests too deep for JSON, or holds itself"
                )
            place.container[place.token] = _open(value, place, places)
        else:
            place.container[place.token] = _scalar_tree(value, place)
    return result[0]


def _open(value: object, place: _Place, places: list[_Place]) -> Tree:
    """Begin a container, and list the places inside it."""
    if not isinstance(value, Mapping):
        given = cast("Sequence[object]", value)
        items: list[Tree] = [None] * len(given)
        places.extend(_Place(item, items, at, place) for at, item in enumerate(given))
        return items
    members: dict[str, Tree] = {}
    for name, member in cast("Mapping[object, object]", value).items():
        if not isinstance(name, str):
            raise TypeError(
                f"the members of a JSON object are named by str, not {describe(name)}"
            )
        places.append(_Place(member, members, str(name), place))
    return members


def _scalar_tree(value: object, place: _Place) -> Tree:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise place.refuse("type", f"JSON has no number {Decimal.__str__(value)}")
        return Num(Decimal.__str__(value))
    advice = "; use a Decimal" if isinstance(value, float) else ""
    raise TypeError(f"Json takes no {type(value).__qualname__}{advice}")


def _add_key(value: object, out: list[Any]) -> None:
    if value is None:
        out.append(_NULL)
    elif isinstance(value, bool):
        out += (_BOOL, value)
    elif isinstance(value, (int, Decimal)):
        out += (_NUMBER, value)
    elif isinstance(value, str):
        out += (_TEXT, value)
    elif type(value) is tuple:
        out.append(_LIST)
        for item in cast("tuple[object, ...]", value):
            _add_key(item, out)
        out.append(_END)
    else:
        out.append(_OBJECT)
        for name, member in cast("Mapping[str, object]", value).items():
            out += (1, name)
            _add_key(member, out)
        out.append(_END)


class HostValue(Frozen):
    """The base of generated host types: a token that a host made, whose meaning only it knows.

    `Page(token)` takes any `Json`, or what `Json.of` takes. A host value is equal to itself only and
    has no order, so none can be in a Set or be a key of a Dict.
    """

    __slots__ = ("token",)

    token: Json
    """The token, as it crosses."""

    def __init__(self, token: JsonInput) -> None:
        set_once(self, "token", Json.of(token))

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({self.token!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.token,)
