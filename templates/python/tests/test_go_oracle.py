"""Generated codecs beside those of the Go runtime: two implementations that share no code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .goldens import NAMES, golden
from .oracle import oracle
from .samples import damaged
from .test_roundtrip import generated, verdict


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_a_text_is_read_as_go_reads_it(name: str, data: st.DataObject) -> None:
    """A text, damaged or not, gives the same canonical text in both, or is refused by both.

    Of several faults in a text each tells the first that it meets: Go reads the members as they come, Python the
    whole text before any of it.
    """
    it = golden(name)
    cases = it.tools()
    if not cases:
        return
    case = data.draw(st.sampled_from(cases))
    sample = it.sample(case, data.draw(st.integers(0, 1000)), fuel=2)
    text = data.draw(damaged(sample, least=0))
    ours = verdict(it, lambda: generated(case, text))
    go = oracle().read(it.listing.path, case.term, text)
    if "read" in (ours[0], go[0]):
        assert ours == go
