from __future__ import annotations

import json

from ledgerrag.cms import watching
from ledgerrag.cms.reverifying import Watcher
from ledgerrag.cms.watched import read_event
from tests.cms.watched import Newsroom, shown

FEE = "The mooring fee for a fishing boat is 12 euros per day."
RAISED = "The mooring fee for a fishing boat is 15 euros per day."


def test_a_later_version_of_a_rule_makes_an_update(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    newsroom.watch(FEE)
    newsroom.day = "2026-04-01"
    newsroom.arrive({"doc_id": "fee-2", "series": "fee", "text": RAISED})
    event = newsroom.one()
    assert shown([event]) == [("update", "verified", "refuted", "15 euros per day")]
    assert (event.document, event.source_name) == ("fee-2@1", "Council of Velm")
    assert (event.authority, event.effective_from) == ("official", "2026-04-01")
    assert event.quote == RAISED
    assert "12 euros per day -> 15 euros per day" in event.summary
    assert newsroom.look() == ()


def test_a_text_of_another_series_that_says_otherwise_is_found(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "paper", "source": "courier", "domain": "news", "text": FEE})
    newsroom.watch(FEE)
    newsroom.day = "2026-03-02"
    newsroom.arrive({"doc_id": "notice-9", "text": RAISED, "effective_from": "2026-01-01"})
    event = newsroom.one()
    # It held already when the story was published: what was said was wrong.
    assert shown([event]) == [("correction", "verified", "refuted", "15 euros per day")]


def test_what_nobody_had_said_becomes_verified_without_a_notice(newsroom: Newsroom) -> None:
    newsroom.watch(FEE)
    newsroom.day = "2026-03-02"
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    assert shown(newsroom.look()) == [("none", "unverified", "verified", "12 euros per day")]


