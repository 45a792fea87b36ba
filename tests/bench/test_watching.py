from __future__ import annotations

import pytest

from ledgerrag.bench.watching import Options, watched
from ledgerrag.errors import InputError


def test_each_update_reaches_the_stories_that_state_what_it_changes() -> None:
    said: list[str] = []
    found = watched(Options(watches=3, claims=4, facts=4, updates=3), said.append)
    assert len(found.raw["update_ms"]) == 3
    assert found.figure("claims that are watched").value == 12
    # Each of the three stories states each of the four facts.
    assert found.figure("events an update").value == 3
    # They say the same, so one run judges them all.
    assert found.figure("claims judged again an update").value == pytest.approx(100 / 12)
    assert found.figure("an update until its events are kept").aim is not None
    assert said[-1] == "update 3 of 3"


def test_facts_that_cannot_be_made_are_refused() -> None:
    with pytest.raises(InputError, match="facts cannot be made"):
        watched(Options(facts=10_000), lambda _: None)
    with pytest.raises(InputError, match="facts cannot be made"):
        watched(Options(facts=1, claims=2), lambda _: None)
