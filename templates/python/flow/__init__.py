"""The support code of generated toolkits: Flow's values, their exact JSON, and the server."""

from __future__ import annotations

from .containers import Dict as Dict
from .containers import Set as Set
from .duration import Duration as Duration
from .errors import CodecError as CodecError
from .errors import DecodeError as DecodeError
from .errors import EncodeError as EncodeError
from .errors import JsonError as JsonError
from .instant import Instant as Instant
from .limits import LIMITS as LIMITS
from .limits import Limits as Limits
from .order import order_key as order_key
from .record import Record as Record
from .values import Enum as Enum
from .values import HostValue as HostValue
from .values import Json as Json
from .values import Some as Some
