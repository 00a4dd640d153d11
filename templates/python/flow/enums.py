"""Enums none of whose constructors has a payload; a module of its own, since `enum` is slow to import."""

from __future__ import annotations

import enum


class Enum(enum.Enum):
    """The base of generated enums none of whose constructors has a payload.

    A member's value is its constructor's name in Flow. Members are ordered by `order_key`, in the
    order of their declaration.
    """

    __flow_index__: int

    def __init__(self, _name: str) -> None:
        self.__flow_index__ = len(type(self).__members__)

    def __flow_key__(self) -> int:
        return self.__flow_index__
