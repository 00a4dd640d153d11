"""Values of every type of a listing, made without the codecs under test.

A sample is a value's canonical text with a key that orders it as Flow does. Both come from the rules of
the encoding alone, so that a test can hold a codec's text and its order against them.
"""

from __future__ import annotations

import base64
import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path
    from random import Random

Term = tuple[Any, ...]
"""A term without type parameters: its kind, then its parts; a Named one has its declaration's id first."""

NEVER = 1 << 30
"""The height of a type without values."""

INTS = (
    0,
    1,
    -1,
    7,
    255,
    -(2**31),
    2**53 + 1,
    18446744073636006420,
    -(10**40) - 1,
    10**4095,
)
DECIMALS = (
    "0",
    "1",
    "-1.5",
    "0.1234567890123456789012345",
    "100",
    "0.0000001",
    "-12345678901234567890",
)
TEXTS = (
    "",
    "a",
    "B",
    "é",
    "\U0001f600",
    "\ufb33",
    "\u2028",
    '"\\/',
    "\x00\x1f\x7f",
    "10",
    "2",
    "<&>",
    "日本",
)
BYTES = (b"", b"\x00", b"\xff\xfe", b"abc", bytes(range(64)))
INSTANTS = (
    ("-10000-01-01T00:00:00Z", (-10000, 1, 1, 0, 0, Fraction(0))),
    ("-0001-12-31T23:59:59.5Z", (-1, 12, 31, 23, 59, Fraction("59.5"))),
    ("0000-02-29T00:00:00Z", (0, 2, 29, 0, 0, Fraction(0))),
    (
        "1970-01-01T00:00:00.000000000001Z",
        (1970, 1, 1, 0, 0, Fraction("0.000000000001")),
    ),
    ("2024-02-29T12:34:56.789Z", (2024, 2, 29, 12, 34, Fraction("56.789"))),
    ("+10000-01-01T00:00:00Z", (10000, 1, 1, 0, 0, Fraction(0))),
    ("+123456-06-07T08:09:10Z", (123456, 6, 7, 8, 9, Fraction(10))),
)


class Sample(NamedTuple):
    """A value: its canonical text, and its key, comparable with those of the same type's other values."""

    text: str
    key: Any


class Listing:
    """A listing's declarations, and samples of the types that they make."""

    def __init__(self, path: Path) -> None:
        self.path = path
        tree = json.loads(path.read_text(encoding="utf-8"))
        self.tools: list[dict[str, Any]] = tree["tools"]
        self.templates: dict[str, dict[str, Any]] = tree["types"]
        self._heights: dict[Term, int] = {}

    def close(self, term: Any, arguments: Mapping[str, Sequence[Term]]) -> Term:
        """The term with the arguments of each owner in place of its type parameters."""
        if isinstance(term, str):
            return (term,)
        ((kind, body),) = term.items()
        if kind == "Param":
            return tuple(arguments[body["owner"]][body["index"]])
        if kind == "Named":
            return (
                kind,
                body["declaration"],
                *(self.close(part, arguments) for part in body["args"]),
            )
        if kind == "Function":
            body = [*body["params"], body["result"]]
        parts: list[Any] = [*body] if type(body) is list else [body]
        return (kind, *(self.close(part, arguments) for part in parts))

    def members(
        self, term: Term
    ) -> list[tuple[str, dict[str, Term] | list[Term] | None]]:
        """The alternatives of a Named term: a record's one, or an enum's constructors with what they carry."""
        template = self.templates[term[1]]
        arguments = {term[1]: term[2:]}

        def fields(raw: list[dict[str, Any]]) -> dict[str, Term]:
            return {each["name"]: self.close(each["type"], arguments) for each in raw}

        if template["kind"] == "record":
            return [("", fields(template["fields"]))]
        alternatives: list[tuple[str, dict[str, Term] | list[Term] | None]] = []
        for constructor in template["constructors"]:
            payload = constructor["payload"]
            if payload is None:
                alternatives.append((constructor["name"], None))
            elif "named" in payload:
                alternatives.append((constructor["name"], fields(payload["named"])))
            else:
                parts = [self.close(part, arguments) for part in payload["positional"]]
                alternatives.append((constructor["name"], parts))
        return alternatives

    def kind(self, term: Term) -> str:
        """What the term is: a primitive, a compound, or the kind of its declaration."""
        kind: str = self.templates[term[1]]["kind"] if term[0] == "Named" else term[0]
        return kind

    def has_values(self, term: Term) -> bool:
        """Whether the type has any value."""
        return self.height(term) < NEVER

    def has_order(self, term: Term) -> bool:
        """Whether values of the type can be compared: no host value stands in them."""
        pending, seen = [term], {term}
        while pending:
            each = pending.pop()
            if self.kind(each) == "host":
                return False
            named = self.kind(each) in ("record", "enum")
            parts: list[Term] = (
                list(self._parts(each))
                if named
                else [part for part in each[1:] if type(part) is tuple]
            )
            fresh = [part for part in parts if part not in seen]
            seen.update(fresh)
            pending.extend(fresh)
        return True

    def height(self, term: Term) -> int:
        """How many levels the flattest value of the type has; NEVER where it has no value."""
        if term not in self._heights:
            pending, reached = [term], {term}
            while pending:
                for part in self._parts(pending.pop()):
                    if part not in reached and part not in self._heights:
                        reached.add(part)
                        pending.append(part)
            self._heights.update(dict.fromkeys(reached, NEVER))
            changed = True
            while changed:
                changed = False
                for each in reached:
                    height = self._height(each)
                    changed = changed or height != self._heights[each]
                    self._heights[each] = height
        return self._heights[term]

    def _parts(self, term: Term) -> Iterator[Term]:
        kind = self.kind(term)
        if kind == "Tuple":
            yield from term[1:]
        elif kind in ("record", "enum"):
            for _, payload in self.members(term):
                yield from _values(payload)

    def _height(self, term: Term) -> int:
        kind = self.kind(term)
        if kind in ("Never", "Function", "Task", "nondata"):
            return NEVER
        if kind == "Tuple":
            return self._tallest(term[1:])
        if kind in ("record", "enum"):
            return min(
                (self.payload_height(payload) for _, payload in self.members(term)),
                default=NEVER,
            )
        return 1

    def payload_height(self, payload: dict[str, Term] | list[Term] | None) -> int:
        """The height of what a constructor or a record carries."""
        if isinstance(payload, dict):
            return self._tallest(
                [part for part in payload.values() if part[0] != "Option"]
            )
        return self._tallest(_values(payload))

    def _tallest(self, parts: Sequence[Term]) -> int:
        return min(NEVER, 1 + max((self._known(part) for part in parts), default=0))

    def _known(self, term: Term) -> int:
        # A field that is an Option may be left out; any other Option has None.
        return 1 if term[0] == "Option" else self._heights.get(term, NEVER)


