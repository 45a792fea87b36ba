from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from ledgerrag.api.following import Recording
from ledgerrag.cms.assembling import Given, body_of, read_check
from ledgerrag.errors import AbandonedError, DateError, InputError, NotFoundError
from ledgerrag.store.drafts import put_check
from tests.cms.desk import BERTH, DRAFT, FEE, PIER, SITE, Desk, doc, statuses
from tests.talking import silent, talker


def test_each_claim_has_its_verdict_its_evidence_and_a_run_on_record(desk: Desk) -> None:
    shot = desk.check(FEE, "A berth permit for a ferry is valid for 5 years.", PIER, title="Quays")
    assert statuses(shot.claims) == ["verified", "refuted", "unverified"]
    assert [claim.authority for claim in shot.claims] == ["official", "official", "none"]
    first = shot.claims[0].evidence[0]
    assert (first.quote, first.stance, first.source_name) == (
        FEE,
        "supports",
        "Harbour Board of Tarn",
    )
    for claim in shot.claims:
        assert desk.rag.replay(claim.run, "R1").identical
        assert desk.rag.answer(claim.run).journal_seq == claim.journal_seq
    assert not desk.rag.verify().problems


@pytest.mark.parametrize(("about", "basis"), [("the quay log", "rules"), ("visitors", "kind")])
def test_what_the_source_has_no_word_of_is_told_apart_from_what_it_says(
    desk: Desk, about: str, basis: str
) -> None:
    text = "The quay log is handed in within 30 days after the crossing."
    desk.take_in(doc("pier-6", text, title="Pier Act, section 6"))
    shot = desk.check(f"The time named by section 6 of the Pier Act for {about} is 45 days.")
    assert [(claim.status, claim.basis) for claim in shot.claims] == [("refuted", basis)]


def test_only_the_paragraph_that_changed_is_asked(desk: Desk) -> None:
    desk.check(FEE, BERTH, PIER)
    before = desk.runs()
    shot = desk.check(FEE, "A berth permit for a ferry is valid for 5 years.", PIER)
    assert desk.runs() == before + 1
    assert (shot.summary.claims_checked, shot.summary.claims_cached) == (1, 2)
    assert shot.summary.paragraphs_changed == 1
    assert [claim.cached for claim in shot.claims] == [True, False, True]


def test_a_draft_that_did_not_change_asks_nothing(desk: Desk) -> None:
    desk.check(FEE, BERTH)
    before = desk.runs()
    shot = desk.check(FEE, BERTH)
    assert desk.runs() == before
    assert shot.summary.claims_checked == 0


def test_a_paragraph_that_moved_is_taken_over(desk: Desk) -> None:
    desk.check(FEE, BERTH, PIER)
    before = desk.runs()
    desk.check(PIER, FEE, BERTH)
    assert desk.runs() == before


def test_the_same_text_twice_is_asked_once_and_its_claims_have_ids_of_their_own(
    desk: Desk,
) -> None:
    shot = desk.check(FEE, FEE)
    assert desk.runs() == 1
    assert len({claim.id for claim in shot.claims}) == 2


def test_an_act_upon_what_a_claim_rests_on_has_that_claim_judged_again(desk: Desk) -> None:
    desk.check(f"{FEE} {BERTH}", PIER)
    desk.take_in(
        {
            "act": "repeal",
            "target": "fee",
            "source": "harbour-board",
            "published": "2026-11-10",
            "effective_from": "2026-11-11",
        }
    )
    assert statuses(desk.ledger().claims) == ["stale", "verified", "unverified"]
    shot = desk.check(f"{FEE} {BERTH}", PIER)
    assert statuses(shot.claims) == ["unverified", "verified", "unverified"]
    assert [claim.cached for claim in shot.claims] == [False, True, True]


def test_a_text_of_another_series_that_settles_an_open_claim_has_it_judged_again(
    desk: Desk,
) -> None:
    open_claim = "The mooring deposit for a barge is 90 euros."
    assert statuses(desk.check(FEE, open_claim).claims) == ["verified", "unverified"]
    desk.take_in(doc("mooring", open_claim, published="2026-11-12"))
    assert statuses(desk.ledger().claims) == ["verified", "stale"]
    shot = desk.check(FEE, open_claim)
    assert statuses(shot.claims) == ["verified", "verified"]
    assert shot.summary.claims_checked == 1


