"""Rules and the stance model in the product: who decides, what is told, what can be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.audit.canonical import loads
from ledgerrag.audit.judged import decode_odds
from ledgerrag.errors import ConfigError, ReplayError
from ledgerrag.model import UNIT, Basis
from tests.api.rulebook import HOW_LONG, LONGER, RULEBOOK
from tests.product.newsroom import Newsroom, seeded

BOTH = {"stance": "rules+model"}
DRAFT = "The reporting period is 180 days.\n\nThe council needs a quorum."


@pytest.fixture
def room(tmp_path: Path) -> Newsroom:
    made = Newsroom(tmp_path)
    made.take_in(*RULEBOOK, LONGER)
    return made


@contextmanager
def opened(room: Newsroom, seed: str = "both") -> Iterator[LedgerRAG]:
    with LedgerRAG.open(room.store, clock=room.clock, entropy=seeded(seed), params=BOTH) as rag:
        yield rag


def test_figures_are_answered_as_by_rules_alone_and_the_journal_names_both(room: Newsroom) -> None:
    with room.open() as rag:
        alone = rag.ask(HOW_LONG, as_of="2026-08-01")
    with opened(room) as rag:
        both = rag.ask(HOW_LONG, as_of="2026-08-01")
        entries = rag.store.entries(0, rag.store.tree_size())
        stances = [
            str(entry["det"]["stance"])
            for entry in (loads(body) for _, body in entries)
            if isinstance(entry, dict) and entry["type"] == "run" and isinstance(entry["det"], dict)
        ]
    assert [one.text for one in both.sentences] == [one.text for one in alone.sentences]
    assert [v.verdict for v in both.verdicts] == [v.verdict for v in alone.verdicts]
    assert stances[0].startswith("rules ")
    assert stances[1].startswith("rules and model stance/")


@pytest.mark.parametrize("level", ["R1", "R2", "R3"])
def test_runs_replay_to_the_same_bytes(room: Newsroom, level: str) -> None:
    with opened(room) as rag:
        asked = [
            rag.ask(HOW_LONG, as_of="2026-08-01").run,
            *(part.answer.run for part in rag.check(DRAFT, as_of="2026-08-01").paragraphs),
        ]
    with opened(room, "again") as rag:
        for run in asked:
            report = rag.replay(run, level=level)
            assert report.identical, report.differences


def test_what_the_model_said_is_on_record_in_millionths(room: Newsroom) -> None:
    with opened(room) as rag:
        part = rag.check(DRAFT, as_of="2026-08-01").paragraphs[1]
        body = rag.store.record("model", f"{part.answer.run}:stance")
        assert body is not None
        kept = decode_odds(body)
    assert kept
    assert all(one.support_u + one.refute_u + one.neutral_u == UNIT for one in kept.values())


def test_a_replay_reads_the_record_and_does_not_ask_the_model_again(room: Newsroom) -> None:
    with opened(room) as rag:
        run = rag.check(DRAFT, as_of="2026-08-01").paragraphs[1].answer.run
    db = apsw.Connection(str(room.store))
    # The record is append-only: a test that spoils it takes the trigger away first.
    for (name,) in db.execute("select name from sqlite_schema where type = 'trigger'").fetchall():
        db.execute(f'drop trigger "{name}"')
    db.execute("delete from record where key = ?", (f"{run}:stance",))
    db.close()
    no_word = pytest.raises(ReplayError, match="no word of the stance model")
    with opened(room, "again") as rag, no_word:
        rag.replay(run, level="R1")


def test_a_judge_that_does_not_exist_is_refused(room: Newsroom) -> None:
    with room.open() as rag, pytest.raises(ConfigError, match="stance"):
        rag.ask(HOW_LONG, params={"stance": "model"})


def test_a_draft_that_states_another_figure_is_refuted_by_the_rule(room: Newsroom) -> None:
    with opened(room) as rag:
        part = rag.check("The filing fee is 50 EUR.", as_of="2026-08-01").paragraphs[0]
    assert [str(v.verdict) for v in part.answer.verdicts] == ["refuted"]


NOTICE = {
    "doc_id": "library",
    "title": "Rules of the town library",
    "source": "regulator",
    "text": "The reading room is closed in August if the heating is being repaired.",
    "published": "2026-01-15",
}


def test_what_the_model_alone_reads_opens_no_answer_and_no_check_with_a_plain_verdict(
    tmp_path: Path,
) -> None:
    made = Newsroom(tmp_path)
    made.take_in(NOTICE)
    with opened(made) as rag:
        asked = rag.ask("Is the reading room closed in August?", as_of="2026-08-01")
        (part,) = rag.check("The reading room is closed in August.", as_of="2026-08-01").paragraphs
    assert asked.text.startswith("Probably yes, under a condition: ")
    assert part.answer.text.startswith("Probably supported, under a condition: ")
    for answer in (asked, part.answer):
        assert answer.verdicts[0].basis is Basis.MODEL
        assert [one.kind for one in answer.checklist] == ["model-alone", "condition"]
    with made.open() as rag:
        alone = rag.ask("Is the reading room closed in August?", as_of="2026-08-01")
    assert alone.text.startswith("Nothing found settles: ")