def test_a_retracted_source_makes_a_retraction(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    newsroom.watch(FEE)
    newsroom.day = "2026-03-05"
    newsroom.arrive({"act": "retract", "target": "fee", "note": "It was a draft."})
    event = newsroom.one()
    assert shown([event]) == [("retraction", "verified", "unverified", "")]
    assert (event.act, event.source, event.quote) == ("retract fee", "council", "It was a draft.")


def test_an_act_of_correction_makes_a_correction_though_it_is_later(newsroom: Newsroom) -> None:
    report = {"domain": "news", "source": "police", "series": "flood"}
    said = "So far 640 people have been evacuated in Velm."
    newsroom.arrive({**report, "doc_id": "flood-1", "text": said})
    newsroom.watch(said)
    newsroom.day = "2026-03-02"
    newsroom.arrive(
        {**report, "doc_id": "flood-2", "text": "So far 700 people have been evacuated in Velm."},
        {"act": "correct", "target": "flood-1", "by": "flood-2", "source": "police"},
    )
    assert shown(newsroom.look()) == [("correction", "verified", "refuted", "700 people")]


def test_a_report_that_goes_on_makes_an_update(newsroom: Newsroom) -> None:
    report = {"domain": "news", "source": "police", "series": "flood"}
    said = "So far 640 people have been evacuated in Velm."
    newsroom.arrive({**report, "doc_id": "flood-1", "text": said})
    newsroom.watch(said)
    newsroom.day = "2026-03-02"
    newsroom.arrive(
        {**report, "doc_id": "flood-2", "text": "So far 700 people have been evacuated in Velm."}
    )
    assert shown(newsroom.look()) == [("update", "verified", "refuted", "700 people")]


def test_a_rumour_changes_nothing_that_an_office_has_said(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    newsroom.watch(FEE)
    newsroom.arrive({"doc_id": "post", "source": "chirp", "domain": "news", "text": RAISED})
    assert newsroom.look() == ()


def test_a_change_that_was_announced_makes_its_event_on_its_day(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    begun = newsroom.watch(FEE)
    newsroom.day = "2026-03-02"
    newsroom.arrive(
        {"doc_id": "fee-2", "series": "fee", "text": RAISED, "effective_from": "2026-05-01"}
    )
    assert newsroom.look() == ()
    (claim,) = watching.claims_of(newsroom.rag.store, begun.watch.id)
    assert claim.due == "2026-05-01"
    newsroom.day = "2026-04-30"
    assert newsroom.look() == ()
    newsroom.day = "2026-05-01"
    assert shown(newsroom.look()) == [("update", "verified", "refuted", "15 euros per day")]
    newsroom.day = "2026-05-02"
    assert newsroom.watcher.look() is None


def test_only_the_claims_that_are_touched_are_judged_again(newsroom: Newsroom) -> None:
    toll = "The toll for a loaded lorry is 30 euros."
    newsroom.arrive({"doc_id": "fee", "text": FEE}, {"doc_id": "toll", "text": toll})
    for number in range(4):
        newsroom.watch(FEE, toll, story=f"story-{number}")
    newsroom.look()
    before = newsroom.rag.counts()["runs"]
    newsroom.day = "2026-03-02"
    newsroom.arrive({"doc_id": "fee-2", "series": "fee", "text": RAISED})
    looked = newsroom.watcher.look()
    assert looked is not None
    assert len(looked.events) == 4
    # Claims that say the same in several stories are judged once.
    assert newsroom.rag.counts()["runs"] == before + 1
    cursor = looked.cursor
    assert (cursor.claims, cursor.matched, cursor.reverified) == (8, 4, 1)


def test_a_claim_that_leans_on_its_story_is_judged_within_it(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fund", "text": "The fund of Velm has received 12 euros."})
    begun = newsroom.watch("The fund of Velm has grown. It has received 12 euros.")
    leaning = next(one for one in begun.claims if one.claim.query)
    newsroom.day = "2026-03-02"
    newsroom.arrive(
        {"doc_id": "f2", "series": "fund", "text": "The fund of Velm has received 15 euros."}
    )
    newsroom.look()
    found = {one.number: one for one in watching.claims_of(newsroom.rag.store, begun.watch.id)}
    again = found[leaning.number]
    assert again.run != leaning.run
    assert newsroom.rag.answer(again.run).question.startswith("The fund of Velm has grown.")
    assert newsroom.rag.replay(again.run).identical


def test_what_came_in_before_the_watcher_knew_of_the_story_is_not_missed(
    newsroom: Newsroom,
) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    newsroom.watch("The toll for a loaded lorry is 30 euros.", story="first")
    newsroom.look()
    newsroom.watch(FEE, story="second")
    newsroom.day = "2026-03-02"
    newsroom.arrive({"doc_id": "fee-2", "series": "fee", "text": RAISED})
    # A watcher of another process moves the cursor before it has seen the second story.
    assert len(Watcher(newsroom.rag).catch_up()) == 1
    assert newsroom.look() == ()


def test_a_second_watcher_of_the_same_store_tells_nothing_twice(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    newsroom.watch(FEE)
    other = Watcher(newsroom.rag)
    for watcher in (newsroom.watcher, other):
        watcher.catch_up()
    newsroom.day = "2026-03-02"
    newsroom.arrive({"doc_id": "fee-2", "series": "fee", "text": RAISED})
    assert len(newsroom.look()) + len(other.catch_up()) == 1
    assert len(newsroom.rag.store.watch_events()) == 1


def test_an_event_is_in_the_journal_and_comes_back_as_it_was(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    begun = newsroom.watch(FEE)
    newsroom.day = "2026-03-02"
    newsroom.arrive({"doc_id": "fee-2", "series": "fee", "text": RAISED})
    event = newsroom.one()
    (row,) = newsroom.rag.store.watch_events()
    assert read_event(row) == event
    entries = [json.loads(line) for _, line in newsroom.rag.store.entries()]
    (entry,) = [one for one in entries if one["type"] == "watch-event"]
    assert entry["det"]["watch"] == begun.watch.id
    assert (entry["det"]["before"], entry["det"]["after"]) == ("verified", "refuted")
    assert entry["run"] == event.run
    assert newsroom.rag.verify().ok


def test_without_watches_nothing_is_looked_at_or_written(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    assert newsroom.watcher.look() is None
    assert newsroom.rag.store.watch_cursor().position == 0
