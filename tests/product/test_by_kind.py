"""An answer by the kind of its value is kept, replayed and renewed like every other."""

from __future__ import annotations

import pytest

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.model import Basis
from tests.product.newsroom import Newsroom, cited

SHARE = "What share of the Alder Fire is mopped up?"


def report(percent: int, published: str) -> dict[str, object]:
    return {
        "doc_id": "alder",
        "title": "Alder Fire, Quill County",
        "source": "regulator",
        "text": f"Acres burned: 300\nContainment: {percent}%\nEngines: 38",
        "published": published,
    }


@pytest.fixture
def asked(room: Newsroom) -> Answer:
    room.take_in(report(5, "2026-07-01"))
    return room.ask(SHARE, "2026-07-02")


def test_every_level_of_replay_is_identical_also_after_a_later_report(
    room: Newsroom, asked: Answer
) -> None:
    assert asked.verdicts[0].basis is Basis.KIND
    room.take_in(report(50, "2026-07-10"))
    with LedgerRAG.open(room.store, readonly=True) as rag:
        assert all(rag.replay(asked.run, level).identical for level in ("R0", "R1", "R2"))
        assert rag.answer(asked.run).verdicts[0].basis is Basis.KIND


def test_the_answer_follows_the_version_in_force(room: Newsroom, asked: Answer) -> None:
    room.take_in(report(50, "2026-07-10"))
    later = room.ask(SHARE, "2026-07-11")
    assert (asked.verdicts[0].value, later.verdicts[0].value) == ("5%", "50%")
    assert (cited(asked), cited(later)) == (["alder@1"], ["alder@2"])


def test_an_answer_that_is_renewed_rests_on_the_later_report(room: Newsroom) -> None:
    room.today = "2026-07-02"
    room.take_in(report(5, "2026-07-01"))
    with room.open() as rag:
        assert rag.ask(SHARE).verdicts[0].value == "5%"
    room.today = "2026-07-11"
    room.take_in(report(50, "2026-07-10"))
    with room.open() as rag:
        ((_, new),) = rag.refresh().refreshed
        assert rag.answer(new).verdicts[0].value == "50%"
