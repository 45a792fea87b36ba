from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.adjudication import adjudicate_all
from ledgerrag.config import Params, load
from ledgerrag.evidence_package import Package, Why, cover
from ledgerrag.ledger import Ledger
from ledgerrag.model import UNIT, Evidence, Stance, Status
from tests.entries import claim, entry, evidence_lists, ledger, lens, some_status


def pack(
    made: Ledger, *, params: Params | None = None, status: dict[str, Status] | None = None
) -> Package:
    params = params or load()
    read = lens(made.entries, params=params, status=status)
    return cover(made.active(), adjudicate_all(made, read), params)


def names(package: Package) -> list[str]:
    return [one.span.doc_id for one in package.entries]


def test_one_span_that_covers_two_claims_is_taken_before_two_that_cover_one_each() -> None:
    made = ledger(
        claim("c1"),
        claim("c2"),
        entry("a", claim_id="c1", published="2026-07-01"),
        entry("b", claim_id="c2", published="2026-07-01"),
        entry("both", claim_id="c1"),
        entry("both", claim_id="c2"),
    )
    package = pack(made)
    assert [(e.claim_id, e.span.doc_id) for e in package.entries] == [
        ("c1", "both"),
        ("c2", "both"),
    ]
    assert package.characters == len("The period is 270 days.")
    assert (package.coverage_u, package.uncovered) == (UNIT, ())


def test_heavy_claims_are_covered_first() -> None:
    made = ledger(
        claim("c1", weight=1), claim("c2", weight=5), entry("a"), entry("b", claim_id="c2")
    )
    assert names(pack(made)) == ["b", "a"]


def test_ties_go_to_the_later_effective_date_and_then_to_the_key() -> None:
    old, new = entry("a", published="2026-01-01"), entry("b", published="2026-02-01")
    assert names(pack(ledger(claim(), old, new))) == ["b"]
    assert names(pack(ledger(claim(), entry("d"), entry("c")))) == ["c"]


def test_a_claim_is_covered_by_winners_only() -> None:
    made = ledger(
        claim("c1"),
        claim("c2"),
        entry("rumour", "refute", level=1),
        entry("official"),
        entry("gone", claim_id="c2"),
    )
    package = pack(made, status={"gone": Status.RETRACTED})
    assert names(package) == ["official"]
    assert package.uncovered == (("c2", Why.OPEN),)


def test_both_sides_of_a_contested_claim_are_shown_and_it_stays_uncovered() -> None:
    made = ledger(
        claim(),
        entry("a", level=2, published="2026-01-01"),
        entry("b", "refute", level=2),
        entry("c", level=2, published="2026-02-01"),
    )
    package = pack(made)
    assert [(e.span.doc_id, e.y) for e in package.entries] == [
        ("c", Stance.SUPPORT),
        ("b", Stance.REFUTE),
    ]
    assert (package.coverage_u, package.uncovered) == (0, (("c1", Why.OPEN),))


def test_the_context_budget_is_kept_and_a_shorter_span_may_still_fit() -> None:
    made = ledger(
        claim("c1", weight=3),
        claim("c2", weight=2),
        entry("long", text="x" * 100),
        entry("short", claim_id="c2", text="y" * 10),
    )
    package = pack(made, params=load(overrides={"context_budget": 50}))
    assert (names(package), package.characters) == (["short"], 10)
    assert package.uncovered == (("c1", Why.BUDGET),)


def test_the_package_is_complete_at_its_target() -> None:
    made = ledger(
        claim("c1", weight=8), claim("c2", weight=2), entry("a"), entry("b", claim_id="c2")
    )
    part = pack(made, params=load(overrides={"package_cov": "0.8"}))
    assert (names(part), part.uncovered) == (["a"], (("c2", Why.TARGET),))
    assert names(pack(made, params=load(overrides={"package_cov": "0"}))) == ["a"]  # tau_cov
    assert names(pack(made)) == ["a", "b"]


def test_nothing_to_cover_is_an_empty_package() -> None:
    assert pack(Ledger()) == Package((), (), 0, 0)


claims = [claim("c1", weight=5), claim("c2", weight=3), claim("c3", weight=2)]
several = st.lists(st.tuples(evidence_lists, st.sampled_from(["c1", "c2", "c3"])), max_size=4).map(
    lambda found: [replace(e, claim_id=c) for entries, c in found for e in entries]
)


@given(
    several.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))), some_status
)
def test_the_package_does_not_depend_on_the_order_of_entries(
    pair: tuple[list[Evidence], list[Evidence]], status: dict[str, Status]
) -> None:
    unique = {one.key: one for one in pair[0]}
    first, second = (
        ledger(*claims, *dict.fromkeys(unique[one.key] for one in found)) for found in pair
    )
    assert pack(first, status=status) == pack(second, status=status)


@given(several, some_status, st.integers(1, UNIT), st.integers(1, UNIT), st.integers(20, 200))
def test_a_higher_target_never_covers_less_and_budgets_hold(
    entries: list[Evidence], status: dict[str, Status], low: int, high: int, budget: int
) -> None:
    low, high = sorted((low, high))
    made = ledger(*claims, *entries)
    less, more = (
        pack(
            made,
            params=load(overrides={"package_cov_u": target, "context_budget": budget}),
            status=status,
        )
        for target in (low, high)
    )
    assert less.coverage_u <= more.coverage_u
    assert more.characters <= budget
    assert more.characters == sum(
        len(text) for text in {e.span: e.text for e in more.entries}.values()
    )
    covered = {claim_id for claim_id, _ in more.uncovered}
    assert covered.isdisjoint(
        e.claim_id for e in more.entries if (e.claim_id, Why.OPEN) not in more.uncovered
    )
