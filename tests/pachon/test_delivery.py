from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ledgerrag.api import LedgerRAG
from ledgerrag.errors import AbandonedError, InputError
from ledgerrag.pachon.delivery import PART, Delivered
from tests.product.newsroom import Newsroom

FEE = {"doc_id": "fee", "text": "The fee is 40 euros.", "published": "2026-01-01"}
REPEAL = {"act": "repeal", "target": "fee", "published": "2026-02-01"}


def delivered(
    rag: LedgerRAG, folder: Path, *records: Mapping[str, object], **more: object
) -> tuple[Delivered, ...]:
    path = folder / "body"
    path.write_text(json.dumps(list(records)), "utf-8")
    return rag.deliver(path, **more)  # type: ignore[arg-type]


def many(number: int) -> list[dict[str, object]]:
    return [{**FEE, "doc_id": f"fee-{n}", "text": f"Fee {n} is {n} euros."} for n in range(number)]


def test_one_bad_record_keeps_no_good_one_out(room: Newsroom) -> None:
    with room.open() as rag:
        told = delivered(rag, room.folder, FEE, {"doc_id": "x"}, REPEAL)
        assert [one.status for one in told] == ["stored", "rejected", "stored"]
        assert [one.item for one in told] == [1, 2, 3]
        assert rag.counts()["documents"] == rag.counts()["acts"] == 1


def test_two_versions_in_one_delivery_are_told_apart(room: Newsroom) -> None:
    with room.open() as rag:
        told = delivered(rag, room.folder, FEE, {**FEE, "text": "The fee is 55 euros."}, FEE)
        assert [(one.status, one.version) for one in told] == [
            ("stored", 1),
            ("stored", 2),
            ("unchanged", 1),
        ]


def test_every_entry_names_who_delivered_and_under_which_key(room: Newsroom) -> None:
    with room.open() as rag:
        delivered(rag, room.folder, FEE, REPEAL, actor="city/desk", idem="k")
        lines = [json.loads(body) for _, body in rag.store.entries()]
        assert [(one["type"], one["actor"], one["idem"]) for one in lines] == [
            ("ingest", "city/desk", "k"),
            ("act", "city/desk", "k"),
        ]
        assert rag.verify().ok


def test_a_delivery_that_is_given_up_keeps_whole_parts_and_goes_on_there(room: Newsroom) -> None:
    looks = 0

    def wanted() -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            raise AbandonedError("nobody waits", "send it again")

    records = many(PART + 50)
    with room.open() as rag:
        with pytest.raises(AbandonedError):
            delivered(rag, room.folder, *records, idem="k", wanted=wanted)
        assert rag.counts()["documents"] == PART
        told = delivered(rag, room.folder, *records, idem="k")
        assert {one.status for one in told} == {"stored"}
        assert [one.seq for one in told] == list(range(1, PART + 51))


def test_without_a_key_what_was_stored_before_is_unchanged(room: Newsroom) -> None:
    with room.open() as rag:
        delivered(rag, room.folder, FEE)
        (again,) = delivered(rag, room.folder, FEE)
        assert (again.status, again.version, again.seq) == ("unchanged", 1, 1)


def test_a_key_stands_for_one_delivery(room: Newsroom) -> None:
    with room.open() as rag:
        delivered(rag, room.folder, FEE, idem="k")
        with pytest.raises(InputError, match="another delivery"):
            delivered(rag, room.folder, REPEAL, idem="k")


def test_the_authority_of_a_record_is_that_of_the_registry_whatever_it_says(
    room: Newsroom,
) -> None:
    room.take_in(FEE)
    with room.open() as rag:
        claims = {**FEE, "doc_id": "own", "authority_level": 3, "source": "somebody"}
        (told,) = delivered(rag, room.folder, claims)
        assert any("ignored" in note for note in told.notes)
        kept = rag.document("own").versions[0]
        assert kept.authority == 1


def test_the_source_of_the_channel_speaks_where_a_record_names_none(room: Newsroom) -> None:
    room.take_in(FEE)
    with room.open() as rag:
        delivered(rag, room.folder, {**FEE, "doc_id": "own"}, source="regulator")
        assert rag.document("own").versions[0].authority == 3
