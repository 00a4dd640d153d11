"""The exact reader of JSON texts: says what is wrong and where, at any depth, without recursion.

`json.parse` comes here for whatever its fast path leaves open. `read` can also leave the values of
chosen members unread, so that a message can be understood whose parts are faulty.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TypeAlias

from .errors import JsonError, escape, show_text
from .json import SPACE, Tree
from .limits import LIMITS
from .numbers import Num, parse_int

Path: TypeAlias = tuple[str | int, ...]

_NAMES = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_ESCAPES = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
_WHITE = frozenset(SPACE)
_SPACES = re.compile(f"[{SPACE}]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)")
_CUTTING = frozenset(".eE")
_CUT = re.compile(r"\.|[eE][+-]?")  # what a digit has to follow
_SIMPLE = re.compile(r'"([^"\\\x00-\x1f]*)"')
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_LOW = re.compile(r"\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_HEX = re.compile("[0-9a-fA-F]{4}")
_SURROGATE = re.compile("[\ud800-\udfff]")


class Raw(str):
    """The text of a member's value exactly as it was sent: correct syntax, otherwise unjudged."""

    __slots__ = ()


def read(text: str, depth: int, raw: Collection[Path] = ()) -> Tree:
    """Read a JSON text, as `json.parse` does.

    At each path of `raw`, such as `("params", "args")`, the value is not read: a `Raw` stands for
    it. Its syntax counts, but repeated names, lone surrogates and nesting inside do not. Raises
    `JsonError` with the offset in code points.
    """
    return _Reader(text, depth, raw).document()


