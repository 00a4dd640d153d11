"""The standard library's scanner of JSON, without its package `json`: that needs `re`, which takes
more than half as long to import as Python takes to start."""

from __future__ import annotations

import sys

from .hints import TYPE_CHECKING

try:
    from _json import encode_basestring, make_scanner
except ImportError:  # a Python whose standard library has no C code for JSON
    from json.encoder import encode_basestring
    from json.scanner import make_scanner

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["REFUSALS", "encode_basestring", "scanner_of"]

REFUSALS = (ValueError, StopIteration, RecursionError, SystemError)
"""What a scanner raises on a text that it cannot read. The last is of Python 3.11, which looks for
its own exception in `json` and takes it amiss where nobody has imported that."""

if sys.version_info < (3, 12) and hasattr(sys, "gettotalrefcount"):
    __import__("json.decoder")  # a debug build would end at that


class _Settings:
    """What a scanner of C asks for when it is made."""

    strict = True
    parse_int = int
    object_pairs_hook = None
    array_hook = None  # from Python 3.15 on

    def __init__(
        self,
        object_hook: Callable[[dict[str, Any]], Any],
        parse_float: Callable[[str], Any],
        parse_constant: Callable[[str], Any],
    ) -> None:
        self.object_hook = object_hook
        self.parse_float = parse_float
        self.parse_constant = parse_constant


def scanner_of(
    object_hook: Callable[[dict[str, Any]], Any],
    parse_float: Callable[[str], Any],
    parse_constant: Callable[[str], Any],
) -> Callable[[str, int], tuple[Any, int]]:
    """Make a scanner with these hooks of `json.JSONDecoder`.

    It takes a text and where to begin, and gives the value there and where that ends, or raises one
    of `REFUSALS`.
    """
    settings: Any = _Settings(object_hook, parse_float, parse_constant)
    try:
        return make_scanner(settings)
    except AttributeError:  # not the scanner of C, or a later one that asks for more
        from json.decoder import JSONDecoder

        decoder: Any = JSONDecoder(
            object_hook=object_hook,
            parse_float=parse_float,
            parse_constant=parse_constant,
        )
        scan: Callable[[str, int], tuple[Any, int]] = decoder.scan_once
        return scan
