from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.answer import Disputed, Edit
from ledgerrag.generate.changes import changes, disputes, pendings
from ledgerrag.generate.citations import cite
from ledgerrag.generate.findings import Findings
from ledgerrag.model import Act, Authority, Document, Domain, Span
from tests.generate.making import findings, said
from tests.making import act, document
from tests.shelf import Shelf

OLD = document("rule-12", "The reporting period is 180 days.", published="2025-01-01")
NEW = document("rule-12", "The reporting period is 270 days.", version=2, published="2026-03-01")
COMING = document(
    "rule-12",
    "The reporting period is 360 days.",
    version=3,
    published="2026-05-01",
    effective_from="2027-01-01",
)


def after(
    shelf: Shelf, *items: Document | Act, cited: str = "rule-12@2", drift: bool = True
) -> Findings:
    shelf.put(*items)
    corpus = shelf.corpus()
    return findings(corpus, said(corpus, cited), drift=drift)


# What changed.


def test_after_drift_the_step_from_the_version_before_is_told(shelf: Shelf) -> None:
    (step,) = changes(after(shelf, OLD, NEW))
    assert (step.series, step.before, step.after) == ("rule-12", "rule-12@1", "rule-12@2")
    assert step.edits == (Edit("180", "270"),)
    assert step.summary == "180 -> 270 days from 2026-03-01"


def test_without_drift_no_change_is_told(shelf: Shelf) -> None:
    assert changes(after(shelf, OLD, NEW, drift=False)) == ()


def test_evidence_that_was_superseded_shows_the_change_without_drift(shelf: Shelf) -> None:
    shelf.put(OLD, NEW)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12@2"), said(corpus, "rule-12@1", "refute"))
    assert [one.summary for one in changes(made)] == ["180 -> 270 days from 2026-03-01"]


def test_the_first_version_changed_nothing(shelf: Shelf) -> None:
    assert changes(after(shelf, OLD, cited="rule-12@1")) == ()


def test_the_same_words_are_no_change(shelf: Shelf) -> None:
    assert changes(after(shelf, OLD, replace(NEW, text=OLD.text))) == ()


@pytest.mark.parametrize("kind", ["retract", "withdraw"])
def test_a_version_that_was_taken_back_is_not_the_one_before(shelf: Shelf, kind: str) -> None:
    middle = replace(NEW, text="The reporting period is 200 days.")
    last = replace(NEW, version=3, published=COMING.published, effective_from=COMING.published)
    gone = act(kind, "rule-12@2", published="2026-04-01", effective_from="2026-03-01")
    (step,) = changes(after(shelf, OLD, middle, last, gone, cited="rule-12@3"))
    assert (step.before, step.edits) == ("rule-12@1", (Edit("180", "270"),))


def test_of_several_versions_the_last_one_before_is_compared(shelf: Shelf) -> None:
    last = replace(COMING, effective_from=COMING.published)
    (step,) = changes(after(shelf, OLD, NEW, last, cited="rule-12@3"))
    assert (step.before, step.edits) == ("rule-12@2", (Edit("270", "360"),))


def test_an_issuer_that_says_otherwise_in_another_text_has_changed_its_word(shelf: Shelf) -> None:
    notice = replace(NEW, doc_id="notice", series="notices", version=1)
    shelf.put(OLD, notice)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "notice"), said(corpus, "rule-12", "refute"))
    (step,) = changes(made)
    assert (step.series, step.before, step.after) == ("notices", "rule-12@1", "notice@1")
    assert step.summary == "180 days -> 270 days from 2026-03-01"


def test_what_a_lower_authority_says_otherwise_is_no_change(shelf: Shelf) -> None:
    shelf.put(NEW, POST)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12@2"), said(corpus, "post-1", "refute"))
    assert changes(made) == ()


# What is coming.


def test_the_next_change_of_what_is_cited_is_announced(shelf: Shelf) -> None:
    (one,) = pendings(after(shelf, OLD, NEW, COMING))
    assert (one.key, one.effective_from) == ("rule-12@3", "2027-01-01")
    assert one.summary == "270 -> 360 days from 2027-01-01"


def test_of_a_series_only_the_next_change_is_told(shelf: Shelf) -> None:
    beyond = document(
        "rule-12", "It is 9 days.", version=4, published="2026-05-02", effective_from="2028-01-01"
    )
    found = pendings(after(shelf, OLD, NEW, beyond, COMING))
    assert [one.key for one in found] == ["rule-12@3"]


def test_the_next_change_may_be_an_act(shelf: Shelf) -> None:
    pause = act("suspend", "rule-12", published="2026-04-01", effective_from="2026-12-01")
    found = pendings(after(shelf, OLD, NEW, COMING, pause))
    assert [one.key for one in found] == [pause.act_id]


def test_evidence_of_a_change_beyond_the_next_one_of_a_series_is_not_told(shelf: Shelf) -> None:
    beyond = document(
        "rule-12", "It is 9 days.", version=4, published="2026-05-02", effective_from="2028-01-01"
    )
    shelf.put(OLD, NEW, COMING, beyond)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12@2"), said(corpus, "rule-12@4", "refute"))
    assert [one.key for one in pendings(made)] == ["rule-12@3"]


def test_a_change_that_was_published_after_the_date_asked_about_says_so(shelf: Shelf) -> None:
    late = document(
        "rule-12",
        "The reporting period is 360 days.",
        version=3,
        published="2026-10-01",
        effective_from="2027-01-01",
    )
    (one,) = pendings(after(shelf, OLD, NEW, late))
    assert one.summary == "270 -> 360 days from 2027-01-01 (published later, 2026-10-01)"


