from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ledgerrag import baselines
from ledgerrag.answer import Answer
from tests.baselines.town import AMENDED, HOW_LONG, HOW_MANY, OFFICIAL, RULE, Town, rumours, town

LATER_RULE = {
    **AMENDED,
    "doc_id": "rule-7-again",
    "text": "The notice period is 60 days.",
    "published": "2025-11-20",
    "effective_from": "2026-01-01",
}
FOUND = {
    **OFFICIAL,
    "doc_id": "harbour-report-2",
    "text": "After the storm 1 boat is missing in the old harbour.",
    "published": "2025-02-09",
}
WITHDRAWN = {
    "act": "withdraw",
    "target": "harbour-report",
    "source": "ministry",
    "published": "2025-02-12",
}
RECORDS = (RULE, AMENDED, LATER_RULE, OFFICIAL, FOUND, *rumours(4, reworded=True), WITHDRAWN)
DAYS = (
    "2023-12-31",
    "2024-01-10",
    "2025-02-01",
    "2025-02-02",
    "2025-02-03",
    "2025-02-10",
    "2025-02-20",
    "2025-02-28",
    "2025-03-01",
    "2025-07-01",
    "2025-11-19",
    "2026-02-01",
)
# Term statistics of the whole index are of a later day: that is what this one leaves in.
EXACT = tuple(n for n in baselines.names() if n not in ("ledgerrag-without-as-of-statistics",))


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    with town(tmp_path_factory.mktemp("town"), *RECORDS) as made:
        yield made


def touched(answer: Answer) -> set[str]:
    """Every document that an answer names."""
    cited = {f"{one.doc_id}@{one.version}" for one in (*answer.citations, *answer.nearest)}
    changed = {key for one in answer.changes for key in (one.before, one.after) if key}
    told = {key for one in answer.disputed for key in one.keys}
    return cited | changed | told | {one.key for one in answer.pending if "@" in one.key}


@pytest.mark.parametrize("name", baselines.names())
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    question=st.sampled_from((HOW_LONG, HOW_MANY)),
    known_at=st.sampled_from(DAYS),
    as_of=st.sampled_from(DAYS),
)
def test_no_system_names_anything_that_was_published_after_k(
    full: Town, name: str, question: str, known_at: str, as_of: str
) -> None:
    answer = full.ask(name, question, as_of, known_at)
    published = {f"{row['doc_id']}@1": str(row["published"]) for row in RECORDS[:-1]}
    assert {key for key in touched(answer) if published[key] > known_at} == set()


@pytest.mark.parametrize("known_at", ["2025-02-10", "2025-04-01"])
def test_an_answer_is_what_it_would_be_if_nothing_later_were_stored(
    full: Town, tmp_path: Path, known_at: str
) -> None:
    earlier = [row for row in RECORDS if str(row["published"]) <= known_at]
    with town(tmp_path, *earlier) as there:
        for name in EXACT:
            for question in (HOW_LONG, HOW_MANY):
                one = full.ask(name, question, known_at)
                two = there.ask(name, question, known_at)
                assert (one.sentences, one.citations, one.verdicts, one.checklist) == (
                    (two.sentences, two.citations, two.verdicts, two.checklist)
                ), name


def test_a_step_that_may_know_less_than_the_one_before_takes_nothing_over(full: Town) -> None:
    late = full.ask("ledgerrag-refresh", HOW_LONG, "2026-02-01")
    early = full.ask("ledgerrag-refresh", HOW_LONG, "2025-02-01", before=late)
    assert early.verdicts[0].value == "30 days"
    assert touched(early) == {"rule-7@1"}
    assert early.cost.reasked == 1
