"""Modules whose names are imported when something first asks for them (PEP 562)."""

from __future__ import annotations

from .hints import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

__all__ = ["exported"]


def exported(
    package: dict[str, Any], homes: Mapping[str, Sequence[str]], rest: str = ""
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package, of which `package` is the `globals()`.

    `homes` gives for modules of the package the names that it offers from there; the module `rest`
    is the home of all other names in its `__all__`. The modules, too, can be asked for. What was
    asked for once is then simply there.
    """
    home_of = dict.fromkeys(package.get("__all__", ()), rest)
    for home, names in homes.items():
        home_of.update(dict.fromkeys((home, *names), home))
    if rest:
        home_of[rest] = rest

    def get(name: str) -> Any:
        home = home_of.get(name)
        if home is None:
            known = package["__name__"]
            raise AttributeError(f"module {known!r} has no attribute {name!r}")
        # What `from .home import ...` calls. It is there, while `importlib` has to be imported.
        module = __import__(home, package, None, ("__name__",), 1)
        value = module if home == name else getattr(module, name)
        package[name] = value
        return value

    def names_there() -> list[str]:
        return sorted({*package, *home_of})

    return get, names_there
