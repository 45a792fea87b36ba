from __future__ import annotations

import pytest

from ledgerrag.model import Act, DocKey, Document, Status
from tests.making import act, document
from tests.shelf import Shelf

OLD = document("rule-12", "The period is 180 days.", published="2025-01-01")
NEW = document("rule-12", "The period is 270 days.", version=2, published="2026-03-01")


def status(shelf: Shelf, series: str, v: str = "2026-08-01", k: str = "") -> dict[str, Status]:
    standings = shelf.corpus(v, k).standings([series])
    return {str(key): standing.status for key, standing in standings.items()}


def test_nothing_beyond_the_watermark_is_seen(shelf: Shelf) -> None:
    shelf.put(OLD)
    before = shelf.store.seq()
    shelf.put(NEW, act("retract", "rule-12@1", published="2026-04-01"))
    corpus = shelf.corpus(watermark=before)
    assert [one.version for one in corpus.versions("rule-12")] == [1]
    assert corpus.acts("rule-12") == ()
    assert corpus.standings(["rule-12"])[OLD.key].stands
    now = shelf.corpus()
    assert [one.version for one in now.versions("rule-12")] == [1, 2]
    assert not now.standings(["rule-12"])[OLD.key].stands


def test_nothing_published_after_k_is_seen(shelf: Shelf) -> None:
    shelf.put(OLD, NEW, act("repeal", "rule-12", published="2026-05-01"))
    corpus = shelf.corpus("2026-02-01", "2026-02-01")
    assert [one.version for one in corpus.versions("rule-12")] == [1]
    assert corpus.acts("rule-12") == ()
    assert set(corpus.standings(["rule-12"])) == {OLD.key}


def test_versions_and_standings_come_in_whatever_order_they_are_asked_for(shelf: Shelf) -> None:
    other = document("rule-20", "The fee is $4.")
    shelf.put(OLD, NEW, other)
    one, two = shelf.corpus(), shelf.corpus()
    assert one.versions("rule-12")
    assert one.standings(["rule-20", "rule-12"]) == two.standings(["rule-12", "rule-20"])
    assert one.versions("no-such-rule") == ()


def test_documents_come_with_their_text_and_their_sentences(shelf: Shelf) -> None:
    shelf.put(document("rule-12", "The period is 180 days. The fee is $4."))
    corpus = shelf.corpus()
    kept = corpus.documents([OLD.key])[OLD.key]
    assert [p.text for p in corpus.passages(kept, 0, len(kept.text))] == [
        "The period is 180 days.",
        "The fee is $4.",
    ]


def test_a_source_is_told_by_the_name_in_the_registry_or_by_its_key(shelf: Shelf) -> None:
    corpus = shelf.corpus()
    assert corpus.source_name("regulator") == "Market Regulator"
    assert corpus.source_name("nobody") == "nobody"


@pytest.mark.parametrize("name", ["rule-12", "rule-12@1", "rule-12@2", "period-rules"])
def test_a_successor_is_the_version_that_stands_under_the_name(shelf: Shelf, name: str) -> None:
    old = document("rule-12", "The period is 180 days.", series="period-rules")
    new = document(
        "rule-12", "It is 270 days.", version=2, series="period-rules", published="2026-03-01"
    )
    shelf.put(old, new)
    assert shelf.corpus().successor(name) == DocKey("rule-12", 2)
    assert shelf.corpus("2025-06-01", "2025-06-01").successor(name) == DocKey("rule-12", 1)


@pytest.mark.parametrize("name", ["no-such-rule", "", "@"])
def test_an_unknown_name_has_no_successor(shelf: Shelf, name: str) -> None:
    shelf.put(OLD)
    assert shelf.corpus().successor(name) is None


def test_what_was_retracted_whole_has_no_successor(shelf: Shelf) -> None:
    shelf.put(OLD, act("retract", "rule-12", published="2026-04-01"))
    assert shelf.corpus().successor("rule-12") is None


@pytest.mark.parametrize("target", ["rule-12", "rule-12@1", "period-rules"])
def test_an_act_reaches_a_text_by_key_by_document_and_by_series(shelf: Shelf, target: str) -> None:
    shelf.put(
        document("rule-12", "The period is 180 days.", series="period-rules"),
        act("repeal", target, published="2026-03-01", effective_from="2026-04-01"),
    )
    assert status(shelf, "period-rules") == {"rule-12@1": Status.REPEALED}
    assert len(shelf.corpus().acts("period-rules")) == 1


@pytest.mark.parametrize("kind", ["withdraw", "retract"])
def test_an_act_that_is_itself_taken_back_does_not_bind(shelf: Shelf, kind: str) -> None:
    repeal = act("repeal", "rule-12", published="2026-03-01", effective_from="2026-04-01")
    undone = act(kind, repeal.act_id, published="2026-06-01", effective_from="2026-06-01")
    shelf.put(OLD, repeal, undone)
    assert status(shelf, "rule-12") == {"rule-12@1": Status.IN_FORCE}
    assert {one.act_id for one in shelf.corpus().acts("rule-12")} == {
        repeal.act_id,
        undone.act_id,
    }
    # Before anyone could know that it would be taken back, it bound.
    assert status(shelf, "rule-12", "2026-05-01", "2026-05-01") == {"rule-12@1": Status.REPEALED}


def test_an_act_upon_anothers_act_is_not_this_series_business(shelf: Shelf) -> None:
    repeal = act("repeal", "rule-20", published="2026-03-01")
    shelf.put(OLD, repeal, act("withdraw", repeal.act_id, published="2026-06-01"))
    corpus = shelf.corpus()
    assert len(corpus.standings(["rule-12", "rule-20"])) == 1
    assert len(corpus.acts("rule-20")) == 2
    assert corpus.acts("rule-12") == ()


def test_what_is_coming_is_published_by_k_and_begins_after_v(shelf: Shelf) -> None:
    later: Document = document(
        "rule-12",
        "It is 270 days.",
        version=2,
        published="2026-05-01",
        effective_from="2026-10-01",
    )
    ends: Act = act("repeal", "rule-12", published="2026-06-01", effective_from="2027-01-01")
    shelf.put(OLD, later, ends)
    coming = shelf.corpus("2026-08-01").coming("rule-12")
    assert [begins for _, begins in coming] == ["2026-10-01", "2027-01-01"]
    assert shelf.corpus("2026-08-01", "2026-05-15").coming("rule-12")[-1][1] == "2026-10-01"
    assert shelf.corpus("2027-02-01").coming("rule-12") == ()
