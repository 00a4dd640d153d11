"""Splitting what comes into lines, and the id of a message over the limit."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flow.lines import LineSplitter, Overlong
from flow.overlong import find_id


def split(chunks: list[bytes], limit: int) -> list[bytes | None]:
    """The lines of a stream, None for one over the limit."""
    splitter = LineSplitter(limit)
    lines = [line for chunk in chunks for line in splitter.feed(chunk)]
    lines += splitter.finish()
    return [None if isinstance(line, Overlong) else line for line in lines]


def expected(stream: bytes, limit: int) -> list[bytes | None]:
    lines: list[bytes | None] = []
    for number, line in enumerate(stream.split(b"\n")):
        if number == 0:
            line = line.removeprefix(b"\xef\xbb\xbf")
        if line.endswith(b"\r"):
            line = line[:-1]
        if len(line) > limit:
            lines.append(None)
        elif line.strip(b" \t\r"):
            lines.append(line)
    return lines


PIECES = st.sampled_from(
    [b"a", b"bc", b"\n", b"\r", b"\r\n", b" ", b"\xef\xbb\xbf", b"xxxxxxxx"]
)


@given(
    st.lists(PIECES, max_size=40),
    st.integers(1, 9),
    st.lists(st.integers(0, 60), max_size=8),
)
def test_lines_do_not_depend_on_chunks(
    pieces: list[bytes], limit: int, cuts: list[int]
) -> None:
    stream = b"".join(pieces)
    places = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    chunks = [stream[a:b] for a, b in pairwise(places)]
    assert split(chunks, limit) == expected(stream, limit)


def test_what_is_held_is_bounded() -> None:
    splitter = LineSplitter(1000)
    for _ in range(1000):
        splitter.feed(b"x" * 1000)
    assert len(splitter._held) <= 1004  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("prefix", "wanted"),
    [
        (b'{"id":1,"params":"xxx', "1"),
        (b' { "id" : "a\\"b" , "x', '"a\\"b"'),
        (b'{"\\u0069d":10e-1,', "1"),
        (b'{"params":{"id":7,"a":["}",{"id":8}]},"id":2,"x":', "2"),
        (b'{"jsonrpc":"2.0","id":null,', "null"),
        (b'{"id":1.5,', "null"),
        (b'{"id":12', "null"),  # perhaps there were more digits
        (b'{"id":"ab', "null"),
        (b'{"params":"}, \\"id\\":3,', "null"),
        (b'{"params":{"a":"}, \\"id\\":3,', "null"),
        (b'[{"id":1},', "null"),
        (b'{"x":bad value,"id":1,', "null"),
        (b'{"id":true,', "null"),
        (b'{"id":"\xff",', "null"),
        (b'{"id":1e999999999,', "null"),
        (b"", "null"),
        (b'{"a":' + b"[" * 100_000, "null"),
    ],
)
def test_the_id_before_the_limit(prefix: bytes, wanted: str) -> None:
    assert find_id(prefix) == wanted


@given(st.binary(max_size=200))
def test_no_prefix_breaks_the_search(prefix: bytes) -> None:
    assert find_id(b'{"id":' + prefix) is not None
