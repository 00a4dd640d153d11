"""What a program imports: a server no more than its answers need, and every name when it is asked for."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from .generated import GOLDENS, package

FLOW = Path(__file__).parents[1] / "flow"
SERVER = """
from __future__ import annotations

import sys

from openai import Context, Tools, serve, types


class Model(Tools):
    def chat(self, prompt: str, ctx: Context[types.ChatError]) -> str:
        return " ".join(sys.modules)

    def converse(
        self,
        turns: tuple[types.Turn, ...],
        options: types.Options,
        ctx: Context[types.ChatError],
    ) -> types.Turn:
        return turns[-1]


serve(Model())
"""


def modules_at_answer(tmp_path: Path, method: str, **args: Any) -> set[str]:
    """The modules that a server has imported when its method runs, those of bare Python aside."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    params = {
        "args": args,
        "call": "c",
        "run": "r",
        "tool": f"github.com/acme/tools@v1.4.0/openai.flow.{method}",
    }
    message = {"id": 1, "jsonrpc": "2.0", "method": "call", "params": params}
    answer = run(str(script), text=json.dumps(message) + "\n")
    modules = json.loads(answer)["result"]["outcome"]["Ok"]
    return set(modules.split()) - set(
        run("-c", "import sys; print(*sys.modules)").split()
    )


def run(*command: str, text: str = "") -> str:
    # Without `site`, which imports what happens to be installed.
    done = subprocess.run(
        [sys.executable, "-S", *command],
        input=text,
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(GOLDENS)},
    )
    return done.stdout


SERVES = {
    *("hints", "lazy", "server", "stdio", "lines", "wire", "invocation", "context"),
    *("outcome", "running", "workers", "writer", "tool", "limits", "errors", "json"),
    *("scanner", "numbers", "codec", "scalars", "primitives"),
}
"""The support code that every server of plain methods needs."""

TYPES = {"record", "frozen", "order", "enums"}
"""What classes of records and enums need."""

CODECS = {"declarations", "combinators", "containers", "values", "decimals", "members"}
"""What codecs of records, enums, collections and Decimals need."""


def of_support(modules: set[str]) -> set[str]:
    head = "openai.flow."
    return {each.removeprefix(head) for each in modules if each.startswith(head)}


def test_a_plain_server_needs_few_modules(tmp_path: Path) -> None:
    found = modules_at_answer(tmp_path, "chat", prompt="hi")
    assert of_support(found) == SERVES | TYPES | CODECS
    slow = {"typing", "re", "json", "signal", "contextlib", "asyncio", "binascii"}
    assert not slow & found


def test_a_tool_without_declared_types_needs_no_codecs_of_them() -> None:
    program = """
import sys
from openai import tools
tools.TOOLKIT.find("github.com/acme/tools@v1.4.0/openai.flow.chat")
import openai.flow.server, openai.flow.scalars
print(*sys.modules)
"""
    found = set(run("-c", program).split())
    assert of_support(found) == SERVES
    own = {each for each in found if each.partition(".")[0] == "openai"}
    assert {each for each in own if not each.startswith("openai.flow.")} == {
        *("openai", "openai.flow", "openai.tools")
    }
    slow = {"typing", "re", "json", "decimal", "enum", "collections.abc"}
    assert not slow & found


def test_what_is_slow_to_import_is_left_to_those_who_need_it() -> None:
    light = (
        "import sys, flow.record, flow.combinators, flow.carrier; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", light],
        cwd=FLOW.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    slow = {"typing", "re", "enum", "dataclasses", "inspect", "datetime", "asyncio"}
    assert not slow & set(done.stdout.split())


def imported(path: Path) -> dict[str, str]:
    """The names that a package's checkers see, each with the module that it is imported from."""
    found: dict[str, str] = {}
    for statement in ast.parse(path.read_text()).body:
        if isinstance(statement, ast.If):
            for each in statement.body:
                if isinstance(each, ast.ImportFrom):
                    for name in each.names:
                        found[name.name] = each.module or name.name
    return found


@pytest.mark.parametrize("name", ["everything", "openai", "testee", "empty"])
def test_each_name_of_a_package_is_what_its_module_defines(name: str) -> None:
    it = package(name)
    seen = imported(GOLDENS / name / "__init__.py")
    assert set(seen) == set(it.__all__)
    for each, home in seen.items():
        module = import_module(f"{name}.{home}")
        assert getattr(it, each) is (module if each == home else getattr(module, each))
    assert set(it.__all__) <= set(dir(it))
    everything: dict[str, Any] = {}
    exec(f"from {name} import *", everything)  # noqa: S102
    assert set(it.__all__) <= set(everything)


def test_each_name_of_the_support_code_is_what_its_module_defines() -> None:
    flow: Any = import_module("flow")
    seen = imported(FLOW / "__init__.py")
    assert set(seen) == set(flow.__all__) <= set(dir(flow))
    for each, home in seen.items():
        assert getattr(flow, each) is getattr(import_module(f"flow.{home}"), each)


def test_a_name_that_is_nowhere_is_an_attribute_error() -> None:
    it = package("openai")
    with pytest.raises(AttributeError, match="module 'openai' has no attribute 'Nope'"):
        it.Nope  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'Nope'"):
        exec("from openai import Nope", {})  # noqa: S102


def test_generic_classes_can_be_subscribed_at_run_time() -> None:
    import flow

    for each in (flow.Codec, flow.Context, flow.Ok, flow.Failed, flow.Set, flow.Some):
        kind: Any = each
        assert kind[int].__origin__ is kind
