from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.baselines.desk import Desk, Read
from ledgerrag.baselines.voting import EVEN_U, Settled, candidates, vote, weighed
from ledgerrag.model import (
    UNIT,
    Claim,
    ClaimKind,
    Verdict,
)
from tests.baselines.readings import read
from tests.baselines.town import AMENDED, HOW_LONG, RULE, town


def relevance(one: Read) -> int:
    return one.relevance_u


def test_sentences_of_one_value_are_one_candidate_and_the_heaviest_leads() -> None:
    made = candidates([read("a", 30), read("b", 45), read("c", 45)], relevance)
    assert [[one.document.doc_id for one in group.reads] for group in made] == [["b", "c"], ["a"]]
    assert [group.weight for group in made] == [2 * UNIT, UNIT]


def test_a_document_has_one_voice_however_often_it_says_so() -> None:
    often = [read("a", 30, start=40 * n) for n in range(5)]
    made = candidates([*often, read("b", 45), read("c", 45)], relevance)
    assert [group.weight for group in made] == [2 * UNIT, UNIT]


@given(st.permutations([("a", 30, UNIT), ("b", 45, UNIT), ("c", 45, 3), ("d", 60, UNIT // 2)]))
def test_the_order_of_what_was_read_decides_nothing(order: list[tuple[str, int, int]]) -> None:
    made = candidates([read(*one) for one in order], relevance)
    assert [group.reads[0].document.doc_id for group in made] == ["b", "a", "d"]


@pytest.mark.parametrize(
    ("light", "verdict"),
    [
        (EVEN_U - 1, Verdict.SUPPORTED),
        (EVEN_U, Verdict.CONTESTED),
        (UNIT, Verdict.CONTESTED),
    ],
)
def test_from_nine_tenths_of_the_weight_the_other_side_leaves_a_statement_open(
    tmp_path: Path, light: int, verdict: Verdict
) -> None:
    def settle(desk: Desk, claim: Claim) -> Settled:
        by_name = {"rule-7": UNIT, "rule-7-amended": light}
        reads = desk.read(claim, desk.search(claim, desk.words(claim)))
        return weighed(
            claim,
            claim,
            desk.judged(claim, reads),
            lambda one: by_name[one.document.doc_id],
            "weight",
        )

    with town(tmp_path, RULE, AMENDED) as it:
        answer = it.at_desk("Is the notice period 30 days?", "2025-07-01", settle)
        assert [one.verdict for one in answer.verdicts] == [verdict]


def test_of_three_answers_to_a_question_each_speaks_for_itself(tmp_path: Path) -> None:
    third = {
        **AMENDED,
        "doc_id": "rule-7-third",
        "text": "The notice period is 60 days.",
        "published": "2025-04-01",
    }
    # Two lighter answers together outweigh the first one, and neither does alone.
    heavy = {"rule-7": UNIT, "rule-7-amended": 600_000, "rule-7-third": 600_000}

    def settle(desk: Desk, claim: Claim) -> Settled:
        assert claim.kind is ClaimKind.SLOT
        reads = desk.read(claim, desk.search(claim, desk.words(claim)))
        return vote(desk, claim, reads, lambda one: heavy[one.document.doc_id], "weight")

    with town(tmp_path, RULE, AMENDED, third) as it:
        (verdict,) = it.at_desk(HOW_LONG, "2025-07-01", settle).verdicts
        assert (verdict.verdict, verdict.value) == (Verdict.SUPPORTED, "30 days")
        assert (verdict.support, verdict.refute) == (1, 2)
