"""Calls through a server: their outcomes, whatever the author's code does, and what stands between them."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from .serving import DESCRIBE, Served, call, cancel

KINDS = [pytest.param({}, id="plain"), pytest.param({"SERVED_ASYNC": "1"}, id="async")]


@pytest.fixture(scope="module", params=KINDS)
def server(request: pytest.FixtureRequest) -> Any:
    with Served(env=request.param) as served:
        yield served
        assert served.end() == (0, [])


@pytest.mark.parametrize(
    ("how", "outcome"),
    [
        ("fail", {"Failed": "declared"}),
        ("decline", {"NotRun": "not now"}),
        ("doubt", {"Unknown": "who knows"}),
        ("ids", {"Ok": "'r' 'cask' False"}),
    ],
)
def test_what_the_author_says(server: Served, how: str, outcome: Any) -> None:
    assert server.ask("misbehave", how=how) == outcome


@pytest.mark.parametrize(
    ("how", "word"),
    [
        ("raise", "ValueError: boom"),
        ("raise at length", "ValueError: xxx"),
        ("raise a surrogate", "ValueError: half \\ud800"),
        ("raise a huge int", "ValueError"),
        ("raise without words", "Nasty"),
        ("exit", "SystemExit: 3"),
        ("interrupt", "KeyboardInterrupt"),
        ("cancel itself", "CancelledError"),
        ("stop", "StopIteration"),
        ("fail wrongly", "the declared error does not encode"),
        ("return a number", "the result does not encode"),
        ("return nothing", "the result does not encode"),
        ("return a surrogate", "the result does not encode"),
        ("no such thing", "AssertionError"),
    ],
)
def test_what_else_the_author_does_is_unknown(
    server: Served, how: str, word: str
) -> None:
    outcome = server.ask("misbehave", how=how)
    assert list(outcome) == ["Unknown"]
    assert word in outcome["Unknown"]
    assert len(outcome["Unknown"]) < 2000
    assert server.ask("echo", text="still here") == {"Ok": "still here"}


def test_reasons_are_bounded(server: Served) -> None:
    outcome = server.ask("misbehave", how="decline at length")
    assert len(outcome["NotRun"]) < 10_000


def test_a_plain_method_may_return_an_awaitable() -> None:
    with Served() as server:
        assert server.ask("misbehave", how="return a coroutine") == {"Ok": "later"}
        server.send(call(1, "misbehave", how="return an endless coroutine"))
        time.sleep(0.3)
        server.send(cancel("c1"))
        assert list(server.outcomes(1)[1]) == ["Unknown"]


def test_tracebacks_go_to_standard_error_without_our_frames() -> None:
    with Served() as server:
        server.ask("misbehave", how="raise")
        server.end()
    text = server.errors.decode()
    assert "ValueError: boom" in text
    assert 'call "cask" of run "r"' in text
    assert "invocation.method" not in text


@pytest.mark.parametrize(
    ("args", "pointer"),
    [
        ({}, "/args"),
        ({"how": 1}, "/args/how"),
        ({"how": "ids", "more": 1}, "/args"),
        ({"how": None}, "/args/how"),
    ],
)
def test_arguments_that_do_not_decode(
    server: Served, args: dict[str, Any], pointer: str
) -> None:
    outcome = server.ask("misbehave", **args)
    assert list(outcome) == ["NotRun"]
    assert outcome["NotRun"].endswith((f"({pointer})", f"(at {pointer})"))


def test_ids_are_kept_apart_and_echoed() -> None:
    ids = [0, "", "0", -1, 9007199254740993, "9007199254740993"]
    with Served() as server:
        for run in ids:
            server.send(call(1, "misbehave", run=run, pair=run, how="ids"))
            line = server.line().decode()
            assert line.endswith(f'"run":{json.dumps(run)}}}}}')
            assert f'{{"call":{json.dumps(run)},' in line
            assert f'"Ok":{json.dumps(f"{run!r} {run!r} False")}' in line
        for run in ids:
            server.send(
                call(f"of {run!r}", "sleep", run=run, pair="same", time="PT0.3S")
            )
        assert set(map(str, server.outcomes(len(ids)).values())) == {"{'Ok': 'slept'}"}


def test_other_spellings_of_ids_are_one_value_and_huge_ones_are_none() -> None:
    line = b'{"id":%s,"jsonrpc":"2.0","method":"nope"}\n'
    with Served() as server:
        for spelling, canonical in [
            (b"1.0", b"1"),
            (b"90e-1", b"9"),
            (b"-0", b"0"),
            (b"0e999999999999", b"0"),
            (b"1e3", b"1000"),
            (b"1e1000000000", b"null"),
            (b"1e5000", b"null"),
            (b"1.5", b"null"),
            (b"true", b"null"),
            (b"[1]", b"null"),
        ]:
            server.send(line % spelling)
            assert b'"id":' + canonical + b"," in server.line(), spelling


def test_the_same_call_joins_the_one_that_runs(server: Served) -> None:
    server.send(
        *(call(number, "sleep", pair="join", time="PT0.4S") for number in range(3))
    )
    assert server.outcomes(3) == {number: {"Ok": "slept"} for number in range(3)}
    server.send(
        call(9, "sleep", pair="join", time="PT0.01S")
    )  # answered: it runs again
    assert server.outcomes(1) == {9: {"Ok": "slept"}}


def test_another_call_of_a_running_pair_is_not_run(server: Served) -> None:
    first = call(1, "sleep", pair="differ", time="PT0.5S")
    respelled = first.replace(b'"id": 1', b'"id": 2').replace(
        b'"PT0.5S"', b'"\\u0050T0.5S"'
    )
    server.send(first + respelled + call(3, "echo", pair="differ", text="x"))
    found = server.outcomes(3)
    assert found[1] == {"Ok": "slept"}
    assert list(found[2]) == list(found[3]) == ["NotRun"]


def test_cancel(server: Served) -> None:
    server.send(call(1, "sleep", pair="stop", time="PT60S"))
    time.sleep(0.2)
    server.send(
        cancel("other") + cancel("stop", "r2") + cancel("stop") + cancel("stop")
    )
    outcome = server.outcomes(1)[1]
    assert list(outcome) == ["Unknown"]
    assert "cancelled" in outcome["Unknown"]


def test_cancel_in_the_same_breath(server: Served) -> None:
    server.send(call(1, "sleep", pair="breath", time="PT60S") + cancel("breath"))
    assert next(iter(server.outcomes(1)[1])) in ("NotRun", "Unknown")


def test_a_call_is_answered_while_others_block_their_threads() -> None:
    with Served() as server:
        server.send(*(call(number, "meet", name="m", count=21) for number in range(20)))
        server.send(call("quick", "echo", text="x"))
        assert server.outcomes(1) == {"quick": {"Ok": "x"}}
        server.send(call("last", "meet", name="m", count=21))
        assert all(outcome == {"Ok": "met"} for outcome in server.outcomes(21).values())


def test_an_author_deaf_to_cancels_gives_its_result(server: Served) -> None:
    server.send(call(1, "block", pair="deaf", time="PT0.5S"))
    time.sleep(0.1)
    server.send(cancel("deaf"))
    assert server.outcomes(1) == {1: {"Ok": "blocked"}}


def test_many_calls_at_once(server: Served) -> None:
    count = 1000
    server.send(b"".join(call(number, "count", name="many") for number in range(count)))
    counts = {outcome["Ok"] for outcome in server.outcomes(count).values()}
    assert counts == set(range(1, count + 1))


def test_waiting_calls_do_not_wait_for_each_other(server: Served) -> None:
    server.send(
        b"".join(call(number, "meet", name="all", count=100) for number in range(100))
    )
    assert all(outcome == {"Ok": "met"} for outcome in server.outcomes(100).values())


def test_a_reply_over_the_limit_is_unknown() -> None:
    with Served(SERVED_LIMIT="1000") as server:
        assert server.ask("grow", text="x", times=900) == {"Ok": "x" * 900}
        outcome = server.ask("grow", text="x", times=1000)
        assert list(outcome) == ["Unknown"]
        assert outcome["Unknown"].endswith("a message has at most 1000 bytes")


def test_calls_over_the_backlog_are_not_run() -> None:
    with Served(SERVED_BACKLOG="1000") as server:
        server.send(call(1, "sleep", time="PT0.3S") + call(2, "echo", text="x" * 1000))
        found = server.outcomes(2)
        assert found[1] == {"Ok": "slept"}
        assert list(found[2]) == ["NotRun"]
        assert server.ask("echo", text="x") == {"Ok": "x"}


def test_describe_is_the_same_each_time(server: Served) -> None:
    server.send(DESCRIBE, DESCRIBE)
    first = server.line()
    assert first == server.line()
    assert first.startswith(
        b'{"id":"d","jsonrpc":"2.0","result":{"data":"1.0","tools":[{'
    )
