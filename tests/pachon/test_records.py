from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.dates import Precision, parse
from ledgerrag.errors import InputError
from ledgerrag.model import Authority, Document, Domain, quote_sha256
from ledgerrag.pachon.fields import clean, is_future
from ledgerrag.pachon.readers import Raw
from ledgerrag.pachon.records import Channel, Drafted, Quarantined, detect_language, draft
from ledgerrag.pachon.sources import Registry
from tests.pachon.channel import SOURCES, row

REGISTRY = Registry.of(SOURCES)


def drafted(
    fields: dict[str, object], *, pages: tuple[int, ...] = (), **channel: Any
) -> Drafted | Quarantined:
    raw = Raw("f.jsonl:1", "document", fields, (), pages)
    return draft(raw, Channel(**channel), REGISTRY, lambda _: "xx")


def made(**fields: object) -> Document:
    found = drafted(row("d", **fields))
    assert isinstance(found, Drafted)
    return found.document


def notes(**fields: object) -> str:
    found = drafted(row("d", **fields))
    assert isinstance(found, Drafted)
    return "\n".join(found.notes)


def refusal(fields: dict[str, object], **channel: Any) -> InputError:
    with pytest.raises(InputError) as caught:
        drafted(fields, **channel)
    assert "\n" not in str(caught.value)
    assert caught.value.next_step
    return caught.value


def test_what_is_not_stated_follows_from_what_is() -> None:
    document = made()
    assert document.series == "d"
    assert document.effective_from == document.published == parse("2025-01-01")
    assert document.effective_to is None
    assert not document.effective_to_unknown
    assert document.domain is Domain.REFERENCE
    assert document.title == ""
    assert document.content_sha256 == quote_sha256("The limit is 50 units.")


@pytest.mark.parametrize(
    ("written", "text", "precision"),
    [
        ("2023", "2023", Precision.YEAR),
        (2023, "2023", Precision.YEAR),
        ("2023-07", "2023-07", Precision.MONTH),
        (date(2023, 7, 1), "2023-07-01", Precision.DAY),
        ("2026-03-01T23:30-08:00", "2026-03-01T23:30:00-08:00", Precision.INSTANT),
    ],
)
def test_a_date_keeps_the_precision_in_which_it_was_written(
    written: object, text: str, precision: Precision
) -> None:
    published = made(published=written).published
    assert (published.text, published.precision) == (text, precision)


def test_an_instant_without_a_zone_is_tagged_and_noted() -> None:
    assert made(published="2026-03-01T10:00").published.zone_assumed
    assert "published has no time zone" in notes(published="2026-03-01T10:00")
    assert "effective_from has no time zone" in notes(effective_from=datetime(2026, 3, 1, 10))  # noqa: DTZ001


def test_an_unknown_end_is_unknown_and_never_today() -> None:
    document = made(effective_to="Unknown")
    assert document.effective_to is None
    assert document.effective_to_unknown


def test_authority_comes_from_the_registry_only() -> None:
    assert made(source="forum", authority_level=3).authority_level is Authority.USER
    assert "the registry says 1" in notes(source="forum", authority_level=3)
    assert made(source="regulator", authority_level=1).authority_level is Authority.OFFICIAL


def test_an_unregistered_source_is_user_generated_and_noted_or_quarantined_when_strict() -> None:
    assert made(source="somebody").authority_level is Authority.USER
    assert "'somebody' is not registered" in notes(source="somebody")
    strict = drafted(row("d", source="somebody"), strict=True)
    assert isinstance(strict, Quarantined)
    assert "somebody" in strict.reason


