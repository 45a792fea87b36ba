"""What is asked in other words than the source's is answered, and the reader is told of them."""

from __future__ import annotations

import pytest

from ledgerrag.answer import Answer
from ledgerrag.api import LedgerRAG
from ledgerrag.model import Verdict
from tests.product.newsroom import Newsroom

CHECKED = (
    "The Desk has checked the claim that a doctor in Velm cures colds with moss "
    "and found it to be false."
)
REPORT = (
    "The Elm Fire has 38 engines assigned to it. Personnel assigned to the Elm Fire number 346."
)


def told(room: Newsroom, text: str, title: str = "Elm Fire, Tarn County") -> None:
    report = {"doc_id": "d", "title": title, "source": "courier", "text": text}
    room.take_in(report | {"published": "2026-07-01"})


def items(answer: Answer, kind: str) -> list[str]:
    return [one.text for one in answer.checklist if one.kind == kind]


def check(room: Newsroom, text: str) -> Answer:
    with room.open() as rag:
        (paragraph,) = rag.check(text, as_of="2026-07-02").paragraphs
        return paragraph.answer


def test_a_verdict_on_a_claim_holds_for_the_claim_in_other_words(room: Newsroom) -> None:
    told(room, CHECKED, "Fact check")
    answer = check(room, "A physician in Velm heals colds with moss.")
    assert answer.verdicts[0].verdict is Verdict.REFUTED
    (item,) = items(answer, "other-words")
    assert "“physician” as “doctor”" in item or "“heals” as “cures”" in item


def test_a_question_is_answered_in_the_words_of_the_report_and_says_which(room: Newsroom) -> None:
    told(room, REPORT)
    answer = room.ask("How many pumpers were sent to the Elm Fire?", "2026-07-02")
    assert answer.verdicts[0].value == "38 engines"
    (item,) = items(answer, "other-words")
    assert "“pumpers” as “engines”" in item


def test_the_words_of_the_source_itself_leave_nothing_to_check(room: Newsroom) -> None:
    told(room, REPORT)
    answer = room.ask("How many engines are assigned to the Elm Fire?", "2026-07-02")
    assert answer.verdicts[0].value == "38 engines"
    assert items(answer, "other-words") == []


@pytest.mark.parametrize(
    "statement",
    [
        "A physician in Velm heals fevers with moss.",
        "A nurse in Velm heals colds with moss.",
        "A physician in Velm causes colds with moss.",
        "A physician in Orm heals colds with moss.",
    ],
)
def test_another_claim_is_not_settled_by_the_verdict(room: Newsroom, statement: str) -> None:
    told(room, CHECKED, "Fact check")
    assert check(room, statement).verdicts[0].verdict is Verdict.UNVERIFIED


def test_a_replay_reads_the_same_words_the_same_way(room: Newsroom) -> None:
    told(room, REPORT)
    answer = room.ask("How many pumpers were sent to the Elm Fire?", "2026-07-02")
    with LedgerRAG.open(room.store, readonly=True) as rag:
        assert all(rag.replay(answer.run, level).identical for level in ("R0", "R1", "R2"))


def test_the_price_of_admission_is_what_the_ticket_costs(room: Newsroom) -> None:
    told(room, "The fair is on the green. Stalls open at 9:00. The ticket costs 4 euros.", "Fair")
    answer = room.ask("What is the price of admission?", "2026-07-02")
    assert answer.verdicts[0].value == "4 euros"
    (item,) = items(answer, "other-words")
    assert "“admission” as “ticket”" in item
