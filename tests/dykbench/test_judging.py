from __future__ import annotations

import json
from pathlib import Path

import pytest

from ledgerrag.dykbench.judging import PROMPTS, ModelJudge
from ledgerrag.dykbench.metrics import Cited, LocalJudge, Measure, score
from ledgerrag.errors import ReplayError
from ledgerrag.language.recorded import Cassette, RecordingModel, ReplayedModel
from ledgerrag.language.seam import Request
from ledgerrag.model import Stance
from ledgerrag.stance.rules import RuleStance
from tests.dykbench.saying import OLD, RULE, answer, gold, item
from tests.talking import Held, blocks, silent, talker

LOCAL = LocalJudge(RuleStance())


def reader(request: Request) -> object:
    """A model that finds a statement held where its first word stands in the passage."""
    said = blocks(request)
    held = said["the statement"].split()[0] in said["passage 1"]
    return {"stance": "support" if held else "refute", "confidence": "high"}


def test_the_model_judges_by_fixed_prompts_and_says_so() -> None:
    judge = ModelJudge(talker(judge_support=reader), LOCAL)
    assert judge.entails("The fee", [Cited(RULE)]) is Stance.SUPPORT
    assert judge.entails("No fee", [Cited(RULE)]) is Stance.REFUTE
    assert judge.kind == "language model"
    assert judge.name == "talker judge_answer/1 judge_facts/1 judge_support/1"
    assert [one.split()[0] for one in judge.digests] == [f"{name}/1" for name in PROMPTS]


def test_the_model_sees_title_and_record_of_a_passage_and_no_gold() -> None:
    seen: list[str] = []

    def look(request: Request) -> object:
        seen.append(request.messages[1][1])
        return {"stance": "neutral", "confidence": "low"}

    judge = ModelJudge(talker(judge_support=look), LOCAL)
    judge.entails("S", [Cited("quoted", "Tariff", "Port Office; repealed since 2026")])
    assert all(word in seen[0] for word in ("quoted", "Tariff", "repealed since 2026"))
    score("ours", item(gold(answer="the golden words")), answer(), judge)
    assert not any("golden" in text for text in seen)


def test_the_same_question_is_asked_once() -> None:
    judge = ModelJudge(talker(judge_support=reader), LOCAL)
    for _ in range(3):
        judge.entails("The fee", [Cited(RULE)])
    assert (judge.tally.asked, judge.tally.local) == (1, 0)


def test_nothing_is_asked_where_there_is_nothing_to_judge() -> None:
    judge = ModelJudge(talker(judge_support=silent, judge_facts=silent), LOCAL)
    assert judge.entails(RULE, []) is judge.entails(" ", [Cited(RULE)]) is Stance.NEUTRAL
    assert judge.holds((), (RULE,)) == ()
    assert judge.holds(("40 euros",), ()) == (False,)
    assert judge.tally.asked == 0


def test_facts_are_counted_by_their_numbers_and_others_are_left_out() -> None:
    judge = ModelJudge(talker(judge_facts={"facts": [2, 9]}), LOCAL)
    assert judge.holds(("25 euros", "40 euros"), (RULE,)) == (False, True)


def test_where_the_model_fails_the_local_judge_answers_and_it_is_counted() -> None:
    judge = ModelJudge(talker(judge_support=silent, judge_facts="no JSON"), LOCAL)
    assert judge.entails(RULE, [Cited(RULE)]) is Stance.SUPPORT
    assert judge.entails(OLD, [Cited(RULE)]) is Stance.REFUTE
    assert judge.holds(("40 euros",), (RULE,)) == (True,)
    assert judge.tally.local == 3
    assert judge.tally.reasons["no server at 127.0.0.1:9"] == 2
    assert judge.grade(item(), RULE) is not None


def test_a_grade_is_given_by_reference_or_not_at_all() -> None:
    seen: list[dict[str, str]] = []

    def look(request: Request) -> object:
        seen.append(blocks(request))
        return {"grade": "partly", "reason": "half of it"}

    found = ModelJudge(talker(judge_answer=look), LOCAL).grade(item(), "40")
    assert found is not None
    assert found.grade == "partly"
    assert seen[0]["the reference answer"] == RULE
    assert ModelJudge(talker(judge_answer=silent), LOCAL).grade(item(), "40") is None


def test_a_recorded_judge_gives_the_same_figures_without_a_model(tmp_path: Path) -> None:
    path = tmp_path / "judge.jsonl"
    recording = RecordingModel(Held(talker(judge_support=reader)), path)
    posed, said = item(gold(nuggets=("40 euros",))), answer()
    first = score("ours", posed, said, ModelJudge(recording, LOCAL))
    assert first.measures[Measure.CITATION_RECALL].value == 1
    replayed = ModelJudge(ReplayedModel(Cassette.read(path)), LOCAL)
    assert score("ours", posed, said, replayed) == first
    assert replayed.tally.local == 0
    assert json.loads(path.read_text().splitlines()[1])["request"]["temperature_u"] == 0


def test_a_recording_without_the_question_is_no_judge(tmp_path: Path) -> None:
    path = tmp_path / "judge.jsonl"
    RecordingModel(Held(talker()), path)
    judge = ModelJudge(ReplayedModel(Cassette.read(path)), LOCAL)
    with pytest.raises(ReplayError, match="judge_support/1"):
        judge.entails(RULE, [Cited(RULE)])
