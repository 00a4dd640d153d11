"""Generic calls through a server: what hosts make it hold is bounded, and one call holds up no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .serving import Served, cancel
from .views import named, record, reflect_at

SCRIPT = str(Path(__file__).with_name("generic_tools.py"))
TOOL = "github.com/acme/tools@v1.4.0/testee.flow.reflect"
MEBIBYTE = 1 << 20


def reflect(number: int | str, types: Any, schema: Any, value: Any) -> bytes:
    params = {"args": {"value": value}, "call": number, "run": "r", "schema": schema, "tool": TOOL, "types": types}  # fmt: skip
    message = {"id": number, "jsonrpc": "2.0", "method": "call", "params": params}
    return json.dumps(message).encode() + b"\n"


def types_of_its_own(number: int) -> tuple[Any, Any]:
    """A view that no other call has, and its schema."""
    name = f"R{number}"
    members = [f"f{at}" for at in range(3)]
    schema = {
        "$ref": f"#/$defs/a~1b.flow.{name}",
        "$defs": {
            f"a/b.flow.{name}": {
                "type": "object",
                "properties": {each: {"type": "integer"} for each in members},
                "required": members,
            }
        },
    }
    return reflect_at(named(name), record(name, 0, "Int", "Int", "Int")), schema


def test_what_ever_new_types_take_is_given_back() -> None:
    with Served(script=SCRIPT) as server:
        sizes: list[int] = []
        for number in range(9000):
            server.send(reflect(number, *types_of_its_own(number), {"f0": 1, "f1": 2, "f2": 3}))  # fmt: skip
            if number % 50 == 49:
                assert all(b'"Ok"' in server.line() for _ in range(50))
            if number in (6999, 8999):
                sizes.append(server.resident())
        assert sizes[1] - sizes[0] < 8 * MEBIBYTE
        assert sizes[1] < 128 * MEBIBYTE


def test_ever_new_ids_and_cancels_leave_nothing_behind() -> None:
    with Served(script=SCRIPT) as server:
        sizes: list[int] = []
        for number in range(10_000):
            name = f"{number:05}" * 400
            server.send(reflect(name, 1, 1, 1), cancel(f"no {name}"))
            if number % 100 == 99:
                assert all(b'"NotRun"' in server.line() for _ in range(100))
            if number in (1999, 9999):
                sizes.append(server.resident())
        # One kept name of each call would make 16 MB; the allocator's arenas alone may come to 4.
        assert sizes[1] - sizes[0] < 8 * MEBIBYTE


def chain(length: int) -> Any:
    """A view of so many records, each holding the next."""
    each = [record(f"d{at}", 0, named(f"d{at + 1}")) for at in range(length - 1)]
    return reflect_at(named("d0"), *each, record(f"d{length - 1}", 0, "Int"))


@pytest.mark.parametrize(
    "env", [pytest.param({}, id="plain"), pytest.param({"SERVED_ASYNC": "1"}, id="async")]
)  # fmt: skip
def test_types_that_take_long_to_validate_hold_up_no_other_call(
    env: dict[str, str],
) -> None:
    with Served(script=SCRIPT, env=env) as server:
        server.send(reflect("long", chain(20_000), {}, 1))
        server.send(reflect("short", reflect_at("Int"), {"type": "integer"}, 7))
        assert server.outcomes(1) == {"short": {"Ok": 7}}
        assert "NotRun" in server.outcomes(1)["long"]
        assert server.resident(peak=True) < 256 * MEBIBYTE


def test_types_that_would_grow_without_end_are_refused() -> None:
    levels = [
        record(f"E{at}", 1, named(f"E{at + 1}", {"Tuple": [{"Param": {"owner": f"E{at}", "index": 0}}] * 2}))
        for at in range(40)
    ]  # fmt: skip
    last = record("E40", 1, {"Param": {"owner": "E40", "index": 0}})
    with Served(script=SCRIPT) as server:
        server.send(reflect(1, reflect_at(named("E0", "Int"), *levels, last), {}, 1))
        assert "a KEY takes over 65536 bytes" in server.outcomes(1)[1]["NotRun"]
        assert server.resident(peak=True) < 64 * MEBIBYTE


@pytest.mark.parametrize("name", ["../../etc/passwd", "antigravity", "os.system"])
def test_names_of_files_and_modules_load_nothing(name: str) -> None:
    types: Any = reflect_at(
        named(name), {**record(name, 0, identity=name), "name": name}
    )
    schema: Any = {"$ref": f"#/$defs/{name.replace('/', '~1')}", "$defs": {name: {"type": "object", "properties": dict[str, Any](), "required": list[str]()}}}  # fmt: skip
    with Served(script=SCRIPT, python=("-v",)) as server:
        server.send(reflect(1, types, schema, dict[str, Any]()))
        assert server.outcomes(1) == {1: {"Ok": {}}}
        assert server.end() == (0, [])
        assert b"antigravity" not in server.errors
        assert b"passwd" not in server.errors
