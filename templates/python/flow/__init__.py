"""The support code of generated toolkits: Flow's values, their exact JSON, and the server.

Start with the package around this one: derive a class from its `Tools`, write its methods, hand an
instance to `serve`, and test it by `call`. What those take and give is here:

- the values of Flow's own types: `Set`, `Dict`, `Some`, `Instant`, `Duration`, `Json`;
- what a method knows of its call, `Context` and `GenericContext`, and the outcomes of a call in
  memory, `Ok`, `Failed`, `NotRun` and `Unknown`;
- codecs: `INT`, `TEXT` and so on, `list_of` and so on for those made of others, and the errors that
  they raise, `DecodeError` and `EncodeError`;
- `Registry` for the objects behind host values, and `LIMITS`, which a process may set.

These names are here to stay. The modules below, and all else in them, serve generated code and may
change with it.

Each name is imported with the module that it is from when something first asks for it: most programs
need few of them, and a server is to start at once.
"""

from __future__ import annotations

import sys

if sys.hexversion < 0x030B0000:
    raise ImportError(
        f"this package needs Python 3.11 or newer, and this is Python {sys.version.split()[0]}"
    )

from .hints import TYPE_CHECKING
from .lazy import exported

if TYPE_CHECKING:
    from .carrier import Carrier as Carrier
    from .codec import Codec as Codec
    from .combinators import dict_of as dict_of
    from .combinators import list_of as list_of
    from .combinators import option_of as option_of
    from .combinators import set_of as set_of
    from .combinators import some_of as some_of
    from .combinators import tuple_of as tuple_of
    from .containers import Dict as Dict
    from .containers import Set as Set
    from .context import Context as Context
    from .context import GenericContext as GenericContext
    from .duration import Duration as Duration
    from .enums import Enum as Enum
    from .errors import CodecError as CodecError
    from .errors import DecodeError as DecodeError
    from .errors import EncodeError as EncodeError
    from .errors import JsonError as JsonError
    from .instant import Instant as Instant
    from .limits import LIMITS as LIMITS
    from .limits import Limits as Limits
    from .local import call as call
    from .local import call_async as call_async
    from .local import call_text as call_text
    from .order import order_key as order_key
    from .outcome import Cancelled as Cancelled
    from .outcome import Failed as Failed
    from .outcome import NotRun as NotRun
    from .outcome import Ok as Ok
    from .outcome import Unknown as Unknown
    from .record import Record as Record
    from .registry import Registry as Registry
    from .scalars import BOOL as BOOL
    from .scalars import BYTES as BYTES
    from .scalars import DECIMAL as DECIMAL
    from .scalars import DURATION as DURATION
    from .scalars import INSTANT as INSTANT
    from .scalars import INT as INT
    from .scalars import JSON as JSON
    from .scalars import NEVER as NEVER
    from .scalars import TEXT as TEXT
    from .scalars import UNIT as UNIT
    from .server import serve as serve
    from .values import HostValue as HostValue
    from .values import Json as Json
    from .values import Some as Some

_HOMES = {
    "carrier": ["Carrier"],
    "codec": ["Codec"],
    "combinators": ["dict_of", "list_of", "option_of", "set_of", "some_of", "tuple_of"],
    "containers": ["Dict", "Set"],
    "context": ["Context", "GenericContext"],
    "duration": ["Duration"],
    "enums": ["Enum"],
    "errors": ["CodecError", "DecodeError", "EncodeError", "JsonError"],
    "instant": ["Instant"],
    "limits": ["LIMITS", "Limits"],
    "local": ["call", "call_async", "call_text"],
    "order": ["order_key"],
    "outcome": ["Cancelled", "Failed", "NotRun", "Ok", "Unknown"],
    "record": ["Record"],
    "registry": ["Registry"],
    "scalars": [
        "BOOL",
        "BYTES",
        "DECIMAL",
        "DURATION",
        "INSTANT",
        "INT",
        "JSON",
        "NEVER",
        "TEXT",
        "UNIT",
    ],
    "server": ["serve"],
    "values": ["HostValue", "Json", "Some"],
}

if not TYPE_CHECKING:  # a checker would take any name for one of this module's
    __getattr__, __dir__ = exported(globals(), _HOMES)
    __all__ = [name for names in _HOMES.values() for name in names]
