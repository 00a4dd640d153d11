# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false, reportUnknownMemberType=false
"""Damaged views and odd values: refused with a place, and with nothing else."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from flow import json
from flow.codec import ABSENT
from flow.errors import DecodeError
from flow.graph import GraphError
from flow.view import View, validate

from .listing import listing
from .vectors import Row, rows

VALID = [row for row in rows("views.json") if row["valid"]]
ODD: list[Any] = [
    None, True, 0, -1, 1, json.Num("1.0"), json.Num("1e400"), json.Num("0.5"), "", "Int", "Never", "tool", "record",
    "host", "T", [], {}, ["Int", "Int"], {"List": "Int"}, {"Param": {"owner": "tool", "index": 0}},
    {"Named": {"declaration": "item", "args": []}}, {"Option": "json.Value"}, {"Task": "Int"}, "x" * 70_000,
]  # fmt: skip


def damage(dice: random.Random, tree: Any) -> None:
    """Change one place of a tree, which is an object or an array with something in it."""
    holder = tree
    while True:
        keys = list(holder) if type(holder) is dict else list(range(len(holder)))
        at = dice.choice(keys)
        inner = holder[at]
        if type(inner) in (dict, list) and inner and dice.random() < 0.85:
            holder = inner
            continue
        break
    act, odd = dice.randrange(5), copy.deepcopy(dice.choice(ODD))
    if act == 0:
        del holder[at]
    elif act == 1 and type(holder) is list:
        holder.insert(at, odd)
    elif act == 2 and type(holder) is dict:
        name = dice.choice(["", "doc", "extra", "T", "0", "description"])
        holder[name] = odd
    elif act == 3:
        other = dice.choice(keys)
        holder[at], holder[other] = holder[other], holder[at]
    else:
        holder[at] = odd


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_view_is_refused_at_a_place_or_stays_valid(seed: int) -> None:
    dice = random.Random(seed)
    refused = 0
    for _ in range(60):
        row = dice.choice(VALID)
        parts = {
            "types": copy.deepcopy(row["types"]),
            "schema": copy.deepcopy(row["schema"]),
        }
        for _ in range(dice.randint(1, 3)):
            damage(dice, parts or {"nothing": 0})
        types, schema = (parts.get(name, ABSENT) for name in ("types", "schema"))
        try:
            validate(listing(row["listing"]), row["tool"], types, schema)
        except GraphError as fault:
            assert fault.pointer.startswith(("/types", "/schema"))
            assert fault.message
            refused += 1
    assert refused > 20


def view_of(row: Row) -> View:
    return validate(listing(row["listing"]), row["tool"], row["types"], row["schema"])


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_argument_is_refused_or_read_to_what_it_reads_back_as(
    seed: int,
) -> None:
    dice = random.Random(seed)
    read = 0
    for _ in range(60):
        row = dice.choice(VALID)
        args = copy.deepcopy(row["args"])
        if not args:
            continue
        damage(dice, args)
        view = view_of(row)
        for name, tree in args.items():
            if name not in view.params:
                continue
            codec = view.codecs.of(view.params[name])
            try:
                carrier = codec.read(tree)
            except DecodeError as fault:
                assert fault.message
                continue
            again = codec.decode(carrier.text)
            assert again == carrier
            assert again <= carrier <= again
            read += 1
    assert read > 5
