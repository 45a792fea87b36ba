from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.adjudication import Flag, Rule, Ruling, adjudicate, adjudicate_all, superseded
from ledgerrag.config import load
from ledgerrag.model import NO_SOURCE, UNIT, Authority, Evidence, Stance, Status, Verdict
from tests.entries import claim, entry, evidence_lists, ledger, lens, some_status

orders = evidence_lists.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found)))


def decide(
    *entries: Evidence,
    status: dict[str, Status] | None = None,
    by: str = "",
    tau_v: str = "0",
    settles: int = 0,
) -> Ruling:
    params = load(overrides={"tau_v": tau_v, "settles": settles})
    read = lens(entries, params=params, status=status, by=by)
    return adjudicate(claim(), entries, read)


def why(ruling: Ruling) -> dict[str, tuple[str, str]]:
    return {mark.entry.span.doc_id: (mark.rule, mark.by) for mark in ruling.losers}


def test_a_claim_without_evidence_is_unverified() -> None:
    ruling = decide()
    assert (ruling.verdict, ruling.rule, ruling.reason) == (
        (Verdict.UNVERIFIED, Rule.NOTHING, "no evidence")
    )


def test_unopposed_support_and_unopposed_refutation_settle_a_claim() -> None:
    assert decide(entry("a")).verdict is Verdict.SUPPORTED
    assert decide(entry("a", "refute")).verdict is Verdict.REFUTED
    assert decide(entry("a", "refute")).v_u == -UNIT


@pytest.mark.parametrize(
    ("status", "rule"),
    [
        (Status.UNKNOWN, Rule.KNOWN),
        (Status.RETRACTED, Rule.RETRACTED),
        (Status.WITHDRAWN, Rule.RETRACTED),
        (Status.NOT_YET, Rule.IN_FORCE),
        (Status.LAPSED, Rule.IN_FORCE),
        (Status.SUPERSEDED, Rule.IN_FORCE),
        (Status.REPEALED, Rule.IN_FORCE),
        (Status.SUSPENDED, Rule.IN_FORCE),
    ],
)
def test_what_does_not_stand_neither_supports_nor_contests(status: Status, rule: Rule) -> None:
    alone = decide(entry("a"), status={"a": status})
    assert (alone.verdict, why(alone)["a"][0]) == (Verdict.UNVERIFIED, rule)
    assert alone.reason.startswith("nothing stands; nearest is official a@1")
    opposed = decide(entry("a", "refute"), entry("b", level=2), status={"a": status}, by="b@1")
    assert opposed.verdict is Verdict.SUPPORTED
    assert why(opposed) == {"a": (rule, "b@1")}
    assert opposed.refute_clusters == 0


def test_a_document_without_a_standing_does_not_stand() -> None:
    assert adjudicate(claim(), [entry("a")], lens()).verdict is Verdict.UNVERIFIED


def test_ten_feeds_with_one_wire_story_do_not_outvote_the_regulator() -> None:
    feeds = [entry(f"f{i}", "refute", level=1 + i % 2, cluster="wire") for i in range(10)]
    ruling = decide(entry("o", level=3), *feeds)
    assert (ruling.verdict, ruling.rule) == (Verdict.SUPPORTED, Rule.AUTHORITY)
    assert (ruling.support_clusters, ruling.refute_clusters) == (1, 1)
    assert set(why(ruling).values()) == {(Rule.AUTHORITY, "o@1")}
    assert ruling.flags == ()


def test_an_issuer_that_restates_has_changed_its_mind() -> None:
    old = entry("a", "refute", source="agency", level=2, published="2026-01-01")
    new = entry("b", "support", source="agency", level=2, published="2026-02-01")
    ruling = decide(old, new)
    assert (ruling.verdict, ruling.rule) == (Verdict.SUPPORTED, Rule.LATER)
    assert why(ruling) == {"a": (Rule.LATER, "b@1")}


