from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.config import load
from ledgerrag.model import UNIT
from ledgerrag.signals import Signals
from ledgerrag.triggers import Fired, History, Reason, Trigger, fire

PARAMS = load()
QUIET = Signals(UNIT, UNIT, ("c1", "c2.1"), ("c1", "c2"), (), (), (), (), (), (), 3)
PROBED = History(probed=frozenset({"c1", "c2"}))


def test_when_nothing_fires_the_run_stops() -> None:
    fired = fire(QUIET, PROBED, PARAMS)
    assert fired == Fired()
    assert fired.stop


def test_a_run_does_not_stop_before_every_claim_was_put_to_official_sources() -> None:
    half = History(probed=frozenset({"c1"}))
    fired = fire(QUIET, half, PARAMS)
    assert (fired.gap, fired.unprobed, fired.gap_claims) == (
        ((Reason.UNPROBED,), ("c2.1",), ("c2.1",))
    )
    assert not fired.stop
    assert fire(QUIET, half, load(overrides={"probe_official": "off"})).stop


@pytest.mark.parametrize(
    ("change", "trigger", "reason"),
    [
        ({"coverage_u": PARAMS.tau_cov_u - 1}, Trigger.GAP, Reason.COVERAGE),
        ({"important": ("c1",)}, Trigger.GAP, Reason.IMPORTANT),
        ({"missing_metadata": ("c1",)}, Trigger.GAP, Reason.METADATA),
        (
            {"time_validity_u": PARAMS.tau_tv_u - 1, "stale": ("c1",)},
            Trigger.DRIFT,
            Reason.VALIDITY,
        ),
        ({"cues": ("k1",)}, Trigger.DRIFT, Reason.CUE),
        ({"divergent": ("c1",)}, Trigger.CONFLICT, Reason.DIVERGENCE),
    ],
)
def test_each_condition_of_section_4_2_fires_its_trigger(
    change: dict[str, object], trigger: Trigger, reason: Reason
) -> None:
    fired = fire(replace(QUIET, **change), PROBED, PARAMS)  # type: ignore[arg-type]
    assert (fired.triggers, fired.reasons, fired.stop) == ((trigger,), (reason,), False)


def test_a_signal_at_its_threshold_does_not_fire() -> None:
    at = replace(QUIET, coverage_u=PARAMS.tau_cov_u, time_validity_u=PARAMS.tau_tv_u)
    assert fire(at, PROBED, PARAMS).triggers == ()


@pytest.mark.parametrize(
    ("overrides", "history", "reason"),
    [
        ({"s_max": "2"}, History(actions=("A1", "A1")), Reason.STEPS),
        ({"max_retrieval_calls": "4"}, History(calls=4), Reason.CALLS),
        ({"max_wall_ms": "5"}, History(wall_ms=5), Reason.WALL),
        (
            {"k_pat": "2"},
            History(("A1", "A1"), coverage=(UNIT, UNIT), validity=(UNIT, UNIT)),
            Reason.CONVERGED,
        ),
    ],
)
def test_each_budget_ends_the_run_in_the_open(
    overrides: dict[str, str | int], history: History, reason: Reason
) -> None:
    open_claim = replace(QUIET, divergent=("c1",))
    fired = fire(open_claim, history, load(overrides=overrides))
    assert fired.budget == (reason,)
    assert fired.stop
    assert fired.triggers[0] is Trigger.BUDGET
    assert Reason.DIVERGENCE in fired.reasons


@pytest.mark.parametrize(
    ("switch", "change"),
    [
        ("gap", {"coverage_u": 0, "important": ("c1",)}),
        ("drift", {"time_validity_u": 0, "stale": ("c1",), "cues": ("k1",)}),
        ("conflict", {"divergent": ("c1",)}),
    ],
)
def test_a_trigger_that_is_switched_off_calls_for_nothing_and_names_no_claim(
    switch: str, change: dict[str, object]
) -> None:
    signals = replace(QUIET, **change)  # type: ignore[arg-type]  # fields by name
    later = replace(PROBED, actions=("A1",))
    assert fire(signals, later, PARAMS).triggers == (Trigger(switch),)
    fired = fire(signals, later, load(overrides={switch: "off"}))
    assert (fired.triggers, fired.stop) == ((), True)
    assert (fired.gap_claims, fired.drift_claims, fired.conflict_claims) == ((), (), ())


def test_without_gap_the_first_search_is_made_all_the_same() -> None:
    bare = replace(QUIET, coverage_u=0, uncovered=("c1",))
    fired = fire(bare, History(), load(overrides={"gap": "off"}))
    assert (fired.triggers, fired.gap_claims) == ((Trigger.GAP,), ("c1", "c2.1"))


def test_a_limit_of_zero_is_none() -> None:
    history = replace(PROBED, calls=10**6, wall_ms=10**6)
    free = load(overrides={"max_retrieval_calls": 0})
    assert fire(QUIET, history, free).budget == ()


def test_one_step_of_improvement_renews_the_patience() -> None:
    gained = History(("A1", "A1"), coverage=(0, UNIT), validity=(UNIT, UNIT))
    assert fire(QUIET, gained, PARAMS).budget == ()


def test_a_cue_fires_once_for_its_cluster_and_not_for_what_time_aware_search_found() -> None:
    cued = replace(QUIET, cues=("k1", "k2"))
    assert fire(cued, replace(PROBED, cues=frozenset({"k1"})), PARAMS).cues == ("k2",)
    assert fire(cued, replace(PROBED, cues=frozenset({"k1", "k2"})), PARAMS).stop
    assert fire(cued, replace(PROBED, actions=("A3",)), PARAMS).stop


def test_the_paper_lets_a_cue_fire_every_time() -> None:
    cued = replace(QUIET, cues=("k1",))
    assert fire(cued, History(cues=frozenset({"k1"})), load("paper")).drift == (Reason.CUE,)


def test_drift_concerns_the_stale_claims_or_all_where_only_a_cue_fired() -> None:
    low = replace(QUIET, time_validity_u=0, stale=("c1",))
    assert fire(low, PROBED, PARAMS).drift_claims == ("c1",)
    assert fire(replace(QUIET, cues=("k",)), PROBED, PARAMS).drift_claims == ("c1", "c2.1")


def test_precedence_is_budget_conflict_drift_gap() -> None:
    everything = replace(QUIET, coverage_u=0, time_validity_u=0, stale=("c1",), divergent=("c1",))
    spent = replace(PROBED, actions=("A1",) * PARAMS.s_max)
    assert fire(everything, spent, PARAMS).triggers == tuple(Trigger)


@given(st.integers(0, UNIT), st.integers(0, UNIT))
def test_a_higher_threshold_never_silences_a_trigger(low: int, high: int) -> None:
    low, high = sorted((low, high))
    seen = replace(QUIET, coverage_u=UNIT // 2, time_validity_u=UNIT // 2, stale=("c1",))
    lax = set(fire(seen, PROBED, replace(PARAMS, tau_cov_u=low, tau_tv_u=low)).reasons)
    strict = set(fire(seen, PROBED, replace(PARAMS, tau_cov_u=high, tau_tv_u=high)).reasons)
    assert lax <= strict
