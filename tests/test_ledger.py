from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.config import load
from ledgerrag.dates import DAY, Moment, parse
from ledgerrag.ledger import (
    Ledger,
    age_seconds,
    best_first,
    decay_u,
    half_even,
    v_u,
    validity_u,
    weight_u,
)
from ledgerrag.model import UNIT, ClaimKind, Domain, Evidence, Status
from tests.entries import any_evidence, claim, entry, evidence_lists, ledger, lens


def test_an_entry_that_is_there_is_never_overwritten() -> None:
    first = entry("a", r_u=UNIT)
    again = replace(first, r_u=1, step=2)
    assert ledger(first).append([again, again]).entries == (first,)


def test_the_same_span_under_another_claim_or_version_is_another_entry() -> None:
    made = ledger(entry("a"), entry("a", claim_id="c2"), entry("a", version=2))
    assert len(made.entries) == 3


@given(evidence_lists, evidence_lists)
def test_append_loses_nothing_and_keeps_the_order(old: list[Evidence], new: list[Evidence]) -> None:
    before = Ledger().append(old)
    after = before.append(new)
    assert after.entries[: len(before.entries)] == before.entries
    assert {e.key for e in after.entries} == {e.key for e in (*old, *new)}
    assert after.append(old).append(new) == after


def test_a_hypothesis_takes_the_place_of_its_slot_and_of_earlier_hypotheses() -> None:
    slot = claim("c2", kind=ClaimKind.SLOT)
    made = ledger(
        claim("c10"), slot, claim("c1"), claim("c2.1", parent="c2"), claim("c2.2", parent="c2")
    )
    assert [c.claim_id for c in made.active()] == ["c1", "c2.2", "c10"]
    assert [c.claim_id for c in ledger(slot).active()] == ["c2"]


def test_a_claim_id_belongs_to_one_claim() -> None:
    made = ledger(claim("c1"))
    assert made.add_claim(claim("c1")) is made
    with pytest.raises(ValueError, match="c1 is there already"):
        made.add_claim(claim("c1", weight=1))
    with pytest.raises(KeyError):
        made.claim("c9")


@given(st.permutations([entry(n, level=lv) for n, lv in zip("abcdef", (1, 2, 3) * 2, strict=True)]))
def test_entries_of_a_claim_come_best_first_whatever_their_order(mixed: list[Evidence]) -> None:
    ordered = [e.span.doc_id for e in ledger(*mixed).of("c1")]
    assert ordered == ["c", "f", "b", "e", "a", "d"]


def test_the_domain_is_that_of_most_documents_of_the_highest_authority() -> None:
    rumours = [entry(f"r{i}", level=1, domain="news") for i in range(5)]
    assert ledger(*rumours, entry("o", level=3)).domain() is Domain.REGULATION
    assert Ledger().domain() is None


@given(st.integers(-DAY, 10_000 * DAY), st.integers(1, 1_000))
def test_decay_is_an_integer_in_range_and_never_grows_with_age(age: int, horizon: int) -> None:
    now, later = decay_u(age, horizon), decay_u(age + DAY, horizon)
    assert type(now) is int
    assert 0 < later <= now <= UNIT


def test_a_date_after_the_question_has_no_negative_age() -> None:
    assert age_seconds(parse("2027-01-01"), parse("2026-01-01").moment()) == 0


def test_a_day_is_compared_with_a_day_and_an_instant_with_an_instant() -> None:
    assert age_seconds(parse("2026-01-01T23:00Z"), parse("2026-01-02").moment()) == DAY
    hour = parse("2026-01-02T00:00:00Z").moment()
    assert age_seconds(parse("2026-01-01T23:00Z"), hour) == 3_600
    assert age_seconds(parse("2026"), Moment(parse("2026-12-31").lo)) == 0


@given(st.integers(0, 10**20), st.integers(1, 10**12))
def test_rounding_is_half_to_even(numerator: int, denominator: int) -> None:
    rounded = half_even(numerator, denominator)
    error = 2 * abs(rounded * denominator - numerator)
    assert error < denominator or (error == denominator and rounded % 2 == 0)


@given(any_evidence)
def test_a_positive_weight_stays_positive_and_is_an_integer(one: Evidence) -> None:
    for params in (load("paper"), load()):
        weight = weight_u(one, lens([one], params=params, as_of="2100-01-01"))
        assert type(weight) is int
        assert 0 <= weight <= UNIT
        assert (weight > 0) == (one.r_u > 0)


def test_a_law_in_force_does_not_age_and_one_that_is_not_weighs_nothing() -> None:
    law = entry("s", published="1985-01-01")
    assert validity_u(law, lens([law])) == UNIT
    assert validity_u(law, lens([law], status={"s": Status.REPEALED})) == 0
    assert validity_u(law, lens()) == 0


def test_copies_count_once_on_each_side() -> None:
    copies = [entry(f"r{i}", "refute", level=1, cluster="wire") for i in range(10)]
    official = entry("o", "support")
    assert v_u([official, *copies], lens([official, *copies])) == UNIT - 333_333


def test_of_copies_the_heaviest_counts() -> None:
    copies = [entry(n, r_u=r, cluster="wire") for n, r in (("a", 200_000), ("b", 700_000))]
    assert v_u(copies, lens(copies)) == 700_000


@given(evidence_lists.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_the_score_does_not_depend_on_the_order(
    pair: tuple[list[Evidence], list[Evidence]],
) -> None:
    entries, mixed = pair
    for params in (load("paper"), load()):
        read = lens(entries, params=params)
        assert v_u(entries, read) == v_u(mixed, read)
        assert best_first(entries) == best_first(mixed)
