from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from ledgerrag.actions import Purpose, Query
from ledgerrag.config import load
from ledgerrag.loop import Rooms
from ledgerrag.model import Authority, DocKey, Document
from ledgerrag.reading.cited import Cited
from ledgerrag.retrieval.seam import Found, Places, Stats, Where
from ledgerrag.sighting import Search, search, sight, standings_of
from tests.entries import entry, ledger
from tests.making import act, document
from tests.shelf import Shelf, found

GOVERNED, PAPER = load("regulation"), load("paper")
OLD = document("rule-12", "It is 180 days.", title="Rule 12 Period", published="2025-01-01")
NEW = document("rule-12", "It is 270 days.", version=2, title="Rule 12", published="2026-03-01")


def query(
    text: str = "period",
    claim_id: str = "c1",
    level: Authority = Authority.USER,
    *,
    top_k: int = 5,
    per_series: int = 3,
) -> Query:
    return Query(claim_id, text, level, Purpose.REFINE, top_k, per_series)


@dataclass
class Listing:
    """A retriever that always gives one list, and remembers what it was asked."""

    answer: Found
    asked: list[tuple[str, Where, Places, Stats]] = field(default_factory=list)
    modes: list[str] = field(default_factory=list)

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        self.asked.append((query, where, places, stats))
        self.modes.append(f"lexical {stats}")
        return self.answer

    def dense(self, query: str, where: Where, places: Places) -> Found:  # noqa: ARG002 - the seam gives the signature
        self.modes.append("dense")
        return self.answer

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:  # noqa: ARG002 - the seam gives the signature
        self.modes.append(f"hybrid {stats}")
        return self.answer

    def add(self, rows: object) -> int:
        raise NotImplementedError

    def watermark(self) -> int:
        return 0

    def close(self) -> None:
        raise NotImplementedError


def listing(shelf: Shelf, *documents: Document) -> tuple[Listing, Rooms]:
    made = Listing(found(*documents))
    return made, shelf.rooms(retriever=made)


def seen(shelf: Shelf, *hits: Document, paper: bool = False) -> dict[str, str]:
    """What is read after a search that found these: title by document key."""
    rooms = shelf.rooms()
    params = PAPER if paper else GOVERNED
    sightings = sight([Search(query(), found(*hits))], (), rooms, params, 0)
    return {str(s.passage.span.key): s.passage.title for s in sightings}


def test_the_slice_and_the_places_are_what_the_query_and_the_preset_say(shelf: Shelf) -> None:
    shelf.put(OLD)
    retriever, rooms = listing(shelf, OLD)
    where = Where(ingested_before=7)
    search([query(level=Authority.OFFICIAL, top_k=9, per_series=6)], rooms, where, PAPER)
    ((text, seen_where, places, stats),) = retriever.asked
    assert text == "period"
    assert seen_where == Where(ingested_before=7, authority_min=Authority.OFFICIAL)
    assert places == Places(9, (PAPER.places_official, PAPER.places_outlet), PAPER.per_cluster, 6)
    assert stats == "index"


def test_an_all_official_list_answers_the_official_probe_without_a_call(shelf: Shelf) -> None:
    shelf.put(OLD)
    retriever, rooms = listing(shelf, OLD)
    first, probe = search([query(), query(level=Authority.OFFICIAL)], rooms, Where(), GOVERNED)
    assert (first.called, probe.called) == (True, False)
    assert probe.found == first.found
    assert len(retriever.asked) == 1


@pytest.mark.parametrize(
    "probe",
    [
        query("other words", level=Authority.OFFICIAL),
        query(claim_id="c2", level=Authority.OFFICIAL),
        query(level=Authority.OFFICIAL, top_k=9),
        query(level=Authority.OFFICIAL, per_series=9),
        query(level=Authority.OUTLET),
    ],
    ids=["words", "claim", "length", "series", "level"],
)
def test_a_list_answers_no_query_that_differs_in_more_than_its_level(
    shelf: Shelf, probe: Query
) -> None:
    shelf.put(OLD)
    _, rooms = listing(shelf, OLD)
    assert [one.called for one in search([query(), probe], rooms, Where(), GOVERNED)] == [
        True,
        True,
    ]


RULE = Cited("Ferry Act", "21")
PROBE = replace(query("Ferry Act 21", level=Authority.OFFICIAL), cited=RULE)


def ferry(number: int, text: str) -> Document:
    return document(f"f{number}", text, title=f"Ferry Act, section {number}")


def test_a_provision_is_looked_up_by_number_and_title_behind_what_repeats_both(
    shelf: Shelf,
) -> None:
    rule = ferry(21, "A log is kept. " + "The keeper signs it on each day of the crossing. " * 9)
    others = [ferry(n, "Section 21 of the Ferry Act. Ferry Act, 21. " * 3) for n in range(40, 60)]
    shelf.put(*others, rule)
    (one,) = search([PROBE], shelf.rooms(), Where(), GOVERNED)
    assert {hit.key.doc_id for hit in one.found.hits} == {"f21"}


def test_what_bears_no_such_title_is_searched_for_by_words_and_both_calls_count(
    shelf: Shelf,
) -> None:
    shelf.put(ferry(22, "Section 21 of the Ferry Act does not apply."))
    searches = search([PROBE], shelf.rooms(), Where(), GOVERNED)
    assert [(one.called, len(one.found.hits)) for one in searches] == [(True, 0), (True, 1)]


