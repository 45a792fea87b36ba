from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.bench.gold import Case, cases, load
from ledgerrag.bench.outcomes import Miss, Outcome, judge
from ledgerrag.model import Verdict
from tests.bench.law import write


@pytest.fixture
def rag(tmp_path: Path) -> Iterator[LedgerRAG]:
    folder = write(tmp_path)
    with LedgerRAG.open(tmp_path / "law.db") as opened:
        opened.ingest(folder / "canada_laws.jsonl.gz", sources=folder / "sources.toml")
        yield opened


def asked(rag: LedgerRAG, tmp_path: Path) -> tuple[tuple[Case, ...], Answer, int]:
    """The cases, the answer to the first of them, and where its run begins in the journal."""
    found = tuple(cases(load(tmp_path / "regulation_value_changes.jsonl"), rag.store))
    entry = rag.store.tree_size()
    return found, rag.ask(found[0].question, as_of=found[0].as_of), entry


def test_an_answer_is_right_in_provision_version_and_value(rag: LedgerRAG, tmp_path: Path) -> None:
    found, answer, entry = asked(rag, tmp_path)
    outcome = judge(rag, found[0], answer, entry, 1.0)
    assert (outcome.miss, outcome.why, outcome.rank) == (Miss.NONE, "", 1)
    assert outcome.provision
    assert outcome.version
    assert outcome.in_force
    assert outcome.value


def test_the_answer_of_another_day_cites_a_wrong_version_and_the_rule_is_told(
    rag: LedgerRAG, tmp_path: Path
) -> None:
    found, answer, entry = asked(rag, tmp_path)
    outcome = judge(rag, found[1], answer, entry, 1.0)
    assert outcome.miss is Miss.VERSION
    assert (outcome.version, outcome.in_force, outcome.value) == (False, False, False)
    assert "xx:1@2015-01-01@1 is superseded since 2022-07-01" in outcome.why


def test_an_answer_from_another_provision_is_no_right_one(rag: LedgerRAG, tmp_path: Path) -> None:
    found, answer, entry = asked(rag, tmp_path)
    outcome = judge(rag, found[4], answer, entry, 1.0)
    assert outcome.miss in (Miss.PROVISION, Miss.RETRIEVAL)
    assert (outcome.provision, outcome.version, outcome.value) == (False, False, False)
    assert outcome.in_force
    assert "Harbour Act" in outcome.why
    unseen = judge(rag, found[4], answer, rag.store.tree_size(), 1.0)
    assert (unseen.miss, unseen.rank) == (Miss.RETRIEVAL, 0)


def with_verdict(rag: LedgerRAG, tmp_path: Path, verdict: Verdict) -> Outcome:
    found, answer, entry = asked(rag, tmp_path)
    head = replace(answer.verdicts[0], verdict=verdict, reason="made so")
    answer = replace(answer, verdicts=(head, *answer.verdicts[1:]))
    return judge(rag, found[0], answer, entry, 1.0)


def test_what_is_contested_or_unverified_counts_as_no_right_value(
    rag: LedgerRAG, tmp_path: Path
) -> None:
    contested = with_verdict(rag, tmp_path, Verdict.CONTESTED)
    assert (contested.miss, contested.value) == (Miss.CONTESTED, False)
    open_ = with_verdict(rag, tmp_path, Verdict.UNVERIFIED)
    assert (open_.miss, open_.value) == (Miss.UNANSWERED, False)
    assert "made so" in open_.why
    assert "gold sentence is 1 of" in open_.why
