"""Exact JSON: the vectors through both readers, and what they do at the edges."""

from __future__ import annotations

import json as stdlib
import sys
import threading
from base64 import b64decode
from decimal import Decimal
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flow import DecodeError, EncodeError, Json, JsonError
from flow import json as flow_json
from flow.errors import escape
from flow.json import Num, canonical, check_depth, depth_of, encode_utf8, parse, quote
from flow.reader import Raw, read

from .vectors import rows

ROWS = rows("json.json")


def text_of(row: dict[str, Any]) -> str | bytes:
    if "bytes" in row:
        return b64decode(row["bytes"])
    if "repeat" in row:
        prefix, text, times = row["repeat"]
        return str(prefix) + str(text) * int(times)
    return str(row["text"])


def through_fast_path(text: str | bytes) -> str:
    return canonical(parse(text))


def through_bytes(text: str | bytes) -> str:
    return through_fast_path(text.encode() if isinstance(text, str) else text)


def through_exact_reader(text: str | bytes) -> str:
    if isinstance(text, bytes):
        parse(text)  # what is not UTF-8 never comes to the exact reader
        text = text.decode()
    return canonical(read(text, 256))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row)[:60])
@pytest.mark.parametrize(
    "way", [through_fast_path, through_bytes, through_exact_reader]
)
def test_vector(row: dict[str, Any], way: Any) -> None:
    if "canonical" in row:
        assert way(text_of(row)) == row["canonical"]
        return
    with pytest.raises(DecodeError) as caught:
        way(text_of(row))
    assert caught.value.code == row["refused"]


@pytest.mark.parametrize(
    ("text", "code", "pointer", "offset"),
    [
        ('{"a":[1,2,}', "json", "/a/2", 10),
        ('{"a":{"b":1,"b":2}}', "duplicate-member", "/a/b", 12),
        ('{"a":1,"\\u0061":2}', "duplicate-member", "/a", 7),
        ('{"x/y":{"m~n":"\\ud800"}}', "surrogate", "/x~1y/m~0n", 15),
        ('{"a":{"\\ud800":1}}', "surrogate", "/a", 7),
        ('["\ud800"]', "surrogate", "/0", 2),
        ("[" * 257 + "]" * 257, "depth", "/0" * 256, 256),
        ("[" * 1_000_000, "depth", "/0" * 256, 256),
        ('{"a":' * 1_000_000, "depth", "/a" * 256, 1280),
        ("[1] x", "json", "", 4),
        ('["a\nb"]', "json", "/0", 3),
        ('["abc', "json", "/0", 5),
        ('["\\ud800\\u12"]', "surrogate", "/0", 2),
        ("[01]", "json", "", 2),
        ("[1.x]", "json", "/0", 3),
        ("[1e+]", "json", "/0", 4),
        ("[1.5e2.5]", "json", "", 6),
        ("[-]", "json", "/0", 2),
        ("[[1] 2]", "json", "", 5),
        ('{"a":tru}', "json", "/a", 5),
    ],
)
def test_faults_say_where(text: str, code: str, pointer: str, offset: int) -> None:
    with pytest.raises(JsonError) as caught:
        parse(text)
    error = caught.value
    assert (error.code, error.pointer, error.offset) == (code, pointer, offset)


@pytest.mark.parametrize(
    ("text", "pointer", "offset"),
    [
        (b'{"a":"\xff"}', "/a", 6),
        (b'["\xc3\xa9",\xff]', "/1", 6),
        (b"\xff", "", 0),
        (b'{"\xc3\xa9":["\xed\xa0\x80"]}', "/\u00e9/0", 8),
    ],
)
def test_text_that_is_not_utf8(text: bytes, pointer: str, offset: int) -> None:
    with pytest.raises(JsonError) as caught:
        parse(text)
    error = caught.value
    assert (error.code, error.pointer, error.offset) == ("utf8", pointer, offset)


def test_offsets_in_bytes_count_bytes() -> None:
    with pytest.raises(JsonError) as caught:
        parse('["\u00e9\u65e5", x]'.encode())
    assert caught.value.offset == 10


