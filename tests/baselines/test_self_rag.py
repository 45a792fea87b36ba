from __future__ import annotations

from pathlib import Path

from ledgerrag.model import Verdict
from tests.baselines.town import AMENDED, HOW_LONG, HOW_MANY, OFFICIAL, RULE, rumours, town
from tests.talking import talker

NAME = "self-rag-bm25"


def test_a_critique_that_is_content_searches_once(tmp_path: Path) -> None:
    with town(tmp_path, RULE) as it:
        answer = it.ask(NAME, HOW_LONG, "2024-03-01")
        assert (answer.cost.retrieval_calls, answer.cost.steps) == (1, 1)
        assert answer.verdicts[0].value == "30 days"


def test_another_answer_that_comes_near_calls_for_a_second_search_and_no_third(
    tmp_path: Path,
) -> None:
    with town(tmp_path, RULE, AMENDED) as it:
        answer = it.ask(NAME, HOW_LONG, "2025-07-01")
        assert (answer.cost.retrieval_calls, answer.cost.steps) == (2, 2)
        assert [one.verdict for one in answer.verdicts] == [Verdict.CONTESTED]


def test_where_nothing_is_found_it_searches_again_and_then_says_so(tmp_path: Path) -> None:
    with town(tmp_path, RULE) as it:
        answer = it.ask(NAME, HOW_MANY, "2024-03-01")
        assert (answer.cost.retrieval_calls, answer.citations) == (2, ())


def test_the_second_search_finds_what_the_words_of_the_answer_lead_to(tmp_path: Path) -> None:
    with town(tmp_path, *rumours(7), OFFICIAL) as it:
        once = it.ask("query-rag-bm25", HOW_MANY, "2025-02-10")
        again = it.ask(NAME, HOW_MANY, "2025-02-10")
        assert once.verdicts[0].value == again.verdicts[0].value == "9 boats"
        assert once.verdicts[0].support <= again.verdicts[0].support


def test_a_language_model_may_word_the_second_search(tmp_path: Path) -> None:
    model = talker(refine={"queries": ["how long before a tenant may leave"]})
    leave = {
        **RULE,
        "doc_id": "rule-8",
        "title": "Rule 8 How long before a tenant may leave",
        "text": "The notice period is 45 days.",
        "published": "2024-01-11",
    }
    other = [{**OFFICIAL, "doc_id": f"o-{n}", "published": "2024-01-12"} for n in range(3)]
    with town(tmp_path, RULE, *other, leave, language=model, top_k=1) as it:
        answer = it.ask(NAME, HOW_LONG, "2024-03-01")
        assert answer.cost.retrieval_calls == 1
        assert answer.language is not None
        open_ = it.ask(NAME, "How long may a tenant wait?", "2024-03-01")
        assert open_.cost.retrieval_calls == 2
        assert open_.language is not None
        assert open_.cost.model_calls == open_.language.calls > 0
        assert any(one.startswith("refine/") for one in open_.language.prompts)
