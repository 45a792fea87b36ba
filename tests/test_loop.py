from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.actions import Action
from ledgerrag.config import Params, load
from ledgerrag.ledger import Ledger, root_of
from ledgerrag.loop import Ask, Outcome, Rooms, Step, answer
from ledgerrag.model import Act, Document, Domain, Verdict
from ledgerrag.reading import decompose
from ledgerrag.stance.seam import FixedStance
from ledgerrag.triggers import Reason
from tests.making import act, document
from tests.shelf import Shelf, V

HOW_LONG = "How long is the reporting period?"
WHAT_FEE = "What is the filing fee?"
PERIOD = document("rule-12", "The reporting period is 180 days.", title="Rule 12 Reporting period")
LONGER = document(
    "rule-12",
    "The reporting period is 270 days.",
    version=2,
    title="Rule 12 Reporting period",
    published="2026-03-01",
)
FEE = document("rule-20", "The filing fee is 40 EUR.", title="Rule 20 Filing fee")


def ask(text: str = HOW_LONG) -> Ask:
    return Ask(decompose(text), V, V, "run")


def run(shelf: Shelf, *items: Document | Act, text: str = HOW_LONG, **params: str) -> Outcome:
    shelf.put(*items)
    return answer(ask(text), shelf.rooms(), load(overrides=params))


def last(shelf: Shelf) -> Step:
    return shelf.steps[-1]


def test_a_question_that_is_settled_ends_before_the_budget_and_logs_the_stop(shelf: Shelf) -> None:
    outcome = run(shelf, PERIOD, FEE)
    assert "180 days" in outcome.answer.text
    assert last(shelf).move.action is Action.STOP
    assert last(shelf).fired.budget == ()
    assert outcome.answer.cost.steps == outcome.state.history.steps < load().s_max


@pytest.mark.parametrize("s_max", [1, 2, 3])
def test_no_more_than_s_max_steps_are_taken_and_the_end_says_so(shelf: Shelf, s_max: int) -> None:
    outcome = run(shelf, FEE, s_max=str(s_max), k_pat="9")
    assert outcome.answer.cost.steps == s_max
    assert [step.number for step in shelf.steps] == list(range(s_max + 1))
    assert Reason.STEPS in last(shelf).fired.budget
    assert last(shelf).move.action is Action.STOP
    (told,) = [one.text for one in outcome.answer.checklist if one.kind == "budget"]
    assert f"{s_max} steps" in told


@pytest.mark.parametrize(
    ("params", "elapsed", "reason"),
    [
        ({"max_retrieval_calls": "1"}, 0, Reason.CALLS),
        ({"max_wall_ms": "5"}, 9, Reason.WALL),
        ({"s_max": "1"}, 0, Reason.STEPS),
        ({"k_pat": "1"}, 0, Reason.CONVERGED),
    ],
    ids=["calls", "time", "steps", "nothing better"],
)
def test_every_budget_ends_a_run_in_the_open(
    shelf: Shelf, params: dict[str, str], elapsed: int, reason: Reason
) -> None:
    shelf.put(FEE)
    rooms = shelf.rooms(elapsed_ms=lambda _: elapsed)
    outcome = answer(ask(), rooms, load(overrides=params))
    assert outcome.answer.cost.steps == 1
    assert reason in last(shelf).fired.budget
    assert last(shelf).move.action is Action.STOP
    assert last(shelf).searches == ()
    assert "budget" in {one.kind for one in outcome.answer.checklist}
    assert outcome.answer.verdicts[0].verdict is Verdict.UNVERIFIED


def test_a_settled_answer_says_nothing_of_a_harmless_end(shelf: Shelf) -> None:
    outcome = run(shelf, PERIOD, s_max="1")
    assert last(shelf).fired.budget == (Reason.STEPS,)
    assert "budget" not in {one.kind for one in outcome.answer.checklist}


