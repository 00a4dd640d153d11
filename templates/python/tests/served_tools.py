"""A small hand-written toolkit, served by the tests of the server in a process of its own.

`python served_tools.py` serves `Acme`; environment variables choose variants:
SERVED_BANNER=1 prints at import, SERVED_ASYNC=1 makes every method async.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from abc import abstractmethod
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from flow.codec import Codec
from flow.combinators import list_of
from flow.context import Context
from flow.declarations import Declarations
from flow.duration import Duration
from flow.limits import LIMITS
from flow.scalars import DECIMAL, DURATION, INT, NEVER, TEXT
from flow.server import serve
from flow.tool import Implementation, ToolCodecs, ToolEntry, Toolkit
from tests.odd_code import ODD

IDENTITY = "github.com/acme/tools@v1.0.0/served.flow"

INTS = list_of(INT)
SIGNATURES: dict[str, tuple[dict[str, Codec[Any]], Codec[Any], Codec[Any]]] = {
    # method: parameters, success, declared error
    "echo": ({"text": TEXT}, TEXT, NEVER),
    "grow": ({"text": TEXT, "times": INT}, TEXT, NEVER),
    "sleep": ({"time": DURATION}, TEXT, NEVER),
    "block": ({"time": DURATION}, TEXT, NEVER),
    "meet": ({"name": TEXT, "count": INT}, TEXT, NEVER),
    "misbehave": ({"how": TEXT}, TEXT, TEXT),
    "noise": ({"text": TEXT}, TEXT, NEVER),
    "count": ({"name": TEXT}, INT, NEVER),
    "odd": ({"how": TEXT}, TEXT, TEXT),
    "odd_int": ({"how": TEXT}, INT, TEXT),
    "odd_decimal": ({"how": TEXT}, DECIMAL, TEXT),
    "odd_list": ({"how": TEXT}, INTS, TEXT),
}
NAMES = {
    id(TEXT): '"Text"',
    id(INT): '"Int"',
    id(DECIMAL): '"Decimal"',
    id(INTS): '{"List":"Int"}',
    id(DURATION): '"Duration"',
    id(NEVER): '"Never"',
}


def signature_text(method: str) -> str:
    params, ok, err = SIGNATURES[method]
    shown = ",".join(
        f'{{"name":"{name}","type":{NAMES[id(c)]}}}' for name, c in params.items()
    )
    return f'{{"generic":[],"params":[{shown}],"ok":{NAMES[id(ok)]},"err":{NAMES[id(err)]}}}'


def entry(method: str) -> ToolEntry:
    params, ok, err = SIGNATURES[method]
    codecs = ToolCodecs(tuple(params.values()), ok, err)
    names = [(name, name) for name in params]
    return ToolEntry(
        f"{IDENTITY}.{method}", f"sha256:{method}", method, (), names, lambda: codecs
    )


DECLARATIONS = Declarations(
    "1.0",
    {},
    {f"{IDENTITY}.{method}": signature_text(method) for method in SIGNATURES},
)
TOOLKIT = Toolkit(lambda: DECLARATIONS, [entry(method) for method in SIGNATURES])


class Tools(Implementation):
    @abstractmethod
    def echo(self, text: str, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def grow(self, text: str, times: int, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def sleep(self, time: Duration, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def block(self, time: Duration, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def meet(self, name: str, count: int, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def misbehave(self, how: str, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def noise(self, text: str, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def count(self, name: str, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def odd(self, how: str, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def odd_int(self, how: str, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def odd_decimal(self, how: str, ctx: Context[Any]) -> Any: ...
    @abstractmethod
    def odd_list(self, how: str, ctx: Context[Any]) -> Any: ...


Tools.__flow_toolkit__ = TOOLKIT


class Plain(Tools):
    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.lock = threading.Lock()
        self.meetings = threading.Condition()

    def echo(self, text: str, ctx: Context[Any]) -> str:
        return text

    def grow(self, text: str, times: int, ctx: Context[Any]) -> str:
        return text * times

    def sleep(self, time: Duration, ctx: Context[Any]) -> str:
        ctx.sleep(time)
        return "slept"

    def block(self, time: Duration, ctx: Context[Any]) -> str:
        """Sleep deaf to cancels."""
        globals()["time"].sleep(float(time))
        return "blocked"

    def meet(self, name: str, count: int, ctx: Context[Any]) -> str:
        """Wait, deaf to cancels, until so many calls are here."""
        with self.meetings:
            Plain.count(self, name, ctx)
            self.meetings.notify_all()
            self.meetings.wait_for(lambda: self.counts[name] >= count)
        return "met"

    def misbehave(self, how: str, ctx: Context[str]) -> Any:
        return misbehave(how, ctx)

    def noise(self, text: str, ctx: Context[Any]) -> str:
        make_noise(text)
        return text

    def count(self, name: str, ctx: Context[Any]) -> int:
        with self.lock:
            self.counts[name] = self.counts.get(name, 0) + 1
            return self.counts[name]

    def odd(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)

    def odd_int(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)

    def odd_decimal(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)

    def odd_list(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)


class Async(Plain):
    def __init__(self) -> None:
        super().__init__()
        self.gatherings = asyncio.Condition()

    async def echo(self, text: str, ctx: Context[Any]) -> str:  # type: ignore[override]
        return text

    async def grow(self, text: str, times: int, ctx: Context[Any]) -> str:  # type: ignore[override]
        await asyncio.sleep(0)
        return text * times

    async def sleep(self, time: Duration, ctx: Context[Any]) -> str:  # type: ignore[override]
        await asyncio.sleep(float(time))
        return "slept"

    async def block(self, time: Duration, ctx: Context[Any]) -> str:  # type: ignore[override]
        end = globals()["time"].monotonic() + float(time)
        while (left := end - globals()["time"].monotonic()) > 0:
            try:
                await asyncio.sleep(left)
            except asyncio.CancelledError:
                continue
        return "blocked"

    async def meet(self, name: str, count: int, ctx: Context[Any]) -> str:  # type: ignore[override]
        async with self.gatherings:
            Plain.count(self, name, ctx)
            self.gatherings.notify_all()
            await self.gatherings.wait_for(lambda: self.counts[name] >= count)
        return "met"

    async def misbehave(self, how: str, ctx: Context[str]) -> Any:
        await asyncio.sleep(0)
        return misbehave(how, ctx)

    async def noise(self, text: str, ctx: Context[Any]) -> str:  # type: ignore[override]
        make_noise(text)
        return text

    async def count(self, name: str, ctx: Context[Any]) -> int:  # type: ignore[override]
        return Plain.count(self, name, ctx)

    async def odd(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)

    async def odd_int(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)

    async def odd_decimal(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)

    async def odd_list(self, how: str, ctx: Context[Any]) -> Any:
        return ODD[how](ctx, self)


class Nasty(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


def misbehave(how: str, ctx: Context[str]) -> Any:
    match how:
        case "raise":
            raise ValueError("boom")
        case "raise at length":
            raise ValueError("x" * 100_000)
        case "raise a surrogate":
            raise ValueError("half \ud800")
        case "raise a huge int":
            raise ValueError(10**5000)
        case "raise without words":
            raise Nasty
        case "exit":
            raise SystemExit(3)
        case "interrupt":
            raise KeyboardInterrupt
        case "cancel itself":
            raise asyncio.CancelledError
        case "stop":
            raise StopIteration("over")
        case "fail":
            raise ctx.failed("declared")
        case "fail wrongly":
            raise ctx.failed(7)  # type: ignore[arg-type]
        case "decline":
            raise ctx.not_run("not now")
        case "decline at length":
            raise ctx.not_run("y" * 100_000)
        case "doubt":
            raise ctx.unknown("who knows")
        case "return a number":
            return 7
        case "return a surrogate":
            return "half \ud800"
        case "return a coroutine":
            return later()
        case "return an endless coroutine":
            return asyncio.sleep(60)
        case "return nothing":
            return None
        case "really exit":
            os._exit(7)
        case "leave a timer":
            threading.Timer(60, print).start()
            return "left"
        case "leave a child":
            return str(subprocess.Popen(["sleep", "60"]).pid)
        case "ids":
            return f"{ctx.run_id!r} {ctx.call_id!r} {ctx.cancelled}"
        case "read standard input":
            try:
                return input()
            except EOFError:
                return "end of file"
        case "cat":
            return (
                subprocess.run(
                    ["cat"], capture_output=True, text=True, check=True
                ).stdout
                + "."
            )
        case "fork":
            child = os.fork()
            if child == 0:
                time.sleep(60)
                os._exit(0)
            return str(child)
        case _:
            raise AssertionError(how)


async def later() -> str:
    await asyncio.sleep(0.01)
    return "later"


def make_noise(text: str) -> None:
    print(text)
    sys.stdout.write(text)
    sys.__stdout__.write(text)  # type: ignore[union-attr]
    os.write(1, text.encode())
    subprocess.run([b"printf", b"%s", text.encode()], check=True)


if os.environ.get("SERVED_BANNER"):
    print("a banner at import")

if __name__ == "__main__":
    if bound := os.environ.get("SERVED_LIMIT"):
        LIMITS.message_bytes = int(bound)
    serve(
        (Async if os.environ.get("SERVED_ASYNC") else Plain)(),
        grace=float(os.environ.get("SERVED_GRACE", "5")),
        backlog=int(os.environ.get("SERVED_BACKLOG", str(512 << 20))),
    )
    print("cleaned up", file=sys.stderr)
