"""What comes in on standard input, however it comes, and what gets out on standard output."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from .serving import DESCRIBE, PATIENCE, SCRIPT, Served, call

LIMIT = 64 * 1024 * 1024
KINDS = [pytest.param({}, id="plain"), pytest.param({"SERVED_ASYNC": "1"}, id="async")]


def of_length(number: int, length: int) -> bytes:
    """A call to echo whose line has this length, its line end aside."""
    short = call(number, "echo", text="")
    return call(number, "echo", text="x" * (length - len(short) + 1))


def test_lengths_around_those_of_buffers() -> None:
    lengths = [1000, 65_535, 65_536, 65_537, 1 << 20, 16 << 20]
    with Served() as server:
        for number, length in enumerate(lengths):
            line = of_length(number, length)
            assert len(line) == length + 1
            server.send(line + call(f"after {number}", "echo", text="short"))
            found = server.outcomes(2)
            assert found[f"after {number}"] == {"Ok": "short"}
            assert found[number] == {
                "Ok": "x" * (length - len(call(number, "echo", text="")) + 1)
            }
        assert server.end() == (0, [])


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_line_at_the_limit_and_one_over_it(end: bytes) -> None:
    with Served(SERVED_LIMIT="1000") as server:
        server.send(of_length(1, 1000)[:-1] + end, of_length(2, 1001)[:-1] + end)
        server.send(call(3, "echo", text="short"))
        answers = {
            answer["id"]: answer for answer in (server.answer() for _ in range(3))
        }
        assert "Ok" in answers[1]["result"]["outcome"]
        assert answers[2]["error"]["code"] == -32600
        assert answers[3]["result"]["outcome"] == {"Ok": "short"}
        assert server.end() == (0, [])


def test_a_line_over_the_limit_is_skipped_without_being_stored() -> None:
    with Served(SERVED_LIMIT=str(1 << 20)) as server:
        assert server.ask("echo", text="up") == {"Ok": "up"}
        before = server.resident()
        server.send(b'{"id":7,"jsonrpc":"2.0","method":"call","params":"')
        assert server.process.poll() is None
        for _ in range(256):
            server.send(b"x" * (1 << 20))
        answer = server.answer()
        assert (answer["id"], answer["error"]["code"]) == (7, -32600)
        assert server.resident() - before < 32 << 20
        server.send(b'"}\n' + call(8, "echo", text="on"))
        assert server.outcomes(1) == {8: {"Ok": "on"}}
        assert server.end() == (0, [])


def test_a_last_line_over_the_limit() -> None:
    with Served(SERVED_LIMIT="1000") as server:
        server.send(of_length(1, 5000)[:-1])
        status, lines = server.end()
        assert status == 0
        assert [b"-32600" in line for line in lines] == [True]


def test_another_locale_changes_nothing() -> None:
    text = "Độ 日本 😀"
    with Served(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") as server:
        server.send(call(1, "echo", text=text))
        line = server.line()
        wanted = f'{{"id":1,"jsonrpc":"2.0","result":{{"call":"c1","outcome":{{"Ok":"{text}"}},"run":"r"}}}}'
        assert line == wanted.encode()
        assert server.ask("noise", text=text) == {"Ok": text}
        assert server.end() == (0, [])


def test_bytes_that_are_not_utf8_are_an_error() -> None:
    bad = call(1, "echo", text="@@").replace(b"@@", b"\xff\xfe")
    with Served() as server:
        server.send(bad, b"\xff\xfe\n", call(2, "echo", text="on"))
        answers = [server.answer() for _ in range(3)]
        assert [(a["id"], a["error"]["code"]) for a in answers if "error" in a] == [
            (None, -32700)
        ] * 2
        assert [a["id"] for a in answers if "result" in a] == [2]


def test_only_a_newline_ends_a_line() -> None:
    text = "a\u2028b\u2029c\u0085d\x7f"
    with Served() as server:
        assert server.ask("echo", text=text) == {"Ok": text}
        server.send(call(1, "echo", text=text))
        assert text.encode() in server.line()


@pytest.mark.parametrize("env", KINDS)
def test_a_byte_at_a_time(env: dict[str, str]) -> None:
    line = call(1, "echo", text="Độ 😀")
    with Served(env=env) as server:
        server.send(*(line[i : i + 1] for i in range(len(line))))
        assert server.outcomes(1) == {1: {"Ok": "Độ 😀"}}


def test_three_writes_and_ten_messages_in_one() -> None:
    line = call(1, "echo", text="日本" * 100)
    at = line.index("日".encode()) + 1  # inside a character
    with Served() as server:
        for piece in (line[:at], line[at : at + 100], line[at + 100 :]):
            server.send(piece)
            time.sleep(0.02)
        assert server.outcomes(1) == {1: {"Ok": "日本" * 100}}
        server.send(
            b"".join(call(number, "echo", text=str(number)) for number in range(10))
        )
        assert server.outcomes(10) == {
            number: {"Ok": str(number)} for number in range(10)
        }


def test_marks_and_blank_lines_are_tolerated() -> None:
    with Served() as server:
        server.send(
            b"\xef\xbb\xbf" + call(1, "echo", text="a")[:-1] + b"\r\n\n \t\n\r\n"
        )
        server.send(call(2, "echo", text="b"))
        assert server.outcomes(2) == {1: {"Ok": "a"}, 2: {"Ok": "b"}}
        server.send(b"\xef\xbb\xbf" + DESCRIBE)  # not at the start of the stream
        assert server.answer()["error"]["code"] == -32700
        assert server.end() == (0, [])


@pytest.mark.parametrize("env", KINDS)
def test_all_in_one_pipe(env: dict[str, str]) -> None:
    lines = [
        DESCRIBE,
        call(1, "echo", text="one"),
        call(2, "sleep", time="PT0.2S"),
        call(3, "echo", text="three")[:-1],
    ]
    done = subprocess.run(
        [sys.executable, SCRIPT],
        input=b"".join(lines),
        capture_output=True,
        timeout=PATIENCE,
        env={**os.environ, **env},
        check=True,
    )
    assert done.stdout.count(b"\n") == 4
    assert sorted(line[:8] for line in done.stdout.splitlines()) == [
        b'{"id":"d',
        b'{"id":1,',
        b'{"id":2,',
        b'{"id":3,',
    ]
    assert b"cleaned up" in done.stderr


@pytest.mark.parametrize("env", KINDS)
def test_prints_and_children_write_to_standard_error(env: dict[str, str]) -> None:
    text = '{"jsonrpc":"2.0"}'
    with Served(SERVED_BANNER="1", env=env) as server:
        assert server.ask("noise", text=text) == {"Ok": text}
        assert server.end() == (0, [])
    assert b"a banner at import" in server.errors
    assert server.errors.count(text.encode()) == 5


@pytest.mark.parametrize("env", KINDS)
def test_standard_input_is_at_its_end_for_the_author(env: dict[str, str]) -> None:
    with Served(env=env) as server:
        server.send(
            call(1, "misbehave", how="cat")
            + call(2, "misbehave", how="read standard input")
            + call(3, "echo", text="on")
        )
        assert server.outcomes(3) == {
            1: {"Ok": "."},
            2: {"Ok": "end of file"},
            3: {"Ok": "on"},
        }


EARLY = """
import os, subprocess, sys
sys.path.insert(0, {root!r})
from flow.stdio import take
channel = take()
print("unbuffered", flush=True)
subprocess.run(["echo", "from a child"])
import tests.served_tools as served
served.serve(served.Plain(), channel=channel)
"""


def test_a_program_with_noisy_imports_takes_the_streams_first(tmp_path: object) -> None:
    script = os.path.join(str(tmp_path), "early.py")
    root = os.path.dirname(os.path.dirname(SCRIPT))
    with open(script, "w") as file:
        file.write(EARLY.format(root=root))
    with Served(script=script, python=("-u",)) as server:
        assert server.ask("echo", text="a") == {"Ok": "a"}
        assert server.end() == (0, [])
    assert b"unbuffered" in server.errors
    assert b"from a child" in server.errors


@pytest.mark.parametrize("env", KINDS)
def test_many_large_calls_before_any_reply_is_read(env: dict[str, str]) -> None:
    text = "x" * (1 << 16)
    with Served(reads=False, env=env) as server:
        # Were the server to wait for its output to be read, this would never return.
        server.send(*(call(number, "echo", text=text) for number in range(200)))
        server.read()
        assert server.outcomes(200) == {number: {"Ok": text} for number in range(200)}
        assert server.end() == (0, [])


@pytest.mark.parametrize("env", KINDS)
def test_a_host_that_never_reads_can_cancel_and_shut_down(env: dict[str, str]) -> None:
    text = "x" * (1 << 16)
    with Served(reads=False, SERVED_GRACE="0.5", env=env) as server:
        server.is_up()
        server.send(*(call(number, "echo", text=text) for number in range(200)))
        server.send(call("long", "sleep", time="PT60S"))
        server.terminate()
        assert server.wait() == 0


def test_replies_that_nobody_reads_are_bounded() -> None:
    text = "x" * (1 << 16)
    everything = b"".join(call(number, "echo", text=text) for number in range(1500))
    with Served(reads=False, SERVED_BACKLOG=str(4 << 20), SERVED_GRACE="0.2") as server:
        server.is_up()
        os.set_blocking(server.stdin.fileno(), False)
        rest, still = memoryview(everything), 0
        while rest and still < 20:
            written = server.stdin.write(rest[: 1 << 16])
            rest = rest[written or 0 :]
            still = 0 if written else still + 1
            if not written:
                time.sleep(0.05)
        assert len(everything) - len(rest) < 64 << 20
        assert server.resident() < 128 << 20
        server.terminate()
        assert server.wait() == 0