def test_the_retriever_is_never_called_beyond_its_budget(shelf: Shelf) -> None:
    outcome = run(shelf, FEE, max_retrieval_calls="3", s_max="9", k_pat="9")
    called = [one for step in shelf.steps for one in step.searches if one.called]
    assert outcome.answer.cost.retrieval_calls == len(called) == 3


def test_no_query_is_sent_twice(shelf: Shelf) -> None:
    post = document("post", "The reporting period is 90 days.", level=1, source="forum")
    run(shelf, FEE, post, text=f"{HOW_LONG} What is the levy on wharves?", s_max="9", k_pat="9")
    sent = [one.query.fingerprint for step in shelf.steps for one in step.searches]
    assert len(sent) > 4
    assert len(sent) == len(set(sent))


def test_drift_at_any_step_is_remembered_to_the_end(shelf: Shelf) -> None:
    amended = replace(LONGER, text="The reporting period is amended to 270 days.")
    outcome = run(shelf, PERIOD, amended)
    assert any(step.fired.drift for step in shelf.steps)
    assert last(shelf).fired.drift == ()
    assert outcome.state.drift
    assert [one.before for one in outcome.answer.changes] == ["rule-12@1"]


def test_an_empty_corpus_ends_unverified(shelf: Shelf) -> None:
    outcome = run(shelf)
    assert [one.verdict for one in outcome.answer.verdicts] == [Verdict.UNVERIFIED]
    assert outcome.answer.citations == ()
    assert last(shelf).move.action is Action.STOP


def test_the_same_inputs_take_the_same_steps_to_the_same_answer(shelf: Shelf) -> None:
    post = document("post", "The reporting period is 90 days.", level=1, source="forum")
    gone = act("repeal", "rule-20", published="2026-01-01", effective_from="2026-02-01")
    shelf.put(PERIOD, LONGER, FEE, post, gone)
    question = ask(f"{HOW_LONG} {WHAT_FEE}")
    first = answer(question, shelf.rooms(), load())
    steps = tuple(shelf.steps)
    shelf.steps.clear()
    second = answer(question, shelf.rooms(shelf.corpus()), load())
    assert tuple(shelf.steps) == steps
    assert second.answer == first.answer
    assert second.state == first.state


def test_each_step_begins_with_the_ledger_that_the_step_before_left(shelf: Shelf) -> None:
    outcome = run(shelf, PERIOD, LONGER, text=f"{HOW_LONG} {WHAT_FEE}", k_pat="9")
    assert len(shelf.steps) > 1
    for before, after in zip(shelf.steps, shelf.steps[1:], strict=False):
        assert after.before == before.after
        assert after.before.entries[: len(before.before.entries)] == before.before.entries
    assert last(shelf).after == last(shelf).before == outcome.state.ledger


def test_only_the_slice_is_searched(shelf: Shelf) -> None:
    shelf.put(PERIOD)
    upto = shelf.store.seq()
    shelf.put(LONGER)
    then = answer(ask(), shelf.rooms(shelf.corpus(watermark=upto)), load())
    hits = [hit for step in shelf.steps for one in step.searches for hit in one.found.hits]
    assert {hit.key for hit in hits} == {PERIOD.key}
    assert [c.version for c in then.answer.citations] == [1]
    unknown = answer(ask(), shelf.rooms(shelf.corpus("2026-02-01", "2026-02-01")), load())
    assert [c.version for c in unknown.answer.citations] == [1]
    now = answer(ask(), shelf.rooms(), load())
    assert [c.version for c in now.answer.citations] == [2]


def test_the_judge_and_nobody_else_makes_evidence(shelf: Shelf) -> None:
    shelf.put(PERIOD)
    outcome = answer(ask(), shelf.rooms(stance=FixedStance()), load())
    assert outcome.state.ledger.entries == ()
    assert outcome.answer.verdicts[0].verdict is Verdict.UNVERIFIED


