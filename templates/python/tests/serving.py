"""A server in a process of its own, for the tests that speak to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from queue import Empty, Queue
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Self

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 30.0
"""Seconds that a test waits for what must come; nothing takes a tenth of it."""

IDENTITY = "github.com/acme/tools@v1.0.0/served.flow"
SCRIPT = str(Path(__file__).with_name("served_tools.py"))


def call(
    number: int | str, method: str, run: Any = "r", pair: Any = None, **args: Any
) -> bytes:
    """The line of a call, with its line end."""
    params = {
        "args": args,
        "call": f"c{number}" if pair is None else pair,
        "run": run,
        "tool": f"{IDENTITY}.{method}",
    }
    message = {"id": number, "jsonrpc": "2.0", "method": "call", "params": params}
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def cancel(pair: Any, run: Any = "r") -> bytes:
    """The line of a cancel."""
    params = {"call": pair, "run": run}
    return (
        json.dumps({"jsonrpc": "2.0", "method": "cancel", "params": params}).encode()
        + b"\n"
    )


UNSET = (
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
    "PYTHONIOENCODING",
)
"""What may be set here and would change what a test is about."""

DESCRIBE = b'{"id":"d","jsonrpc":"2.0","method":"describe","params":{"data":"1.0"}}\n'


class Served:
    """A running server. Its output is read as it comes, unless `reads` is False."""

    def __init__(
        self,
        *,
        script: str = SCRIPT,
        reads: bool = True,
        python: tuple[str, ...] = (),
        env: dict[str, str] | None = None,
        **variables: str,
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *python, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={
                **{name: os.environ[name] for name in os.environ if name not in UNSET},
                **(env or {}),
                **variables,
            },
        )
        self.lines: Queue[bytes] = Queue()
        self.errors = b""
        self._threads: list[threading.Thread] = []
        self._start(self._read_errors)
        if reads:
            self.read()

    def _start(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        self._threads.append(thread)

    def read(self) -> None:
        """Begin to read the server's output."""
        self._start(self._read_lines)

    def is_up(self) -> None:
        """Wait until the server answers, without reading more than its answer."""
        self.send(call("up", "echo", text=""))
        assert self.stdout.readline().startswith(b'{"id":"up"')

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def stdout(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout

    def _read_lines(self) -> None:
        held = bytearray()
        while chunk := self.stdout.read(1 << 16):
            held += chunk
            *lines, rest = bytes(held).split(b"\n") if b"\n" in chunk else [bytes(held)]
            if lines:
                held = bytearray(rest)
            for line in lines:
                self.lines.put(line)
        if held:
            self.lines.put(bytes(held) + b" (no line end)")
        self.lines.put(b"")

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        while chunk := self.process.stderr.read(1 << 16):
            self.errors += chunk

    def send(self, *pieces: bytes) -> None:
        """Write all of it, in as many writes as there are pieces."""
        for piece in pieces:
            rest = memoryview(piece)
            while rest:
                rest = rest[self.stdin.write(rest) :]

    def line(self, timeout: float = PATIENCE) -> bytes:
        """The next line that the server wrote; empty at the end of its output."""
        try:
            return self.lines.get(timeout=timeout)
        except Empty:
            raise AssertionError(
                f"no line came; standard error: {self.errors!r}"
            ) from None

    def answer(self) -> Any:
        """The next line, as JSON."""
        return json.loads(self.line())

    def outcomes(self, count: int) -> dict[Any, Any]:
        """The outcomes of the next replies, by their ids."""
        answers = [self.answer() for _ in range(count)]
        found = {answer["id"]: answer["result"]["outcome"] for answer in answers}
        assert len(found) == count, answers
        return found

    def ask(self, method: str, **args: Any) -> Any:
        """The outcome of one call."""
        self.send(call("ask", method, **args))
        return self.outcomes(1)["ask"]

    def end(self, timeout: float = PATIENCE) -> tuple[int, list[bytes]]:
        """Close the input: the exit status, and the lines that still came."""
        self.stdin.close()
        return self.wait(timeout), self.rest()

    def wait(self, timeout: float = PATIENCE) -> int:
        """The exit status, once the process has ended."""
        return self.process.wait(timeout)

    def rest(self) -> list[bytes]:
        """All lines up to the end of the output."""
        return list(iter(self.line, b""))

    def resident(self, peak: bool = False) -> int:
        """The bytes that the process holds, or held at most. Without /proc the test is skipped, and fails in CI."""
        path = Path(f"/proc/{self.process.pid}/status")
        if not Path("/proc/self/status").exists():
            (pytest.fail if os.environ.get("CI") else pytest.skip)(
                f"{path} is missing, which tells the memory of a process"
            )
        name = "VmHWM:" if peak else "VmRSS:"
        lines = path.read_text().splitlines()
        (line,) = (each for each in lines if each.startswith(name))
        return int(line.split()[1]) * 1024

    def terminate(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal."""
        self.process.send_signal(number)
