"""The docs of a listing reach the reader of the generated package, whatever they hold."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from .generated import GOLDENS, declarations, declared, package

LISTINGS = sorted(
    path.name for path in GOLDENS.iterdir() if not path.name.startswith(".")
)


def shown(doc: str) -> str:
    """What `inspect.getdoc` makes of a text, spaces at both ends of it aside."""
    lines = doc.expandtabs().split("\n")
    margin = min(
        (len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip(" ")),
        default=0,
    )
    lines = [lines[0].lstrip(" "), *(line[margin:] for line in lines[1:])]
    while lines and not lines[0].strip(" "):
        del lines[0]
    while lines and not lines[-1].strip(" "):
        del lines[-1]
    return "\n".join(lines)


@pytest.mark.parametrize("listing", LISTINGS)
def test_docs_of_types(listing: str) -> None:
    pkg = package(listing)
    public: dict[str, Any] = pkg.codecs.__dict__
    names = {id(codec): name for name, codec in public.items()}
    graph = declarations(listing).graph
    for local, codec in declared(listing).items():
        declaration = graph.refer(local)
        class_: Any = getattr(pkg.types, names[id(codec)])
        if not isinstance(class_, type) or declaration.kind == "enum":
            continue  # an alias has no docstring of its own
        doc = shown(declaration.doc or "")
        found = inspect.getdoc(class_)
        if doc:
            assert found == doc
        else:
            assert found is not None
            assert declaration.identity.isprintable() <= (declaration.identity in found)


@pytest.mark.parametrize("listing", LISTINGS)
def test_docs_of_tools(listing: str) -> None:
    pkg = package(listing)
    for entry in pkg.Tools.__flow_toolkit__.entries:
        found = inspect.getdoc(getattr(pkg.Tools, entry.method))
        assert found is not None
        assert f"Identity: `{entry.identity}`" in found