@pytest.mark.parametrize("depth", [100, 127, 128, 129, 256])
@pytest.mark.parametrize("shape", ["[]", '{"a":}'])
def test_depths_within_the_limit(depth: int, shape: str) -> None:
    text = shape[:-1] * depth + ("1" if shape != "[]" else "") + shape[-1] * depth
    assert depth_of(text) == depth
    assert canonical(parse(text)) == text
    assert Json.parse(text).text == text
    assert Json.of(Json.parse(text).value).text == text


def test_deep_texts_do_not_reach_the_scanner() -> None:
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(
        1_000_000
    )  # an author may; the machine's stack is as short as ever
    try:
        text = "[" * 200_000 + "]" * 200_000
        assert canonical(parse(text, depth=200_000)) == text
    finally:
        sys.setrecursionlimit(usual)


def test_brackets_in_strings_do_not_nest() -> None:
    text = stdlib.dumps(["[" * 300, "\\[" * 300, '"[' * 300, '\\"{' * 300, "]}", ":"])
    assert depth_of(text) == 1
    assert parse(text) == stdlib.loads(text)


def test_numbers_keep_their_spelling_unless_plain() -> None:
    assert parse("[1,-0,1.0,1e2,-1E-2]") == [1, 0, "1.0", "1e2", "-1E-2"]
    kinds = [type(item).__name__ for item in parse("[1,-0,1.0,1e2]")]
    assert kinds == ["int", "int", "Num", "Num"]
    assert type(parse("9" * 4096)) is int
    assert type(parse("-" + "9" * 4096)) is int
    assert type(parse("9" * 4097)) is Num
    assert type(parse("[" + " " * 5000 + "9" * 4097 + "]")[0]) is Num
    assert type(parse("[" + " " * 5000 + "9" * 4096 + "]")[0]) is int


@pytest.mark.parametrize("limit", [640, 4300, 0])
def test_the_digit_limit_of_python_does_not_matter(limit: int) -> None:
    digits = "123456789" * 455
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(limit)
    try:
        for spelling in (
            digits,
            "-" + digits,
            digits[:640],
            digits[:641],
            digits + "0",
        ):
            assert canonical(parse(f'{{"a":[{spelling}]}}')) == f'{{"a":[{spelling}]}}'
        with pytest.raises(DecodeError) as caught:
            Json.parse(f"[{digits}{digits}]")
        assert (caught.value.code, caught.value.pointer) == ("limit", "/0")
    finally:
        sys.set_int_max_str_digits(usual)


def test_canonical_strings() -> None:
    assert quote('\x00\x1f\b\f\n\r\t"\\') == '"\\u0000\\u001f\\b\\f\\n\\r\\t\\"\\\\"'
    raw = "<>&/\x7f\u2028\u2029\u0085\U0001f600"
    assert quote(raw) == f'"{raw}"'
    keys = ["\U0001f600", "\ufb33", "10", "2", "01", "a"]
    in_order = ["01", "10", "2", "a", "\ufb33", "\U0001f600"]
    assert list(parse(canonical(dict.fromkeys(keys, 1)))) == in_order


def test_canonical_says_which_number_is_too_long() -> None:
    with pytest.raises(DecodeError) as caught:
        canonical(parse('{"a":[1,{"b/c":1e5000}]}'))
    assert (caught.value.code, caught.value.pointer) == ("limit", "/a/1/b~1c")


def test_canonical_goes_to_any_depth() -> None:
    text = "[" * 50_000 + "]" * 50_000
    assert canonical(read(text, 50_000)) == text


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ('{"a":["x","\ud83d"]}', "/a/1"),
        ('{"a":{"\ud83d":1}}', "/a"),
        ('"\ud83d\ude00"', ""),
    ],
)
def test_lone_surrogates_are_found_in_what_we_write(text: str, pointer: str) -> None:
    with pytest.raises(EncodeError) as caught:
        encode_utf8(text)
    assert (caught.value.code, caught.value.pointer) == ("surrogate", pointer)
    with pytest.raises(JsonError) as refused:
        parse(text)
    assert (refused.value.code, refused.value.pointer) == ("surrogate", pointer)


