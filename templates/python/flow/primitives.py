"""Codecs of the primitive types that have no module of their own.

By convention `read_X(tree)` gives the value of a JSON tree or raises `DecodeError`, and
`write_X(value)` gives a value's canonical text or raises `EncodeError`. Those of Int and Decimal are
in `numbers`, of Instant and Duration in `instant` and `duration`, of json.Value in `values`.
"""

from __future__ import annotations

from .errors import DecodeError, EncodeError, show_text
from .hints import TYPE_CHECKING
from .json import Tree, quote
from .numbers import describe, kind_of

if TYPE_CHECKING:
    from typing import NoReturn


def read_bool(tree: Tree) -> bool:
    """Decode a Bool: `true` or `false`. Raises `DecodeError`: `type`."""
    if tree is True or tree is False:
        return bool(tree)
    raise DecodeError("type", f"expected true or false (Bool), found {kind_of(tree)}")


def write_bool(value: object) -> str:
    """Encode a Bool. Raises `EncodeError`: `type`."""
    if value is True:
        return "true"
    if value is False:
        return "false"
    raise EncodeError("type", f"expected a bool, found {describe(value)}")


def read_text(tree: Tree) -> str:
    """Decode a Text: a string. Raises `DecodeError`: `type`."""
    if type(tree) is str:
        return tree
    raise DecodeError("type", f"expected a string (Text), found {kind_of(tree)}")


def write_text(value: object) -> str:
    """Encode a Text. Raises `EncodeError`: `type`.

    A lone surrogate is found when the whole text is encoded: see `json.encode_utf8`.
    """
    if isinstance(value, str):
        return quote(value)
    raise EncodeError("type", f"expected a str, found {describe(value)}")


def read_bytes(tree: Tree) -> bytes:
    """Decode Bytes: base64 of RFC 4648 section 4, padded, its unused bits zero.

    Raises `DecodeError`: `type`, `format`.
    """
    if type(tree) is not str:
        raise DecodeError("type", f"expected base64 (a string), found {kind_of(tree)}")
    from binascii import a2b_base64, b2a_base64  # not before there are any

    try:
        value = a2b_base64(tree)
    except ValueError:
        value = b""
    # The decoder passes over what it does not know; only the one right spelling comes back.
    if b2a_base64(value, newline=False).decode("ascii") != tree:
        raise DecodeError("format", f"expected base64 with padding: {show_text(tree)}")
    return value


def write_bytes(value: object) -> str:
    """Encode Bytes. Raises `EncodeError`: `type`."""
    if isinstance(value, bytes):
        from binascii import b2a_base64

        return f'"{b2a_base64(value, newline=False).decode("ascii")}"'
    raise EncodeError("type", f"expected bytes, found {describe(value)}")


def read_unit(tree: Tree) -> None:
    """Decode Unit: `null`. Raises `DecodeError`: `type`."""
    if tree is not None:
        raise DecodeError("type", f"expected null (Unit), found {kind_of(tree)}")


def write_unit(value: object) -> str:
    """Encode Unit. Raises `EncodeError`: `type`."""
    if value is None:
        return "null"
    raise EncodeError("type", f"expected None, found {describe(value)}")


def read_never(tree: Tree) -> NoReturn:
    """Decode Never, of which there is no value. Raises `DecodeError`: `type`."""
    raise DecodeError(
        "type", f"no value is possible here (Never), found {kind_of(tree)}"
    )


def write_never(value: object) -> str:
    """Encode Never, of which there is no value. Raises `EncodeError`: `type`."""
    raise EncodeError(
        "type", f"no value is possible here (Never), found {describe(value)}"
    )
