from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.baselines.truthful_rag import entropy_u, facts, merged
from ledgerrag.model import UNIT, Verdict
from tests.baselines.readings import read
from tests.baselines.town import AMENDED, HOW_LONG, HOW_MANY, OFFICIAL, RULE, rumours, town

NAME = "truthfulrag-proxy"


def test_the_same_words_in_another_document_are_the_same_triple() -> None:
    copies = [read("a", 30), read("b", 30), read("c", 45)]
    assert [one.document.doc_id for one in merged(copies)] == ["a", "c"]


def test_triples_with_one_tail_are_one_fact() -> None:
    found = facts([read("a", 30), read("b", 45), read("c", 45, start=7)])
    assert [(fact.tail.document.doc_id, len(fact.paths)) for fact in found] == [("b", 2), ("a", 1)]
    assert [fact.mass for fact in found] == [2 * UNIT, UNIT]


@pytest.mark.parametrize(
    ("masses", "entropy"),
    [
        ([], 0),
        ([7], 0),
        ([5, 5], UNIT),
        ([1, 3], 811_278),  # -(.25 ln .25 + .75 ln .75) / ln 2
        ([1, 1, 2], 946_395),  # (.5 ln 4 + .5 ln 2) / ln 3
    ],
)
def test_entropy_is_that_of_the_shares_over_its_greatest_value(
    masses: list[int], entropy: int
) -> None:
    assert entropy_u(masses) == entropy


@given(st.lists(st.integers(1, 10**9), min_size=2, max_size=6), st.integers(2, 50))
def test_entropy_does_not_depend_on_order_or_scale_and_stays_within_one(
    masses: list[int], factor: int
) -> None:
    found = entropy_u(masses)
    assert 0 <= found <= UNIT
    assert found == entropy_u(sorted(masses))
    assert found == entropy_u([mass * factor for mass in masses])


def test_a_flood_of_copies_is_one_fact_and_a_flood_of_rewordings_wins(tmp_path: Path) -> None:
    copied, reworded = tmp_path / "copied", tmp_path / "reworded"
    copied.mkdir()
    reworded.mkdir()
    with town(copied, *rumours(3), OFFICIAL) as it:
        answer = it.ask(NAME, HOW_MANY, "2025-02-10")
        assert [one.verdict for one in answer.verdicts] == [Verdict.CONTESTED]
    with town(reworded, *rumours(3, reworded=True), OFFICIAL) as it:
        assert it.value(NAME, HOW_MANY, "2025-02-10") == "9 boats"


def test_facts_that_differ_call_for_one_more_search_and_a_single_fact_does_not(
    tmp_path: Path,
) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        assert it.ask(NAME, HOW_LONG, "2024-07-01").cost.retrieval_calls == 1
        assert it.ask(NAME, HOW_LONG, "2025-07-01").cost.retrieval_calls == 2


def test_two_facts_of_equal_weight_leave_a_statement_open(tmp_path: Path) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        answer = it.ask(NAME, "The notice period is 30 days.", "2025-07-01", form="check")
        assert [one.verdict for one in answer.verdicts] == [Verdict.CONTESTED]
        assert "entropy 1.000 of 1" in answer.verdicts[0].reason
