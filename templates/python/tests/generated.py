"""Generated packages, imported from the goldens, and the codecs of any type in them."""

from __future__ import annotations

import json
import sys
from functools import cache
from importlib import import_module
from inspect import isfunction, signature
from pathlib import Path
from typing import Any

from .vectors import VECTORS

GOLDENS = Path(__file__).parents[3] / "testdata" / "golden" / "python"

_SCALARS = {
    "Int": "INT",
    "Decimal": "DECIMAL",
    "Bool": "BOOL",
    "Text": "TEXT",
    "Bytes": "BYTES",
    "Instant": "INSTANT",
    "Duration": "DURATION",
    "Unit": "UNIT",
    "Never": "NEVER",
    "json.Value": "JSON",
}
_COMPOUNDS = {
    "List": "list_of",
    "Set": "set_of",
    "Dict": "dict_of",
    "Tuple": "tuple_of",
}


@cache
def package(listing: str) -> Any:
    """The package that is generated for a listing."""
    if str(GOLDENS) not in sys.path:
        sys.path.append(str(GOLDENS))
    return import_module(listing)


def declarations(listing: str) -> Any:
    """What a package knows of the listing."""
    package(listing)
    return import_module(f"{listing}.declarations").DECLARATIONS


@cache
def declared(listing: str) -> dict[str, Any]:
    """The codecs of declared types by the package's local id; of a generic one, the function that makes them."""
    pkg = package(listing)
    graph = declarations(listing).graph
    found: dict[str, Any] = {}
    public: dict[str, Any] = pkg.codecs.__dict__
    for name, value in public.items():
        if name.startswith("_"):
            continue
        codec: Any = value
        if isfunction(value) and value.__module__ == pkg.codecs.__name__:
            codec = value(*[pkg.flow.INT for _ in signature(value).parameters])
        if not isinstance(codec, pkg.flow.Codec):
            continue
        term: Any = codec.term(graph)
        if term.kind == "Named":
            found[term.template.id] = value
    return found


@cache
def by_listed_id(listing: str) -> dict[str, Any]:
    """The same by the local ids of a listing among the vectors."""
    tree = json.loads((VECTORS / "listings" / f"{listing}.json").read_bytes())
    graph = declarations(listing).graph
    found = {
        (each.identity, each.ordinal): codec
        for local, codec in declared(listing).items()
        for each in [graph.refer(local)]
    }
    return {
        local: found[key]
        for local, each in tree["types"].items()
        if (key := (each["identity"], each["lexical_ordinal"])) in found
    }


def codec_of(listing: str, term: Any) -> Any:
    """The codec of a type of a package, given as a listing writes types."""
    flow = package(listing).flow
    if isinstance(term, str):
        return getattr(flow, _SCALARS[term])
    ((kind, inner),) = term.items()
    if kind == "Named":
        found = by_listed_id(listing)[inner["declaration"]]
        args = [codec_of(listing, arg) for arg in inner["args"] if not _is_phantom(arg)]
        return found(*args) if isfunction(found) else found
    if kind == "Option":
        none = inner == "Unit" or (isinstance(inner, dict) and "Option" in inner)
        return (flow.some_of if none else flow.option_of)(codec_of(listing, inner))
    parts: list[Any] = [*inner] if isinstance(inner, list) else [inner]
    return getattr(flow, _COMPOUNDS[kind])(*[codec_of(listing, part) for part in parts])


def _is_phantom(term: Any) -> bool:
    return isinstance(term, dict) and bool({"Function", "Task"} & term.keys())
