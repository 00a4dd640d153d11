"""Calls in memory, and the registry of host objects."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from flow.declarations import Declarations
from flow.duration import Duration
from flow.errors import EncodeError
from flow.local import call, call_async, call_text
from flow.outcome import Failed, NotRun, Ok, Unknown
from flow.registry import Registry
from flow.scalars import NEVER, TEXT
from flow.tool import Implementation, ToolCodecs, ToolEntry, Toolkit
from flow.values import HostValue

from .served_tools import IDENTITY, Async, Plain

BOTH = pytest.mark.parametrize("kind", [Plain, Async])


@BOTH
def test_outcomes_are_values(kind: type[Plain]) -> None:
    acme = kind()
    assert call(acme, "echo", text="Độ") == Ok("Độ")
    assert call(acme, "sleep", time=Duration.parse("PT0.01S")) == Ok("slept")
    assert call(acme, "misbehave", how="fail") == Failed("declared")
    assert call(acme, "misbehave", how="decline") == NotRun("not now")
    assert call(acme, "misbehave", how="doubt") == Unknown("who knows")
    assert call(acme, "misbehave", None, (7, "c"), how="ids") == Ok("7 'c' False")
    match call(acme, "misbehave", how="return a number"):
        case Unknown(reason):
            assert "does not encode" in reason
        case other:
            raise AssertionError(other)


@BOTH
def test_awaiting_outcomes(kind: type[Plain]) -> None:
    async def main() -> Any:
        return await call_async(kind(), "echo", text="a"), await call_async(
            kind(), "misbehave", how="fail"
        )

    assert asyncio.run(main()) == (Ok("a"), Failed("declared"))


NAMES = (
    "bind",
    "ids",
    "implementation",
    "method",
    "run_id",
    "call_id",
    "arguments",
    "self",
    "cls",
)
"""Names that a parameter of a Tool may have, and that those of `call` have or had."""


def given_names() -> Any:
    """An implementation of one Tool, whose parameters bear these names."""
    params = ",".join(f'{{"name":"{name}","type":"Text"}}' for name in NAMES)
    signature = f'{{"generic":[],"params":[{params}],"ok":"Text","err":"Never"}}'
    entry = ToolEntry(
        "a.flow.join",
        "sha256:",
        "join",
        (),
        [(name, name) for name in NAMES],
        lambda: ToolCodecs([TEXT] * len(NAMES), TEXT, NEVER),
    )
    declarations = Declarations("1.0", {}, {"a.flow.join": signature})
    toolkit = Toolkit(lambda: declarations, [entry])

    class Joining(Implementation):
        __flow_toolkit__ = toolkit

    class Joiner(Joining):
        @staticmethod
        def join(*, ctx: Any, **texts: str) -> str:
            return " ".join(texts.values())

    return Joiner()


def test_no_parameter_has_a_name_that_cannot_be_given() -> None:
    texts = {name: name for name in NAMES}
    assert call(given_names(), "join", **texts) == Ok(" ".join(NAMES))
    assert asyncio.run(call_async(given_names(), "join", **texts)) == Ok(
        " ".join(NAMES)
    )


def test_what_cannot_be_called() -> None:
    with pytest.raises(TypeError, match="no Tool has a method 'nope'"):
        call(Plain(), "nope")
    with pytest.raises(TypeError, match="echo takes these arguments: text"):
        call(Plain(), "echo", txt="a")
    with pytest.raises(TypeError, match="type parameters to bind: none"):
        call(Plain(), "echo", {"T": None}, text="a")  # type: ignore[dict-item]
    with pytest.raises(EncodeError):
        call(Plain(), "echo", text=7)


@BOTH
def test_calls_in_text(kind: type[Plain]) -> None:
    tool = f"{IDENTITY}.echo"
    assert call_text(kind(), tool, '{"text":"\\u0061"}') == '{"Ok":"a"}'
    assert call_text(kind(), tool, '{"text":1}').startswith('{"NotRun":')
    assert call_text(kind(), tool, '{"text":"a"}', types="{}").startswith('{"NotRun":')
    assert call_text(kind(), "other", "{}").startswith('{"NotRun":')


def test_outcomes_compare_and_show() -> None:
    assert Ok(1) != Ok(2)
    assert Failed(1) != Ok(1)
    assert NotRun("a") != Unknown("a")
    assert len({Ok(1), Ok(1), NotRun("a"), NotRun("a"), Failed(1)}) == 3
    assert repr(Ok("a")) == "Ok('a')"
    assert repr(NotRun("a")) == "NotRun('a')"


class Page(HostValue):
    __slots__ = ()


def test_a_registry_keeps_objects_behind_tokens() -> None:
    pages: Registry[Page, list[int]] = Registry(Page)
    first, second = [1], [2]
    one, two = pages.put(first), pages.put(second)
    assert pages.get(one) is first
    assert pages.get(two) is second
    assert pages.get(Page(one.token.value)) is first  # as it comes back from the host
    assert list(pages) == [first, second]
    assert pages.remove(one) is first
    assert len(pages) == 1
    for unknown in (one, Page("no such page"), Page(None), Page([1]), Page({"x": 1})):
        with pytest.raises(NotRun, match="this Page is not known"):
            pages.get(unknown)
        with pytest.raises(NotRun):
            pages.remove(unknown)


def test_no_registry_knows_the_tokens_of_another() -> None:
    ours: Registry[Page, int] = Registry(Page)
    before: Registry[Page, int] = Registry(Page)
    ours.put(1)
    with pytest.raises(NotRun):
        ours.get(before.put(2))