def _values(payload: dict[str, Term] | list[Term] | None) -> list[Term]:
    if isinstance(payload, dict):
        return list(payload.values())
    return payload or []


EDITS = (
    *(
        "",
        "0",
        "1",
        "-",
        ".",
        "e9",
        '"',
        "\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "null",
        "true",
        "Z",
    ),
    *(
        "é",
        '"a":1,',
        '"None"',
        '{"Some":1}',
        "\\ud800",
        "PT1S",
        "+10000",
        "=",
        "\n",
        "9" * 5000,
    ),
)
"""What a damaged text gets in the place of a few of its characters."""


@st.composite
def damaged(draw: st.DrawFn, sample: Sample | None, *, least: int) -> str:
    """The text of a sample, null where there is none, in which `least` to three places were edited."""
    text = sample.text if sample is not None else "null"
    for _ in range(draw(st.integers(least, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 3)))
        text = text[:start] + draw(st.sampled_from(EDITS)) + text[end:]
    return text


class Sampler:
    """Makes samples by chance; `fuel` bounds how deep they go beyond what their types demand."""

    def __init__(self, listing: Listing, chance: Random) -> None:
        self._listing = listing
        self._chance = chance

    def sample(self, term: Term, fuel: int) -> Sample:
        """A value of a type that has one."""
        kind = self._listing.kind(term)
        if kind in _PRIMITIVES:
            return _PRIMITIVES[kind](self._chance)
        if kind in ("json.Value", "host"):
            return self._json(fuel)
        if kind == "Option":
            if not self._has_values(term[1], fuel):
                return Sample('"None"', (0,))
            value = self.sample(term[1], fuel - 1)
            return Sample(f'{{"Some":{value.text}}}', (1, value.key))
        if kind == "List":
            return _array(self._several(term[1], fuel))
        if kind == "Set":
            return _array(_ascending(self._several(term[1], fuel)))
        if kind == "Tuple":
            return _array([self.sample(part, fuel - 1) for part in term[1:]])
        if kind == "Dict":
            return self._dict(term[1], term[2], fuel)
        return self._declared(term, fuel)

    def _has_values(self, term: Term, fuel: int) -> bool:
        return (
            fuel > 0
            and self._listing.height(term) < NEVER
            and self._chance.random() < 0.7
        )

    def _several(self, term: Term, fuel: int) -> list[Sample]:
        if not self._has_values(term, fuel):
            return []
        return [self.sample(term, fuel - 1) for _ in range(self._chance.randint(1, 3))]

    def _dict(self, key: Term, value: Term, fuel: int) -> Sample:
        keys = (
            _ascending(self._several(key, fuel))
            if self._has_values(value, fuel)
            else []
        )
        entries = [(each, self.sample(value, fuel - 1)) for each in keys]
        order = tuple((k.key, v.key) for k, v in entries)
        if key == ("Text",):
            return Sample(
                "{" + ",".join(f"{k.text}:{v.text}" for k, v in entries) + "}", order
            )
        return Sample(
            "[" + ",".join(f"[{k.text},{v.text}]" for k, v in entries) + "]", order
        )

    def _declared(self, term: Term, fuel: int) -> Sample:
        alternatives = list(enumerate(self._listing.members(term)))
        self._listing.height(term)
        alternatives = [
            each
            for each in alternatives
            if self._listing.payload_height(each[1][1]) < NEVER
        ]
        if fuel > 0:
            index, (name, payload) = self._chance.choice(alternatives)
        else:
            index, (name, payload) = min(
                alternatives, key=lambda each: self._listing.payload_height(each[1][1])
            )
        if payload is None:
            return Sample(quote(name), (index,))
        if isinstance(payload, dict):
            body = self._fields(payload, fuel)
        else:
            body = _array([self.sample(part, fuel - 1) for part in payload])
            if len(payload) == 1:
                body = Sample(body.text[1:-1], body.key)
        return (
            Sample(f"{{{quote(name)}:{body.text}}}", (index, *body.key))
            if name
            else body
        )

    def _fields(self, fields: dict[str, Term], fuel: int) -> Sample:
        members: list[tuple[str, str]] = []
        keys: list[Any] = []
        for name, term in fields.items():
            if term[0] != "Option":
                value = self.sample(term, fuel - 1)
                members.append((name, value.text))
                keys.append(value.key)
            elif self._has_values(term[1], fuel):
                value = self.sample(term[1], fuel - 1)
                members.append((name, value.text))
                keys.append((1, value.key))
            else:
                keys.append((0,))
        return Sample(
            "{"
            + ",".join(f"{quote(name)}:{text}" for name, text in sorted(members))
            + "}",
            tuple(keys),
        )

    def _json(self, fuel: int) -> Sample:
        choice = self._chance.randrange(6 if fuel > 0 else 4)
        if choice == 0:
            return Sample("null", (0,))
        if choice < 4:
            value = _PRIMITIVES[("Bool", "Decimal", "Text")[choice - 1]](self._chance)
            return Sample(value.text, (choice, value.key))
        value = (
            self._dict(("Text",), ("json.Value",), fuel)
            if choice == 5
            else _array(self._several(("json.Value",), fuel))
        )
        return Sample(value.text, (choice, value.key))