def carried(shelf: Shelf) -> Ask:
    """A question of two claims whose first one was settled by an earlier run."""
    both = ask(f"{HOW_LONG} {WHAT_FEE}")
    earlier = answer(both, shelf.rooms(), load()).state.ledger
    shelf.steps.clear()
    mine = [one for one in earlier.claims if root_of(one) == "c1"]
    ids = {one.claim_id for one in mine}
    entries = tuple(one for one in earlier.entries if one.claim_id in ids)
    return replace(both, carried=Ledger(tuple(mine), entries))


def test_what_is_carried_over_is_not_asked_again_and_is_answered_still(shelf: Shelf) -> None:
    shelf.put(PERIOD, FEE)
    question = carried(shelf)
    outcome = answer(question, shelf.rooms(), load())
    assert {one.query.claim_id for step in shelf.steps for one in step.searches} == {"c2"}
    held = question.carried.entries
    assert held
    assert outcome.state.ledger.entries[: len(held)] == held
    assert "180 days" in outcome.answer.text
    assert "40 EUR" in outcome.answer.text


def test_a_run_with_everything_carried_over_makes_no_call(shelf: Shelf) -> None:
    shelf.put(PERIOD)
    earlier = answer(ask(), shelf.rooms(), load()).state.ledger
    outcome = answer(replace(ask(), carried=earlier), shelf.rooms(), load())
    assert outcome.answer.cost.retrieval_calls == 0
    assert "180 days" in outcome.answer.text


@pytest.mark.parametrize("domain", ["regulation", "news"])
def test_the_preset_is_settled_by_the_domain_of_the_evidence(shelf: Shelf, domain: str) -> None:
    shelf.put(
        document("a", "The reporting period is 180 days.", published=V, domain=Domain(domain))
    )
    outcome = answer(ask(), shelf.rooms(), load())
    assert (outcome.answer.preset, outcome.view.params.preset) == (domain, domain)


def test_the_wall_clock_is_read_once_a_step_and_plays_no_other_part(shelf: Shelf) -> None:
    shelf.put(FEE)
    read: list[int] = []

    def elapsed(step: int) -> int:
        read.append(step)
        return 1_000 * step

    slow: Rooms = shelf.rooms(elapsed_ms=elapsed)
    params: Params = load(overrides={"k_pat": "9"})
    outcome = answer(ask(), slow, params)
    assert read == list(range(outcome.answer.cost.steps))
    assert outcome.answer == answer(ask(), shelf.rooms(), params).answer


POSTS = (
    document("p1", "The power cut lasted 2 hours.", level=1, source="forum"),
    document("p2", "The power cut: dark for 5 hours here.", level=1, source="forum"),
)
HOW_DARK = "How long was the power cut?"


def test_posts_that_state_different_figures_settle_nothing(shelf: Shelf) -> None:
    outcome = run(shelf, *POSTS, text=HOW_DARK)
    assert outcome.answer.verdicts[0].verdict is Verdict.CONTESTED
    assert {"2 hours", "5 hours"} <= {e.value.text for e in outcome.state.ledger.entries if e.value}


def test_where_an_outlet_speaks_a_post_with_another_figure_is_only_outranked(shelf: Shelf) -> None:
    outlet = document("news", "The power cut lasted 2 hours.", level=2, source="courier")
    outcome = run(shelf, outlet, POSTS[1], text=HOW_DARK)
    assert outcome.answer.verdicts[0].verdict is Verdict.SUPPORTED


def test_a_post_and_its_copy_are_one_voice(shelf: Shelf) -> None:
    copy = document("p3", "The power cut lasted 2 hours!", level=1, source="forum", cluster="p1")
    outcome = run(shelf, POSTS[0], copy, text=HOW_DARK)
    assert outcome.answer.verdicts[0].verdict is Verdict.SUPPORTED


