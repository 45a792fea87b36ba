from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.actions import Action, Frame, Move, Purpose, Query, advance, choose, decide, plan
from ledgerrag.adjudication import adjudicate_all
from ledgerrag.config import Params, load
from ledgerrag.ledger import Ledger
from ledgerrag.model import Authority, Claim, ClaimKind, Value, ValueKind
from ledgerrag.reading.cited import Cited
from ledgerrag.signals import observe
from ledgerrag.triggers import Fired, History, Reason, fire
from tests.entries import claim, entry, ledger, lens

GAP = Fired(gap=(Reason.COVERAGE,), gap_claims=("c1",), unprobed=("c1",))
CONFLICT = Fired(conflict=(Reason.DIVERGENCE,), conflict_claims=("c1",))
SECOND = History(actions=("A1",))
DRIFT = Fired(drift=(Reason.VALIDITY,), drift_claims=("c1",))


def frame(made: Ledger | None = None, params: Params | None = None) -> Frame:
    made = made or ledger(claim())
    return Frame(made, "The question?", lens(made.entries, params=params), "2026-08-01")


def sent(history: History, *queries: Query, action: Action = Action.REFINE) -> History:
    return replace(
        history,
        actions=(*history.actions, action.value),
        asked=history.asked | {query.fingerprint for query in queries},
    )


def test_each_trigger_calls_for_its_action_in_order_of_precedence() -> None:
    fired = replace(GAP, conflict=CONFLICT.conflict, drift=DRIFT.drift)
    assert choose(fired) == (Action.COUNTER, Action.TIME_AWARE, Action.REFINE)
    assert choose(replace(fired, budget=(Reason.STEPS,))) == (Action.STOP,)
    assert choose(Fired()) == (Action.STOP,)


def test_the_first_refinement_asks_in_the_words_of_the_claim_and_puts_it_to_official_sources() -> (
    None
):
    refine, probe = plan(Action.REFINE, GAP, History(), frame())
    assert refine == Query(
        "c1", "How long is the reporting period?", Authority.USER, Purpose.REFINE, 5, 3
    )
    assert (probe.authority_min, probe.purpose) == (Authority.OFFICIAL, Purpose.OFFICIAL)


@pytest.mark.parametrize(
    ("preset", "named"), [("regulation", Cited("Ferry Act", "21", "21")), ("paper", None)]
)
def test_official_sources_are_asked_for_the_provision_that_a_claim_names(
    preset: str, named: Cited | None
) -> None:
    asked = claim(text="How long is a log kept under section 21 of the Ferry Act?")
    _, probe = plan(Action.REFINE, GAP, History(), frame(ledger(asked), load(preset)))
    assert probe.cited == named


@pytest.mark.parametrize(
    ("preset", "words"),
    [
        ("regulation", "The reporting period is at most."),
        ("paper", "The reporting period is 30 days at most."),
    ],
)
def test_official_sources_are_asked_for_a_statement_without_the_value_that_may_be_wrong(
    preset: str, words: str
) -> None:
    value = Value(ValueKind.DURATION, "30", "day", "30 days", 24)
    asked = replace(claim(text="The reporting period is 30 days at most."), value=value)
    base, probe = plan(Action.REFINE, GAP, History(), frame(ledger(asked), load(preset)))
    assert (base.text, probe.text) == (asked.text, words)


def test_later_refinements_anchor_on_keys_add_domain_terms_and_lengthen_the_list() -> None:
    history = History(actions=("A1",))
    (first,) = plan(Action.REFINE, replace(GAP, unprobed=()), history, frame())
    assert (first.text, first.top_k) == (
        "report period length term duration period days within",
        10,
    )
    again = sent(history, first)
    (second,) = plan(Action.REFINE, replace(GAP, unprobed=()), again, frame())
    assert (second.text, second.top_k) == (
        "report period length term duration deadline months later",
        20,
    )


def test_the_list_stops_growing() -> None:
    query = plan(Action.REFINE, GAP, History(actions=("A1",) * 30), frame())[0]
    assert query.top_k == 100


