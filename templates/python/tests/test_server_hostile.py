"""Lines that no good host sends: each is answered by the rules, and the stream goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .serving import IDENTITY, PATIENCE, Served, call, cancel

KINDS = [pytest.param({}, id="plain"), pytest.param({"SERVED_ASYNC": "1"}, id="async")]
HEAD = b'"jsonrpc":"2.0","method":"call"'


def line(params: bytes, around: bytes = b"", identity: bytes = b"1") -> bytes:
    return b'{"id":' + identity + b"," + HEAD + b',"params":' + params + around + b"}\n"


def params(args: bytes = b'{"text":"a"}', more: bytes = b"") -> bytes:
    tool = f"{IDENTITY}.echo".encode()
    return b'{"args":%s,"call":"c","run":"r","tool":"%s"%s}' % (args, tool, more)


def nest(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


PARSE, REQUEST, PARAMS = -32700, -32600, -32602


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        # Nesting: around the parts it is the message's fault, inside of them the call's.
        (line(params(), b',"more":' + nest(255)), "Ok"),
        (line(params(), b',"more":' + nest(256)), PARSE),
        (line(params(), b',"more":' + nest(100_000)), PARSE),
        (line(params(more=b',"more":' + nest(254))), "Ok"),
        (line(params(more=b',"more":' + nest(255))), PARSE),
        (line(params(b'{"text":%s}' % nest(256))), "NotRun"),
        (line(params(b'{"text":%s}' % nest(100_000))), "NotRun"),
        (line(params(more=b',"types":' + nest(100_000))), "NotRun"),
        (line(params(more=b',"schema":' + nest(100_000))), "NotRun"),
        (line(b"[" * 100_000), PARSE),
        (b"[" * 1_000_000 + b"\n", PARSE),
        (b'{"id":' * 100_000 + b"\n", PARSE),
        # What is no UTF-8 is no message, wherever it stands; what is no character is the part's fault.
        (line(params(b'{"text":"\xff"}')), PARSE),
        (line(params(), b',"more":"\xff"'), PARSE),
        (line(params(b'{"text":"\xed\xa0\x80"}')), PARSE),
        (line(params(b'{"text":"\\ud800"}')), "NotRun"),
        (line(params(b'{"\\udc00":1}')), "NotRun"),
        (line(params(), b',"more":"\\ud800"'), PARSE),
        (line(params(b'{"text":"\x00"}')), PARSE),
        (line(params(b'{"text":"\\u0000"}')), "Ok"),
        (b"\x00\n", PARSE),
        (line(params(), b"\x00"), PARSE),
        # Repeated members.
        (line(params(b'{"text":"a","text":"a"}')), "NotRun"),
        (line(params(b"{" + b'"a":1,' * 5000 + b'"a":1}')), "NotRun"),
        (line(params(), b',"id":1'), PARSE),
        (line(params(more=b',"run":"r"')), PARSE),
        # Ids.
        (line(params(), identity=b"null"), REQUEST),
        (line(params(), identity=b"true"), REQUEST),
        (line(params(), identity=b"0.5"), REQUEST),
        (line(params(), identity=b"[1]"), REQUEST),
        (line(params(), identity=b"{}"), REQUEST),
        (line(params(), identity=b"1e4096"), REQUEST),
        (line(params(), identity=b"1e999999999999"), REQUEST),
        (line(params(), identity=b"9" * 1_000_000), REQUEST),
        (line(params(), identity=b"9" * 4096), "Ok"),
        (line(params(), identity=b"1e4095"), "Ok"),
        (line(params(), identity=b"-0e999999999"), "Ok"),
        (line(params(), identity=b'"' + b"i" * 1_000_000 + b'"'), "Ok"),
        (line(params().replace(b'"c"', b"null")), PARAMS),
        (line(params().replace(b'"r"', b"1e4096")), PARAMS),
        (line(b"[]"), PARAMS),
        (line(b"null"), PARAMS),
        # Pieces of messages.
        (b'{"id":1\n', PARSE),
        (b"}\n", PARSE),
        (b'"\n', PARSE),
        (b"[]\n", REQUEST),
        (b"1\n", REQUEST),
        (b"NaN\n", PARSE),
        (b"{}\n", REQUEST),
    ],
    ids=lambda value: f"{value[:40]!r}" if isinstance(value, bytes) else str(value),
)  # fmt: skip
def test_lines(server: Served, sent: bytes, expected: Any) -> None:
    server.send(sent)
    reply = server.line()
    if isinstance(expected, int):
        assert b'"code":%d,' % expected in reply
    else:
        assert b'"outcome":{"%s":' % expected.encode() in reply
    assert server.ask("echo", text="next") == {"Ok": "next"}


@pytest.fixture(scope="module", params=KINDS)
def server(request: pytest.FixtureRequest) -> Any:
    with Served(env=request.param) as served:
        yield served
        assert served.end() == (0, [])


def test_cancels_of_nothing_and_of_everything(server: Served) -> None:
    for number in range(2000):
        server.send(cancel(f"c{number}"))
    server.send(*[call(number, "sleep", time="PT20S") for number in range(200)])
    server.send(*[cancel(f"c{number}") * 5 for number in range(200)])
    outcomes = server.outcomes(200)
    assert {next(iter(each)) for each in outcomes.values()} <= {"NotRun", "Unknown"}
    assert server.ask("echo", text="next") == {"Ok": "next"}


def test_thousands_of_requests_join_one_call(server: Served) -> None:
    lines = [call(number, "sleep", pair="one", time="PT0.3S") for number in range(3000)]
    server.send(b"".join(lines))
    assert all(each == {"Ok": "slept"} for each in server.outcomes(3000).values())


def test_many_tiny_messages(server: Served) -> None:
    server.send(b"\n" * 50_000, b"1\n" * 10_000, b'{"result":0}\n' * 50_000)
    for _ in range(10_000):
        assert b"-32600" in server.line()
    assert server.ask("echo", text="next") == {"Ok": "next"}


@pytest.mark.parametrize("env", KINDS)
def test_half_a_line_at_the_end(env: dict[str, str]) -> None:
    with Served(env=env) as served:
        served.send(call(1, "echo", text="a")[:-20])
        status, lines = served.end(PATIENCE)
        assert status == 0
        assert [json.loads(each)["error"]["code"] for each in lines] == [PARSE]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (b'{"text":%s}' % nest(4_000_000), b'"outcome":{"NotRun":'),
        (b'{"text":%s}' % (b"[" * 8_000_000), b'"code":-32700,'),
        (b'{"text":"\\ud800%s"}' % (b" " * 100_000), b'"outcome":{"NotRun":'),
    ],
    ids=["deep", "open", "surrogate"],
)
@pytest.mark.parametrize("env", KINDS)
def test_others_are_answered_while_a_long_odd_line_is_read(
    args: bytes, expected: bytes, env: dict[str, str]
) -> None:
    with Served(env=env) as served:
        served.send(line(params(args)) + call(2, "echo", text="next"))
        replies = [served.line(), served.line()]
        assert sum(expected in each for each in replies) == 1
        if len(args) > 1_000_000:  # else it may be read by then
            assert b'"id":2,' in replies[0]
        served.send(line(params(args)))
        status, rest = served.end(PATIENCE)
        assert (status, len(rest)) == (0, 1)
        assert expected in rest[0]
