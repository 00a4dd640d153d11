"""The generated packages among the goldens, imported as their users would, and the listings they come from."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from .generated import GOLDENS
from .samples import Listing, Sample, Sampler, Term
from .vectors import VECTORS

if TYPE_CHECKING:
    from types import ModuleType

TESTDATA = VECTORS.parent
NAMES = sorted(path.parent.name for path in GOLDENS.glob("*/__init__.py"))

BOUND: tuple[Any, ...] = ("Int", {"Option": "Text"}, {"List": "Decimal"}, "Bool")
"""The types at which generic Tools and generic declarations are used here, in the order of their type parameters."""


class Case(NamedTuple):
    """A codec of a package, and the type that it is for, as the listing and as the package name it."""

    title: str
    codec: Any
    term: Term
    served: Any


class Golden:
    """A golden package, imported under a name that it was not generated for."""

    def __init__(self, name: str) -> None:
        paths = (
            TESTDATA / each / f"{name}.json"
            for each in ("vectors/listings", "obstacles", "tour")
        )
        self.listing = Listing(next(path for path in paths if path.exists()))
        self.package = load(name, f"elsewhere_{name}")
        self.declarations: Any = self.module("declarations").DECLARATIONS
        self.entries: Any = self.module("tools").TOOLKIT.entries
        scalars, combinators = (
            self.module("flow.scalars"),
            self.module("flow.combinators"),
        )
        self._bound = (
            scalars.INT,
            combinators.option_of(scalars.TEXT),
            combinators.list_of(scalars.DECIMAL),
            scalars.BOOL,
        )

    def module(self, name: str) -> Any:
        """A module of the package."""
        return importlib.import_module(f"{self.package.__name__}.{name}")

    def bound(self, count: int) -> list[Any]:
        """The codecs of the types in BOUND, over and over, as many as are asked for."""
        return [self._bound[place % len(self._bound)] for place in range(count)]

    @cache  # noqa: B019 - goldens live as long as the tests
    def tools(self) -> list[Case]:
        """A case for each parameter, success and error of each Tool."""
        assert [entry.identity for entry in self.entries] == [
            tool["tool"] for tool in self.listing.tools
        ]
        graph = self.declarations.graph
        arguments = {"tool": [self.listing.close(term, {}) for term in BOUND]}
        cases: list[Case] = []
        for entry, tool in zip(self.entries, self.listing.tools, strict=True):
            bound = self.bound(len(tool["generic"]))
            codecs, signature = (
                entry.codecs(*bound),
                self.declarations.signature(entry.identity),
            )
            types = [codec.term(graph) for codec in bound]
            served = [
                *(term for _, term in signature.params),
                signature.ok,
                signature.err,
            ]
            roots = [
                *((each["name"], each["type"]) for each in tool["params"]),
                ("ok", tool["ok"]),
                ("err", tool["err"]),
            ]
            for root, codec, term in zip(
                roots, [*codecs.params, codecs.ok, codecs.err], served, strict=True
            ):
                closed = self.listing.close(root[1], arguments)
                cases.append(
                    Case(
                        f"{entry.identity}: {root[0]}",
                        codec,
                        closed,
                        graph.substitute(term, types),
                    )
                )
        return cases

    @cache  # noqa: B019
    def declared(self) -> list[Case]:
        """A case for each public codec, in the order of their names."""
        ids = {
            (each["identity"], each["lexical_ordinal"]): local
            for local, each in self.listing.templates.items()
        }
        cases: list[Case] = []
        for name, codec in sorted(self._public_codecs().items()):
            served = codec.term(self.declarations.graph)
            cases.append(Case(name, codec, reread(served, ids), served))
        return cases

    def _public_codecs(self) -> dict[str, Any]:
        """The codecs that bear the name of a type; those of generic types at the types in BOUND."""
        names: dict[str, Any] = self.module("codecs").__dict__
        types = self.module("types")
        codec_class = self.module("flow.codec").Codec
        found: dict[str, Any] = {}
        for name, codec in names.items():
            if not hasattr(types, name):
                continue
            if isinstance(codec, codec_class):
                found[name] = codec
            elif getattr(codec, "__module__", None) == names["__name__"]:
                found[name] = codec(*self.bound(codec.__code__.co_argcount))
        return found

    def sample(self, case: Case, seed: int, fuel: int = 3) -> Sample | None:
        """A value of a case's type, None where the type has none."""
        if not self.listing.has_values(case.term):
            return None
        return Sampler(self.listing, Random(seed)).sample(case.term, fuel)


@cache
def golden(name: str) -> Golden:
    """The golden package of this name."""
    return Golden(name)


def load(name: str, module_name: str) -> ModuleType:
    """Import a golden package under any name."""
    path = GOLDENS / name / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        module_name, path, submodule_search_locations=[str(path.parent)]
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    return module


def reread(term: Any, ids: dict[tuple[str, int], str]) -> Term:
    """A package's term as a term of the listing."""
    args = tuple(reread(arg, ids) for arg in term.args)
    if term.declaration is None:
        return (term.kind, *args)
    return ("Named", ids[term.declaration.identity, term.declaration.ordinal], *args)