def test_counter_evidence_adds_adversarial_words_in_turn() -> None:
    (first,) = plan(Action.COUNTER, CONFLICT, History(), frame())
    assert (first.text, first.purpose) == (
        ("report period debunk correction withdrawn", Purpose.COUNTER)
    )
    later = sent(History(), first, action=Action.COUNTER)
    (second,) = plan(Action.COUNTER, CONFLICT, later, frame())
    assert second.text == "report period retracted false denied"


def test_counter_evidence_can_be_switched_off() -> None:
    off = load(overrides={"counter_evidence": "off"})
    assert plan(Action.COUNTER, CONFLICT, History(), frame(params=off)) == ()
    assert [
        query.purpose
        for query in plan(
            Action.COUNTER, replace(CONFLICT, unprobed=("c1",)), History(), frame(params=off)
        )
    ] == [Purpose.OFFICIAL]


def test_time_aware_search_leaves_more_places_for_the_versions_of_a_series() -> None:
    (query,) = plan(Action.TIME_AWARE, DRIFT, History(), frame())
    assert (query.text, query.per_series) == ("report period amended revised effective", 6)


def test_the_year_is_a_cue_for_news_and_the_date_in_the_paper() -> None:
    news = ledger(claim(), entry("a", domain="news"))
    (dated,) = plan(Action.TIME_AWARE, DRIFT, History(), frame(news))
    assert "2026" in dated.text.split()
    (literal,) = plan(Action.TIME_AWARE, DRIFT, History(), frame(params=load("paper")))
    assert "2026-08-01" in literal.text.split()
    assert literal.per_series == 0


def test_a_hypothesis_searches_in_the_words_of_its_slot() -> None:
    made = ledger(
        claim("c1", kind=ClaimKind.SLOT, query="slot words", keys=("slot",)),
        claim("c1.1", parent="c1", text="It is 180 days.", keys=("180",)),
    )
    fired = Fired(gap=(Reason.COVERAGE,), gap_claims=("c1.1",))
    (query,) = plan(Action.REFINE, fired, History(), frame(made))
    assert (query.claim_id, query.text) == ("c1", "slot words")


def test_no_query_is_sent_twice_and_an_action_with_nothing_new_gives_way() -> None:
    fired = replace(GAP, conflict=CONFLICT.conflict, conflict_claims=("c1",))
    off = frame(params=load(overrides={"counter_evidence": "off"}))
    move = decide(replace(fired, unprobed=()), History(), off)
    assert move.action is Action.REFINE
    asked = replace(History(), asked=frozenset(q.fingerprint for q in move.queries))
    assert decide(replace(fired, unprobed=()), asked, off) == Move(Action.STOP)


def test_the_calls_that_are_left_bound_the_queries() -> None:
    few = load(overrides={"max_retrieval_calls": "3"})
    assert len(plan(Action.REFINE, GAP, History(calls=2), frame(params=few))) == 1
    assert decide(GAP, History(calls=3), frame(params=few)) == Move(Action.STOP)


def test_history_records_what_the_step_saw_and_did() -> None:
    made = ledger(claim(), entry("a", text="Corrected.", cluster="k"))
    context = frame(made)
    seen = observe(made, adjudicate_all(made, context.lens), context.lens)
    fired = fire(seen, History(), context.params)
    move = decide(fired, History(), context)
    after = advance(History(), seen, fired, move, calls=len(move.queries), wall_ms=7)
    assert move.action is Action.TIME_AWARE
    assert (after.steps, after.actions, after.coverage) == (1, ("A3",), (seen.coverage_u,))
    assert (after.calls, after.wall_ms) == (len(move.queries), 7)
    assert (sorted(after.probed), sorted(after.cues)) == (["c1"], ["k"])
    # What the time-aware search brought up is used up by the step that follows it.
    later = advance(after, replace(seen, cues=("k", "m")), Fired(), Move(Action.REFINE), calls=0)
    assert later.cues == {"k", "m"}


def test_every_kind_of_value_has_domain_terms() -> None:
    history = History(actions=("A1",))
    for kind in ValueKind:
        made = frame(ledger(claim(expects=kind)))
        assert len(plan(Action.REFINE, GAP, history, made)[0].text.split()) == 8


def test_the_paper_adds_no_words_of_one_meaning_to_a_search() -> None:
    made = frame(ledger(claim()), load("paper"))
    (first,) = plan(Action.REFINE, replace(GAP, unprobed=()), History(actions=("A1",)), made)
    assert first.text == "report period period days within"