def quote(text: str) -> str:
    """The canonical text of a Text."""
    return json.dumps(text, ensure_ascii=False)


def _array(items: list[Sample]) -> Sample:
    return Sample(
        "[" + ",".join(item.text for item in items) + "]",
        tuple(item.key for item in items),
    )


def _ascending(items: list[Sample]) -> list[Sample]:
    unique = {item.text: item for item in items}
    return sorted(unique.values(), key=lambda item: item.key)


def _bool(chance: Random) -> Sample:
    value = chance.random() < 0.5
    return Sample("true" if value else "false", value)


def _int(chance: Random) -> Sample:
    value = (
        chance.choice(INTS)
        if chance.random() < 0.5
        else chance.randrange(-(10**6), 10**6)
    )
    return Sample(_digits(value), Fraction(value))


def _digits(value: int) -> str:
    """The digits of a whole number; Python's own conversion stops at 4,300 of them."""
    if abs(value) < 10**4000:
        return str(value)
    high, low = divmod(abs(value), 10**4000)
    return f"{'-' if value < 0 else ''}{high}{low:04000d}"


def _decimal(chance: Random) -> Sample:
    if chance.random() < 0.5:
        text = chance.choice(DECIMALS)
    else:
        digits, places = chance.randrange(1, 10**9), chance.randrange(1, 9)
        whole, part = divmod(digits, 10**places)
        text = f"{chance.choice(('', '-'))}{whole}.{part:0{places}d}".rstrip(
            "0"
        ).rstrip(".")
    return Sample(text, Fraction(text))


def _text(chance: Random) -> Sample:
    value = chance.choice(TEXTS) + (
        chance.choice(TEXTS) if chance.random() < 0.5 else ""
    )
    return Sample(quote(value), value)


def _bytes(chance: Random) -> Sample:
    value = chance.choice(BYTES) + chance.randbytes(chance.randrange(4))
    return Sample(quote(base64.b64encode(value).decode("ascii")), value)


def _instant(chance: Random) -> Sample:
    text, key = chance.choice(INSTANTS)
    return Sample(f'"{text}"', key)


def _duration(chance: Random) -> Sample:
    seconds = _decimal(chance)
    return Sample(f'"PT{seconds.text}S"', seconds.key)


def _unit(_chance: Random) -> Sample:
    return Sample("null", ())


_PRIMITIVES = {
    "Int": _int,
    "Decimal": _decimal,
    "Bool": _bool,
    "Text": _text,
    "Bytes": _bytes,
    "Instant": _instant,
    "Duration": _duration,
    "Unit": _unit,
}
