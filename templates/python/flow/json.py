"""Exact JSON text: reading it into trees, and writing trees canonically.

A tree (`Tree`) is what a text says, with nothing lost: `dict` (members in the order of the text),
`list`, `str`, `bool`, `None`, `int`, or `Num` for a number that is not a whole one written as at
most `LIMITS.plain_digits` digits. Texts are RFC 8259 to the letter; a repeated member name, a lone surrogate,
text that is not UTF-8 and nesting beyond the limit are refused whatever the type.

Reading goes through the scanner of the standard library after a few cheap checks. Whatever is out
of the ordinary is read again by `reader`, which is exact and says what is wrong and where.
"""

from __future__ import annotations

from itertools import accumulate

from .errors import DecodeError, EncodeError, JsonError
from .hints import TYPE_CHECKING
from .limits import LIMITS
from .numbers import Num, decimal_text
from .scanner import REFUSALS, encode_basestring, scanner_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final, TypeAlias, TypeGuard

__all__ = [
    "SPACE",
    "JsonError",
    "Num",
    "Tree",
    "UnusualError",
    "canonical",
    "check_depth",
    "depth_of",
    "encode_utf8",
    "is_array",
    "is_object",
    "parse",
    "parse_quickly",
    "quote",
]

Tree: TypeAlias = "Any"
"""A JSON text as Python objects; see the head of this module."""

SPACE = " \t\n\r"
"""The white space of JSON; Python's own idea of it is wider."""

SCANNER_DEPTH = 500
"""The scanner recurses: deeper texts are left to the exact reader, which does not."""


class UnusualError(ValueError):
    """Something that the exact reader has to look at."""


def _refuse_constant(_name: str) -> Tree:
    raise UnusualError


class _Scanner:
    """The standard library's scanner, which keeps the last of members that share a name.

    It counts those that it keeps: with the colons of the text that shows whether there were others.
    """

    __slots__ = ("_members", "_scan")

    def __init__(self) -> None:
        self._members = 0
        self._scan = scanner_of(self._count, Num, _refuse_constant)

    def _count(self, members: dict[str, Tree]) -> dict[str, Tree]:
        self._members += len(members)
        return members

    def scan(self, text: str, colons: int) -> Tree:
        """Read a whole text, in which there are so many colons.

        Raises one of `REFUSALS` for anything out of the ordinary.
        """
        self._members = 0
        tree, end = self._scan(text, 0)
        if end != len(text):
            raise UnusualError
        # Most texts have no colons in their strings.
        if self._members != colons and self._members != _marks(text).count(b":"):
            raise UnusualError
        return tree


# Scanners at rest: to make one takes as long as to read a short text.
_idle: Final[list[_Scanner]] = []


def _idle_scanner() -> _Scanner:
    try:
        return _idle.pop()
    except IndexError:  # all are at work, in other threads
        return _Scanner()


quote = encode_basestring
"""Write a string as canonical JSON text: `quote('a"b')` is `"a\\"b"`, with its quotes."""


def parse(text: str | bytes, depth: int | None = None) -> Tree:
    """Read a JSON text.

    `depth` bounds nesting (`LIMITS.depth` where it is left out); a root that is an array or object
    is at depth 1. Raises `JsonError`
    with code `json`, `utf8`, `surrogate`, `duplicate-member` or `depth`.
    """
    if depth is None:
        depth = LIMITS.depth
    if isinstance(text, bytes):
        try:
            body = text.decode("utf-8")
        except UnicodeDecodeError as fault:
            raise _not_utf8(text, fault, depth) from None
    else:
        body = text
    try:
        return _scan(body, body is text, depth)
    except REFUSALS:  # the exact reader finds out what it was
        return _read_exactly(text, body, depth)


def parse_quickly(text: bytes, depth: int) -> Tree:
    """Read a JSON text as `parse` does, but only where that takes no time to speak of, whatever its length.

    Raises `UnusualError` for what only the exact reader can judge, which is slow.
    """
    try:
        return _scan(text.decode("utf-8"), False, depth)
    except REFUSALS:
        raise UnusualError from None


def _scan(body: str, from_str: bool, depth: int) -> Tree:
    """Read a text with the scanner; raises one of `REFUSALS` for anything out of the ordinary."""
    stripped = body.strip(SPACE)
    rough = stripped.encode("utf-8", "replace").translate(None, delete=_NO_BRACKETS)
    if not _is_ordinary(stripped, rough, from_str, depth):
        raise UnusualError
    scanner = _idle_scanner()
    try:
        return scanner.scan(stripped, rough.count(b":"))
    finally:
        _idle.append(scanner)


def _is_ordinary(text: str, rough: bytes, from_str: bool, depth: int) -> bool:
    """Say whether the scanner's answer can be trusted, as far as it does not judge itself.

    `rough` are the brackets, braces and colons, those in strings among them.
    """
    bound = min(depth, SCANNER_DEPTH)
    opened = rough.count(b"[") + rough.count(b"{") if len(rough) > bound else 0
    if opened > bound and _depth(_marks(text), bound) > bound:
        return False
    if _has_long_digits(text, LIMITS.plain_digits):
        return False
    if from_str and not text.isascii() and _first_surrogate(text) is not None:
        return False
    return not ("\\" in text and _has_lone_escape(text))


def _has_long_digits(text: str, longest: int) -> bool:
    """Look for more than so many digits in a row: one of them is at each such stride."""
    if len(text) <= longest:
        return False
    import re  # slow to import, and texts so long are few

    for stride in re.finditer("[0-9]", text[longest::longest]):
        at = (stride.start() + 1) * longest
        before = text[at - longest : at]
        after = text[at : at + longest + 1]
        run = len(before) - len(before.rstrip(_DIGITS))
        run += len(after) - len(after.lstrip(_DIGITS))
        if run > longest:
            return True
    return False


