from __future__ import annotations

from pathlib import Path

from ledgerrag.model import Verdict
from tests.baselines.town import AMENDED, HOW_LONG, HOW_MANY, OFFICIAL, RULE, rumours, town

NAME = "ledgerrag-refresh"
BOTH = "How long is the notice period and how many boats are missing after the storm?"
NEWS = {
    **OFFICIAL,
    "doc_id": "harbour-report-2",
    "text": "After the storm 1 boat is missing in the old harbour.",
    "published": "2025-02-09",
}
ELSEWHERE = {
    "doc_id": "market-days",
    "title": "Market days",
    "source": "regulator",
    "text": "The fish market opens at 6 a.m. on Tuesdays.",
    "published": "2025-02-05",
}


def test_the_first_step_is_asked_like_any_question(tmp_path: Path) -> None:
    with town(tmp_path, RULE, OFFICIAL) as it:
        first = it.ask(NAME, BOTH, "2025-02-04")
        plain = it.ask("ledgerrag", BOTH, "2025-02-04")
        assert (first.verdicts, first.sentences) == (plain.verdicts, plain.sentences)
        assert (first.cost.reasked, plain.cost.reasked) == (2, None)


def test_what_nothing_touched_is_carried_over_at_one_look(tmp_path: Path) -> None:
    with town(tmp_path, RULE, ELSEWHERE) as it:
        first = it.ask(NAME, HOW_LONG, "2025-02-04")
        second = it.ask(NAME, HOW_LONG, "2025-02-06", before=first)
        assert (second.sentences, second.citations) == (first.sentences, first.citations)
        assert (second.as_of, second.known_at) == ("2025-02-06", "2025-02-06")
        assert (second.cost.reasked, second.cost.retrieval_calls) == (0, 1)
        assert second.run != first.run


def test_a_new_version_touches_the_claim_on_the_day_of_its_effect_not_before(
    tmp_path: Path,
) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        first = it.ask(NAME, HOW_LONG, "2025-02-20")
        announced = it.ask(NAME, HOW_LONG, "2025-03-02", before=first)
        assert (announced.verdicts[0].value, announced.cost.reasked) == ("30 days", 1)
        assert [one.key for one in announced.pending] == ["rule-7-amended@1"]
        waiting = it.ask(NAME, HOW_LONG, "2025-04-02", before=announced)
        assert (waiting.verdicts[0].value, waiting.cost.reasked) == ("30 days", 0)
        begun = it.ask(NAME, HOW_LONG, "2025-06-02", before=waiting)
        assert (begun.verdicts[0].value, begun.cost.reasked) == ("45 days", 1)


def test_where_only_v_moves_nothing_is_looked_for(tmp_path: Path) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        first = it.ask(NAME, HOW_LONG, "2025-04-01", "2025-04-01")
        later = it.ask(NAME, HOW_LONG, "2025-05-01", "2025-04-01", before=first)
        assert (later.cost.reasked, later.cost.retrieval_calls) == (0, 0)
        begun = it.ask(NAME, HOW_LONG, "2025-06-01", "2025-04-01", before=later)
        assert (begun.cost.reasked, begun.verdicts[0].value) == (1, "45 days")


def test_only_the_claim_that_news_speaks_to_is_asked_again(tmp_path: Path) -> None:
    with town(tmp_path, RULE, OFFICIAL, NEWS) as it:
        first = it.ask(NAME, BOTH, "2025-02-04")
        second = it.ask(NAME, BOTH, "2025-02-10", before=first)
        assert [one.value for one in first.verdicts] == ["30 days", "2 boats"]
        assert [one.value for one in second.verdicts] == ["30 days", "1 boat"]
        assert second.cost.reasked == 1


def test_a_retraction_touches_what_rested_on_it(tmp_path: Path) -> None:
    gone = {
        "act": "retract",
        "target": "harbour-report",
        "source": "ministry",
        "published": "2025-02-08",
    }
    with town(tmp_path, OFFICIAL, gone) as it:
        first = it.ask(NAME, HOW_MANY, "2025-02-04")
        second = it.ask(NAME, HOW_MANY, "2025-02-10", before=first)
        assert first.verdicts[0].value == "2 boats"
        assert (second.verdicts[0].verdict, second.cost.reasked) == (Verdict.UNVERIFIED, 1)


def test_what_was_open_is_asked_again_when_somebody_speaks_to_it(tmp_path: Path) -> None:
    with town(tmp_path, *rumours(2), OFFICIAL) as it:
        first = it.ask(NAME, HOW_MANY, "2025-02-01")
        assert first.verdicts[0].verdict is Verdict.UNVERIFIED
        second = it.ask(NAME, HOW_MANY, "2025-02-02", before=first)
        third = it.ask(NAME, HOW_MANY, "2025-02-03", before=second)
        assert (second.cost.reasked, third.cost.reasked) == (1, 1)
        assert third.verdicts[0].value == "2 boats"


def test_a_refresh_says_what_asking_anew_says(tmp_path: Path) -> None:
    days = ("2025-02-01", "2025-02-04", "2025-02-10", "2025-03-02", "2025-06-02", "2025-07-01")
    with town(tmp_path, RULE, AMENDED, *rumours(3), OFFICIAL, NEWS, ELSEWHERE) as it:
        before = None
        for day in days:
            before = it.ask(NAME, BOTH, day, before=before)
            anew = it.ask("ledgerrag", BOTH, day)
            assert [(v.verdict, v.value) for v in before.verdicts] == [
                (v.verdict, v.value) for v in anew.verdicts
            ]
            assert before.citations == anew.citations


def test_an_answer_that_is_not_on_record_here_is_no_ground(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    with town(one, RULE) as here, town(two, RULE, AMENDED, OFFICIAL) as there:
        elsewhere = there.ask(NAME, HOW_LONG, "2025-07-01")
        assert here.ask(NAME, HOW_LONG, "2025-07-02", before=elsewhere).cost.reasked == 1
        other = here.ask("query-rag-bm25", HOW_LONG, "2025-07-01")
        assert here.ask(NAME, HOW_LONG, "2025-07-02", before=other).cost.reasked == 1
