from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.answer import Answer, Language
from ledgerrag.dykbench.items import Item, Label, Quote, Task
from ledgerrag.dykbench.metrics import Context, LocalJudge, Measure, Outcome, Ratio, Scored, score
from ledgerrag.dykbench.metrics.counts import Counts
from ledgerrag.dykbench.metrics.measures import about
from ledgerrag.errors import InputError
from ledgerrag.model import Status, Verdict
from ledgerrag.stance.rules import RuleStance
from tests.dykbench.saying import (
    OLD,
    RULE,
    answer,
    change,
    cite,
    gold,
    item,
    refuted,
    unverified,
    verdict,
)

LOCAL = LocalJudge(RuleStance())
FULL = item(
    gold(
        evidence=(Quote("mooring", 2, 0, 34),),
        version="mooring@2",
        edits=(("25", "40"),),
        changed=True,
        nuggets=("40 euros", "since 2026-07-01", "Port Office"),
    ),
    task=Task.CONFLICT,
    trajectory="t",
    claim="c",
    step=2,
)
BEST = answer(changes=[change("mooring@1", "mooring@2", ("25", "40"))])
COSTS = {
    Measure.RETRIEVAL_CALLS,
    Measure.CALLS_PER_CLAIM,
    Measure.MODEL_CALLS,
    Measure.TOKENS,
    Measure.REVERIFIED,
}


def row(posed: Item, said: Answer | None, before: Answer | None = None) -> Scored:
    earlier = (replace(posed, step=1), before) if posed.step > 1 else None
    return score("ours", posed, said, LOCAL, before=earlier)


def test_a_perfect_answer_gets_the_best_of_every_measure() -> None:
    fresh = replace(BEST, citations=(cite(published="2026-08-01"),))
    found = row(FULL, fresh, unverified())
    values = {one: ratio.value for one, ratio in found.measures.items() if one not in COSTS}
    assert not {one for one, value in values.items() if value != (about(one).better == "high")}
    assert found.outcome is Outcome.SUPPORTED
    assert found.right
    assert found.misses == ()
    left = {Measure.VERDICT_ON_UNRESOLVED}
    assert set(Measure) - set(found.measures) == left


def test_no_answer_gets_the_worst_of_every_measure_that_applies() -> None:
    found = score("ours", FULL, None, LOCAL, before=(replace(FULL, step=1), None), error="gone")
    for measure, ratio in found.measures.items():
        if measure is not Measure.CIT_MIS and measure is not Measure.CIT_MIS_SENTENCES:
            assert ratio.value == (about(measure).better == "low"), measure
    assert found.outcome is Outcome.UNREADABLE
    assert found.misses[0].text == "no answer: gone"
    assert not COSTS & set(found.measures)


def test_measures_apply_to_the_items_that_ask_for_them() -> None:
    plain = row(item(), answer()).measures
    assert not {
        Measure.CRACC,
        Measure.UPDATE_F1,
        Measure.VERSION_ACCURACY,
        Measure.DIFF_F1,
        Measure.NUGGET_RECALL,
        Measure.RET_FAIL,
        Measure.REVERIFIED,
    } & set(plain)
    conflict = item(gold(Label.UNRESOLVED, values=()), task=Task.CONFLICT)
    found = row(conflict, answer()).measures
    assert found[Measure.VERDICT_ON_UNRESOLVED] == Ratio.of(True)
    assert found[Measure.CRACC] == Ratio.of(False)
    assert not {Measure.ANS2GRAM_F1, Measure.CRACC_RESOLVABLE, Measure.ABSTENTION} & set(found)


def test_a_first_step_adds_nothing_to_update_f1() -> None:
    first = replace(FULL, step=1)
    found = score("ours", first, BEST, LOCAL)
    assert Measure.UPDATE_F1 not in found.measures
    assert found.update == Counts()


def test_a_change_told_with_a_wrong_value_is_a_hit_and_strictly_none() -> None:
    wrong = answer(verdicts=[verdict(value="25 euros")])
    found = row(FULL, wrong, unverified()).measures
    assert found[Measure.UPDATE_F1].value == 1
    assert found[Measure.UPDATE_F1_STRICT].value == 0