def test_depth_is_checked_in_what_we_write() -> None:
    check_depth("[" * 256 + "]" * 256)
    with pytest.raises(EncodeError) as caught:
        check_depth('{"a":' * 257 + "1" + "}" * 257)
    assert (caught.value.code, caught.value.pointer) == ("depth", "/a" * 256)


def test_chosen_members_are_left_as_sent() -> None:
    args = (
        '{ "x": [1.50, {"k":1,"k":2}], "y": "\\ud800" , "z":'
        + "[" * 5000
        + "]" * 5000
        + "}"
    )
    text = f'{{"id":1,"params":{{"args": {args} ,"run":"r"}}}}'
    tree = read(text, 3, {("params", "args")})
    assert type(tree["params"]["args"]) is Raw
    assert tree["params"]["args"] == args
    assert (tree["id"], tree["params"]["run"]) == (1, "r")


@pytest.mark.parametrize(
    "args", ['{"x":}', "[1,]", '"\\x"', '{"a" 1}', "tru", '{"a":"', "[01]", ""]
)
def test_syntax_counts_in_members_left_as_sent(args: str) -> None:
    with pytest.raises(JsonError) as caught:
        read(f'{{"params":{{"args":{args}}}}}', 3, {("params", "args")})
    assert (caught.value.code, caught.value.pointer) == ("json", "/params/args")


def test_threads_read_at_once() -> None:
    texts = [stdlib.dumps({"n": n, "deep": [{"a": n}] * 50}) for n in range(4)]
    wrong: list[str] = []

    def work(text: str) -> None:
        expected = stdlib.loads(text)
        if any(parse(text) != expected for _ in range(300)):
            wrong.append(text)

    threads = [threading.Thread(target=work, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


FRAGMENTS = st.lists(
    st.sampled_from(
        [
            *'[]{}:,"\\ \n\t\r0123456789-+.eE/abfnrtu\x00\x1f\x7f\u00e9\u2028\U0001f600\ud800\udc00',
            "true",
            "null",
            '"a":',
            '"\\u0061":',
            "\\ud83d",
            "\\ude00",
            "1e5",
            '"a"',
            "[[",
            "]]",
        ]
    ),
    max_size=25,
).map("".join)

DOCUMENTS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.decimals(allow_nan=False).map(str),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def outcome_of(reader: Any, text: str) -> Any:
    try:
        return ("tree", repr(reader(text)))
    except JsonError as error:
        return (error.code, error.pointer, error.offset)


@given(FRAGMENTS)
def test_both_readers_agree(text: str) -> None:
    assert outcome_of(parse, text) == outcome_of(partial(read, depth=256), text)


@given(DOCUMENTS, st.booleans(), st.sampled_from([None, 1, "\t"]))
def test_documents_come_back(document: Any, ascii_only: bool, indent: Any) -> None:
    text = stdlib.dumps(document, ensure_ascii=ascii_only, indent=indent)
    assert parse(text) == document
    assert read(text, 256) == document
    assert depth_of(text) == depth_of(canonical(document))
    assert parse(canonical(document)) == document
    assert canonical(parse(canonical(document))) == canonical(document)


@given(DOCUMENTS, st.data())
def test_repeated_members_are_seen(document: Any, data: st.DataObject) -> None:
    name = data.draw(st.text())
    text = f"[{stdlib.dumps(document)},{{{quote(name)}:1,{stdlib.dumps(name)}:{{}}}}]"
    with pytest.raises(JsonError) as caught:
        parse(text)
    assert (caught.value.code, caught.value.pointer) == (
        "duplicate-member",
        f"/1/{escape(name)}",
    )


def test_the_fast_path_takes_ordinary_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    def unexpected(*_args: Any) -> Any:
        raise AssertionError("the exact reader was asked")

    monkeypatch.setattr(flow_json, "_read_exactly", unexpected)
    many = stdlib.dumps([{"a": [n, str(n), n / 4, None, True]} for n in range(400)])
    for text in (
        many,
        ' {"e\\"[:":"\\ud83d\\ude00 \\\\"} ',
        "12",
        '"\u2028"',
        "[1e400,-0.0]",
    ):
        parse(text)
    assert parse("[1e400]") == ["1e400"]
    assert Decimal(parse("0.10")) == Decimal("0.1")
