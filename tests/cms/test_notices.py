from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.cms import notices
from ledgerrag.cms.kinds import KINDS
from ledgerrag.cms.watched import Event, Found
from ledgerrag.errors import InputError
from tests.cms.test_kinds import ground

EVENT = Event(
    watch="w",
    story="story-1",
    claim=1,
    text="The fee is 12 euros.",
    before=Found("verified", "12 euros", "money 12 EUR", "", "", ground(published="2026-03-01")),
    after=Found("refuted", "15 euros", "money 15 EUR", "", "", ground()),
    kind="correction",
    authority="official",
    source="council",
    source_name="Council of Velm",
    effective_from="2026-03-10T08:00:00Z",
    document="s@1",
    act="",
    quote="The fee is 15 euros.",
    summary="",
    created="2026-03-11T00:00:00Z",
    run="r",
    seq=7,
)


def test_a_correction_says_what_was_wrong_what_is_right_since_when_and_who_says_so() -> None:
    made = notices.draft(EVENT, "Fees")
    assert made.headline == "Correction: Fees"
    assert made.text == (
        "An earlier version of this article stated: “The fee is 12 euros.” That was wrong."
        " According to Council of Velm (official), it is 15 euros, not 12 euros, as of 2026-03-10."
    )
    assert (made.was_wrong, made.is_right) == ("The fee is 12 euros.", "15 euros")
    assert (made.since, made.source) == ("2026-03-10T08:00:00Z", "Council of Velm")
    assert [one.published for one in made.citations] == ["2026-03-10", "2026-03-01"]


def test_the_kinds_are_told_apart_in_their_words() -> None:
    texts = {kind: notices.draft(EVENT, "Fees", kind).text for kind in KINDS if kind != "none"}
    assert len(set(texts.values())) == 4
    assert "That was wrong" in texts["correction"]
    assert "When this article was published" in texts["update"]
    assert "no longer 12 euros" in texts["update"]
    assert "is open" in texts["clarification"]
    assert "taken that back" in texts["retraction"]
    assert all("wrong" not in text for kind, text in texts.items() if kind != "correction")


def test_what_no_figure_says_is_quoted() -> None:
    event = replace(EVENT, after=replace(EVENT.after, value=""))
    made = notices.draft(event, "Fees")
    assert "According to Council of Velm (official), “The fee is 15 euros”, as of" in made.text


def test_where_nobody_knows_what_is_right_no_value_is_named() -> None:
    gone = Found("unverified", "", "", "", "")
    event = replace(EVENT, after=gone, quote="", effective_from="", source_name="", kind="update")
    assert notices.draft(event, "Fees").text.endswith("That no longer holds.")
    told = notices.draft(replace(event, quote="It was a draft."), "Fees", "retraction")
    assert "Its source has taken that back: “It was a draft”." in told.text


def test_a_new_condition_is_named() -> None:
    after = replace(EVENT.before, scope="condition exception")
    made = notices.draft(replace(EVENT, after=after, kind="clarification"), "Fees")
    assert made.text.endswith("did not name: a condition, an exception.")


def test_an_event_without_anything_to_mend_asks_for_a_kind() -> None:
    with pytest.raises(InputError, match="asks for no notice"):
        notices.draft(replace(EVENT, kind="none"), "Fees")
    with pytest.raises(InputError, match="no kind"):
        notices.draft(EVENT, "Fees", "apology")


def test_a_story_without_a_title_is_named_by_its_id() -> None:
    assert notices.draft(EVENT, "").headline == "Correction: story-1"


def test_an_event_is_told_in_one_line() -> None:
    assert notices.summary(EVENT) == (
        "verified -> refuted: 12 euros -> 15 euros from 2026-03-10, says Council of Velm (official)"
    )