def test_the_later_effective_date_counts_before_the_later_publication() -> None:
    first = entry("a", source="r", published="2026-03-01", effective="2026-04-01")
    second = entry("b", "refute", source="r", published="2026-01-01", effective="2026-06-01")
    assert decide(first, second).verdict is Verdict.REFUTED


def test_another_issuer_of_the_same_level_is_a_conflict_and_both_sides_are_shown() -> None:
    ruling = decide(
        entry("a", level=2, published="2026-01-01"),
        entry("b", "refute", level=2, published="2026-07-01"),
    )
    assert (ruling.verdict, ruling.rule) == (Verdict.CONTESTED, Rule.CONTESTED)
    assert {e.y for e in ruling.winners} == {Stance.SUPPORT, Stance.REFUTE}
    assert ruling.losers == ()


def test_dates_that_overlap_leave_a_conflict_open() -> None:
    year = entry("a", source="r", published="2026")
    day = entry("b", "refute", source="r", published="2026-06-01")
    assert decide(year, day).verdict is Verdict.CONTESTED


def test_partly_known_dates_that_go_round_in_a_circle_decide_nothing() -> None:
    entries = [
        entry("a", "support", source="r", effective="2023-01", published="2024-04-01"),
        entry("b", "refute", source="r", effective="2023", published="2024-03-01"),
        entry("c", "support", source="r", effective="2023-06", published="2024-02-01"),
        entry("d", "refute", source="r", effective="2023", published="2024-05-01"),
    ]
    assert decide(*entries).verdict in (Verdict.CONTESTED, Verdict.REFUTED)


def test_posts_on_one_platform_do_not_correct_each_other() -> None:
    old = entry("a", level=1, source="forum", published="2026-01-01")
    new = entry("b", "refute", level=1, source="forum", published="2026-02-01")
    assert decide(old, new).verdict is Verdict.CONTESTED
    edited = replace(new, span=replace(new.span, doc_id="a", version=2))
    assert decide(old, edited).verdict is Verdict.REFUTED


def test_copies_of_a_superseded_text_fall_with_it() -> None:
    wire_1 = entry("w1", "refute", source="wire", level=2, cluster="k", published="2026-01-01")
    wire_2 = entry("w2", "support", source="wire", level=2, cluster="k", published="2026-01-02")
    feeds = [
        entry(f"f{i}", "refute", level=2, cluster="k", published="2026-01-03") for i in range(3)
    ]
    ruling = decide(wire_1, wire_2, *feeds, status={"w1": Status.SUPERSEDED}, by="w2@1")
    assert ruling.verdict is Verdict.SUPPORTED
    assert why(ruling)["f1"] == (Rule.COPY, "w1@1")
    # The same without a standing that says so: the agency has restated, its copies have not.
    assert decide(wire_1, wire_2, *feeds).verdict is Verdict.SUPPORTED


def test_a_higher_authority_that_repeats_a_text_makes_it_its_own() -> None:
    post = entry("p", level=1, cluster="k", published="2026-01-01")
    report = entry("r", level=2, cluster="k", published="2026-01-02")
    ruling = decide(post, report, status={"p": Status.WITHDRAWN})
    assert (ruling.verdict, ruling.flags) == (
        (Verdict.SUPPORTED, (Flag.SINGLE_SOURCE, Flag.RETRACTED))
    )


def test_two_legislators_with_the_same_words_have_made_two_laws() -> None:
    here = entry("a", source="here", cluster="k", published="2025-01-01")
    there = entry("b", source="there", cluster="k", published="2025-02-01")
    ruling = decide(here, there, status={"a": Status.REPEALED})
    assert (ruling.verdict, [e.span.doc_id for e in ruling.winners]) == (Verdict.SUPPORTED, ["b"])