def test_what_is_in_force_already_is_not_coming(shelf: Shelf) -> None:
    assert pendings(after(shelf, OLD, NEW)) == ()


def test_a_later_report_is_news_and_no_announcement(shelf: Shelf) -> None:
    first = replace(OLD, domain=Domain.NEWS)
    later = document(
        "rule-12", "It is 9 days.", version=2, published="2026-10-01", domain=Domain.NEWS
    )
    assert pendings(after(shelf, first, later, cited="rule-12@1")) == ()


def test_the_same_text_published_again_is_no_announcement(shelf: Shelf) -> None:
    again = document("rule-12", OLD.text, version=2, published="2026-10-01")
    assert pendings(after(shelf, OLD, again, cited="rule-12@1")) == ()


def test_an_act_that_takes_effect_later_is_announced_with_its_words(shelf: Shelf) -> None:
    ends = replace(
        act("repeal", "rule-12", published="2026-04-01", effective_from="2026-12-31"),
        note="Rule 12 falls away.",
    )
    (one,) = pendings(after(shelf, OLD, NEW, ends))
    assert (one.key, one.effective_from) == (ends.act_id, "2026-12-31")
    assert (one.summary, one.quote) == (
        "repeal of rule-12 from 2026-12-31",
        "Rule 12 falls away.",
    )


def announced(shelf: Shelf, other: Document) -> list[str]:
    shelf.put(NEW, other)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12@2"), said(corpus, str(other.key), "refute"))
    return [f"{one.key}: {one.summary}" for one in pendings(made)]


NOTICE = document(
    "notice",
    "The reporting period is 360 days.",
    published="2026-05-01",
    effective_from="2027-01-01",
)


def test_evidence_of_as_high_an_authority_that_does_not_hold_yet_is_announced(
    shelf: Shelf,
) -> None:
    assert announced(shelf, NOTICE) == ["notice@1: 360 days from 2027-01-01"]


def test_what_a_lower_authority_foretells_is_not_announced(shelf: Shelf) -> None:
    rumour = replace(NOTICE, authority_level=Authority.USER, source="forum")
    assert announced(shelf, rumour) == []


def test_news_from_after_the_date_asked_about_is_not_announced(shelf: Shelf) -> None:
    late = replace(NOTICE, domain=Domain.NEWS, published=NOTICE.effective_from)
    assert announced(shelf, late) == []


# Who says otherwise.

POST = document("post-1", "The reporting period is 90 days.", level=1, source="forum")


def disputed(shelf: Shelf, *items: Document) -> tuple[Disputed, ...]:
    """Positions against an official text in force; every other document refutes it."""
    shelf.put(NEW, *items)
    corpus = shelf.corpus()
    against = [said(corpus, str(one.key), "refute") for one in items]
    made = findings(corpus, said(corpus, "rule-12@2"), *against)
    return disputes(made, numbered(made))


def numbered(made: Findings) -> dict[Span, int]:
    cited = [entry for ruling in made.rulings.values() for entry in made.cited(ruling)]
    return {
        Span(c.doc_id, c.version, c.start, c.end, c.quote_sha256): c.n
        for c in cite(cited, made.corpus, made.standings)
    }


def test_positions_are_grouped_by_value_and_level_the_highest_level_first(shelf: Shelf) -> None:
    report = document("report", "It is 90 days.", level=2, source="courier")
    second = document("post-2", "It will be 90 days.", level=1, source="chat")
    third = document("post-3", "It is 60 days.", level=1, source="chat")
    found = disputed(shelf, POST, report, second, third)
    assert [(one.keys, one.authority) for one in found] == [
        (("report@1",), Authority.OUTLET),
        (("post-3@1",), Authority.USER),
        (("post-1@1", "post-2@1"), Authority.USER),
    ]
    assert all(one.outranked for one in found)


def test_a_position_says_how_many_hold_it_and_what_outranks_it(shelf: Shelf) -> None:
    copy = replace(POST, doc_id="post-2", series="post-2")
    (one,) = disputed(shelf, POST, copy)
    assert one.clusters == 1
    assert one.summary == (
        "2 posts say 90 days (user-generated, 1 independent source): outranked by [1]"
    )


def test_who_agrees_with_the_answer_disputes_nothing(shelf: Shelf) -> None:
    shelf.put(NEW, POST)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12@2"), said(corpus, "post-1"))
    assert disputes(made, numbered(made)) == ()


def test_who_agrees_is_no_dispute_for_equation_5_either(shelf: Shelf) -> None:
    report = document("report", "It is 90 days.", level=2, source="courier")
    shelf.put(NEW, POST, report)
    corpus = shelf.corpus()
    entries = (said(corpus, "rule-12@2"), said(corpus, "post-1"), said(corpus, "report", "refute"))
    made = findings(corpus, *entries, preset="paper")
    assert [one.keys for one in disputes(made, numbered(made))] == [("report@1",)]


def test_a_text_that_no_longer_stands_is_history_and_no_dispute(shelf: Shelf) -> None:
    shelf.put(OLD, NEW)
    corpus = shelf.corpus()
    made = findings(corpus, said(corpus, "rule-12@2"), said(corpus, "rule-12@1", "refute"))
    assert disputes(made, numbered(made)) == ()


def test_of_an_open_claim_both_positions_are_told_as_open(shelf: Shelf) -> None:
    found = disputed(shelf, document("rule-13", "It is 90 days.", source="office"))
    assert [(one.keys, one.outranked) for one in found] == [
        (("rule-12@2",), False),
        (("rule-13@1",), False),
    ]
    assert all(one.summary.endswith(": open") for one in found)