def test_a_lookup_by_title_answers_no_search_by_words(shelf: Shelf) -> None:
    shelf.put(ferry(21, "A log is kept."))
    words = replace(PROBE, cited=None)
    assert [one.called for one in search([PROBE, words], shelf.rooms(), Where(), GOVERNED)] == [
        True,
        True,
    ]


def test_a_list_with_a_lower_level_in_it_does_not_answer_the_official_probe(shelf: Shelf) -> None:
    post = document("post", "It is 90 days.", level=1, source="forum")
    shelf.put(OLD, post)
    retriever, rooms = listing(shelf, OLD, post)
    searches = search([query(), query(level=Authority.OFFICIAL)], rooms, Where(), GOVERNED)
    assert [one.called for one in searches] == [True, True]
    assert len(retriever.asked) == 2


def test_a_superseded_hit_leads_to_the_version_that_stands_under_the_former_title(
    shelf: Shelf,
) -> None:
    shelf.put(OLD, NEW)
    assert seen(shelf, OLD) == {
        "rule-12@1": "Rule 12 Period",
        "rule-12@2": "Rule 12 Period / Rule 12",
    }


def test_of_a_text_that_stands_only_the_part_found_is_read_and_of_its_version_all(
    shelf: Shelf,
) -> None:
    long = replace(NEW, text="It is 270 days. A fee is due.")
    shelf.put(OLD, long)
    (hit,) = found(long).hits
    part = Found((replace(hit, end=15),), found().receipt)
    rooms = shelf.rooms()
    read = sight([Search(query(), part)], (), rooms, GOVERNED, 0)
    assert [one.passage.text for one in read] == ["It is 270 days."]
    led = sight([Search(query(), found(OLD))], (), rooms, GOVERNED, 0)
    assert [one.passage.text for one in led][1:] == ["It is 270 days.", "A fee is due."]


def test_a_hit_that_stands_leads_nowhere_else(shelf: Shelf) -> None:
    shelf.put(OLD, NEW)
    assert seen(shelf, NEW) == {"rule-12@2": "Rule 12"}


def test_a_superseded_hit_leads_to_the_successor_that_an_act_names(shelf: Shelf) -> None:
    renumbered = document("rule-40", "It is 270 days.", title="Rule 40", published="2026-03-01")
    shelf.put(
        OLD,
        renumbered,
        act(
            "supersede",
            "rule-12",
            by="rule-40",
            published="2026-03-01",
            effective_from="2026-03-01",
        ),
    )
    assert seen(shelf, OLD) == {
        "rule-12@1": "Rule 12 Period",
        "rule-40@1": "Rule 12 Period / Rule 40",
    }


def test_a_version_hit_directly_and_led_to_is_read_whole_and_once(shelf: Shelf) -> None:
    shelf.put(OLD, NEW)
    sightings = sight([Search(query(), found(OLD, NEW))], (), shelf.rooms(), GOVERNED, 0)
    spans = [one.passage.span for one in sightings]
    assert len(spans) == len(set(spans)) == 2
    assert {s.passage.title for s in sightings} == {"Rule 12 Period", "Rule 12 Period / Rule 12"}


def test_a_retracted_hit_has_no_successor(shelf: Shelf) -> None:
    other = document("rule-40", "It is 270 days.", title="Rule 40")
    shelf.put(OLD, other, act("retract", "rule-12", by="rule-40", published="2026-03-01"))
    assert set(seen(shelf, OLD)) == {"rule-12@1"}


def test_the_paper_preset_reads_what_was_found_and_nothing_beside_it(shelf: Shelf) -> None:
    shelf.put(OLD, NEW)
    assert seen(shelf, OLD, paper=True) == {"rule-12@1": "Rule 12 Period"}


def test_a_passage_is_seen_once_a_claim_and_again_for_another(shelf: Shelf) -> None:
    shelf.put(OLD)
    rooms = shelf.rooms()
    once = sight([Search(query(), found(OLD))], (), rooms, GOVERNED, 0)
    both = [Search(query(), found(OLD)), Search(query(claim_id="c2"), found(OLD))]
    again = sight(both, once, rooms, GOVERNED, 3)
    assert [(one.root, one.step) for one in again] == [("c2", 3)]


def test_standings_cover_what_was_seen_and_what_is_held(shelf: Shelf) -> None:
    other = document("rule-20", "It is $4.")
    shelf.put(OLD, NEW, other)
    corpus = shelf.corpus()
    held = ledger(entry("rule-20"))
    standings = standings_of(shelf.sightings(corpus, "rule-12@1"), held, corpus)
    assert {key: one.stands for key, one in standings.items()} == {
        DocKey("rule-12", 1): False,
        DocKey("rule-12", 2): True,
        DocKey("rule-20", 1): True,
    }


@pytest.mark.parametrize(
    ("preset", "mode", "asked"),
    [
        ("regulation", "lexical", "lexical as_of"),
        ("regulation", "dense", "dense"),
        ("regulation", "hybrid", "hybrid as_of"),
        ("paper", "lexical", "lexical index"),
        ("paper", "dense", "dense"),
        ("paper", "hybrid", "hybrid index"),
    ],
)
def test_every_search_goes_through_the_mode(
    shelf: Shelf, preset: str, mode: str, asked: str
) -> None:
    shelf.put(OLD)
    retriever, rooms = listing(shelf, OLD)
    search([query()], rooms, Where(), load(preset, overrides={"retrieval": mode}))
    assert retriever.modes == [asked]