def test_a_copy_makes_a_reading_no_stronger() -> None:
    original = entry("a", level=2, cluster="k", confidence_u=300_000)
    copy = entry("c", level=2, cluster="k", confidence_u=900_000, published="2026-02-01")
    other = entry("b", "refute", level=2, confidence_u=300_000)
    assert decide(original, copy, other).verdict is Verdict.CONTESTED


def test_conflict_takes_strong_readings_on_both_sides() -> None:
    weak = entry("b", "refute", level=2, confidence_u=300_000)
    ruling = decide(entry("a", level=2, confidence_u=900_000), weak)
    assert (ruling.verdict, ruling.rule) == (Verdict.SUPPORTED, Rule.STRENGTH)
    assert Flag.WEAK_DISSENT in ruling.flags
    both_weak = decide(entry("a", level=2, confidence_u=300_000), weak)
    assert both_weak.verdict is Verdict.CONTESTED


def test_too_little_weight_leaves_a_claim_unverified() -> None:
    assert decide(entry("a", r_u=400_000), tau_v="0.4").rule is Rule.TAU_V
    assert decide(entry("a", r_u=400_000), tau_v="0.4").verdict is Verdict.UNVERIFIED
    assert decide(entry("a", r_u=400_001), tau_v="0.4").verdict is Verdict.SUPPORTED
    assert decide(entry("a", "refute", r_u=400_001), tau_v="0.4").verdict is Verdict.REFUTED


def test_users_alone_settle_nothing_where_the_registry_knows_a_higher_level() -> None:
    for side, verdict in (("support", Verdict.SUPPORTED), ("refute", Verdict.REFUTED)):
        post = entry("a", side, level=1)
        held = decide(post, entry("b", side, level=1), settles=2)
        assert (held.verdict, held.rule) == (Verdict.UNVERIFIED, Rule.LEVEL)
        assert held.reason == "user-generated a@1 says so, and nobody of a higher level"
        assert decide(post, settles=1).verdict is verdict
        assert decide(post, entry("b", side, level=2), settles=2).verdict is verdict
        assert decide(entry("a", side, level=2), settles=3).verdict is Verdict.UNVERIFIED


def test_what_the_operator_took_in_without_a_source_may_settle_a_claim() -> None:
    own = replace(entry("a", level=1), source=NO_SOURCE)
    assert decide(own, settles=2).verdict is Verdict.SUPPORTED


def test_flags_name_a_single_source_and_a_low_authority() -> None:
    assert decide(entry("a", level=1)).flags == (Flag.SINGLE_SOURCE, Flag.LOW_AUTHORITY)
    assert decide(entry("a", level=2)).flags == (Flag.SINGLE_SOURCE,)
    assert decide(entry("a", level=2), entry("b", level=1)).flags == ()
    assert decide(entry("a", level=3)).flags == ()


def test_agreement_from_below_backs_the_winners_and_is_not_superseded() -> None:
    ruling = decide(entry("a"), entry("b", level=2))
    assert [e.span.doc_id for e in ruling.winners] == ["a"]
    assert [e.span.doc_id for e in ruling.backing] == ["b"]
    assert ruling.losers == ()


def test_the_superseded_view_lists_every_loser_with_its_rule_and_what_outranks_it() -> None:
    made = ledger(
        claim("c1"),
        claim("c2"),
        entry("a", claim_id="c1"),
        entry("b", "refute", claim_id="c1", level=1),
        entry("b", "refute", claim_id="c2", level=1),
    )
    marks = superseded(adjudicate_all(made, lens(made.entries)))
    assert [(m.entry.claim_id, m.entry.span.doc_id, m.rule, m.by) for m in marks] == [
        ("c1", "b", Rule.AUTHORITY, "a@1")
    ]


@given(orders, some_status, st.sampled_from(["paper", "auto"]))
def test_a_ruling_does_not_depend_on_the_order_of_entries(
    pair: tuple[list[Evidence], list[Evidence]], status: dict[str, Status], preset: str
) -> None:
    entries, mixed = pair
    read = lens(entries, params=load(preset), status=status)
    assert adjudicate(claim(), entries, read) == adjudicate(claim(), mixed, read)


