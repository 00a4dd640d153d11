"""A server whose author's code does what no author means to: each call is answered, and so is the next."""

from __future__ import annotations

from typing import Any

import pytest

from .odd_code import ODD
from .serving import PATIENCE, Served, call

OUTCOMES: dict[str, tuple[str, Any]] = {
    # Which Tool gives the value, and its outcome; the text of Unknown has these words.
    "own exception": ("odd", "stopped with Own"),
    "generator exit": ("odd", "stopped with GeneratorExit"),
    "recursion": ("odd", "stopped with RecursionError"),
    "memory": ("odd", "stopped with MemoryError"),
    "an exception group": ("odd", "stopped with BaseExceptionGroup"),
    "a reason that is no text": ("odd", "stopped with what cannot be told"),
    "a doubt that is no text": ("odd", "stopped with what cannot be told"),
    "a reason that was deleted": ("odd", "stopped with what cannot be told"),
    "an error that was deleted": ("odd", "stopped with what cannot be told"),
    "a class with sly lookups": ("odd", "does not encode: expected a str"),
    "an interrupt while encoding": ("odd_list", "does not encode: GeneratorExit"),
    "a surrogate in a subclass": ("odd", "does not encode: a string has half"),
    "not a number": ("odd_decimal", "does not encode: expected a finite Decimal"),
    "a signalling one": ("odd_decimal", "does not encode: expected a finite Decimal"),
    "infinity": ("odd_decimal", "does not encode: expected a finite Decimal"),
    "a float": ("odd_decimal", "does not encode: expected a Decimal"),
    "true": ("odd_int", "does not encode: expected an int, found True"),
    "an int that lies": ("odd_int", {"Ok": 7}),
    "a list that changes": ("odd_list", None),
    "a context without room": ("odd_decimal", None),
    "few digits": ("odd_int", None),
    "another locale": ("odd", {"Ok": "Độ 日本 😀 İ"}),
    "writes to descriptor one": ("odd", {"Ok": "written"}),
    "closes descriptor two": ("odd", "ValueError: told to nobody"),
    "closes descriptor one": ("odd", {"Ok": "closed"}),
    "has no standard error": ("odd", "ValueError: told to nobody"),
    "has a bad standard error": ("odd", "ValueError: told to nobody"),
    "leaves a thread": ("odd", {"Ok": "left"}),
    "forks and returns": ("odd", {"Ok": "parent"}),
    "forks and raises": ("odd", {"Ok": "parent"}),
    "little stack": ("odd", {"Ok": "shallow"}),
    "deletes the method": ("odd", {"Ok": "deleted"}),
    "changes the directory": ("odd", {"Ok": "moved"}),
    "a reply over the limit": ("odd", "at most 67108864 bytes"),
}
TEXTS = {
    "a context without room": b'{"Ok":-123456789012345678901234567890.25}',
    "few digits": b'{"Ok":1' + b"0" * 4095 + b"}",
    "a list that changes": b'{"Ok":[1,1,',
}
"""Replies that no JSON reader is asked about."""


def test_each_body_has_an_outcome() -> None:
    assert OUTCOMES.keys() == ODD.keys()


@pytest.mark.parametrize("how", ODD)
@pytest.mark.parametrize(
    "env", [pytest.param({}, id="plain"), pytest.param({"SERVED_ASYNC": "1"}, id="async")]
)  # fmt: skip
def test_odd_code(how: str, env: dict[str, str]) -> None:
    tool, expected = OUTCOMES[how]
    with Served(env={**env, "SERVED_GRACE": "0.5"}) as served:
        if how in TEXTS:
            served.send(call("ask", tool, how=how))
            assert TEXTS[how] in served.line()
        elif isinstance(expected, str):
            assert expected in served.ask(tool, how=how)["Unknown"]
        else:
            assert served.ask(tool, how=how) == expected
        assert served.ask("echo", text="Độ") == {"Ok": "Độ"}
        if how == "deletes the method":
            assert "AttributeError" in served.ask("odd", how="true")["NotRun"]
            assert served.ask("echo", text="still") == {"Ok": "still"}
        assert served.end(PATIENCE) == (0, [])
