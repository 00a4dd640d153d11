"""Generated codecs agree with the vectors: the same texts, the same refusals at the same places."""

from __future__ import annotations

from typing import Any

import pytest

from .generated import codec_of, package
from .vectors import rows


def cases(name: str) -> list[Any]:
    return [
        pytest.param(
            group["listing"] or "everything",
            group["type"],
            case,
            id=f"{at}-{number}",
        )
        for at, group in enumerate(rows(name))
        for number, case in enumerate(group["cases"])
    ]


WHOLE_TEXT = {"json", "utf8", "surrogate", "duplicate-member", "depth"}
"""Refusals of the text as such, which may point anywhere that helps."""


@pytest.mark.parametrize(
    ("listing", "term", "case"), cases("values.json") + cases("values-random.json")
)
def test_values(listing: str, term: Any, case: dict[str, Any]) -> None:
    codec = codec_of(listing, term)
    errors = package(listing).flow
    if "refused" in case:
        with pytest.raises(errors.DecodeError) as refusal:
            codec.decode(case["text"])
        assert refusal.value.code == case["refused"]
        if case["refused"] not in WHOLE_TEXT:
            assert refusal.value.pointer == case["at"]
        return
    value = codec.decode(case["text"])
    assert codec.encode(value) == case["canonical"]
    again = codec.decode(case["canonical"])
    if not holds_host(value):
        assert again == value
        assert hash(again) == hash(value)


def holds_host(value: Any) -> bool:
    return "Page(" in repr(value)
