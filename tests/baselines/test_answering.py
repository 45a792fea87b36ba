from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.baselines.desk import Desk, Read, rescaled
from ledgerrag.baselines.query_rag import settle as query_rag
from ledgerrag.baselines.voting import Settled, unsettled, vote
from ledgerrag.config import Params
from ledgerrag.model import UNIT, Claim, DocKey
from tests.baselines.readings import read
from tests.baselines.town import AMENDED, HOW_LONG, HOW_MANY, OFFICIAL, RULE, rumours, town
from tests.talking import talker

WHAT_CHANGED = "What has changed in the notice period?"


def _prefers_45(one: Read) -> int:
    return 9 if "45" in one.scored.passage.text else 1


def test_a_list_is_as_long_as_asked_and_keeps_no_places_for_anybody(tmp_path: Path) -> None:
    found: list[list[str]] = []

    def settle(desk: Desk, claim: Claim) -> Settled:
        for k in (0, 9):
            hits = desk.search(claim, desk.words(claim), k)
            found.append([hit.source for hit in hits])
            assert not any(hit.reserved for hit in hits)
        return unsettled(claim)

    with town(tmp_path, *rumours(8), OFFICIAL) as it:
        it.at_desk(HOW_MANY, "2025-02-10", settle)
    first, longer = found
    assert (len(first), len(longer)) == (5, 9)
    assert "ministry" not in first
    assert "ministry" in longer


def test_a_sentence_that_is_found_twice_is_read_once_with_its_better_rank(tmp_path: Path) -> None:
    ranks: list[int] = []

    def settle(desk: Desk, claim: Claim) -> Settled:
        hits = desk.search(claim, desk.words(claim))
        poorer = desk.search(claim, "period of something else altogether")
        reads = desk.read(claim, (*poorer, *hits, *hits))
        ranks.extend(one.sighting.r_u for one in reads)
        assert desk.tally.calls == desk.tally.steps == 2
        assert desk.tally.seen == {DocKey("rule-7", 1)}
        return unsettled(claim)

    with town(tmp_path, RULE) as it:
        it.at_desk(HOW_LONG, "2024-03-01", settle)
    assert ranks == [UNIT]


def test_a_sentence_may_count_for_less_and_never_for_nothing() -> None:
    one = read("a", 30, UNIT // 2)
    assert rescaled(one, UNIT // 2).relevance_u == UNIT // 4
    assert rescaled(one, 0).relevance_u == 1


def test_what_the_store_was_opened_with_holds_for_every_system(tmp_path: Path) -> None:
    seen: list[Params] = []

    def settle(desk: Desk, claim: Claim) -> Settled:
        seen.append(desk.params)
        return query_rag(desk, claim)

    with town(tmp_path, RULE, top_k=3, max_retrieval_calls=7) as it:
        it.at_desk(HOW_LONG, "2024-03-01", settle)
    (params,) = seen
    assert (params.top_k, params.max_retrieval_calls, params.retrieval) == (3, 7, "lexical")


@pytest.mark.parametrize(
    ("k", "told"),
    [
        (5, "30 -> 45 days from 2025-06-01. [1]"),
        (1, "No earlier version was found: The notice period is 45 days. [1]"),
    ],
)
def test_a_change_is_told_only_between_versions_that_were_read(
    tmp_path: Path, k: int, told: str
) -> None:
    def settle(desk: Desk, claim: Claim) -> Settled:
        reads = desk.read(claim, desk.search(claim, "notice period 45 days", k))
        return vote(desk, claim, reads, _prefers_45, "test")

    with town(tmp_path, RULE, AMENDED) as it:
        answer = it.at_desk(WHAT_CHANGED, "2025-07-01", settle)
        assert [one.before for one in answer.changes] == (["rule-7@1"] if k > 1 else [])
        assert answer.text == told


def test_a_language_model_words_the_answer_and_its_calls_are_counted(tmp_path: Path) -> None:
    with town(tmp_path, RULE, language=talker()) as it:
        answer = it.ask("query-rag-bm25", HOW_LONG, "2024-03-01")
        assert answer.language is not None
        assert {one.split("/")[0] for one in answer.language.prompts} == {"generate"}
        assert answer.cost.model_calls == 1
        assert answer.text == "The notice period is 30 days. [1]"
        assert "model" in dict(answer.cost.stage_us)


def test_a_statement_over_several_lines_is_checked_as_one(tmp_path: Path) -> None:
    with town(tmp_path, RULE) as it:
        for name in ("query-rag-bm25", "ledgerrag"):
            answer = it.ask(name, "The notice\n\nperiod is\n30 days.", "2024-03-01", form="check")
            assert [str(one.verdict) for one in answer.verdicts] == ["supported"]
