"""A report does not outlast what it reports, and posts do not decide by being clear or many."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.adjudication import Rule, Ruling, adjudicate
from ledgerrag.config import load
from ledgerrag.ledger import Lens
from ledgerrag.model import Evidence, Status, Verdict
from tests.entries import claim, entry, lens

ENDED = "2026-03-01"
RULE = entry("rule", published="2025-01-01")
REPORT = entry("report", level=2, published="2025-02-01", source="courier", domain="news")
ENDS = (
    Status.REPEALED,
    Status.RETRACTED,
    Status.WITHDRAWN,
    Status.SUSPENDED,
    Status.LAPSED,
    Status.SUPERSEDED,
)


def ended(
    *entries: Evidence, status: Status = Status.REPEALED, since: str = ENDED, doc: str = "rule"
) -> Lens:
    read = lens(entries, status={doc: status})
    fallen = {
        key: replace(one, since=since) if key.doc_id == doc else one
        for key, one in read.standings.items()
    }
    return replace(read, standings=fallen)


def decide(*entries: Evidence, status: Status = Status.REPEALED, since: str = ENDED) -> Ruling:
    return adjudicate(claim(), entries, ended(*entries, status=status, since=since))


@pytest.mark.parametrize("status", ENDS)
@pytest.mark.parametrize("y", ["support", "refute"])
def test_a_report_from_before_the_end_of_what_it_reports_settles_nothing(
    status: Status, y: str
) -> None:
    rule = entry("rule", y, published="2025-01-01")
    report = entry("report", y, level=2, published="2025-02-01")
    ruling = decide(report, rule, status=status)
    assert ruling.verdict is Verdict.UNVERIFIED
    assert {(m.entry.span.doc_id, m.rule) for m in ruling.losers} >= {("report", Rule.OUTLIVED)}
    assert f"official rule@1 is {status} since {ENDED}" in ruling.reason
    assert "outlet report@1" in ruling.reason


def test_a_report_from_the_day_of_the_end_settles_nothing_either() -> None:
    assert decide(RULE, entry("report", level=2, published=ENDED)).verdict is Verdict.UNVERIFIED


def test_posts_that_repeat_an_ended_rule_fall_with_the_report() -> None:
    post = entry("post", level=1, published="2025-05-01")
    assert decide(RULE, REPORT, post).verdict is Verdict.UNVERIFIED


def test_a_copy_that_came_later_says_no_more_than_the_report_that_it_copies() -> None:
    report = replace(REPORT, cluster="wire")
    copy = entry("copy", level=2, published="2026-05-01", cluster="wire", source="gazette")
    assert decide(RULE, report, copy).verdict is Verdict.UNVERIFIED


@pytest.mark.parametrize(
    "report",
    [
        entry("report", level=2, published="2026-04-01"),
        entry("report", level=2, published="2026-01-01", effective="2026-04-01"),
    ],
    ids=["published after it", "about the time after it"],
)
def test_a_report_that_may_know_of_the_end_stands(report: Evidence) -> None:
    assert decide(RULE, report).verdict is Verdict.SUPPORTED


def test_who_said_otherwise_was_no_report_of_the_rule_and_stands() -> None:
    other = entry("other", "refute", level=2, published="2025-02-01")
    assert decide(RULE, other).verdict is Verdict.REFUTED


def test_where_an_official_text_still_speaks_its_reports_stand_behind_it() -> None:
    again = entry("again", published="2026-03-02")
    ruling = decide(RULE, REPORT, again)
    assert ruling.verdict is Verdict.SUPPORTED
    assert [one.span.doc_id for one in ruling.backing] == ["report"]


def test_what_an_equal_retracts_says_nothing_of_another_report() -> None:
    own = entry("rule", level=2, published="2025-01-01")
    assert decide(own, REPORT, status=Status.RETRACTED).verdict is Verdict.SUPPORTED


def test_a_text_that_was_read_with_low_confidence_brings_no_report_down() -> None:
    unsure = entry("rule", published="2025-01-01", confidence_u=100_000)
    assert decide(unsure, REPORT).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("status", [Status.NOT_YET, Status.UNKNOWN])
def test_what_has_not_ended_brings_no_report_down(status: Status) -> None:
    assert decide(RULE, REPORT, status=status).verdict is Verdict.SUPPORTED


def test_an_end_without_a_date_brings_no_report_down() -> None:
    assert decide(RULE, REPORT, since="").verdict is Verdict.SUPPORTED


def posts(*entries: Evidence) -> Verdict:
    return adjudicate(claim(), entries, lens(entries, params=load())).verdict


WEAK = 300_000


def test_posts_that_disagree_stay_open_however_many_say_so_or_how_clearly() -> None:
    many = [entry(f"p{n}", level=1) for n in range(5)]
    assert posts(*many, entry("q", "refute", level=1)) is Verdict.CONTESTED
    assert posts(*many, entry("q", "refute", level=1, confidence_u=WEAK)) is Verdict.CONTESTED


def test_a_post_does_not_disagree_with_its_own_copy() -> None:
    first = entry("p", level=1, cluster="same")
    copy = entry("q", "refute", level=1, cluster="same", confidence_u=WEAK)
    assert posts(first, copy) is Verdict.SUPPORTED


@pytest.mark.parametrize("level", [2, 3])
def test_among_outlets_and_authorities_a_weak_reading_gives_way(level: int) -> None:
    weak = entry("q", "refute", level=level, confidence_u=WEAK)
    assert posts(entry("p", level=level), weak) is Verdict.SUPPORTED
