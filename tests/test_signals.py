from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.adjudication import adjudicate_all
from ledgerrag.config import Params, load
from ledgerrag.ledger import Ledger
from ledgerrag.model import UNIT, Claim, ClaimKind, Evidence, Status
from ledgerrag.signals import Signals, has_cue, observe
from tests.entries import claim, entry, evidence_lists, ledger, lens, some_status


def see(
    made: Ledger,
    *,
    params: Params | None = None,
    status: dict[str, Status] | None = None,
    snippets: tuple[tuple[str, str], ...] = (),
) -> Signals:
    read = lens(made.entries, params=params, status=status)
    return observe(made, adjudicate_all(made, read), read, snippets)


def test_an_empty_claim_is_a_gap_and_not_drift() -> None:
    seen = see(ledger(claim()))
    assert (seen.coverage_u, seen.uncovered, seen.stale) == (0, ("c1",), ())


def test_a_ledger_without_claims_covers_nothing() -> None:
    assert (see(Ledger()).coverage_u, see(Ledger()).time_validity_u) == (0, 0)


def test_a_claim_that_an_authority_refutes_is_covered() -> None:
    assert see(ledger(claim(), entry("a", "refute"))).coverage_u == UNIT


def test_a_contested_claim_is_not_covered() -> None:
    made = ledger(claim(), entry("a", level=2), entry("b", "refute", level=2))
    seen = see(made)
    assert (seen.coverage_u, seen.divergent) == (0, ("c1",))


def test_repealed_evidence_is_stale_and_covers_nothing() -> None:
    made = ledger(claim(), entry("a"))
    seen = see(made, status={"a": Status.REPEALED})
    assert (seen.coverage_u, seen.time_validity_u, seen.stale) == (0, 0, ("c1",))


def test_a_law_of_1985_in_force_is_fresh_and_news_of_last_year_is_not() -> None:
    assert see(ledger(claim(), entry("a", published="1985-01-01"))).time_validity_u == UNIT
    old = see(ledger(claim(), entry("a", published="2025-08-01", domain="news")))
    assert (old.time_validity_u, old.stale) == (1, ("c1",))


def test_signals_speak_of_the_active_hypothesis_and_remember_its_slot() -> None:
    made = ledger(
        claim("c1", kind=ClaimKind.SLOT),
        claim("c1.1", parent="c1"),
        claim("c1.2", parent="c1"),
        entry("a", claim_id="c1.1"),
    )
    seen = see(made)
    assert (seen.claims, seen.roots, seen.uncovered) == (("c1.2",), ("c1",), ("c1.2",))


def test_important_claims_are_those_of_high_weight() -> None:
    made = ledger(claim("c1", weight=UNIT), claim("c2", weight=UNIT // 2))
    assert see(made).important == ("c1",)


@pytest.mark.parametrize(
    ("levels", "clusters", "expected"),
    [
        ((2, 2), ("k1", "k2"), True),
        ((2, 1), ("k1", "k2"), True),  # outranked, but no official text has decided
        ((3, 1), ("k1", "k2"), False),  # an official text has
        ((3, 3), ("k1", "k2"), True),
        ((2, 2), ("k1", "k1"), False),  # one text that says both is not two sources
    ],
)
def test_divergence_is_between_independent_sources_that_no_official_text_has_settled(
    levels: tuple[int, int], clusters: tuple[str, str], expected: bool
) -> None:
    made = ledger(
        claim(),
        entry("a", level=levels[0], cluster=clusters[0]),
        entry("b", "refute", level=levels[1], cluster=clusters[1]),
    )
    assert bool(see(made).divergent) is expected


def test_what_its_issuer_has_replaced_or_what_does_not_stand_is_no_conflict() -> None:
    old = entry("a", source="agency", level=2, published="2026-01-01")
    new = entry("b", "refute", source="agency", level=2, published="2026-02-01")
    assert see(ledger(claim(), old, new)).divergent == ()
    other = entry("c", "refute", level=2)
    assert see(ledger(claim(), old, other)).divergent == ("c1",)
    assert see(ledger(claim(), old, other), status={"c": Status.RETRACTED}).divergent == ()


def test_weak_readings_make_no_divergence() -> None:
    made = ledger(claim(), entry("a", level=2), entry("b", "refute", level=2, confidence_u=1))
    assert see(made).divergent == ()


def test_an_unknown_standing_or_source_is_missing_metadata() -> None:
    made = ledger(claim("c1"), claim("c2"), entry("a", claim_id="c1"), entry("b", claim_id="c2"))
    assert see(made, status={"a": Status.UNKNOWN}).missing_metadata == ("c1",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The rule was REVISED in May.", True),
        ("Section 4 is repealed.", True),
        ("CORRECTION: two people were hurt", True),
        ("It ceases to have effect on 1 May.", True),
        ("该条例已废止。", True),
        ("Die Verordnung wurde aufgehoben.", True),
        ("The previsedly unamendable rule stands.", False),
        ("", False),
    ],
)
def test_update_cues_are_whole_words(text: str, expected: bool) -> None:
    assert has_cue(text) is expected


def test_cues_are_reported_once_for_each_independence_cluster() -> None:
    made = ledger(
        claim(),
        entry("a", text="Corrected figure.", cluster="k2"),
        entry("b", text="The latest figure.", cluster="k2"),
        entry("c", text="Nothing new."),
        entry("d", text="This section is repealed."),
    )
    seen = see(made, status={"d": Status.REPEALED}, snippets=(("k1", "Erratum"), ("k3", "quiet")))
    assert seen.cues == ("k1", "k2")


@given(evidence_lists, some_status, st.sampled_from(["paper", "auto"]))
def test_signals_are_integers_and_ids_and_do_not_depend_on_the_order_of_entries(
    entries: list[Evidence], status: dict[str, Status], preset: str
) -> None:
    claims: tuple[Claim, ...] = (claim("c1"), claim("c2", weight=1))
    seen = see(Ledger(claims, tuple(entries)), params=load(preset), status=status)
    turned = see(Ledger(claims, tuple(reversed(entries))), params=load(preset), status=status)
    assert seen == turned
    assert 0 <= seen.coverage_u <= UNIT
    assert 0 <= seen.time_validity_u <= UNIT
    for field in fields(seen):
        value = getattr(seen, field.name)
        assert type(value) is int or all(type(item) is str for item in value)
