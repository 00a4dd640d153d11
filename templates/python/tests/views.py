"""The trees of views, put together from terms and templates."""

from __future__ import annotations

from typing import Any


def named(local: str, *args: Any) -> Any:
    return {"Named": {"declaration": local, "args": list(args)}}


def param(owner: str, index: Any) -> Any:
    return {"Param": {"owner": owner, "index": index}}


def option(term: Any) -> Any:
    return {"Option": term}


def template(local: str, generic: int = 0, identity: str = "", **body: Any) -> Any:
    return {
        "name": local,
        "identity": identity or f"a/b.flow.{local}",
        "lexical_ordinal": 1,
        "generic": [f"T{at}" for at in range(generic)],
        "opaque": False,
        "doc": None,
        **body,
    }


def record(local: str, generic: int, *types: Any, identity: str = "") -> Any:
    fields = [
        {"name": f"f{at}", "type": each, "doc": None} for at, each in enumerate(types)
    ]
    return template(local, generic, identity, kind="record", fields=fields)


def enum(local: str, generic: int, *parts: Any) -> Any:
    constructors = [
        {"name": f"C{at}", "doc": None, "payload": {"positional": [each]}}
        for at, each in enumerate(parts)
    ]
    return template(local, generic, kind="enum", constructors=constructors)


def reflect_at(term: Any, *templates: Any) -> Any:
    """The view of a call to `reflect` at a type."""
    return {
        "bindings": [{"name": "T", "type": term}],
        "params": [{"name": "value", "type": term}],
        "ok": term,
        "err": "Never",
        "declarations": {each["name"]: each for each in templates},
    }
