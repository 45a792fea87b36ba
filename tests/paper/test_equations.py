"""The paper's equations on numbers worked by hand; the working stands beside each."""

from __future__ import annotations

import pytest

from ledgerrag.adjudication import adjudicate, adjudicate_all, dominates
from ledgerrag.config import load
from ledgerrag.dates import DAY
from ledgerrag.evidence_package import cover
from ledgerrag.ledger import decay_u, v_u, verified, weight_u
from ledgerrag.model import UNIT, Authority, Verdict
from ledgerrag.signals import coverage_u, divergent, observe, time_validity_u
from ledgerrag.triggers import History, Reason, fire
from tests.entries import claim, entry, ledger, lens

PAPER = load("paper")


def test_section_5_1_authority_is_the_level_over_three() -> None:
    # 1/3 = 0.333333, 2/3 = 0.666667 (rounded to nearest), 3/3 = 1.
    assert [level.alpha_u for level in Authority] == [333_333, 666_667, 1_000_000]


@pytest.mark.parametrize(
    ("days", "horizon", "expected"),
    [
        (0, 7, 1_000_000),  # exp(0)
        (7, 7, 367_879),  # exp(-1) = 0.36787944
        (14, 7, 135_335),  # exp(-2) = 0.13533528
        (1, 7, 866_878),  # exp(-0.14285714) = 0.86687790
        (130, 365, 700_357),  # exp(-0.35616438) = 0.70035748
        (131, 365, 698_441),  # exp(-0.35890411) = 0.69844132
        (-30, 7, 1_000_000),  # dated after t: the age is clamped at 0
        (36_500, 7, 1),  # exp(-5214): positive, and so kept above zero
    ],
)
def test_equation_2_decay(days: int, horizon: int, expected: int) -> None:
    assert decay_u(days * DAY, horizon) == expected


def test_equation_2_weight_of_an_outlet_report_a_week_old() -> None:
    # w = r * alpha * exp(-(t - ts)/H) = 0.8 * 0.666667 * exp(-7/7)
    #   = 0.8 * 0.666667 = 0.5333336; * 0.367879 = 0.19620223... -> 196 202 millionths.
    report = entry("n", level=2, published="2026-07-25", r_u=800_000, domain="news")
    assert weight_u(report, lens(params=PAPER, as_of="2026-08-01")) == 196_202


def test_equation_2_weight_of_a_statute_a_year_old() -> None:
    # 2025-08-01 to 2026-08-01 is 365 days: w = 0.9 * 1 * exp(-1) = 0.9 * 0.367879 = 0.3310911.
    statute = entry("s", level=3, published="2025-08-01", r_u=900_000)
    assert weight_u(statute, lens(params=PAPER, as_of="2026-08-01")) == 331_091


def test_equation_2_score_is_support_minus_refutation() -> None:
    # All published on the day of the question, so that the decay is 1.
    # support: 0.6 * 1 = 0.6; refutation: 0.5 * 1/3 = 0.1666665 -> 166 666 (half to even)
    #          and 0.3 * 2/3 = 0.2000001 -> 200 000.   v = 600 000 - 166 666 - 200 000 = 233 334.
    day = "2026-08-01"
    entries = [
        entry("a", "support", level=3, published=day, r_u=600_000),
        entry("b", "refute", level=1, published=day, r_u=500_000),
        entry("c", "refute", level=2, published=day, r_u=300_000),
    ]
    assert v_u(entries, lens(params=PAPER)) == 233_334


def test_equation_2_ten_rumours_outvote_an_official_text() -> None:
    # 10 * (1 * 1/3) = 3.33333 against 1 * 1: v = 1 000 000 - 3 333 330: the paper's sum is a vote.
    rumours = [entry(f"r{i}", "refute", level=1, published="2026-08-01") for i in range(10)]
    official = entry("o", "support", level=3, published="2026-08-01")
    assert v_u([official, *rumours], lens(params=PAPER)) == -2_333_330


def test_section_3_2_with_tau_v_zero_an_empty_claim_counts_as_verified() -> None:
    # v = 0 >= tau_v = 0.
    assert verified(0, supported=False, params=PAPER)
    assert not verified(-1, supported=True, params=PAPER)


def test_equation_3_coverage_is_the_weighted_share_of_verified_claims() -> None:
    # Weights 1, 0.5, 0.5; the first has v = 1 >= 0, the second v = -1/3 < 0, the third v = 0 >= 0.
    # Cov = (1 + 0.5) / 2 = 0.75.
    made = ledger(
        claim("c1"),
        claim("c2", weight=500_000),
        claim("c3", weight=500_000),
        entry("a", "support", claim_id="c1", published="2026-08-01"),
        entry("b", "refute", claim_id="c2", level=1, published="2026-08-01"),
    )
    rulings = adjudicate_all(made, lens(params=PAPER))
    assert coverage_u(made.active(), rulings, PAPER) == 750_000


def test_equation_4_takes_the_freshest_entry_of_each_claim() -> None:
    # c1 (w = 1): reports of 14 and 7 days ago: max(exp(-2), exp(-1)) = 0.367879.
    # c2 (w = 0.5): a report of today: 1.   c3 (w = 0.5): nothing: 0.
    # TV = (1 * 0.367879 + 0.5 * 1 + 0.5 * 0) / 2 = 0.4339395 -> 433 940 (half to even).
    made = ledger(
        claim("c1"),
        claim("c2", weight=500_000),
        claim("c3", weight=500_000),
        entry("a", claim_id="c1", published="2026-07-18", domain="news"),
        entry("b", "refute", claim_id="c1", published="2026-07-25", domain="news"),
        entry("c", claim_id="c2", published="2026-08-01", domain="news"),
    )
    assert time_validity_u(made, lens(params=PAPER)) == 433_940


