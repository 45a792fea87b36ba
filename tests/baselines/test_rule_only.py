from __future__ import annotations

from pathlib import Path

import pytest

from ledgerrag.model import Verdict
from tests.baselines.town import AMENDED, HOW_LONG, OFFICIAL, RULE, town

NAME = "rule-only"
FEES = {
    "doc_id": "rule-9",
    "title": "Rule 9 Fees",
    "source": "regulator",
    "text": "The late fee is 80 EUR. The filing fee is 40 EUR.",
    "published": "2024-01-10",
}


@pytest.mark.parametrize(
    ("day", "told"),
    [("2025-04-01", "30 days"), ("2025-06-01", "45 days"), ("2025-09-01", "45 days")],
)
def test_the_latest_version_in_effect_of_the_titled_text_is_read(
    tmp_path: Path, day: str, told: str
) -> None:
    with town(tmp_path, RULE, AMENDED, FEES) as it:
        assert it.value(NAME, HOW_LONG, day) == told


def test_the_first_value_of_the_kind_is_taken_right_or_wrong(tmp_path: Path) -> None:
    with town(tmp_path, FEES) as it:
        assert it.value(NAME, "How much is the filing fee in rule 9?", "2024-03-01") == "80 EUR"
        assert it.value("ledgerrag", "How much is the filing fee in rule 9?", "2024-03-01") == (
            "40 EUR"
        )


def test_a_text_without_a_title_goes_by_its_first_sentence(tmp_path: Path) -> None:
    with town(tmp_path, {**OFFICIAL, "title": ""}, RULE) as it:
        told = it.value(NAME, "How many boats are missing in the old harbour?", "2025-02-10")
        assert told == "2 boats"


def test_without_a_word_in_common_with_a_title_nothing_is_told(tmp_path: Path) -> None:
    bland = {**RULE, "title": "General provisions"}
    with town(tmp_path, bland) as it:
        answer = it.ask(NAME, HOW_LONG, "2024-03-01")
        assert answer.verdicts[0].verdict is Verdict.UNVERIFIED
        assert answer.verdicts[0].reason == "no title shares a word with it"


def test_a_question_for_no_value_is_answered_by_the_sentence_with_most_of_its_words(
    tmp_path: Path,
) -> None:
    duty = {
        **RULE,
        "title": "Rule 7 Notice by a tenant",
        "text": "This rule is about notice. A tenant who leaves must give the owner notice.",
    }
    with town(tmp_path, duty) as it:
        answer = it.ask(NAME, "What must a tenant give the owner under rule 7?", "2024-03-01")
        assert answer.citations[0].quote == "A tenant who leaves must give the owner notice."


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("Fishing at night is allowed.", Verdict.SUPPORTED),
        ("Fishing at night is not allowed.", Verdict.REFUTED),
        ("Rule 9: the fee is 80 EUR.", Verdict.UNVERIFIED),
    ],
)
def test_a_statement_is_compared_with_the_titled_text(
    tmp_path: Path, statement: str, verdict: Verdict
) -> None:
    fishing = {**RULE, "title": "Rule 9 Fishing at night", "text": "Fishing at night is allowed."}
    with town(tmp_path, fishing) as it:
        answer = it.ask(NAME, statement, "2024-03-01", form="check")
        assert [one.verdict for one in answer.verdicts] == [verdict]
