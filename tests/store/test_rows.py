from __future__ import annotations

import dataclasses
import tempfile
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledgerrag.dates import PartialDate, from_day, from_instant, parse
from ledgerrag.model import Act, ActKind, Authority, DocKey, Document, Domain
from ledgerrag.store import NewChunk, Store
from ledgerrag.store.rows import date_of, date_text, version_named
from tests.store.conftest import entropy

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

instants = st.builds(
    lambda at, offset, assumed: from_instant(
        (EPOCH + timedelta(seconds=at)).astimezone(timezone(timedelta(seconds=offset))),
        zone_assumed=assumed,
    ),
    st.integers(-50_000_000_000, 200_000_000_000),
    st.integers(-86_399, 86_399),
    st.booleans(),
)
coarse = st.builds(
    lambda year, month: parse(f"{year:04d}" if month is None else f"{year:04d}-{month:02d}"),
    st.integers(1, 9999),
    st.none() | st.integers(1, 12),
)
dates: st.SearchStrategy[PartialDate] = (
    coarse | instants | st.dates(date(1, 1, 1), date(9999, 12, 31)).map(from_day)
)
levels = st.sampled_from(Authority)
documents = st.builds(
    Document,
    doc_id=st.text(min_size=1),
    version=st.integers(1, 2**40),
    series=st.text(),
    title=st.text(),
    text=st.text(),
    source=st.text(),
    published=dates,
    effective_from=dates,
    effective_to=st.none() | dates,
    effective_to_unknown=st.booleans(),
    authority_level=levels,
    domain=st.sampled_from(Domain),
    language=st.text(),
    url=st.text(),
    content_sha256=st.text(),
    seq=st.just(0),
    cluster=st.text(),
    pages=st.lists(st.integers(0, 2**31)).map(tuple),
)
acts = st.builds(
    Act,
    act_id=st.text(min_size=1),
    kind=st.sampled_from(ActKind),
    target=st.text(),
    by=st.text(),
    source=st.text(),
    authority_level=levels,
    published=dates,
    effective_from=st.none() | dates,
    effective_to=st.none() | dates,
    saves_from=st.none() | dates,
    saves_to=st.none() | dates,
    saves=st.booleans(),
    note=st.text(),
    seq=st.just(0),
)


@given(dates)
def test_a_date_reads_back_equal_in_every_part(stated: PartialDate) -> None:
    assert date_of(date_text(stated)) == stated


@settings(max_examples=60, deadline=None)
@given(st.lists(documents, max_size=6, unique_by=lambda one: one.key))
def test_documents_read_back_equal(given_documents: list[Document]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "a", entropy=entropy) as store,
    ):
        with store.write() as tx:
            kept = [
                tx.add_document(one, [NewChunk(0, len(one.text), one.title, 1)])
                for one in given_documents
            ]
        assert kept == [
            dataclasses.replace(one, seq=at + 1) for at, one in enumerate(given_documents)
        ]
        assert store.documents(one.key for one in kept) == {one.key: one for one in kept}
        found = store.versions(one.series for one in kept)
        heads = [dataclasses.replace(one, text="") for one in kept]
        for series, versions in found.items():
            assert list(versions) == [one for one in heads if one.series == series]
        for chunk, one in zip(store.chunks_after(0), kept, strict=True):
            assert (chunk.key, chunk.seq, chunk.series) == (one.key, one.seq, one.series)
            assert chunk.published == (
                one.published.begins(calendar=False),
                one.published.begins(calendar=True),
            )
            assert (chunk.authority, chunk.domain) == (one.authority_level, one.domain)
            assert (chunk.source, chunk.language) == (one.source, one.language)
            assert (chunk.cluster, chunk.tokens) == (one.cluster, one.title)


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=6, unique_by=lambda one: one.act_id))
def test_acts_read_back_equal(given_acts: list[Act]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(Path(folder) / "a", entropy=entropy) as store,
    ):
        with store.write() as tx:
            kept = [tx.add_act(one) for one in given_acts]
            assert [tx.add_act(one) for one in given_acts] == [None] * len(kept)
        wanted = tuple(dataclasses.replace(one, seq=at + 1) for at, one in enumerate(given_acts))
        assert tuple(kept) == wanted
        assert store.pending_acts() == wanted
        named = {name for one in wanted for name in (one.target, one.by)} - {""}
        assert store.acts(named) == tuple(one for one in wanted if {one.target, one.by} & named)


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("a@1", DocKey("a", 1)),
        ("a@b@12", DocKey("a@b", 12)),
        ("a", None),
        ("a@", None),
        ("@1", None),
        ("a@01", None),
        ("a@0", None),
        ("a@-1", None),
        ("a@\u0661", None),
        ("a@" + "9" * 40, None),
        ("user@example.org", None),
    ],
)
def test_only_an_at_and_a_plain_number_name_a_version(name: str, key: DocKey | None) -> None:
    assert version_named(name) == key
    assert key is None or str(key) == name
