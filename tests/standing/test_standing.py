from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.dates import parse
from ledgerrag.model import Act, DocKey, Document, Status
from ledgerrag.standing import At, derive, pending
from tests.making import act, document

BASE = document("rule-12", version=1, published="2025-01-01")
AMENDED = document("rule-12", version=2, published="2026-05-15", effective_from="2026-07-01")


def at(v: str, k: str = "2030-01-01", period: str = "") -> At:
    return At(parse(v).moment(), parse(k).moment(), parse(period) if period else None)


def status(
    documents: Sequence[Document], acts: Sequence[Act], key: Document, where: At
) -> Status | None:
    found = derive(documents, acts, where).get(key.key)
    return found.status if found else None


def test_an_announced_amendment_is_pending_until_its_own_date() -> None:
    where = at("2026-06-01", "2026-06-01")
    found = derive([BASE, AMENDED], [], where)
    assert found[BASE.key].status is Status.IN_FORCE
    assert found[BASE.key].until == "2026-07-01"
    assert found[AMENDED.key].status is Status.NOT_YET
    assert [date for _, date in pending([BASE, AMENDED], [], where, found)] == ["2026-07-01"]


def test_a_later_version_ends_the_earlier_from_its_own_date() -> None:
    found = derive([BASE, AMENDED], [], at("2026-08-01"))
    assert found[BASE.key].status is Status.SUPERSEDED
    assert found[BASE.key].by == "rule-12@2"
    assert found[AMENDED.key].stands


def test_what_is_published_after_k_does_not_exist() -> None:
    found = derive([BASE, AMENDED], [], at("2026-08-01", "2026-04-01"))
    assert set(found) == {BASE.key}
    assert found[BASE.key].stands


def test_a_temporary_version_lapses_and_the_base_revives() -> None:
    order = document(
        "rule-12", version=2, published="2026-02-20", effective_from="2026-03-01",
        effective_to="2026-06-01",
    )  # fmt: skip
    assert status([BASE, order], [], BASE, at("2026-04-01")) is Status.SUPERSEDED
    assert status([BASE, order], [], order, at("2026-07-01")) is Status.LAPSED
    assert status([BASE, order], [], BASE, at("2026-07-01")) is Status.IN_FORCE


def test_an_amendment_withdrawn_before_it_began_never_held() -> None:
    gone = act("withdraw", "rule-12@2", published="2026-06-20", effective_from="2026-07-01")
    assert status([BASE, AMENDED], [gone], BASE, at("2026-07-15", "2026-06-25")) is Status.IN_FORCE
    assert status([BASE, AMENDED], [gone], AMENDED, at("2026-07-15", "2026-06-01")) is (
        Status.IN_FORCE
    )


def test_a_page_archived_after_it_began_does_not_revive_the_one_before() -> None:
    archived = act("withdraw", "rule-12@2", published="2027-01-01", effective_from="2027-01-01")
    found = derive([BASE, AMENDED], [archived], at("2027-02-01"))
    assert found[AMENDED.key].status is Status.WITHDRAWN
    assert found[BASE.key].status is Status.SUPERSEDED
    assert status([BASE, AMENDED], [archived], AMENDED, at("2026-12-01")) is Status.IN_FORCE


def test_a_retraction_known_by_k_voids_for_every_v() -> None:
    gone = act("retract", "rule-12", published="2025-02-01")
    assert status([BASE], [gone], BASE, at("2025-01-15", "2025-01-15")) is Status.IN_FORCE
    assert status([BASE], [gone], BASE, at("2025-01-15", "2025-02-15")) is Status.RETRACTED


def test_a_lower_authority_can_neither_retract_nor_supersede() -> None:
    post = document("rule-12", version=2, source="poster", level=1, published="2026-01-01")
    gone = act("retract", "rule-12@1", published="2026-01-01", source="poster", level=1)
    assert status([BASE, post], [gone], BASE, at("2026-02-01")) is Status.IN_FORCE


def test_another_issuer_of_the_same_level_is_a_conflict_not_a_new_version() -> None:
    other = document("rule-12", version=2, source="ministry", published="2026-01-01")
    found = derive([BASE, other], [], at("2026-02-01"))
    assert found[BASE.key].stands
    assert found[other.key].stands


def test_a_higher_authority_ends_a_rumour_of_the_same_series() -> None:
    rumour = document("crash", version=1, source="poster", level=1, published="2026-03-01")
    official = document("crash", version=2, published="2026-03-02")
    assert status([rumour, official], [], rumour, at("2026-03-05")) is Status.SUPERSEDED


def test_a_repeal_without_a_date_leaves_the_end_unknown() -> None:
    repeal = act("repeal", "rule-12", published="2026-01-01")
    assert status([BASE], [repeal], BASE, at("2025-06-01")) is Status.IN_FORCE
    assert status([BASE], [repeal], BASE, at("2026-01-01")) is Status.UNKNOWN