class _Reader:
    """One text being read. `_open` holds the containers around `_at`, `_keys` the way to there."""

    def __init__(self, text: str, depth: int, raw: Collection[Path]) -> None:
        self._text = text
        self._depth = depth
        self._raw = frozenset(raw)
        self._raw_depths = {len(path) for path in raw}
        self._at = 0
        self._open: list[dict[str, Tree] | list[Tree]] = []
        self._keys: list[str | int] = []

    def document(self) -> Tree:
        while True:
            value = self._value()
            if value is _OPENED:
                continue
            while self._open:
                if not self._add(value):
                    break
                value = self._open.pop()
                self._keys.pop()
            else:
                self._expect_end()
                return value

    def _value(self) -> Tree:
        """Read a scalar, an empty container, or a `Raw`; or open a container: `_OPENED`."""
        self._skip_space()
        if len(self._keys) in self._raw_depths and tuple(self._keys) in self._raw:
            return self._skim()
        start = self._peek()
        if start == "{":
            return self._open_object()
        if start == "[":
            return self._open_array()
        if start == '"':
            return self._string()
        return self._plain_scalar(start)

    def _open_object(self) -> Tree:
        self._enter()
        if self._peek_token() == "}":
            self._at += 1
            return {}
        members: dict[str, Tree] = {}
        self._open.append(members)
        self._keys.append("")
        self._name(members)
        return _OPENED

    def _open_array(self) -> Tree:
        self._enter()
        if self._peek_token() == "]":
            self._at += 1
            return []
        self._open.append([])
        self._keys.append(0)
        return _OPENED

    def _enter(self) -> None:
        if len(self._open) >= self._depth:
            raise self._error(
                "depth", f"the text nests deeper than {self._depth} levels"
            )
        self._at += 1

    def _add(self, value: Tree) -> bool:
        """Put a value into the innermost container; say whether that one is complete now."""
        container = self._open[-1]
        mark = self._peek_token()
        if isinstance(container, list):
            container.append(value)
            if mark == "]":
                self._at += 1
                return True
            self._comma(mark, "]", holder=True)
            self._keys[-1] = len(container)
        else:
            container[str(self._keys[-1])] = value
            if mark == "}":
                self._at += 1
                return True
            self._comma(mark, "}", holder=True)
            self._keys[-1] = ""
            self._name(container)
        return False

    def _comma(self, mark: str, end: str, holder: bool) -> None:
        if mark != ",":
            message = f"expected , or {end}, found {self._found()}"
            raise self._error("json", message, holder=holder)
        self._at += 1

    def _name(self, members: dict[str, Tree]) -> None:
        """Read a member's name and the colon behind it. Faults in a name are the object's."""
        self._skip_space()
        start = self._at
        if self._peek() != '"':
            raise self._error(
                "json", f"expected a member's name, found {self._found()}", holder=True
            )
        name = self._string(holder=True)
        self._keys[-1] = name
        if name in members:
            message = f"the object has two members named {show_text(name)}"
            raise self._error("duplicate-member", message, start)
        if self._peek_token() != ":":
            raise self._error("json", f"expected a colon, found {self._found()}")
        self._at += 1

    def _plain_scalar(self, start: str) -> Tree:
        text, value = _NAMES.get(start, ("", None))
        if text and self._text.startswith(text, self._at):
            self._at += len(text)
            return value
        match = _NUMBER.match(self._text, self._at)
        if match is None and start != "-":
            raise self._error("json", f"expected a value, found {self._found()}")
        self._at = match.end() if match else self._at + 1
        cut = _cut_after(match) if match and self._peek() in _CUTTING else ""
        if match is None or cut:
            self._at += len(cut)
            raise self._error("json", f"expected a digit, found {self._found()}")
        spelling = match[0]
        if match[1] or len(spelling) - spelling.startswith("-") > LIMITS.plain_digits:
            return Num(spelling)
        return parse_int(spelling)

    def _string(self, holder: bool = False, strict: bool = True) -> str:
        """Read a string, at its opening quote. `strict` refuses lone surrogates."""
        simple = _SIMPLE.match(self._text, self._at)
        if simple and (not strict or simple[0].isascii()):
            self._at = simple.end()
            return simple[1]
        pieces: list[str] = []
        self._at += 1
        while True:
            start = self._at
            self._at = _PLAIN.match(self._text, start).end()  # type: ignore[union-attr]
            piece = self._text[start : self._at]
            if strict and (lone := _SURROGATE.search(piece)):
                raise self._surrogate(start + lone.start(), holder)
            pieces.append(piece)
            end = self._peek()
            if end == '"':
                self._at += 1
                return "".join(pieces)
            if end != "\\":
                raise self._bad_string(end, holder)
            pieces.append(self._escape(holder, strict))

    def _escape(self, holder: bool, strict: bool) -> str:
        start = self._at
        letter = self._text[start + 1 : start + 2]
        if letter != "u":
            if letter not in _ESCAPES:
                raise self._error("json", f"no such escape: \\{letter}", start, holder)
            self._at += 2
            return _ESCAPES[letter]
        unit = self._unit(start, holder)
        if 0xD800 <= unit < 0xDC00 and (low := _LOW.match(self._text, self._at)):
            self._at = low.end()
            return chr(0x10000 + (unit - 0xD800) * 0x400 + int(low[1], 16) - 0xDC00)
        if strict and 0xD800 <= unit < 0xE000:
            raise self._surrogate(start, holder)
        return chr(unit)

    def _unit(self, start: int, holder: bool) -> int:
        digits = _HEX.match(self._text, start + 2)
        if digits is None:
            raise self._error(
                "json", "\\u takes four hexadecimal digits", start, holder
            )
        self._at = digits.end()
        return int(digits[0], 16)

    def _skim(self) -> Raw:
        """Pass over one value of any depth, checking its syntax alone."""
        start = self._at
        inside = bytearray()  # for each container around: whether it is an object
        while True:
            opened = self._skim_start(inside)
            while not opened and inside:
                mark = self._peek_token()
                if mark == ("}" if inside[-1] else "]"):
                    self._at += 1
                    inside.pop()
                    continue
                self._comma(mark, "}" if inside[-1] else "]", holder=False)
                if inside[-1]:
                    self._skim_name()
                break
            if not inside:
                return Raw(self._text[start : self._at])

    def _skim_start(self, inside: bytearray) -> bool:
        """Pass over a scalar or an empty container, or open one: then True."""
        start = self._peek_token()
        if start == '"':
            self._string(strict=False)
            return False
        if start not in ("{", "["):
            self._plain_scalar(start)
            return False
        self._at += 1
        if self._peek_token() == ("}" if start == "{" else "]"):
            self._at += 1
            return False
        inside.append(start == "{")
        if start == "{":
            self._skim_name()
        return True

    def _skim_name(self) -> None:
        if self._peek_token() != '"':
            raise self._error(
                "json", f"expected a member's name, found {self._found()}"
            )
        self._string(strict=False)
        if self._peek_token() != ":":
            raise self._error("json", f"expected a colon, found {self._found()}")
        self._at += 1

    def _expect_end(self) -> None:
        if self._peek_token():
            raise self._error(
                "json", f"expected the end of the text, found {self._found()}"
            )

    def _skip_space(self) -> None:
        if self._text[self._at : self._at + 1] in _WHITE:
            self._at = _SPACES.match(self._text, self._at).end()  # type: ignore[union-attr]

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _peek_token(self) -> str:
        mark = self._text[self._at : self._at + 1]
        if mark not in _WHITE:
            return mark
        self._skip_space()
        return self._peek()

    def _found(self) -> str:
        return (
            show_text(self._peek())
            if self._at < len(self._text)
            else "the end of the text"
        )

    def _bad_string(self, end: str, holder: bool) -> JsonError:
        message = "the text ends inside a string"
        if end:
            message = "a control character in a string is not escaped"
        return self._error("json", message, holder=holder)

    def _surrogate(self, offset: int, holder: bool) -> JsonError:
        message = "a string has half of a surrogate pair alone"
        return self._error("surrogate", message, offset, holder)

    def _error(
        self, code: str, message: str, offset: int | None = None, holder: bool = False
    ) -> JsonError:
        """Make a fault of what is at hand or, with `holder`, of the object around it."""
        keys = self._keys[:-1] if holder else self._keys
        pointer = "".join(f"/{escape(key)}" for key in keys)
        return JsonError(code, message, pointer, self._at if offset is None else offset)


def _cut_after(number: re.Match[str]) -> str:
    """What begins another part of a number and lacks its digits: a point, or `e` and a sign."""
    cut = _CUT.match(number.string, number.end())
    parts = number[1].lower()
    if cut is None or "e" in parts or (cut[0] == "." and parts):
        return ""
    return cut[0]


_OPENED: Tree = object()