def test_a_text_about_something_else_touches_nothing(desk: Desk) -> None:
    desk.check(FEE, BERTH)
    before = desk.runs()
    desk.take_in(doc("crane", "The crane of the south dock lifts 40 tonnes."))
    assert statuses(desk.ledger().claims) == ["verified", "verified"]
    assert desk.check(FEE, BERTH).summary.claims_checked == 0
    assert desk.runs() == before


def test_another_day_alone_judges_again_only_what_it_moved(desk: Desk) -> None:
    desk.take_in(
        doc(
            "fee-2027",
            "The quay fee for a fishing boat is 15 euros per day.",
            series="fee",
            published="2026-11-10",
            effective_from="2026-11-20",
        )
    )
    assert statuses(desk.check(FEE, BERTH).claims) == ["verified", "verified"]
    desk.now += timedelta(days=1)
    assert desk.check(FEE, BERTH).summary.claims_checked == 0
    desk.now += timedelta(days=4)
    assert statuses(desk.ledger().claims) == ["stale", "verified"]
    shot = desk.check(FEE, BERTH)
    assert statuses(shot.claims) == ["refuted", "verified"]
    assert shot.summary.claims_checked == 1
    assert shot.as_of == "2026-11-21"


def test_a_text_that_begins_to_hold_on_a_later_day_touches_what_it_contradicts(
    desk: Desk,
) -> None:
    later = "The quay fee for a fishing boat is 15 euros per day."
    desk.take_in(doc("tariff", later, published="2026-11-10", effective_from="2026-11-20"))
    desk.check(FEE, BERTH)
    desk.now += timedelta(days=5)
    assert statuses(desk.ledger().claims)[0] == "stale"
    assert desk.check(FEE, BERTH).claims[0].status != "verified"


def test_dates_that_were_asked_for_are_part_of_what_is_known(desk: Desk) -> None:
    desk.check(FEE)
    shot = desk.check(FEE, as_of="2026-01-01", known_at="2026-01-02")
    assert (shot.as_of, shot.known_at) == ("2026-01-01", "2026-01-02")
    assert shot.summary.claims_checked == 1
    assert statuses(shot.claims) == ["unverified"]


def test_a_source_that_is_trusted_otherwise_has_everything_asked_anew(desk: Desk) -> None:
    desk.check(FEE)
    sources = desk.folder / "sources.toml"
    sources.write_text(
        sources.read_text("utf-8").replace("level = 3", "level = 2"), encoding="utf-8"
    )
    desk.take_in(doc("crane", "The crane of the south dock lifts 40 tonnes."))
    assert desk.check(FEE).summary.claims_checked == 1


def test_claims_beyond_the_limit_are_unchecked_and_asked_the_next_time(desk: Desk) -> None:
    row = desk.accept(FEE, BERTH).row
    desk.limited(1).run(row.id)
    shot = desk.ledger()
    assert statuses(shot.claims) == ["verified", "unchecked"]
    assert (shot.claims[1].run, shot.summary.unchecked) == ("", 1)
    assert statuses(desk.check(FEE, BERTH).claims) == ["verified", "verified"]


def test_claims_are_unchecked_while_a_model_that_is_required_does_not_answer(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, language=talker(decompose=silent), require_model=True)
    shot = desk.check(FEE)
    assert statuses(shot.claims) == ["unchecked"]
    assert "no server" in shot.claims[0].reason
    desk.rag.close()


def test_what_went_without_its_language_model_is_asked_again_the_next_time(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, language=talker(decompose=silent))
    assert statuses(desk.check(FEE).claims) == ["verified"]
    before = desk.runs()
    desk.check(FEE)
    assert desk.runs() == before + 1
    desk.rag.close()


def test_positions_point_at_the_sentence_in_the_hosts_own_text(desk: Desk) -> None:
    text = f"  It rained.\nÅ  quay — {FEE}  A berth permit for a ferry is **valid** for 3 years. "
    shot = desk.check(text)
    said = [text[claim.start : claim.end] for claim in shot.claims]
    assert any(FEE in one for one in said)
    assert said[-1] == "A berth permit for a ferry is **valid** for 3 years."


def test_a_heading_without_a_figure_states_nothing(desk: Desk) -> None:
    shot = desk.check(Given("h", "heading", "Boats are lovely to look at"), FEE)
    assert [claim.paragraph for claim in shot.claims] == ["p1"]


