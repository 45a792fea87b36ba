from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag import baselines
from ledgerrag.model import Status, Verdict
from tests.baselines.town import AMENDED, HOW_LONG, HOW_MANY, OFFICIAL, RULE, rumours, town

LEDGER = tuple(name for name in baselines.names() if name.startswith("ledgerrag"))
OTHERS = tuple(name for name in baselines.names() if not name.startswith("ledgerrag"))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("query-rag-bm25", "9 boats"),
        ("query-rag-dense", "9 boats"),
        ("self-rag-bm25", "9 boats"),
        ("graphrag-lite", "9 boats"),
        ("ledgerrag", "2 boats"),
        ("ledgerrag-dense", "2 boats"),
    ],
)
def test_five_rumours_outvote_an_official_report_but_do_not_outrank_it(
    tmp_path: Path, name: str, told: str
) -> None:
    with town(tmp_path, *rumours(5, reworded=True), OFFICIAL) as it:
        assert it.value(name, HOW_MANY, "2025-02-10") == told


@pytest.mark.parametrize("name", OTHERS)
def test_before_anything_was_published_every_system_says_that_it_found_nothing(
    tmp_path: Path, name: str
) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        answer = it.ask(name, HOW_LONG, "2023-05-01")
        assert [one.verdict for one in answer.verdicts] == [Verdict.UNVERIFIED]
        assert answer.citations == ()
        assert answer.text.startswith("Nothing was found")


@pytest.mark.parametrize("name", baselines.names())
def test_every_system_answers_from_the_one_text_there_is_and_quotes_it(
    tmp_path: Path, name: str
) -> None:
    with town(tmp_path, RULE) as it:
        answer = it.ask(name, HOW_LONG, "2024-03-01")
        (citation,) = answer.citations
        assert (citation.doc_id, citation.quote) == ("rule-7", RULE["text"])
        assert (citation.status, citation.source_name) == (Status.IN_FORCE, "Market Regulator")
        assert answer.verdicts[0].value == "30 days"
        assert answer.text == "The notice period is 30 days. [1]"
        assert (answer.as_of, answer.known_at) == ("2024-03-01", "2024-03-01")
        assert answer.cost.retrieval_calls >= 1
        assert {"read", "retrieve"} <= {stage for stage, _ in answer.cost.stage_us}


@pytest.mark.parametrize("name", baselines.names())
@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("The notice period is 30 days.", Verdict.SUPPORTED),
        ("The notice period is 20 days.", Verdict.REFUTED),
    ],
)
def test_every_system_checks_a_statement(
    tmp_path: Path, name: str, statement: str, verdict: Verdict
) -> None:
    with town(tmp_path, RULE) as it:
        answer = it.ask(name, statement, "2024-03-01", form="check")
        assert [one.verdict for one in answer.verdicts] == [verdict]
        assert answer.sentences[0].text.startswith(str(verdict).capitalize())


@pytest.mark.parametrize("name", OTHERS)
def test_the_same_question_gives_the_same_answer_and_leaves_nothing_in_the_store(
    tmp_path: Path, name: str
) -> None:
    with town(tmp_path, *rumours(4), OFFICIAL, RULE, AMENDED) as it:
        before = it.rag.counts()
        one, two = (it.ask(name, HOW_MANY, "2025-02-10") for _ in range(2))
        assert (one.sentences, one.citations, one.verdicts) == (
            (two.sentences, two.citations, two.verdicts)
        )
        assert it.rag.counts() == before
        assert one.run == ""


@pytest.mark.parametrize("name", LEDGER)
def test_what_ledgerrag_answers_is_on_record(tmp_path: Path, name: str) -> None:
    with town(tmp_path, RULE) as it:
        answer = it.ask(name, HOW_LONG, "2024-03-01")
        assert it.rag.answer(answer.run).verdicts == answer.verdicts
        assert it.rag.replay(answer.run, "R2").identical


@pytest.mark.parametrize("name", OTHERS)
def test_a_system_spends_no_more_calls_than_there_are(tmp_path: Path, name: str) -> None:
    two = f"{HOW_LONG[:-1]} and {HOW_MANY[0].lower()}{HOW_MANY[1:]}"
    with town(tmp_path, RULE, AMENDED, OFFICIAL, *rumours(3), max_retrieval_calls=1) as it:
        answer = it.ask(name, two, "2025-07-01")
        assert answer.cost.retrieval_calls == 1
        assert [item.kind for item in answer.checklist].count("budget") == 1
        assert len(answer.verdicts) == 2
        assert answer.verdicts[1].verdict is Verdict.UNVERIFIED


@pytest.mark.parametrize("name", ["query-rag-bm25", "graphrag-lite", "truthfulrag-proxy"])
def test_without_dates_two_versions_of_equal_words_leave_the_question_open(
    tmp_path: Path, name: str
) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        answer = it.ask(name, HOW_LONG, "2025-07-01")
        assert [one.verdict for one in answer.verdicts] == [Verdict.CONTESTED]
        assert len(answer.citations) == 2
        assert "contested" in [item.kind for item in answer.checklist]


@pytest.mark.parametrize("name", OTHERS)
def test_a_system_that_reads_no_standing_tells_none(tmp_path: Path, name: str) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        answer = it.ask(name, HOW_LONG, "2025-04-01")
        assert (answer.pending, answer.changes, answer.nearest) == ((), (), ())
        assert {note for one in answer.citations for note in one.notes} == set()