def test_equation_4_calls_a_statute_stale_after_130_days() -> None:
    # exp(-d/365) < 0.7 from d = 365 * ln(1/0.7) = 130.19 on.
    made = ledger(claim(), entry("s", published="2026-01-01"))
    for as_of, fresh in (("2026-05-11", True), ("2026-05-12", False)):  # 130 and 131 days later
        seen = time_validity_u(made, lens(params=PAPER, as_of=as_of))
        assert (seen >= PAPER.tau_tv_u) is fresh


def test_section_3_3_divergence_takes_strong_entries_on_both_sides() -> None:
    support = entry("a", "support", confidence_u=900_000)
    for confidence, expected in ((PAPER.tau_div_u, True), (PAPER.tau_div_u - 1, False)):
        refute = entry("b", "refute", level=1, confidence_u=confidence)
        read = lens(params=PAPER)
        ruling = adjudicate(claim(), [support, refute], read)
        assert divergent([support, refute], ruling, read) is expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((3, "2020-01-01"), (1, "2026-01-01"), True),  # authority first
        ((1, "2026-01-01"), (3, "2020-01-01"), False),
        ((2, "2026-01-02"), (2, "2026-01-01"), True),  # recency as tie-breaker
        ((2, "2026-01-01"), (2, "2026-01-01"), False),  # a tie is a tie
        ((2, "2026"), (2, "2026-06-01"), False),  # the year may lie before or after the day
    ],
)
def test_equation_5(a: tuple[int, str], b: tuple[int, str], expected: bool) -> None:
    first, second = (entry(n, level=x[0], published=x[1]) for n, x in (("a", a), ("b", b)))
    assert dominates(first, second) is expected


def test_equation_5_lets_an_official_clarification_overrule_newer_rumours() -> None:
    rumours = [entry(f"r{i}", "refute", level=1, published="2026-07-30") for i in range(5)]
    official = entry("o", "support", level=3, published="2026-07-01")
    ruling = adjudicate(claim(), [*rumours, official], lens(params=PAPER))
    assert ruling.verdict is Verdict.SUPPORTED
    assert [mark.by for mark in ruling.losers] == ["o@1"] * 5


def test_section_4_2_an_empty_ledger_fires_drift_and_not_gap() -> None:
    # Cov = 1 because 0 >= 0, TV = 0 because the maximum over nothing is 0.
    made = ledger(claim())
    read = lens(params=PAPER)
    seen = observe(made, adjudicate_all(made, read), read)
    fired = fire(seen, History(), PAPER)
    assert (seen.coverage_u, seen.time_validity_u) == (UNIT, 0)
    assert fired.reasons == (Reason.VALIDITY,)


def test_section_4_2_patience_counts_consecutive_steps_below_epsilon() -> None:
    # epsilon = 0.01, k_pat = 2.  TV: 0.50 -> 0.509 -> 0.518: both gains are 0.009 < 0.01: stop.
    # 0.50 -> 0.51 -> 0.518: the first gain is 0.01, not below epsilon: go on.
    made = ledger(claim())
    read = lens(params=PAPER)
    seen = observe(made, adjudicate_all(made, read), read)
    cov = seen.coverage_u
    slow = History(("A1", "A1"), (cov, cov), (-18_000, -9_000))
    quick = History(("A1", "A1"), (cov, cov), (-18_000, -8_000))
    assert Reason.CONVERGED in fire(seen, slow, PAPER).budget
    assert Reason.CONVERGED not in fire(seen, quick, PAPER).budget


def test_section_4_4_the_greedy_package_stops_at_tau_cov() -> None:
    # Weights 5, 3, 2 of 10; tau_cov = 0.8 is reached by 5 + 3; the third claim is not needed.
    made = ledger(
        claim("c1", weight=5 * UNIT),
        claim("c2", weight=3 * UNIT),
        claim("c3", weight=2 * UNIT),
        *(entry(f"d{i}", claim_id=f"c{i}", text=f"Text {i}.") for i in (1, 2, 3)),
    )
    package = cover(made.active(), adjudicate_all(made, lens(params=PAPER)), PAPER)
    assert [e.span.doc_id for e in package.entries] == ["d1", "d2"]
    assert package.coverage_u == 800_000


def test_table_1_the_published_hyper_parameters() -> None:
    shown = {item.name: item.value for item in PAPER.describe()}
    published = {
        "s_max": "3",
        "top_k": "5",
        "tau_cov": "0.8",
        "tau_tv": "0.7",
        "tau_v": "0",
        "epsilon": "0.01",
        "k_pat": "2",
        "horizon_regulation_days": "365",
        "horizon_news_days": "7",
    }
    assert {name: shown[name] for name in published} == published


def test_the_weight_of_a_day_does_not_depend_on_the_hour_of_the_question() -> None:
    dated = entry("n", published="2026-07-25", domain="news")
    by_day = weight_u(dated, lens(params=PAPER, as_of="2026-08-01"))
    # At an instant the age is exact: 7.5 days, exp(-7.5/7) = 0.34251886.
    by_hour = weight_u(dated, lens(params=PAPER, as_of="2026-08-01T12:00Z"))
    assert (by_day, by_hour) == (367_879, 342_519)
