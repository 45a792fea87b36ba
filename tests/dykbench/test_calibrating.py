from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from ledgerrag.dykbench.calibrating import calibrate, load
from ledgerrag.dykbench.judging import ModelJudge
from ledgerrag.dykbench.metrics import FixedJudge, LocalJudge
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.language.seam import Request
from ledgerrag.stance.rules import RuleStance
from tests.dykbench.saying import OLD, RULE
from tests.talking import blocks, silent, talker


def support(statement: str, label: str) -> dict[str, object]:
    return {
        "kind": "support",
        "statement": statement,
        "passages": [{"quote": "q", "title": "T", "face": "F"}],
        "label": label,
    }


def graded(answer: str, label: str) -> dict[str, object]:
    return {
        "kind": "answer",
        "question": "Q?",
        "as_of": "2026",
        "reference": "R",
        "answer": answer,
        "label": label,
    }


def written(path: Path, rows: Sequence[Mapping[str, object]]) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n", "utf-8")
    return path


def test_a_judge_is_held_against_peoples_labels_by_hand(tmp_path: Path) -> None:
    # people s s n r, judge s n n r: 3 of 4; by chance (2*1 + 1*2 + 1*1) / 16 = 5/16.
    judge = FixedJudge(frozenset({("a", "q")}), frozenset({("d", "q")}))
    rows = [
        support("a", "support"),
        support("b", "support"),
        support("c", "neutral"),
        support("d", "refute"),
    ]
    (found,) = calibrate(judge, load(written(tmp_path / "labels.jsonl", rows))).kinds
    assert (found.kind, found.items) == ("support", 4)
    assert float(found.kappa.value) == pytest.approx((3 / 4 - 5 / 16) / (11 / 16))
    # scores 1 1 0 -1 and 1 0 0 -1: deviations .75 .75 -.25 -1.25 and 1 0 0 -1: 2 / sqrt(2.75 * 2).
    assert found.pearson == pytest.approx(2 / (2.75 * 2) ** 0.5)
    # ranks 3.5 3.5 2 1 and 4 2.5 2.5 1: 3.75 / sqrt(4.5 * 4.5).
    assert found.spearman == pytest.approx(3.75 / 4.5)
    assert found.confusion[("support", "neutral")] == 1


def test_each_kind_of_question_is_told_apart_and_grades_need_a_model(tmp_path: Path) -> None:
    fact = {"kind": "facts", "fact": "40 euros", "answer": [RULE], "label": "stated"}
    missing = {"kind": "facts", "fact": "25 euros", "answer": [RULE], "label": "missing"}
    rows: list[Mapping[str, object]] = [
        fact,
        missing,
        support(OLD, "neutral"),
        graded("x", "wrong"),
    ]
    labels = load(written(tmp_path / "labels.jsonl", rows))
    found = calibrate(LocalJudge(RuleStance()), labels)
    assert [(one.kind, one.items) for one in found.kinds] == [("facts", 2), ("support", 1)]
    assert found.kinds[0].kappa.value == 1
    assert (found.kinds[1].pearson, found.skipped) == (None, 1)
    assert (found.judge, found.judge_kind) == ("rules", "local stance model")
    assert json.loads(json.dumps(found.plain()))["kinds"][0]["confusion"][0]["count"] == 1


def test_a_models_grades_are_held_against_peoples(tmp_path: Path) -> None:
    def grade(request: Request) -> object:
        return {"grade": blocks(request)["the answer to judge"], "reason": "so"}

    rows = [graded(one, one) for one in ("correct", "partly", "wrong", "none")]
    labels = load(written(tmp_path / "labels.jsonl", rows))
    local = LocalJudge(RuleStance())
    (found,) = calibrate(ModelJudge(talker(judge_answer=grade), local), labels).kinds
    assert found.kappa.value == 1
    assert found.items == 4
    assert found.pearson == pytest.approx(1)
    gone = calibrate(ModelJudge(talker(judge_answer=silent), local), labels)
    assert (gone.kinds, gone.skipped) == ((), 4)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 1: it is no JSON object"),
        ('{"kind": "fame"}', "line 1: the whole"),
        (json.dumps(support("a", "maybe")), "support.label"),
        ("", "holds no label"),
    ],
)
def test_a_line_that_is_no_label_is_named(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(line, "utf-8")
    with pytest.raises(InputError, match=told):
        load(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no labels at"):
        load(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be read"):
        load(tmp_path)