def test_a_saving_clause_keeps_a_repealed_rule_for_its_periods() -> None:
    repeal = act(
        "repeal", "rule-12", published="2025-11-01", effective_from="2026-01-01",
        saves=("", "2026-01-01"),
    )  # fmt: skip
    asked = "2026-03-01"
    assert status([BASE], [repeal], BASE, at(asked, period="2025-11")) is Status.IN_FORCE
    assert status([BASE], [repeal], BASE, at(asked, period="2026-02")) is Status.REPEALED
    assert status([BASE], [repeal], BASE, at(asked, period="2025")) is Status.IN_FORCE
    assert derive([BASE], [repeal], at(asked))[BASE.key].notes == (
        "still applies to periods before 2026-01-01",
    )


def test_a_period_that_straddles_the_saving_clause_is_undecided() -> None:
    repeal = act(
        "repeal", "rule-12", published="2025-11-01", effective_from="2026-01-01",
        saves=("", "2025-11-15"),
    )  # fmt: skip
    assert status([BASE], [repeal], BASE, at("2026-03-01", period="2025-11")) is Status.UNKNOWN


def test_a_suspension_ends_by_its_date_or_by_reinstatement() -> None:
    stop = act("suspend", "rule-12", published="2026-01-01", effective_from="2026-02-01")
    again = act("reinstate", "rule-12", published="2026-03-01", effective_from="2026-04-01")
    assert status([BASE], [stop, again], BASE, at("2026-03-15")) is Status.SUSPENDED
    assert status([BASE], [stop, again], BASE, at("2026-04-15")) is Status.IN_FORCE


def test_a_correction_replaces_the_figure_of_a_past_period() -> None:
    wrong = document("cpi", version=1, published="2026-01-10", effective_from="2026-01-01")
    right = document("cpi", version=2, published="2026-03-01", effective_from="2026-01-01")
    fix = act("correct", "cpi@1", by="cpi@2", published="2026-03-01", effective_from="2026-01-01")
    assert status([wrong, right], [fix], wrong, at("2026-02-01", "2026-02-01")) is Status.IN_FORCE
    assert status([wrong, right], [fix], wrong, at("2026-02-01", "2026-04-01")) is Status.SUPERSEDED
    found = derive([wrong, right], [fix], at("2026-02-01", "2026-04-01"))[right.key]
    assert found.stands
    assert found.notes == ("published later (2026-03-01); retroactive, check",)


def test_a_renumbered_section_answers_under_its_old_name_before() -> None:
    old = document("section-12", published="2020-01-01")
    new = document("section-14", published="2024-01-01")
    moved = act(
        "supersede", "section-12", by="section-14", published="2024-01-01",
        effective_from="2024-01-01",
    )  # fmt: skip
    assert status([old, new], [moved], old, at("2023-06-01")) is Status.IN_FORCE
    assert derive([old, new], [moved], at("2025-06-01"))[old.key].by == "section-14"


def test_an_act_that_is_itself_withdrawn_has_no_effect() -> None:
    repeal = act("repeal", "rule-12", published="2026-01-01", effective_from="2026-02-01",
                 act_id="a1")  # fmt: skip
    undone = act("withdraw", "a1", published="2026-01-20")
    assert status([BASE], [repeal, undone], BASE, at("2026-03-01")) is Status.IN_FORCE
    assert status([BASE], [repeal, undone], BASE, at("2026-03-01", "2026-01-10")) is Status.REPEALED


def test_a_coarse_beginning_is_unknown_inside_its_interval() -> None:
    rule = document("rule-9", published="2026-01-01", effective_from="2026-07")
    assert status([rule], [], rule, at("2026-06-30")) is Status.NOT_YET
    assert status([rule], [], rule, at("2026-07-10")) is Status.UNKNOWN
    assert status([rule], [], rule, at("2026-08-01")) is Status.IN_FORCE


DAYS = st.integers(1, 28).map(lambda day: f"2026-01-{day:02d}")
VERSIONS = st.lists(st.tuples(DAYS, DAYS), min_size=1, max_size=5).map(
    lambda dates: [
        document("p", version=i + 1, published=pub, effective_from=eff, seq=i + 1)
        for i, (pub, eff) in enumerate(dates)
    ]
)


@given(VERSIONS, DAYS, DAYS, st.randoms(use_true_random=False))
def test_at_most_one_version_of_one_issuer_stands_whatever_the_order(
    versions: list[Document], v: str, k: str, random: st.DataObject
) -> None:
    shuffled = list(versions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    found = derive(shuffled, [], at(v, k))
    assert found == derive(versions, [], at(v, k))
    assert sum(standing.stands for standing in found.values()) <= 1


@given(VERSIONS, DAYS, DAYS)
def test_some_version_stands_once_one_is_known_and_has_begun(
    versions: list[Document], v: str, k: str
) -> None:
    begun = [d for d in versions if d.published.text <= k and d.effective_from.text <= v]
    found = derive(versions, [], at(v, k))
    assert any(standing.stands for standing in found.values()) == bool(begun)
    assert DocKey("p", 99) not in found
