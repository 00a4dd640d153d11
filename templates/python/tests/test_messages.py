"""What is said of mistakes: to authors, and to models that read what their answers were refused for."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any, cast

import pytest

from flow import Codec, Dict, Instant, Set, dict_of, list_of, set_of, tuple_of
from flow.context import Context
from flow.errors import DecodeError, EncodeError
from flow.local import call
from flow.outcome import Failed, NotRun, Ok, Unknown
from flow.scalars import INT, TEXT

from .goldens import golden
from .served_tools import Plain, Tools

TESTEE = golden("testee")
CODECS: Any = TESTEE.module("codecs")


def refused(codec: Any, text: str) -> DecodeError:
    with pytest.raises(
        (DecodeError, TESTEE.module("flow.errors").DecodeError)
    ) as error:
        codec.decode(text)
    refusal: DecodeError = error.value
    return refusal


SHAPES = (
    '"Point", {"Circle": ...}, {"Line": ...}, {"Label": ...} and {"description": ...}'
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Cirle"', f'expected a constructor of Shape ({SHAPES}), found "Cirle"'),
        ('{"Cirle":1}', 'found an object with the member "Cirle"'),
        ('"Circle"', 'Circle has a payload: {"Circle": ...}'),
        ('{"Point":null}', 'Point has no payload: write "Point"'),
        ('{"Circle":1,"x":2}', "found an object with 2 members"),
        ("{}", "found an object with no members"),
        ("[1]", "found an array of 1"),
        ("[]", "found an empty array"),
        ('{"Line":[1]}', "expected an array of 2, found an array of 1 (at /Line)"),
    ],
)
def test_what_is_no_constructor(text: str, said: str) -> None:
    assert said in str(refused(CODECS.Shape, text))


def test_what_is_no_payload_free_constructor() -> None:
    error = refused(CODECS.Colour, '"Mauve"')
    assert error.code == "constructor"
    assert error.message.startswith('expected a constructor of Colour ("Red", ')
    assert refused(CODECS.Colour, '{"Red":null}').message == (
        'Red has no payload: write "Red"'
    )


def test_the_list_of_constructors_is_bounded() -> None:
    members: Any = golden("testee").module("flow.members")
    names = [f"Constructor{i}" for i in range(100)]
    error = members.no_constructor("Many", "x" * 10_000, names, ("Last",))
    assert '"Constructor7" and 93 more), found' in error.message
    assert len(error.message) < 400
    assert members.no_constructor("No", 1, (), ()).message == (
        "expected a constructor of No (there is none), found the number 1"
    )


def test_the_length_found() -> None:
    pair: Codec[Any] = tuple_of(INT, INT)
    assert refused(pair, "[1,2,3]").message == (
        "expected an array of 2 (tuple), found an array of 3"
    )


def test_collections_of_pythons_own() -> None:
    numbers, table = set_of(INT), dict_of(TEXT, INT)
    for value in ({1}, frozenset([1]), [1], (1,)):
        with pytest.raises(
            EncodeError, match=r"expected a Set, .*: write Set\(\.\.\.\)"
        ):
            numbers.encode(cast("Set[int]", value))
    for codec in (table, dict_of(INT, INT)):
        with pytest.raises(
            EncodeError, match=r"expected a Dict, .*: write Dict\(\.\.\.\)"
        ):
            codec.encode(cast("Dict[Any, int]", {"a": 1}))
    with pytest.raises(EncodeError, match=r"found a value of type int$"):
        numbers.encode(cast("Set[int]", 1))


def test_faults_of_a_call_in_memory() -> None:
    with pytest.raises(EncodeError) as error:
        call(Plain(), "echo", text=7)
    assert error.value.pointer == "/args/text"
    with pytest.raises(
        TypeError,
        match=r"echo takes these arguments: text; text is missing, and there is no 'txt'",
    ):
        call(Plain(), "echo", txt="a")
    with pytest.raises(
        TypeError, match=r"no Tool has a method 'ecko'; did you mean echo\?"
    ):
        call(Plain(), "ecko", text="a")


def test_bindings_that_are_no_codecs() -> None:
    tools: Any = TESTEE.module("tools").Tools
    methods = dict.fromkeys([entry.method for entry in TESTEE.entries], print)
    testee: Any = type("Testee", (tools,), methods)()
    local: Any = TESTEE.module("flow.local")
    with pytest.raises(
        TypeError, match=r"T takes a codec, such as flow\.INT, not a value of type type"
    ):
        local.call(testee, "reflect", {"T": int}, value=1)
    with pytest.raises(
        TypeError, match="to bind: T; T is missing, and there is no 'U'"
    ):
        local.call(testee, "reflect", {"U": INT}, value=1)
    lacking = TESTEE.module("flow.local").call_text(
        testee, TESTEE.entries[0].identity, '{"value":1}'
    )
    assert "a generic call needs the member types (/types)" in lacking


def test_a_method_with_a_slip_in_its_name() -> None:
    with pytest.raises(
        TypeError,
        match=r"implement echo \(for [^ ]*\.echo; did you mean ecco\?\), grow \(for [^ ;]*\)",
    ):

        class Slip(Tools):  # pyright: ignore[reportUnusedClass]
            def ecco(self, text: str, ctx: Context[Any]) -> str:
                return text


def test_outcomes_give_their_result_or_raise_themselves() -> None:
    assert Ok([1]).result() == [1]
    for outcome in (Failed("declared"), NotRun("not now"), Unknown("who knows")):
        with pytest.raises(type(outcome)) as error:
            outcome.result()
        assert error.value is outcome
        assert str(outcome) in ("declared", "not now", "who knows")


def test_the_present() -> None:
    before = time.time_ns()
    now = Instant.now().since_epoch
    after = time.time_ns()
    assert before <= int(now.seconds * 10**9) <= after


def test_lists_need_no_advice() -> None:
    assert list_of(INT).encode(cast("tuple[int, ...]", [1])) == "[1]"


def test_an_older_python_is_told_so() -> None:
    script = "import sys; sys.hexversion = 0x030A0DF0; sys.version = '3.10.13 (main)'; import flow"
    old = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert old.returncode == 1
    assert old.stderr.endswith(
        "ImportError: this package needs Python 3.11 or newer, and this is Python 3.10.13\n"
    )
