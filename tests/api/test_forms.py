from __future__ import annotations

import json
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from ledgerrag.answer import Answer, Citation, Cost, Sentence
from ledgerrag.api.forms import (
    Request,
    answer_bytes,
    answer_schema,
    ledger_bytes,
    read_answer,
    read_ledger,
    read_request,
    request_bytes,
    sha256,
)
from ledgerrag.config import PRESETS, load
from ledgerrag.dates import from_day, parse
from ledgerrag.errors import IntegrityError
from ledgerrag.ledger import Ledger
from ledgerrag.model import Authority, Claim, Evidence, Status, Value, ValueKind
from tests.api.rulebook import BOTH, HOW_LONG, LONGER, RULEBOOK, act
from tests.entries import claim, entry, evidence_lists
from tests.product.newsroom import Newsroom

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
counts = st.integers(0, 10**9)
days = st.dates(date(1990, 1, 1), date(2090, 1, 1)).map(str)
requests = st.builds(
    Request,
    kind=st.sampled_from(["ask", "check"]),
    text=texts,
    as_of=days,
    known_at=days,
    period=st.sampled_from(["", "2025-11"]),
    params=st.sampled_from(PRESETS).map(lambda name: load(name).canonical()),
    given=st.just(()) | st.just(("s_max", "tau_cov_u")),
    watermark=counts,
    registry=counts,
    origin=texts,
    reasked=st.lists(st.sampled_from(["c1", "c2"]), max_size=2).map(tuple),
)
values = st.builds(
    Value, st.sampled_from(list(ValueKind)), texts, texts, texts, st.integers(-1, 99)
)
citations = st.builds(
    Citation,
    n=counts,
    doc_id=texts,
    version=counts,
    start=counts,
    end=counts,
    quote_sha256=texts,
    quote=texts,
    title=texts,
    source=texts,
    source_name=texts,
    authority=st.sampled_from(list(Authority)),
    published=days,
    effective_from=days,
    status=st.sampled_from(list(Status)),
    since=texts,
    until=texts,
    page=counts,
    notes=st.lists(texts, max_size=2).map(tuple),
)


def answer(cited: tuple[Citation, ...] = (), text: str = "") -> Answer:
    return Answer(
        question=text,
        as_of="2026-08-01",
        known_at="2026-08-01",
        period="",
        preset="regulation",
        sentences=(Sentence(text, tuple(one.n for one in cited)),),
        citations=cited,
        verdicts=(),
        changes=(),
        pending=(),
        disputed=(),
        nearest=cited,
        checklist=(),
        cost=Cost(1, 2, 0, (("judge", 5),)),
        run="run",
        journal_seq=7,
    )


@given(requests)
def test_a_request_is_read_as_it_was_written(request: Request) -> None:
    body = request_bytes(request)
    assert read_request(body) == request
    assert request_bytes(read_request(body)) == body


@given(st.lists(citations, max_size=2).map(tuple), texts)
def test_an_answer_is_read_as_it_was_written_but_for_its_times(
    cited: tuple[Citation, ...], text: str
) -> None:
    made = answer(cited, text)
    again = read_answer(answer_bytes(made), 7)
    assert again == replace(made, cost=replace(made.cost, stage_us=()))
    assert answer_bytes(again) == answer_bytes(made)


def test_times_and_journal_numbers_are_no_part_of_what_is_compared() -> None:
    slow = replace(answer(), cost=Cost(1, 2, 0, (("judge", 9_999),)), journal_seq=99)
    assert answer_bytes(slow) == answer_bytes(answer())
    assert answer_bytes(replace(answer(), cost=Cost(1, 3, 0))) != answer_bytes(answer())


@given(evidence_lists, st.none() | values)
def test_a_ledger_is_read_as_it_was_written(entries: list[Evidence], value: Value | None) -> None:
    stated: Claim = replace(claim("c1.1", parent="c1"), value=value)
    ledger = Ledger((claim(), stated)).append(replace(one, value=value) for one in entries)
    assert read_ledger(ledger_bytes(ledger)) == ledger


@pytest.mark.parametrize("day", ["2026", "2026-07", "2026-07-01", "2026-07-01T10:30:00-04:00"])
def test_dates_of_evidence_keep_their_precision_and_their_zone(day: str) -> None:
    ledger = Ledger((claim(),)).append([entry("a", published=day)])
    (kept,) = read_ledger(ledger_bytes(ledger)).entries
    assert kept.ts == parse(day)


BROKEN = [b"", b"[]", b"null", b'{"claims":1}', b'{"kind":1,"claims":[{}]}', b"\xff", b"{" * 50]


@pytest.mark.parametrize("body", BROKEN)
def test_what_is_not_as_it_was_written_is_refused_in_one_line(body: bytes) -> None:
    for read in (read_request, read_ledger, lambda raw: read_answer(raw, 0)):
        with pytest.raises(IntegrityError, match="is not as it was written") as caught:
            read(body)
        assert "\n" not in str(caught.value)


def a_request(**params: int | str | bool) -> Request:
    return Request(
        "ask",
        HOW_LONG,
        "2026-08",
        "2026-08-01",
        "",
        {**load("news").canonical(), **params},
        ("s_max",),
        1,
        1,
    )


def test_parameters_come_back_with_what_was_given_by_hand() -> None:
    params = a_request(s_max=7).parameters()
    assert (params.s_max, params.preset, params.given) == (7, "news", ("s_max",))


def test_a_parameter_that_is_newer_than_the_request_comes_from_its_preset() -> None:
    old = a_request()
    del old.params["places_outlet"]
    assert old.parameters().places_outlet == load("news").places_outlet != load().places_outlet


def test_a_parameter_that_does_not_exist_is_refused() -> None:
    with pytest.raises(IntegrityError, match="not those of this version"):
        a_request(tau_moon_u=3).parameters()


def test_the_moments_of_a_request_are_the_last_seconds_of_its_dates() -> None:
    at = a_request().at("2025-11")
    assert at.v == from_day(date(2026, 8, 31)).moment()
    assert at.k == from_day(date(2026, 8, 1)).moment()
    assert at.period == parse("2025-11")
    assert a_request().at("").period is None


def test_the_hash_is_sha256() -> None:
    assert sha256(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def validator() -> Draft202012Validator:
    schema = answer_schema()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def test_the_schema_describes_the_answers_that_are_given(room: Newsroom) -> None:
    post = {
        "doc_id": "post",
        "source": "forum",
        "text": "The reporting period is 90 days.",
        "published": "2026-02-01",
    }
    room.take_in(*RULEBOOK, LONGER, post, act("repeal", "rule-20", "2026-09-01"))
    check = validator()
    for answered in (
        room.ask(BOTH, "2026-08-01"),
        room.ask(BOTH, "2026-10"),
        room.ask("?", "2020"),
    ):
        check.validate(json.loads(answer_bytes(answered)))


@given(st.lists(citations, max_size=2).map(tuple), texts)
def test_the_schema_describes_any_answer(cited: tuple[Citation, ...], text: str) -> None:
    validator().validate(json.loads(answer_bytes(answer(cited, text))))


@pytest.mark.parametrize(
    ("field", "value"), [("citations", "none"), ("journal_seq", "last"), ("text", None)]
)
def test_the_schema_refuses_what_is_no_answer(field: str, value: object) -> None:
    good = json.loads(answer_bytes(answer()))
    bad = {**good, field: value} if value is not None else {k: good[k] for k in list(good)[1:]}
    assert validator().is_valid(good)
    assert not validator().is_valid(bad)