@given(evidence_lists, some_status, st.sampled_from(["paper", "auto"]))
def test_every_entry_is_a_winner_a_loser_or_backing_and_only_one_of_them(
    entries: list[Evidence], status: dict[str, Status], preset: str
) -> None:
    ruling = adjudicate(claim(), entries, lens(entries, params=load(preset), status=status))
    places = [*ruling.winners, *ruling.backing, *(mark.entry for mark in ruling.losers)]
    assert sorted(e.key for e in places) == sorted(e.key for e in entries)


@given(evidence_lists, some_status)
def test_a_verdict_rests_on_standing_entries_of_the_highest_level_and_agrees_with_its_score(
    entries: list[Evidence], status: dict[str, Status]
) -> None:
    entries = [replace(e, r_u=max(1, e.r_u)) for e in entries]
    read = lens(entries, status=status)
    ruling = adjudicate(claim(), entries, read)
    assert all(read.stands(e) for e in ruling.winners)
    assert len({e.authority for e in ruling.winners}) <= 1
    sides = {e.y for e in ruling.winners}
    expected = {
        (): Verdict.UNVERIFIED,
        (Stance.SUPPORT,): Verdict.SUPPORTED,
        (Stance.REFUTE,): Verdict.REFUTED,
        (Stance.REFUTE, Stance.SUPPORT): Verdict.CONTESTED,
    }
    assert ruling.verdict is expected[tuple(sorted(sides))]
    assert (ruling.v_u > 0) or ruling.verdict is not Verdict.SUPPORTED
    assert (ruling.v_u < 0) or ruling.verdict is not Verdict.REFUTED


@given(evidence_lists, some_status, st.data())
def test_copies_by_others_never_change_a_verdict(
    entries: list[Evidence], status: dict[str, Status], data: st.DataObject
) -> None:
    read = lens(entries, status=status)
    before = adjudicate(claim(), entries, read)
    if not entries:
        return
    original = data.draw(st.sampled_from(entries))
    group = original.cluster or "alone"
    entries = [replace(e, cluster=group) if e.key == original.key else e for e in entries]
    before = adjudicate(claim(), entries, lens(entries, status=status))
    first = min(
        (e for e in entries if e.cluster == group and e.y is original.y),
        key=lambda e: (e.ts.begins(), -e.authority, e.source, e.key),
    )
    copies = [
        replace(
            first,
            span=replace(first.span, doc_id=f"copy{i}"),
            source=f"feed{i}",
            ts=entry("x", published="2026-12-31").ts,
            authority=Authority(data.draw(st.integers(1, min(2, first.authority)))),
        )
        for i in range(3)
    ]
    after = adjudicate(claim(), [*entries, *copies], lens([*entries, *copies], status=status))
    if before.verdict is not Verdict.UNVERIFIED:
        assert after.verdict is before.verdict
    assert after.support_clusters == before.support_clusters
    assert after.refute_clusters == before.refute_clusters


@given(evidence_lists, evidence_lists, some_status)
def test_lower_levels_never_flip_what_an_official_text_settles(
    entries: list[Evidence], more: list[Evidence], status: dict[str, Status]
) -> None:
    before = adjudicate(claim(), entries, lens(entries, status=status))
    if not before.settled or before.winners[0].authority is not Authority.OFFICIAL:
        return
    crowd = [
        replace(
            e,
            span=replace(e.span, doc_id=f"crowd {e.span.doc_id}"),
            authority=Authority(min(2, e.authority)),
            cluster=f"crowd {e.cluster}",
        )
        for e in more
    ]
    after = adjudicate(claim(), [*entries, *crowd], lens([*entries, *crowd], status=status))
    assert (after.verdict, after.winners, after.v_u) == (
        (before.verdict, before.winners, before.v_u)
    )
