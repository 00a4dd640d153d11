"""How a server ends: in order, in time, with status 0, whatever is still running."""

from __future__ import annotations

import os
import signal
import time

import pytest

from .serving import DESCRIBE, PATIENCE, Served, call

LONG = str(2 * PATIENCE)
"""A grace that no test lives to see the end of, as it sees no end of the calls that take 60 seconds."""

KINDS = [pytest.param({}, id="plain"), pytest.param({"SERVED_ASYNC": "1"}, id="async")]


@pytest.mark.parametrize("env", KINDS)
def test_an_idle_server_ends_with_its_input(env: dict[str, str]) -> None:
    with Served(SERVED_GRACE=LONG, env=env) as server:
        server.send(DESCRIBE)
        server.line()
        assert server.end() == (0, [])
    assert b"cleaned up" in server.errors


@pytest.mark.parametrize("env", KINDS)
def test_running_calls_get_their_time(env: dict[str, str]) -> None:
    with Served(env=env) as server:
        server.send(call(1, "sleep", time="PT0.5S") + call(2, "block", time="PT0.5S"))
        status, lines = server.end()
        assert status == 0
        assert sorted(line[:7] for line in lines) == [b'{"id":1', b'{"id":2']
        assert all(b'"Ok"' in line for line in lines)


@pytest.mark.parametrize("env", KINDS)
def test_then_they_are_cancelled_and_answered(env: dict[str, str]) -> None:
    with Served(SERVED_GRACE="0.3", env=env) as server:
        server.send(call(1, "sleep", time="PT60S") + call(2, "block", time="PT60S"))
        status, lines = server.end()
        assert status == 0
        assert sorted(line[:7] for line in lines) == [b'{"id":1', b'{"id":2']
        assert all(b'{"Unknown":' in line for line in lines)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("env", KINDS)
def test_a_signal_cancels_at_once(env: dict[str, str], number: signal.Signals) -> None:
    with Served(SERVED_GRACE=LONG, env=env) as server:
        server.send(call(1, "sleep", time="PT60S") + call(2, "echo", text="x"))
        assert server.outcomes(1) == {2: {"Ok": "x"}}
        time.sleep(0.1)
        server.terminate(number)
        assert server.wait() == 0
        (line,) = server.rest()
        assert b'{"Unknown":' in line
    assert b"Traceback" not in server.errors
    assert b"cleaned up" in server.errors


@pytest.mark.parametrize("env", KINDS)
def test_twenty_signals_to_idle_servers(env: dict[str, str]) -> None:
    for _ in range(20):
        with Served(env=env) as server:
            assert server.ask("echo", text="x") == {"Ok": "x"}
            server.terminate()
            assert server.wait() == 0
            assert server.rest() == []
        assert b"Traceback" not in server.errors


def test_a_second_signal_changes_nothing() -> None:
    with Served() as server:
        server.send(call(1, "block", time="PT60S") + call(2, "echo", text="x"))
        server.outcomes(1)
        server.terminate()
        time.sleep(0.2)
        server.terminate()
        assert server.wait() == 0


def test_a_timer_that_the_author_left_does_not_hold_the_process() -> None:
    with Served(SERVED_GRACE=LONG) as server:
        assert server.ask("misbehave", how="leave a timer") == {"Ok": "left"}
        assert server.end() == (0, [])
    assert b"cleaned up" in server.errors


def test_a_child_that_the_author_left_does_not_hold_the_process() -> None:
    with Served(SERVED_GRACE=LONG) as server:
        child = int(server.ask("misbehave", how="leave a child")["Ok"])
        try:
            assert server.end() == (0, [])
        finally:
            os.kill(child, signal.SIGKILL)  # fails where the child had ended before
    assert b"cleaned up" in server.errors


def test_a_forked_child_holds_no_end_of_the_protocol() -> None:
    with Served() as server:
        child = int(server.ask("misbehave", how="fork")["Ok"])
        try:
            server.terminate()
            assert server.wait() == 0
            assert server.rest() == []  # the output ends although the child lives
            os.kill(child, 0)
        finally:
            os.kill(child, signal.SIGKILL)


def test_the_authors_own_exit_ends_the_process() -> None:
    with Served() as server:
        server.send(call(1, "misbehave", how="really exit"))
        assert server.wait() == 7


@pytest.mark.parametrize("env", KINDS)
def test_a_host_that_closes_its_end_ends_the_server(env: dict[str, str]) -> None:
    with Served(reads=False, env=env) as server:
        server.is_up()
        server.stdout.close()
        server.send(call(1, "sleep", time="PT60S") + call(2, "echo", text="x"))
        assert server.wait(10) == 0
    assert b"Traceback" not in server.errors