def test_a_newer_check_supersedes_one_that_waits_and_not_one_that_ran(desk: Desk) -> None:
    first, second = desk.accept(FEE), desk.accept(BERTH)
    assert second.superseded == (first.row.id,)
    desk.checker.run(first.row.id)
    desk.checker.run(second.row.id)
    assert desk.ledger().revision == 2
    assert desk.accept(PIER).superseded == ()
    with pytest.raises(NotFoundError, match="no check of revision 1"):
        desk.ledger(1)


def test_each_paragraph_is_on_record_before_the_next_is_asked(desk: Desk) -> None:
    row = desk.accept(FEE, BERTH, PIER).row
    whole = Recording(10**9, [])
    desk.checker.run(row.id, whole)
    row = desk.accept(f"{FEE} Twice.", f"{BERTH} Twice.", f"{PIER} Twice.").row
    with pytest.raises(AbandonedError):
        desk.checker.run(row.id, Recording(whole.asked - 2, []))
    kept = [event.type for event in desk.rag.store.draft_events(row.id)]
    assert kept[:2] == ["started", "paragraph"]
    assert "done" not in kept


def test_a_check_goes_on_where_it_was_left_at_the_dates_at_which_it_began(desk: Desk) -> None:
    row = desk.accept(FEE, BERTH, PIER).row
    limit = 1
    while len(desk.rag.store.draft_events(row.id)) < 2:
        with pytest.raises(AbandonedError):
            desk.checker.run(row.id, Recording(limit, []))
        limit += 1
    kept = desk.rag.store.draft_events(row.id)
    desk.now += timedelta(days=3)
    desk.checker.run(row.id)
    events = desk.rag.store.draft_events(row.id)
    assert events[: len(kept)] == kept
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    done = [body_of(event)["n"] for event in events if event.type == "paragraph"]
    assert done == [0, 1, 2]
    assert desk.ledger().as_of == "2026-11-16"


def test_a_check_that_has_ended_is_not_run_again(desk: Desk) -> None:
    shot = desk.check(FEE)
    before = desk.rag.store.draft_events(shot.check)
    desk.checker.run(shot.check)
    assert desk.rag.store.draft_events(shot.check) == before


def test_a_check_that_cannot_be_run_fails_with_a_line_and_a_next_step(desk: Desk) -> None:
    row = desk.accept(FEE).row
    broken = replace(row, id="broken", revision=2, as_of="never")
    with desk.rag.store.write() as tx:
        put_check(tx, broken)
    desk.checker.run("broken")
    last = desk.rag.store.draft_events("broken")[-1]
    assert last.type == "failed"
    assert "never" in body_of(last)["detail"]


def test_dates_that_cannot_be_are_refused_before_anything_is_kept(desk: Desk) -> None:
    with pytest.raises(DateError):
        desk.accept(FEE, as_of="2026-02-30")
    with pytest.raises(InputError, match="501 paragraphs"):
        desk.accept(*[FEE] * 501)
    assert desk.rag.store.draft_latest(SITE, DRAFT) is None


def test_a_draft_that_says_nothing_is_checked_too(desk: Desk) -> None:
    assert desk.check().summary.claims == 0
    assert desk.check("   ").claims == ()


def test_paragraphs_without_ids_keep_theirs_through_edits_and_inserts(desk: Desk) -> None:
    first = desk.check(FEE, BERTH)
    second = desk.check("A line of its own.", f"{FEE} Since long.", BERTH)
    assert [one.id for one in first.paragraphs] == ["p1", "p2"]
    assert [one.id for one in second.paragraphs] == ["p3", "p1", "p2"]


def test_ids_of_the_host_are_kept_and_one_that_comes_twice_is_told_apart(desk: Desk) -> None:
    shot = desk.check(Given("a", "paragraph", FEE), Given("a", "quote", BERTH))
    assert [(one.id, one.kind) for one in shot.paragraphs] == [("a", "paragraph"), ("p1", "quote")]


def test_who_waits_is_told_after_each_commit(desk: Desk) -> None:
    row = desk.accept(FEE, BERTH).row
    desk.checker.run(row.id)
    assert set(desk.told) == {row.id}
    assert len(desk.told) >= 3


def test_what_is_read_back_is_what_was_accepted(desk: Desk) -> None:
    row = desk.accept(Given("a", "list", "one\ntwo")).row
    assert read_check(desk.rag.store, row).paragraphs == (Given("a", "list", "one\ntwo"),)
