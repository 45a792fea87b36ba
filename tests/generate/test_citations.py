from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.answer import Citation
from ledgerrag.errors import IntegrityError
from ledgerrag.generate.citations import check, cite
from ledgerrag.model import Authority, DocKey, Span, Standing, Status, quote_sha256
from tests.generate.making import said
from tests.making import document
from tests.shelf import Shelf

RULE = document("rule-12", "The period is 180 days. It may be longer.", title="Rule 12")
POST = document("post", "They say 90 days.", level=1, source="forum", published="2026-01-02T10:00")


def cited(shelf: Shelf, *names: str, first: int = 1) -> tuple[Citation, ...]:
    shelf.put(RULE, POST)
    corpus = shelf.corpus()
    standings = corpus.standings(["rule-12", "post"])
    return cite([said(corpus, name) for name in names], corpus, standings, first)


def test_a_citation_says_of_its_document_what_a_reader_must_know(shelf: Shelf) -> None:
    (one,) = cited(shelf, "rule-12")
    assert (one.n, one.doc_id, one.version, one.start, one.end) == (1, "rule-12", 1, 0, 23)
    assert one.quote == "The period is 180 days."
    assert one.quote_sha256 == quote_sha256(one.quote)
    assert (one.title, one.source_name, one.authority) == (
        "Rule 12",
        "Market Regulator",
        Authority.OFFICIAL,
    )
    assert (one.status, one.since, one.page) == (Status.IN_FORCE, "2025-01-01", 0)


def test_a_span_is_cited_once_and_numbers_go_on_where_they_are_told_to(shelf: Shelf) -> None:
    assert [(one.n, one.doc_id) for one in cited(shelf, "post", "rule-12", "post", first=4)] == [
        (4, "post"),
        (5, "rule-12"),
    ]


def test_an_assumed_time_zone_is_noted(shelf: Shelf) -> None:
    rule, post = cited(shelf, "rule-12", "post")
    assert rule.notes == ()
    assert post.notes == ("time zone assumed UTC",)


def test_a_document_without_a_standing_is_cited_as_unknown(shelf: Shelf) -> None:
    shelf.put(RULE)
    corpus = shelf.corpus()
    assert cite([said(corpus, "rule-12")], corpus, {})[0].status is Status.UNKNOWN


def test_the_notes_of_a_standing_are_told(shelf: Shelf) -> None:
    shelf.put(RULE)
    corpus, key = shelf.corpus(), DocKey("rule-12", 1)
    noted = {key: Standing(key, Status.IN_FORCE, until="2027", notes=("it ends", ""))}
    (one,) = cite([said(corpus, "rule-12")], corpus, noted)
    assert (one.notes, one.until) == (("it ends",), "2027")


def test_the_page_on_which_a_quote_begins_is_told(shelf: Shelf) -> None:
    shelf.put(replace(RULE, pages=(0, 24)))
    corpus = shelf.corpus()
    first = said(corpus, "rule-12")
    text = "It may be longer."
    second = replace(first, span=Span("rule-12", 1, 24, 24 + len(text), quote_sha256(text)))
    assert [one.page for one in cite([first, second], corpus, {})] == [1, 2]


def test_quotes_as_they_stand_pass(shelf: Shelf) -> None:
    check(cited(shelf, "rule-12", "post"), shelf.corpus())


@pytest.mark.parametrize(
    "change",
    [
        {"quote": "The period is 270 days."},
        {"quote": "The period is 180 days"},
        {"quote_sha256": quote_sha256("The period is 270 days.")},
        {"start": 1},
        {"end": 24},
        {
            "quote": "The period is 270 days.",
            "quote_sha256": quote_sha256("The period is 270 days."),
        },
    ],
)
def test_a_quote_that_differs_from_its_document_is_refused(
    shelf: Shelf, change: dict[str, str | int]
) -> None:
    good, other = cited(shelf, "post", "rule-12")
    altered = replace(other, **change)  # type: ignore[arg-type]
    with pytest.raises(IntegrityError, match=r"\[2\] does not quote rule-12@1"):
        check([good, altered], shelf.corpus())