def test_the_old_report_of_a_repealed_rule_answers_nothing_and_the_rule_is_named(
    shelf: Shelf,
) -> None:
    report = document(
        "report",
        "The reporting period is 180 days, the regulator says.",
        level=2,
        source="courier",
        published="2025-02-01",
    )
    gone = act("repeal", "rule-12", published="2026-01-01", effective_from="2026-02-01")
    outcome = run(shelf, PERIOD, report, gone)
    assert outcome.answer.verdicts[0].verdict is Verdict.UNVERIFIED
    assert outcome.answer.nearest[0].doc_id == "rule-12"
    assert "the nearest text is repealed" in outcome.answer.text
    (item,) = [one for one in outcome.answer.checklist if one.kind == "unverified"]
    assert "rule-12@1 is repealed since 2026-02-01" in item.text


def report(text: str, doc_id: str = "report", **fields: str) -> Document:
    return document(doc_id, text, level=2, source="courier", domain=Domain.NEWS, **fields)  # type: ignore[arg-type]


def notice(text: str, **fields: str) -> Document:
    return document("notice", text, domain=Domain.NEWS, **fields)  # type: ignore[arg-type]


def test_the_report_of_a_rule_that_ends_on_an_untold_day_answers_nothing(shelf: Shelf) -> None:
    told = report("The reporting period is 180 days, readers hear.", published="2025-02-01")
    gone = act("repeal", "rule-12", published="2026-01-01")
    outcome = run(shelf, PERIOD, told, gone)
    assert outcome.answer.verdicts[0].verdict is Verdict.UNVERIFIED


def test_a_report_after_the_end_of_a_rule_may_know_of_something_new(shelf: Shelf) -> None:
    told = report("The reporting period is now 90 days.", published="2026-03-01")
    gone = act("repeal", "rule-12", published="2026-01-01", effective_from="2026-02-01")
    outcome = run(shelf, PERIOD, told, gone)
    assert "90 days" in outcome.answer.text


def test_a_notice_does_not_speak_of_the_days_before_its_effect(shelf: Shelf) -> None:
    text = "The reporting period is 270 days. The change takes effect on 1 January {}."
    coming = run(shelf, notice(text.format("2099"), published="2026-03-01"))
    assert coming.answer.verdicts[0].verdict is Verdict.UNVERIFIED


def test_a_notice_speaks_once_its_day_has_come(shelf: Shelf) -> None:
    text = "The reporting period is 270 days. The change takes effect on 1 April 2025."
    outcome = run(shelf, notice(text, published="2025-03-01"))
    assert "270 days" in outcome.answer.text


def test_the_text_of_a_rule_goes_before_a_later_notice_of_its_issuer(shelf: Shelf) -> None:
    outcome = run(
        shelf, PERIOD, notice("The reporting period is 270 days.", published="2026-03-01")
    )
    assert outcome.answer.verdicts[0].value == "180 days"
    assert outcome.answer.verdicts[0].verdict is Verdict.SUPPORTED


def test_a_question_is_answered_with_the_value_of_the_higher_authority_that_refutes(
    shelf: Shelf,
) -> None:
    said = report("The reporting period is 90 days.", published="2026-03-01")
    outcome = run(shelf, PERIOD, said)
    assert (outcome.answer.verdicts[0].verdict, outcome.answer.verdicts[0].value) == (
        Verdict.SUPPORTED,
        "180 days",
    )


def test_the_later_report_of_a_source_is_the_present_one_in_whatever_words(shelf: Shelf) -> None:
    first = report("The number of dark homes in Lind is 300.", "first", published="2026-01-01")
    later = report(
        "The count of homes that are dark in Lind is now 700.", "later", published="2026-01-02"
    )
    outcome = run(shelf, first, later, text="What is the number of dark homes in Lind?")
    assert outcome.answer.verdicts[0].value == "700"


def test_the_rule_of_another_place_answers_no_question_that_opens_with_a_name(shelf: Shelf) -> None:
    lind = document("lind", "The council of Lind keeps dogs off.", title="Dogs in Lind")
    dorn = document("dorn", "In Dorn, a dog licence costs 30 euros.", title="Dogs in Dorn")
    outcome = run(shelf, lind, dorn, text="Lind: what does a dog licence cost?")
    assert outcome.answer.verdicts[0].verdict is Verdict.UNVERIFIED