@given(st.sampled_from(["auto", "regulation", "news", "paper"]), st.integers(1, 12))
def test_a_run_on_an_empty_corpus_ends_within_its_budget_and_repeats_nothing(
    preset: str, s_max: int
) -> None:
    params = load(preset, overrides={"s_max": s_max, "k_pat": 50})
    context = frame(ledger(claim("c1"), claim("c2")), params)
    history, asked = History(), list[tuple[str, ...]]()
    seen = observe(context.ledger, adjudicate_all(context.ledger, context.lens), context.lens)
    while True:
        fired = fire(seen, history, params)
        move = decide(fired, history, context)
        if fired.stop or move.action is Action.STOP:
            break
        asked += [query.fingerprint for query in move.queries]
        history = advance(history, seen, fired, move, calls=len(move.queries))
    assert history.steps <= s_max
    assert len(asked) == len(set(asked)) == history.calls
    assert not params.probe_official or history.probed == {"c1", "c2"}


@dataclass(frozen=True)
class Adds:
    """A suggester that gives the same words for every claim, and tells nobody."""

    words: tuple[str, ...]

    def queries(
        self, action: str, claim: Claim, sent: Sequence[str], as_of: str
    ) -> tuple[str, ...]:
        del action, claim, sent, as_of
        return self.words


def test_what_a_suggester_adds_stands_behind_the_rules_queries_and_takes_none_away() -> None:
    ruled = plan(Action.REFINE, GAP, SECOND, frame())
    helped = replace(frame(), suggester=Adds(("solvency filing", "annual return")))
    both = plan(Action.REFINE, GAP, SECOND, helped)
    assert both[: len(ruled)] == ruled
    assert [query.text for query in both[len(ruled) :]] == ["solvency filing", "annual return"]
    assert {query.authority_min for query in both[len(ruled) :]} == {Authority.USER}


def test_a_suggester_is_bounded_and_sends_nothing_twice() -> None:
    (first, _) = plan(Action.REFINE, GAP, SECOND, frame())
    words = (first.text, "", "one", "one", "two", "three", "four")
    helped = replace(frame(), suggester=Adds(words))
    added = plan(Action.REFINE, GAP, SECOND, helped)[2:]
    assert [query.text for query in added] == ["one", "two"]
    again = sent(SECOND, *plan(Action.REFINE, GAP, SECOND, helped))
    texts = [query.text for query in plan(Action.REFINE, GAP, again, helped)]
    assert not {"one", "two"} & set(texts)


@pytest.mark.parametrize("action", [Action.REFINE, Action.COUNTER, Action.TIME_AWARE])
def test_a_suggester_calls_for_no_step_that_the_rules_would_not_take(action: Action) -> None:
    helped = replace(frame(), suggester=Adds(("more",)))
    assert plan(action, Fired(), SECOND, helped) == ()
    assert decide(Fired(), SECOND, helped) == Move(Action.STOP)
    used = sent(History(), *plan(Action.REFINE, GAP, History(), frame()))
    assert decide(replace(GAP, unprobed=()), replace(used, actions=()), helped).action is (
        decide(replace(GAP, unprobed=()), replace(used, actions=()), frame()).action
    )


@given(calls=st.integers(0, 12), limit=st.integers(1, 12), more=st.integers(0, 9))
def test_what_is_added_leaves_half_of_the_calls_to_the_rules(
    calls: int, limit: int, more: int
) -> None:
    params = load(overrides={"max_retrieval_calls": limit})
    helped = replace(frame(params=params), suggester=Adds(tuple(f"word{n}" for n in range(more))))
    history = replace(SECOND, calls=calls)
    ruled = plan(Action.REFINE, GAP, history, frame(params=params))
    both = plan(Action.REFINE, GAP, history, helped)
    assert both[: len(ruled)] == ruled
    if len(both) > len(ruled):
        assert calls + len(both) <= limit // 2


def test_the_first_step_asks_in_the_readers_words_alone() -> None:
    helped = replace(frame(), suggester=Adds(("more",)))
    assert plan(Action.REFINE, GAP, History(), helped) == plan(
        Action.REFINE, GAP, History(), frame()
    )