_DIGITS = "0123456789"


def _has_lone_escape(text: str) -> bool:
    if "\\ud" not in text and "\\uD" not in text:
        return False
    import re  # slow to import, and such texts are few

    without_backslashes = text.replace("\\\\", "")
    without_pairs = re.sub(
        r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}",
        "",
        without_backslashes,
    )
    return re.search(r"\\u[dD][89a-fA-F]", without_pairs) is not None


def _first_surrogate(text: str) -> int | None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as fault:
        return fault.start
    return None


def _read_exactly(given: str | bytes, body: str, depth: int) -> Tree:
    from .reader import read

    try:
        return read(body, depth)
    except JsonError as error:
        raise _in_bytes(error, body) if isinstance(given, bytes) else error from None


def _in_bytes(error: JsonError, body: str) -> JsonError:
    offset = len(body[: error.offset].encode("utf-8"))
    return JsonError(error.code, error.message, error.pointer, offset)


def _not_utf8(text: bytes, fault: UnicodeDecodeError, depth: int) -> JsonError:
    """The first fault of a text that is not UTF-8, which may lie before the bytes that are not."""
    from .reader import read

    before = text[: fault.start].decode("utf-8")
    pointer = ""
    try:
        read(f"{before}\udc80", depth)
    except JsonError as error:
        if error.offset < len(before):
            return _in_bytes(error, before)
        pointer = error.pointer
    message = f"the text is not UTF-8 at byte {fault.start}"
    return JsonError("utf8", message, pointer, fault.start)


_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}:")
_NO_MARKS = bytes(byte for byte in range(256) if byte not in b'[]{}:"')
_SPAN = 1 << 16
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")  # 1 and, as a signed byte, -1


def _marks(text: str) -> bytes:
    """The brackets, braces and colons of a JSON text, without those inside its strings."""
    if "\\" in text:
        text = text.replace("\\\\", "").replace('\\"', "")
    marks = text.encode("utf-8", "replace").translate(None, delete=_NO_MARKS)
    marks = marks.replace(b'""', b"")  # strings without any mark in them
    return b"".join(marks.split(b'"')[::2]) if b'"' in marks else marks


def _depth(marks: bytes, bound: int | None = None) -> int:
    """How deep marks nest; what is deeper than `bound` need not be counted to its end."""
    steps = memoryview(marks.translate(_STEPS, delete=b":")).cast("b")
    level = deepest = 0
    for start in range(0, len(steps), _SPAN):  # other threads get their turn between
        levels = list(accumulate(steps[start : start + _SPAN], initial=level))
        level, deepest = levels[-1], max(deepest, max(levels))
        if bound is not None and deepest > bound:
            break
    return deepest


def depth_of(text: str) -> int:
    """How deep a JSON text nests: 0 for a scalar, 1 for an array of scalars.

    The work is in proportion to the text. What it says of a text that is no JSON means nothing.
    """
    return _depth(_marks(text))


def check_depth(text: str) -> None:
    """Hold a text that we wrote to the limit on nesting.

    Raises `EncodeError` with code `depth` and the pointer to what nests too deep.
    """
    limit = LIMITS.depth
    if text.count("[") + text.count("{") > limit and depth_of(text) > limit:
        raise _fault_of(text, limit)


def encode_utf8(text: str) -> bytes:
    """Encode a JSON text that we wrote.

    Raises `EncodeError` with code `surrogate`, and the pointer to it, where the author's strings
    hold a lone surrogate: no Text has one.
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise _fault_of(text, len(text)) from None


def _fault_of(text: str, depth: int) -> EncodeError:
    from .reader import read

    try:
        read(text, depth)
    except JsonError as error:
        return EncodeError(error.code, error.message, error.pointer)
    raise AssertionError("the text has no fault")


def is_object(tree: object) -> TypeGuard[dict[str, Tree]]:
    """Say whether a tree is an object."""
    return type(tree) is dict


def is_array(tree: object) -> TypeGuard[list[Tree]]:
    """Say whether a tree is an array."""
    return type(tree) is list


def canonical(tree: Tree) -> str:
    """Write a tree as canonical JSON text: sorted members, plain numbers, no white space.

    Raises `DecodeError` with code `limit`, and the pointer to it, for a number outside
    `LIMITS.decimal_digits`. Any depth will do.
    """
    out: list[str] = []
    around: list[_Level] = []
    value: object = tree
    while True:
        if is_object(value) and value:
            around.append(_Level(iter(sorted(value.items())), "}"))
            out.append("{")
        elif is_array(value) and value:
            around.append(_Level(enumerate(value), "]"))
            out.append("[")
        else:
            out.append(_scalar(value, around))
        while around:
            level = around[-1]
            following = next(level.rest, None)
            if following is not None:
                if level.token is not None:
                    out.append(",")
                level.token, value = following
                if level.end == "}":
                    out.append(f"{quote(level.token)}:")
                break
            out.append(level.end)
            around.pop()
        else:
            return "".join(out)


class _Level:
    """A container being written: what is left of it, and the key of the part at hand."""

    __slots__ = ("end", "rest", "token")

    def __init__(self, rest: Iterator[tuple[Any, Tree]], end: str) -> None:
        self.rest = rest
        self.end = end
        self.token: Any = None


def _scalar(value: object, around: list[_Level]) -> str:
    if type(value) is str:
        return quote(value)
    if value is None:
        return "null"
    if type(value) is bool:
        return "true" if value else "false"
    if is_object(value):
        return "{}"
    if is_array(value):
        return "[]"
    try:
        return decimal_text(value)
    except DecodeError as error:
        for level in reversed(around):
            error.under(level.token)
        raise
