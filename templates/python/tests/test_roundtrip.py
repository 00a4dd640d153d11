"""Every type of every generated package: canonical text in, the same text out; damaged text refused.

The samples are made from the listing by rules of their own, so that a codec that is wrong in both
directions is found out.
"""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .generated import GOLDENS
from .goldens import NAMES, Case, Golden, golden, load
from .samples import damaged

if TYPE_CHECKING:
    from pathlib import Path

    from .samples import Sample

SEEDS = range(4)


def test_packages() -> None:
    """There is something to test."""
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
def test_tools_round_trip(name: str) -> None:
    """What crosses for each Tool, both ways."""
    check_round_trips(golden(name), golden(name).tools())


@pytest.mark.parametrize("name", NAMES)
def test_public_codecs_round_trip(name: str) -> None:
    """A codec is public for each declaration of data or of a host type, and reads what it writes."""
    it = golden(name)
    cases = it.declared()
    covered = {case.term[1] for case in cases}
    data = {
        local
        for local, each in it.listing.templates.items()
        if each["kind"] != "nondata"
    }
    assert covered == data
    check_round_trips(it, cases)


def check_round_trips(it: Golden, cases: list[Case]) -> None:
    """Decode samples of each type, and encode what comes out."""
    for case in cases:
        for seed in SEEDS:
            sample = it.sample(case, seed)
            if sample is None:
                with pytest.raises(it.module("flow.errors").DecodeError):
                    case.codec.decode("null")
            else:
                value = case.codec.decode(sample.text)
                assert case.codec.encode(value) == sample.text, case.title
                assert (
                    case.codec.encode(case.codec.decode(sample.text.encode()))
                    == sample.text
                )


@pytest.mark.parametrize("name", NAMES)
def test_order(name: str) -> None:
    """Values compare as Flow orders them, by codec and by the order that authors' collections use."""
    it = golden(name)
    order_key = it.module("flow.order").order_key
    for case in it.tools():
        if it.listing.has_order(case.term) and it.listing.has_values(case.term):
            samples = [
                each for seed in range(6) if (each := it.sample(case, seed)) is not None
            ]
            for a, b in pairwise(samples):
                check_order(case, case.codec.key, a, b)
                check_order(case, order_key, a, b)


def check_order(case: Case, key: Any, a: Sample, b: Sample) -> None:
    """Compare the keys of two values with those of their samples."""
    left, right = key(case.codec.decode(a.text)), key(case.codec.decode(b.text))
    assert (left == right) == (a.text == b.text), case.title
    assert (left < right) == (a.key < b.key), (case.title, a.text, b.text)
    assert (right < left) == (b.key < a.key), (case.title, a.text, b.text)


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_damaged_text(name: str, data: st.DataObject) -> None:
    """A damaged text is refused, or read as what the contextual codec of the same type reads.

    The two share no code above the scalars, so what one of them takes too lightly the other tells.
    """
    it = golden(name)
    cases = it.tools()
    if not cases:
        return
    case = data.draw(st.sampled_from(cases))
    sample = it.sample(case, data.draw(st.integers(0, 1000)), fuel=2)
    text = data.draw(damaged(sample, least=1))
    assert verdict(it, lambda: generated(case, text)) == verdict(
        it, lambda: contextual(it, case, text)
    )


def verdict(it: Golden, read: Any) -> tuple[str, str]:
    """The canonical text of what was read, or the code and the pointer of its refusal."""
    try:
        return "read", read()
    except it.module("flow.errors").DecodeError as error:
        return error.code, error.pointer


def generated(case: Case, text: str) -> str:
    """What a generated codec reads; writing it again changes nothing."""
    written = case.codec.encode(case.codec.decode(text))
    assert case.codec.encode(case.codec.decode(written)) == written
    return str(written)


def contextual(it: Golden, case: Case, text: str) -> str:
    """What is read at a term without generated code."""
    scanners = it.module("flow.scanning").Scanners(it.declarations.graph)
    written: str = scanners[case.served](it.module("flow.json").parse(text))[0]
    return written


@pytest.mark.parametrize("name", NAMES)
def test_any_name(name: str, tmp_path: Path) -> None:
    """A package works under any name, below any parent, and needs the standard library alone."""
    for place in ("renamed", "parent/child/renamed"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).symlink_to(GOLDENS / name, target_is_directory=True)
    script = f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
before = set(sys.modules)
import renamed, parent.child.renamed
assert renamed.Tools.__module__ == "renamed.tools"
assert parent.child.renamed.Tools.__module__ == "parent.child.renamed.tools"
heads = {{each.partition(".")[0] for each in set(sys.modules) - before}} - {{"renamed", "parent"}}
print(sorted(heads - sys.stdlib_module_names))
"""
    command = [sys.executable, "-I", "-W", "error", "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.stdout, run.stderr, run.returncode) == ("[]\n", "", 0)


def test_two_packages_of_one_listing() -> None:
    """Values of one package are none of another, though both come from one listing."""
    first, second = (
        load("everything", "first_everything"),
        load("everything", "second_everything"),
    )
    colour = first.codecs.Colour.decode('"Red"')
    assert first.codecs.Colour.encode(colour) == '"Red"'
    with pytest.raises(second.flow.EncodeError):
        second.codecs.Colour.encode(colour)


def nest(layer: str, depth: int, core: str) -> str:
    """A text around which a layer, with its inside written as @, was laid so many times."""
    for _ in range(depth):
        core = layer.replace("@", core)
    return core


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("A", nest('{"B":{"A":@}}', 50, '{"B":"End"}')),
        (
            "X",
            nest(
                '{"y":{"z":[1,[{"boxed":{"value":[{}]},"x":{"first":7,"second":@}}]]}}',
                40,
                "{}",
            ),
        ),
        ("Chain", nest('{"head":3,"tail":@}', 50, '{"head":4}')),
        ("Tree", nest('{"Node":[@,5,"Leaf"]}', 50, '"Leaf"')),
        ("Even", nest('{"Next":{"next":@,"value":6}}', 50, '"Zero"')),
        (
            "Indexed",
            nest(
                '{"all":[@],"by_name":{"a":@},"by_self":[[@,1]]}',
                4,
                '{"all":[],"by_name":{},"by_self":[]}',
            ),
        ),
    ],
)
def test_fifty_deep(codec: str, text: str) -> None:
    """Values of recursive types that nest fifty deep, equal and hashed alike."""
    (case,) = (case for case in golden("shapes").declared() if case.title == codec)
    value, again = case.codec.decode(text), case.codec.decode(text)
    assert case.codec.encode(value) == text
    assert value == again
    assert hash(value) == hash(again)
    assert case.codec.equal(value, again)
    assert not case.codec.less(value, again)
