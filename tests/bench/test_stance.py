"""`bench stance`: scores, calibration and card, made from counts that can be checked by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ledgerrag.bench.stance import (
    Calibration,
    Options,
    Result,
    Score,
    SetResult,
    expected_error,
    judged,
)
from ledgerrag.bench.stance_card import card, markdown
from ledgerrag.bench.stance_pairs import Judged
from ledgerrag.bench.stance_speed import Speed
from ledgerrag.bench.stance_tables import bars, curve_table, data_table, tables
from ledgerrag.bench.stance_verdict import statements, together, verdict
from ledgerrag.errors import InputError
from ledgerrag.model import Judgement, Stance
from ledgerrag.reading import RuleReader
from ledgerrag.stance.encoding import Pair
from ledgerrag.stance.odds import Odds
from ledgerrag.stance.onnx import open_stance
from ledgerrag.stance.rules import RuleStance

READER = RuleReader()
RIGHT = ((8, 1, 1), (2, 6, 2), (0, 1, 9))


def result(*sets: SetResult) -> Result:
    return Result("stance/0", "abc", sets, Speed(9.0, 4.0, 30, 0.5, 100.0))


def on(name: str, **confusions: tuple[tuple[int, int, int], ...]) -> SetResult:
    scores = tuple(Score(judge, rows) for judge, rows in confusions.items())
    return SetResult(name, scores, Calibration(0.2, 0.1))


def test_accuracy_precision_recall_and_macro_f1_are_those_of_the_counts() -> None:
    score = Score("both", RIGHT)
    assert score.pairs == 30
    assert score.accuracy == pytest.approx(23 / 30)
    assert score.precision(1) == pytest.approx(6 / 8)
    assert score.recall(1) == pytest.approx(6 / 10)
    f1 = (2 * 0.8 * 0.8 / 1.6, 2 * 0.75 * 0.6 / 1.35, 2 * 0.75 * 0.9 / 1.65)
    assert score.macro_f1 == pytest.approx(sum(f1) / 3)


def test_a_stance_that_a_set_does_not_have_is_not_in_its_macro_f1() -> None:
    score = Score("both", ((5, 0, 0), (0, 4, 1), (0, 0, 0)))
    assert score.macro_f1 == pytest.approx((1 + 2 * 0.8 / 1.8) / 2)


def test_a_judge_as_sure_as_it_is_right_has_no_calibration_error() -> None:
    half = [Odds(550_000, 300_000, 150_000)] * 20
    right = [Stance.SUPPORT] * 11 + [Stance.REFUTE] * 9
    assert expected_error(right, half) == pytest.approx(0)
    assert expected_error([Stance.REFUTE] * 20, half) == pytest.approx(0.55)
    assert expected_error([], []) == 0


def test_a_statement_is_refuted_by_one_of_its_claims_and_supported_by_all() -> None:
    support, refute, neutral = (Judgement(one, 0, "") for one in Stance)
    assert together([support, support]) is Stance.SUPPORT
    assert together([support, neutral]) is Stance.NEUTRAL
    assert together([support, neutral, refute]) is Stance.REFUTE
    assert together([]) is Stance.NEUTRAL


def test_a_statement_is_read_as_a_draft_and_a_question_keeps_its_words() -> None:
    assert [one.value.amount for one in statements("The fee is $5.", READER) if one.value] == ["5"]
    assert len(statements("The fee?", READER)) == 1


@pytest.mark.parametrize(
    ("text", "stance"),
    [
        ("The reporting period is 180 days.", Stance.SUPPORT),
        ("The reporting period is 270 days.", Stance.REFUTE),
        ("The bridge is closed.", Stance.NEUTRAL),
    ],
)
def test_rules_judge_a_pair_as_the_product_does(text: str, stance: Stance) -> None:
    pair = Pair("The reporting period is 180 days.", text)
    assert verdict(pair, RuleStance(), READER) is stance


def test_every_judge_judges_every_pair_of_a_set() -> None:
    pairs = [
        Judged(Pair("The fee is $5.", "The fee is $5."), Stance.SUPPORT, True),
        Judged(Pair("The fee is $5.", "The fee is $6."), Stance.REFUTE, True),
        Judged(Pair("The fee is $5.", "It rained."), Stance.NEUTRAL, True),
    ]
    found = judged("made", pairs, open_stance(threads=1))
    assert [score.pairs for score in found.scores] == [3, 3, 3]
    assert found.score("rules").accuracy == 1
    assert found.score("both").confusion[1] == (0, 1, 0)


def test_a_bar_is_met_or_not_by_the_unrounded_figure() -> None:
    law = on("law", rules=RIGHT, model=RIGHT, both=((19, 0, 1), (1, 19, 0), (0, 1, 19)))
    found = {one.name: one for one in bars(result(law))}
    assert found["law, both: accuracy"].met
    assert not found["law, both: precision of refuted"].met
    assert found["law, model: accuracy"].met
    assert found["ms a pair of 128 pieces"].met
    slow = replace(result(law), speed=Speed(12.01, 4.0, 30, 0.5, 100.0))
    assert not bars(slow)[-1].met


def test_the_card_tells_all_tables_and_is_the_same_for_the_same_figures(tmp_path: Path) -> None:
    curve = tmp_path / "curve.jsonl"
    curve.write_text('{"step": 500, "pairs": 32000, "law": 0.7}\n', "utf-8")
    found = result(on("law", rules=RIGHT, model=RIGHT, both=RIGHT))
    text = card(found, curve)
    assert text == card(found, curve)
    for table in (*tables(found), data_table(), curve_table(curve)):
        assert markdown(table) in text
    assert "Learning curve" not in card(found)
    assert "vitaminc_real" in markdown(data_table())


def test_a_file_that_is_no_curve_is_told(tmp_path: Path) -> None:
    for body in ("", "no json", '{"pairs": 1}', "[1]"):
        path = tmp_path / "curve.jsonl"
        path.write_text(body, "utf-8")
        with pytest.raises(InputError, match="no learning curve"):
            curve_table(path)
    with pytest.raises(InputError, match="cannot be read"):
        curve_table(tmp_path / "none")


def test_options_take_all_that_is_held_out_unless_told_otherwise() -> None:
    assert Options(Path()).limit == 0
    assert Options(Path()).only == ()