def test_costs_are_counted_by_hand() -> None:
    language = Language("m", "", (), 3, 700, 50, ())
    said = answer(
        verdicts=[verdict(), verdict(claim_id="c1.2"), verdict(claim_id="c2")],
        calls=5,
        stage_us=(("retrieve", 40), ("judge", 2)),
        language=language,
    )
    found = row(item(), said)
    assert found.measures[Measure.RETRIEVAL_CALLS] == Ratio.of(5)
    assert found.measures[Measure.CALLS_PER_CLAIM] == Ratio(Fraction(5), Fraction(2))
    assert found.measures[Measure.TOKENS] == Ratio.of(750)
    assert (found.time.us, found.time.stages) == (42, (("retrieve", 40), ("judge", 2)))
    timed = score("ours", item(), said, LOCAL, context=Context(us=99))
    assert timed.time.us == 99


def test_the_stores_word_on_a_standing_counts_before_the_answers_own() -> None:
    held = Context(statuses={"mooring@2": Status.REPEALED})
    found = score("ours", item(), answer(), LOCAL, context=held)
    assert found.measures[Measure.TIMELY] == Ratio.of(False)
    assert found.measures[Measure.CIT_MIS] == Ratio.of(True)


def test_a_row_comes_back_from_json_exact() -> None:
    for found in (row(FULL, BEST, None), row(item(), None), row(item(), unverified())):
        assert Scored.from_plain(json.loads(json.dumps(found.plain()))) == found


@pytest.mark.parametrize("broken", [{}, {"task": "other"}, {"measures": {"fame": ["1", "1"]}}])
def test_a_row_that_is_none_is_refused_with_the_next_step(broken: dict[str, object]) -> None:
    whole = row(item(), answer()).plain()
    with pytest.raises(InputError, match="score the run again"):
        Scored.from_plain({**whole, **broken} if broken else {})


def test_a_row_is_drawn_with_its_trajectory_or_group() -> None:
    assert row(FULL, BEST).cluster == "t"
    assert row(item(group="g"), BEST).cluster == "g"
    assert row(item(group=""), BEST).cluster == "i1"


said = st.builds(
    answer,
    st.lists(
        st.tuples(
            st.sampled_from([RULE, OLD, f"No: {RULE}", "", "Open: 40 euros"]),
            st.lists(st.integers(1, 3), max_size=3).map(tuple),
        ),
        max_size=3,
    ),
    citations=st.lists(
        st.builds(
            cite,
            st.sampled_from([RULE, OLD]),
            st.integers(1, 3),
            key=st.sampled_from(["mooring@1", "mooring@2", "pilots@1"]),
            status=st.sampled_from(Status),
            published=st.sampled_from(["2026", "2026-05-15", "2027-01-01"]),
        ),
        max_size=3,
        unique_by=lambda one: one.n,
    ),
    verdicts=st.lists(
        st.builds(
            verdict,
            st.sampled_from(Verdict),
            value=st.sampled_from(["40 euros", "25 euros", ""]),
            claim_id=st.sampled_from(["c1", "c2.1"]),
            weight=st.integers(0, 3),
        ),
        max_size=3,
    ),
    calls=st.integers(0, 4),
)


@given(said, st.none() | said, st.sampled_from(Label), st.sampled_from(["ask", "check"]))
def test_every_share_lies_between_0_and_1_whatever_is_said(
    now: Answer, before: Answer | None, label: Label, form: str
) -> None:
    posed = replace(FULL, gold=replace(FULL.gold, label=label))
    posed = replace(posed, form="check") if form == "check" else posed
    found = row(posed, now, before)
    for measure, ratio in found.measures.items():
        assert ratio.num >= 0 <= ratio.den, measure
        if measure not in COSTS:
            assert ratio.num <= ratio.den or not ratio.den, measure
    assert Scored.from_plain(json.loads(json.dumps(found.plain()))) == found


def test_every_measure_is_told_and_the_judged_ones_are_marked() -> None:
    assert all(about(one).title for one in Measure)
    assert {one for one in Measure if about(one).judged} == {
        Measure.SUPPORT_F1,
        Measure.SUS,
        Measure.CLAIM_ALIGN,
        Measure.CITATION_RECALL,
        Measure.CITATION_PRECISION,
        Measure.NUGGET_RECALL,
        Measure.CIT_MIS,
        Measure.CIT_MIS_SENTENCES,
    }


def test_a_refuted_statement_is_scored_as_a_conflict() -> None:
    posed = item(
        gold(Label.REFUTED, values=()),
        task=Task.CONFLICT,
        form="check",
        text="The fee for a mooring is 25 euros.",
    )
    found = row(posed, refuted()).measures
    for measure in (Measure.CRACC, Measure.CRACC_RESOLVABLE, Measure.SUS, Measure.SUPPORT_F1):
        assert found[measure].value == 1
    assert found[Measure.CIT_MIS].value == 0
