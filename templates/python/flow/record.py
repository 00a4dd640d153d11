"""Records: immutable values with named fields, cheap to declare and quick to start.

    class Move(Record):                              # fields by keyword
        x: int
        note: str | None = None

    class ShapeCircle(Record, kw_only=False, index=1):   # positional, second constructor of its enum
        value: Decimal

To type checkers a subclass of `Record` is a frozen dataclass (PEP 681); at run time it has slots, and
its `__init__` is compiled when first called, since declaring hundreds of dataclasses would take
longer than starting Python. `dataclasses.fields`, `replace`, `asdict` and `is_dataclass` work on it.

Two class keywords: `kw_only` (True unless given) says whether `__init__` takes fields by keyword only
and `__match_args__` is empty, and `index` is the constructor's place among those of its enum, from 0,
by which `order_key` compares before it looks at fields. Plain records leave it at 0.
"""

from __future__ import annotations

import sys

from .frozen import Frozen
from .hints import TYPE_CHECKING, cast, dataclass_transform
from .order import equal, equality_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from inspect import Signature
    from typing import Any, ClassVar, Self

    from .order import Parts


def _annotations(namespace: Any) -> dict[str, Any]:
    """The annotations of a class body: from Python 3.14 on they may be there to be called for."""
    if "__annotations__" in namespace:
        return dict(namespace["__annotations__"])
    annotate = namespace.get("__annotate_func__") or namespace.get("__annotate__")
    if annotate is None:
        return {}
    from importlib import import_module

    annotationlib: Any = import_module("annotationlib")  # of Python 3.14
    form = annotationlib.Format.FORWARDREF
    return dict(annotationlib.call_annotate_function(annotate, form))


def _is_class_var(kind: Any, module: str) -> bool:
    """Say whether an annotation is `ClassVar`, as its module spells it: types may bear that name."""
    typing: Any = sys.modules.get("typing")
    if typing is None:  # whoever has the name has imported it
        return False
    if not isinstance(kind, str):
        return typing.ClassVar in (kind, typing.get_origin(kind))
    head = kind.partition("[")[0]
    if not head.endswith("ClassVar"):
        return False
    named: Any = sys.modules.get(module)
    for name in head.split("."):
        named = getattr(named, name, None)
    return named is typing.ClassVar


def _first_init(self: Record, /, *args: Any, **keywords: Any) -> None:
    """Stand in for `__init__` until it is first called."""
    _compile_init(type(self))(self, *args, **keywords)


def _compile_init(cls: RecordMeta) -> Callable[..., None]:
    """Compile the `__init__` of a class that has none of its own yet, and put it in its place."""
    init: Callable[..., None] = cls.__dict__["__init__"]
    if init is not _first_init:
        return init
    fields = cls.__flow_fields__
    mark = "_"
    while any(field.startswith(mark) for field in fields):
        mark += "_"
    # Setters of the slots, since `__setattr__` refuses; named so that no field can hide them.
    names: dict[str, Any] = {
        f"{mark}set_{at}": getattr(cls, field).__set__
        for at, field in enumerate(fields)
    }
    parameters: list[str] = [f"{mark}self", "/"]
    if fields and cls.__flow_kw_only__:
        parameters.append("*")
    for at, field in enumerate(fields):
        if field in cls.__flow_defaults__:
            names[f"{mark}default_{at}"] = cls.__flow_defaults__[field]
            parameters.append(f"{field}={mark}default_{at}")
        else:
            parameters.append(field)
    body = [
        f"{mark}set_{at}({mark}self, {field})" for at, field in enumerate(fields)
    ] or ["pass"]
    source = f"def __init__({', '.join(parameters)}):\n " + "\n ".join(body)
    exec(source, names)  # noqa: S102 (made of identifiers that Python itself accepted)
    compiled: Callable[..., None] = names["__init__"]
    compiled.__qualname__ = f"{cls.__qualname__}.__init__"
    compiled.__module__ = cls.__module__
    compiled.__annotations__ = {**cls.__flow_kinds__, "return": None}
    type.__setattr__(cls, "__init__", compiled)
    return compiled


def _first_make(cls: type[Any], /, *values: Any) -> Any:
    """Stand in for `__flow_make__` until it is first called."""
    return _compile_make(cast("RecordMeta", cls))(*values)


def _compile_make(cls: RecordMeta) -> Callable[..., Any]:
    """Compile the `__flow_make__` of a class and put it in its place.

    It fills the slots of an unfrozen twin, and makes that a record by giving it its class: Python
    sets attributes ten times as fast as it calls the setters of slots.
    """
    twin = type.__new__(
        RecordMeta,
        cls.__name__,
        (cls.__base__ or object,),
        {
            "__slots__": cls.__dict__["__slots__"],
            "__init__": object.__init__,
            "__setattr__": object.__setattr__,
            "__delattr__": object.__delattr__,
        },
    )
    values = [f"value_{at}" for at in range(len(cls.__flow_fields__))]
    body = [
        f"made.{field} = {value}"
        for field, value in zip(cls.__flow_fields__, values, strict=True)
    ]
    lines = ["made = twin()", *body, "made.__class__ = cls", "return made"]
    names: dict[str, Any] = {"twin": twin, "cls": cls}
    source = f"def make({', '.join(values)}):\n " + "\n ".join(lines)
    exec(source, names)  # noqa: S102 (made of identifiers that Python itself accepted)
    made: Callable[..., Any] = names["make"]
    type.__setattr__(cls, "__flow_make__", staticmethod(made))
    return made