def test_the_channel_speaks_where_the_record_is_silent_and_only_there() -> None:
    fields: dict[str, object] = {"doc_id": "d", "text": "Text."}
    found = drafted(
        fields, source="daily", published=parse("2024-02"), domain=Domain.NEWS, language="fr"
    )
    assert isinstance(found, Drafted)
    assert found.undated
    document = found.document
    assert (document.source, document.published.text) == ("daily", "2024-02")
    assert (document.domain, document.language) == (Domain.NEWS, "fr")
    kept = drafted(row("d", domain="regulation"), source="daily", domain=Domain.NEWS)
    assert isinstance(kept, Drafted)
    assert (kept.document.source, kept.document.domain) == ("regulator", Domain.REGULATION)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"published": None}, "add `published: YYYY-MM-DD`"),
        ({"published": ""}, "published is missing"),
        ({"published": "2026-02-30"}, "published '2026-02-30' cannot be"),
        ({"published": "tomorrow"}, "published 'tomorrow' is not a date"),
        ({"published": True}, "published is True"),
        ({"published": Decimal("2023.5")}, "published is"),
        ({"effective_from": ["2023"]}, "effective_from is a list"),
        ({"effective_from": "2025-02-01", "effective_to": "2025-01-01"}, "lies before"),
        ({"effective_to": "someday"}, "effective_to 'someday'"),
        ({"doc_id": ""}, "doc_id is missing"),
        ({"doc_id": {"a": 1}}, "doc_id is a mapping"),
        ({"doc_id": "a\tb"}, "control characters"),
        ({"doc_id": "x" * 1001}, "doc_id has 1,001 characters"),
        ({"version": 0}, "version 0 is below 1"),
        ({"version": "two"}, "version 'two'"),
        ({"version": True}, "version True"),
        ({"version": 10**400}, "version"),
        ({"domain": "laws"}, "domain 'laws' does not exist"),
        ({"text": ""}, "text is empty"),
        ({"text": "\x00 \r\n\ufeff"}, "text is empty"),
        ({"text": ["a"]}, "text is not text"),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(fields: dict[str, object], says: str) -> None:
    assert says in str(refusal({**row("d"), **fields}))


def test_dates_that_overlap_are_no_contradiction() -> None:
    assert made(effective_from="2025-06-01", effective_to="2025").effective_to == parse("2025")


def test_text_is_kept_as_given_apart_from_newlines_and_nul() -> None:
    given_text = "Cafe\u0301 \x00one\r\ntwo\rthree  \n"
    assert made(text=given_text).text == "Cafe\u0301 one\ntwo\nthree  \n"


@given(st.text(st.characters(), max_size=80))
def test_cleaning_is_done_after_the_first_time_and_always_utf8(text: str) -> None:
    once = clean(text)
    assert clean(once) == once.removeprefix("\ufeff")
    once.encode("utf-8")


def test_pages_move_with_the_text() -> None:
    found = drafted(row("d", "one\r\ntwo\r\nthree"), pages=(0, 5, 10))
    assert isinstance(found, Drafted)
    assert found.document.pages == (0, 4, 8)
    assert found.document.page(5) == 2


@pytest.mark.parametrize(("stated", "code"), [("en-US", "en"), ("DE", "de"), ("pt_BR", "pt")])
def test_a_language_is_reduced_to_its_code(stated: str, code: str) -> None:
    assert made(language=stated).language == code


def test_a_language_is_detected_where_none_is_stated_and_the_text_is_long_enough() -> None:
    long = "The holder of a licence must file a report with the regulator every year."
    assert made(language=None, text=long).language == "xx"
    assert made(language=None, text="50 %").language == "und"
    assert made(language="English", text=long).language == "xx"
    assert "language 'English' is not a code" in notes(language="English", text=long)
    assert detect_language(long) == "en"


def test_fields_without_meaning_are_noted() -> None:
    assert "'author', 'tags'" in notes(tags=["a"], author="B")


def test_numbers_serve_as_names_and_titles() -> None:
    document = made(doc_id=42, title=2024, series=7)
    assert (document.doc_id, document.title, document.series) == ("42", "2024", "7")


AT = datetime(2026, 8, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("published", "future"),
    [
        ("2026-08-01", False),
        ("2026-08-02", True),
        ("2026", False),
        ("2027", True),
        ("2026-08", False),
        ("2026-09", True),
        ("2026-08-01T12:00Z", False),
        ("2026-08-01T12:01Z", True),
        ("2026-08-01T23:59-08:00", True),
        ("2026-08-01T13:30+02:00", False),
    ],
)
def test_the_future_begins_after_now_on_the_axis_of_the_date(published: str, future: bool) -> None:
    assert is_future(parse(published), AT) is future


def test_a_calendar_day_is_compared_with_the_day_of_the_clock() -> None:
    sydney = AT.astimezone(timezone(timedelta(hours=14)))
    assert not is_future(parse("2026-08-02"), sydney)
