"""What no author means to write, for the tests of the server: each function is the body of a Tool."""

from __future__ import annotations

import decimal
import locale
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from flow.context import Context

ODD: dict[str, Callable[[Context[Any], Any], Any]] = {}
"""The bodies by name. Each is given the context and the object whose method it is."""


def odd(body: Callable[[Context[Any], Any], Any]) -> Callable[..., Any]:
    ODD[body.__name__.replace("_", " ")] = body
    return body


class Own(BaseException):
    def __str__(self) -> str:
        raise KeyboardInterrupt


class Sly(type):
    def __getattr__(cls, name: str) -> Any:
        raise RuntimeError(f"no {name} here")


class SlyValue(metaclass=Sly):
    pass


class Loud(list[int]):
    def __iter__(self) -> Any:
        raise GeneratorExit("while encoding")


class Half(str):
    __slots__ = ()


class Liar(int):
    def __lt__(self, other: object) -> bool:
        raise SystemExit

    __gt__ = __abs__ = __int__ = __repr__ = __str__ = __lt__  # type: ignore[assignment] # pyright: ignore


@odd
def own_exception(ctx: Context[Any], tools: Any) -> Any:
    raise Own


@odd
def generator_exit(ctx: Context[Any], tools: Any) -> Any:
    raise GeneratorExit


@odd
def recursion(ctx: Context[Any], tools: Any) -> Any:
    return recursion(ctx, tools)


@odd
def memory(ctx: Context[Any], tools: Any) -> Any:
    raise MemoryError


@odd
def an_exception_group(ctx: Context[Any], tools: Any) -> Any:
    raise BaseExceptionGroup("several", [KeyboardInterrupt(), ValueError("x")])


@odd
def a_reason_that_is_no_text(ctx: Context[Any], tools: Any) -> Any:
    raise ctx.not_run(7)  # type: ignore[arg-type] # pyright: ignore


@odd
def a_doubt_that_is_no_text(ctx: Context[Any], tools: Any) -> Any:
    raise ctx.unknown(None)  # type: ignore[arg-type] # pyright: ignore


@odd
def a_reason_that_was_deleted(ctx: Context[Any], tools: Any) -> Any:
    error = ctx.not_run("gone")
    del error.reason
    raise error


@odd
def an_error_that_was_deleted(ctx: Context[Any], tools: Any) -> Any:
    error = ctx.failed("gone")
    del error.error
    raise error


@odd
def a_class_with_sly_lookups(ctx: Context[Any], tools: Any) -> Any:
    return SlyValue()


@odd
def an_interrupt_while_encoding(ctx: Context[Any], tools: Any) -> Any:
    return Loud([1])


@odd
def a_surrogate_in_a_subclass(ctx: Context[Any], tools: Any) -> Any:
    return Half("\udfff")


@odd
def not_a_number(ctx: Context[Any], tools: Any) -> Any:
    return Decimal("NaN")


@odd
def a_signalling_one(ctx: Context[Any], tools: Any) -> Any:
    return Decimal("-sNaN7")


@odd
def infinity(ctx: Context[Any], tools: Any) -> Any:
    return Decimal("-Infinity")


@odd
def a_float(ctx: Context[Any], tools: Any) -> Any:
    return 1.0


@odd
def true(ctx: Context[Any], tools: Any) -> Any:
    return True


@odd
def an_int_that_lies(ctx: Context[Any], tools: Any) -> Any:
    return Liar(7)


@odd
def a_list_that_changes(ctx: Context[Any], tools: Any) -> Any:
    given = [1] * 1000

    def change() -> None:
        while not ctx.cancelled and len(given) < 3000:
            given.append(1)

    threading.Thread(target=change, daemon=True).start()
    return given


@odd
def a_context_without_room(ctx: Context[Any], tools: Any) -> Any:
    traps = [decimal.Inexact, decimal.Rounded, decimal.FloatOperation, decimal.Subnormal]  # fmt: skip
    decimal.setcontext(decimal.Context(prec=1, Emin=-1, Emax=1, traps=traps))
    return Decimal("-123456789012345678901234567890.25")


@odd
def few_digits(ctx: Context[Any], tools: Any) -> Any:
    sys.set_int_max_str_digits(640)
    return 10**4095


@odd
def another_locale(ctx: Context[Any], tools: Any) -> Any:
    for name in ("C", "POSIX", "de_DE.UTF-8", "tr_TR.UTF-8"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
    return "Độ 日本 😀 İ"


@odd
def writes_to_descriptor_one(ctx: Context[Any], tools: Any) -> Any:
    os.write(1, b'{"id":1,"jsonrpc":"2.0","result":{}}\n')
    subprocess.run(["sh", "-c", "echo from a child; echo err >&2"], check=True)
    return "written"


@odd
def closes_descriptor_two(ctx: Context[Any], tools: Any) -> Any:
    os.close(2)
    print("to nowhere")
    raise ValueError("told to nobody")


@odd
def closes_descriptor_one(ctx: Context[Any], tools: Any) -> Any:
    os.close(1)
    return "closed"


@odd
def has_no_standard_error(ctx: Context[Any], tools: Any) -> Any:
    sys.stderr = None  # pyright: ignore
    raise ValueError("told to nobody")


@odd
def has_a_bad_standard_error(ctx: Context[Any], tools: Any) -> Any:
    class Bad:
        def write(self, text: str) -> None:
            if threading.current_thread() is not threading.main_thread():
                raise KeyboardInterrupt

        def flush(self) -> None:
            pass

    sys.stderr = Bad()  # pyright: ignore
    raise ValueError("told to nobody")


@odd
def leaves_a_thread(ctx: Context[Any], tools: Any) -> Any:
    def stay() -> None:
        time.sleep(0.05)
        print("from a thread")
        time.sleep(60)

    threading.Thread(target=stay).start()
    return "left"


@odd
def forks_and_returns(ctx: Context[Any], tools: Any) -> Any:
    """In the child too, whose threads are gone but this one."""
    parent = os.getpid()
    if os.fork() == 0:
        threading.Timer(0.3, os._exit, [0]).start()
    return "parent" if os.getpid() == parent else "child"


@odd
def forks_and_raises(ctx: Context[Any], tools: Any) -> Any:
    if os.fork() == 0:
        threading.Timer(0.3, os._exit, [0]).start()
        raise SystemExit
    return "parent"


@odd
def little_stack(ctx: Context[Any], tools: Any) -> Any:
    sys.setrecursionlimit(60)
    return "shallow"


@odd
def deletes_the_method(ctx: Context[Any], tools: Any) -> Any:
    for kind in type(tools).__mro__:
        if "odd" in vars(kind):
            delattr(kind, "odd")
    return "deleted"


@odd
def changes_the_directory(ctx: Context[Any], tools: Any) -> Any:
    os.chdir("/")
    os.environ.clear()
    sys.path.clear()
    return "moved"


@odd
def a_reply_over_the_limit(ctx: Context[Any], tools: Any) -> Any:
    return "x" * (1 << 27)
