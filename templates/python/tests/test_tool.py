"""What an author's class must have, and how a Tool is found."""

from __future__ import annotations

from abc import ABC
from typing import Any

import pytest

from flow.context import Context
from flow.identity import without_version
from flow.tool import Implementation, ToolEntry, Toolkit

from .served_tools import TOOLKIT, Plain, Tools


def test_a_class_without_all_methods_fails_when_it_is_made() -> None:
    with pytest.raises(
        TypeError, match=r"Lacking does not implement grow .*sleep .*count"
    ) as error:

        class Lacking(Tools):  # pyright: ignore[reportUnusedClass]
            def echo(self, text: str, ctx: Context[Any]) -> str:
                return text

    assert "served.flow.echo" not in str(error.value)


def test_an_unfinished_class_says_so() -> None:
    class Half(Tools, ABC):
        def echo(self, text: str, ctx: Context[Any]) -> str:
            return text

    with pytest.raises(TypeError, match="does not implement"):

        class Whole(Half):  # pyright: ignore[reportUnusedClass]
            pass

    class Mixed(Half, Plain):
        pass

    assert Mixed().echo("a", ctx=None) == "a"  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="abstract"):
        Half()  # type: ignore[abstract]


@pytest.mark.parametrize("name", ["grow", "echo"])
def test_a_method_that_is_none_is_missing(name: str) -> None:
    with pytest.raises(TypeError, match=f"does not implement {name}"):
        type("Odd", (Plain,), {name: 7})


def test_a_method_that_cannot_be_called_fails_too() -> None:
    with pytest.raises(TypeError, match=r"echo does not take text, ctx by keyword"):

        class Renamed(Plain):  # pyright: ignore[reportUnusedClass]
            def echo(  # pyright: ignore[reportIncompatibleMethodOverride]
                self, message: str, context: Context[Any]
            ) -> str:
                return message

    class Wrapped(Plain):
        def echo(self, *args: Any, **keywords: Any) -> str:
            return str(keywords["text"])

    assert Wrapped().echo(text="a") == "a"


def entry(identity: str) -> ToolEntry:
    return ToolEntry(identity, "sha256:", "m", (), (), lambda: None)  # type: ignore[arg-type, return-value]


def test_a_tool_is_found_to_the_letter_or_without_versions() -> None:
    one, two, other = (
        entry("a.b/r@v1/f.flow.t"),
        entry("a.b/r@v2/f.flow.t"),
        entry("a.b/r@v1/f.flow.u"),
    )
    toolkit = Toolkit(lambda: TOOLKIT.declarations, [one, two, other])
    assert toolkit.find("a.b/r@v1/f.flow.t") is one
    assert toolkit.find("a.b/r@v2/f.flow.t") is two
    assert toolkit.find("a.b/r@v3/f.flow.t") is None  # two would do
    assert toolkit.find("a.b/r@v3/f.flow.u") is other
    assert toolkit.find("a.b/r/f.flow.u") is other
    assert toolkit.find("a.b/r@v1/f.flow.w") is None
    assert toolkit.find("") is None


@pytest.mark.parametrize(
    ("identity", "without"),
    [
        ("github.com/a/b@v1.2.0/c.flow.D", "github.com/a/b/c.flow.D"),
        ("a@v1/b@v2/c.flow.D", "a/b@v2/c.flow.D"),
        ("a/@b/c@v1/d.flow.E", "a/@b/c/d.flow.E"),
        ("@a@v1/b.flow.C", "@a/b.flow.C"),
        ("/a@v1/b.flow.C", "/a@v1/b.flow.C"),
        ("./a@v1/b.flow.C", "./a@v1/b.flow.C"),
        ("../a@v1/b.flow.C", "../a@v1/b.flow.C"),
        ("C:a@v1/b.flow.C", "C:a@v1/b.flow.C"),
        ("a.b/c.flow.D", "a.b/c.flow.D"),
        ("a@v1.flow.D", "a@v1.flow.D"),
        ("a" + "@" * 1_000_000, "a" + "@" * 1_000_000),
        ("a" + "@" * 1_000_000 + "/b.flow.C", "a/b.flow.C"),
    ],
    ids=lambda text: str(text)[:20],
)
def test_versions_in_identities(identity: str, without: str) -> None:
    assert without_version(identity) == without


def test_the_base_itself_needs_no_methods() -> None:
    assert issubclass(Tools, Implementation)
    assert Tools.__flow_toolkit__ is TOOLKIT
