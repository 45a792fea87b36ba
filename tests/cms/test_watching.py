from __future__ import annotations

import json

import pytest

from ledgerrag.cms import watching
from ledgerrag.cms.ledgers import ledger
from ledgerrag.cms.watching import Wanted
from ledgerrag.errors import DateError, InputError, NotFoundError
from tests.cms.desk import DRAFT, SITE, Desk
from tests.cms.watched import Newsroom

FEE = "The mooring fee for a fishing boat is 12 euros per day."


def entries(newsroom: Newsroom) -> list[dict[str, object]]:
    found = [json.loads(line) for _, line in newsroom.rag.store.entries()]
    return [one["det"] for one in found if one["type"] == "watch"]


def test_a_watch_keeps_each_claim_with_its_paragraph_and_its_run(newsroom: Newsroom) -> None:
    newsroom.arrive({"doc_id": "fee", "text": FEE})
    begun = newsroom.watch("Is it so?", FEE)
    (claim,) = watching.claims_of(newsroom.rag.store, begun.watch.id)
    assert claim == begun.claims[0]
    assert claim.found.status == "verified"
    assert {"fee", "fee@1"} <= claim.names
    (row,) = newsroom.rag.store.watch_claims(begun.watch.id)
    assert row.paragraph == "p2"
    assert newsroom.rag.replay(claim.run).identical


def test_beginning_replacing_and_ending_are_in_the_journal_without_the_secret(
    newsroom: Newsroom,
) -> None:
    first = newsroom.watch(FEE, hook="https://news.example/hook")
    second = newsroom.watch(FEE)
    for _ in range(2):
        watching.end(newsroom.rag, second.watch.id, "site/ana")
    assert [one["what"] for one in entries(newsroom)] == ["begun", "replaced", "begun", "ended"]
    lines = [line for _, line in newsroom.rag.store.entries()]
    assert not any(first.secret.encode() in line for line in lines)
    old = newsroom.rag.store.watch(first.watch.id)
    assert old is not None
    assert old.successor == second.watch.id


def test_a_watch_that_is_not_there_cannot_be_ended(newsroom: Newsroom) -> None:
    with pytest.raises(NotFoundError, match="no watch"):
        watching.end(newsroom.rag, "nothing", "a")


def test_a_secret_of_the_newsrooms_own_is_kept_as_it_is(newsroom: Newsroom) -> None:
    own = "x" * 20
    wanted = Wanted("site", "s", hook="https://news.example/", secret=own)
    begun = watching.begin(newsroom.rag, wanted, (), "a")
    assert begun.secret == own


def test_what_cannot_be_kept_is_refused_before_anything_is(newsroom: Newsroom) -> None:
    for wanted, error in (
        (Wanted("site", "s", secret="x " * 10), InputError),
        (Wanted("site", "s", url="javascript:x"), InputError),
        (Wanted("site", "s", published="soon"), DateError),
    ):
        with pytest.raises(error):
            watching.begin(newsroom.rag, wanted, (), "a")
    assert newsroom.rag.store.watches() == []


def test_a_checked_revision_is_watched_without_asking_again(desk: Desk) -> None:
    shot = desk.check("The quay fee for a fishing boat is 12 euros per day.", "Is it so?")
    runs = desk.runs()
    claims = watching.of_snapshot(desk.rag, ledger(desk.rag, SITE, DRAFT))
    assert [one.claim.text for _, one in claims] == [one.text for one in shot.claims]
    assert [paragraph for paragraph, _ in claims] == [one.paragraph for one in shot.claims]
    begun = watching.begin(desk.rag, Wanted(SITE, DRAFT), claims, "a")
    assert [one.run for one in begun.claims] == [one.run for one in shot.claims]
    assert desk.runs() == runs