@dataclass_transform(frozen_default=True, kw_only_default=True)
class RecordMeta(type):
    """Makes the classes of records: slots from the annotations, defaults set aside."""

    __flow_fields__: tuple[str, ...]
    __flow_kinds__: dict[str, Any]  # the annotation of each field
    __flow_defaults__: dict[str, Any]
    __flow_index__: int
    __flow_kw_only__: bool

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        kw_only: bool = True,
        index: int = 0,
    ) -> RecordMeta:
        kinds: dict[str, Any] = {}
        defaults: dict[str, Any] = {}
        for base in bases:
            if isinstance(base, RecordMeta):
                kinds |= base.__flow_kinds__
                defaults |= base.__flow_defaults__
        own = {
            field: kind
            for field, kind in _annotations(namespace).items()
            if not _is_class_var(kind, namespace["__module__"])
        }
        namespace["__slots__"] = tuple(field for field in own if field not in kinds)
        defaults |= {field: namespace.pop(field) for field in own if field in namespace}
        kinds |= own
        namespace["__flow_kinds__"] = kinds
        namespace["__flow_fields__"] = tuple(kinds)
        namespace["__flow_defaults__"] = defaults
        namespace["__flow_index__"] = index
        namespace["__flow_kw_only__"] = kw_only
        namespace["__match_args__"] = () if kw_only else tuple(kinds)
        if "__init__" not in namespace:
            namespace["__init__"] = _first_init
        namespace["__flow_make__"] = classmethod(_first_make)
        return super().__new__(mcs, name, bases, namespace)

    def __init__(cls, *args: Any, **_keywords: Any) -> None:
        super().__init__(*args)

    @property
    def __signature__(cls) -> Signature:
        from inspect import signature

        init = signature(_compile_init(cls))
        parameters = list(init.parameters.values())
        return init.replace(parameters=parameters[1:])


class _DataclassView:
    """What `dataclasses` looks for in a class, made when it looks."""

    __slots__ = ("_name",)

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: RecordMeta) -> Any:
        return getattr(_as_dataclass(owner), self._name)


class Record(Frozen, metaclass=RecordMeta):
    """The base of generated records and enum constructors; see the head of this module.

    Fields cannot be set. Records are equal when they are of one class and their fields are equal by
    Flow's equality, and are hashed alike.
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[Any]
    else:
        __dataclass_fields__ = _DataclassView()
        __dataclass_params__ = _DataclassView()

    if TYPE_CHECKING:

        @classmethod
        def __flow_make__(cls, *values: Any) -> Self:
            """Make a record of all its fields, by position and in order; for codecs, which checked them."""
            ...

    def __flow_parts__(self) -> Parts:
        cls = type(self)
        return (
            cls.__flow_index__,
            [getattr(self, field) for field in cls.__flow_fields__],
            False,
        )

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(
            equal(getattr(self, field), getattr(other, field))
            for field in type(self).__flow_fields__
        )

    def __hash__(self) -> int:
        return hash(equality_key(self))

    def __repr__(self) -> str:
        cls = type(self)
        shown = ", ".join(
            [f"{field}={getattr(self, field)!r}" for field in cls.__flow_fields__]
        )
        return f"{cls.__qualname__}({shown})"

    def __reduce__(self) -> tuple[Any, ...]:
        cls = type(self)
        return _rebuild, (cls, *[getattr(self, field) for field in cls.__flow_fields__])

    def __replace__(self, /, **changes: Any) -> Self:
        """Make a copy with some fields changed; `copy.replace` calls it."""
        cls = type(self)
        fields = {
            field: getattr(self, field) for field in cls.__flow_fields__
        } | changes
        return cls(**fields)


def _rebuild(cls: Any, *values: Any) -> Any:
    """Make a record of its fields in order; pickling refers to it by name."""
    record = cls.__new__(cls)
    for field, value in zip(cls.__flow_fields__, values, strict=True):
        getattr(cls, field).__set__(record, value)
    return record


def _as_dataclass(cls: RecordMeta) -> type:
    """Make a dataclass with the fields of a record class, for what `dataclasses` wants to know."""
    from dataclasses import field, make_dataclass

    fields: list[Any] = []
    for name, kind in cls.__flow_kinds__.items():
        if name in cls.__flow_defaults__:
            fields.append((name, kind, field(default=cls.__flow_defaults__[name])))
        else:
            fields.append((name, kind))
    return make_dataclass(
        cls.__name__, fields, frozen=True, kw_only=cls.__flow_kw_only__
    )
