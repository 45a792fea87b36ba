from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from ledgerrag import force
from ledgerrag.adjudication import Rule
from ledgerrag.config import load
from ledgerrag.dates import parse
from ledgerrag.ledger import Lens
from ledgerrag.model import Claim, DocKey, Stance, Standing, Status, Verdict
from ledgerrag.reading import decompose
from tests.entries import entry, ledger
from tests.making import act, document
from tests.shelf import Shelf

TOLLS = document("toll-act", "The toll is $4.", title="Toll Act")


def claim(text: str) -> Claim:
    return decompose(text).claims[0]


def held(shelf: Shelf, text: str, *doc_ids: str, v: str = "2026-08-01") -> force.Held | None:
    question = decompose(text)
    corpus = shelf.corpus(v, period=question.period.text if question.period else "")
    seen = [(one.passage, one.r_u) for one in shelf.sightings(corpus, *doc_ids)]
    documents = corpus.documents(passage.span.key for passage, _ in seen)
    standings = corpus.standings(one.series for one in documents.values())
    return force.find(question.claims[0], question.provisions, seen, documents, standings)


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Is the Toll Act in force?", True),
        ("Is the Toll Act still in force?", True),
        ("Does the Toll Act still apply?", True),
        ("Does the Toll Act apply?", True),
        ("Does the Toll Act still apply to a period in 2025-11?", True),
        ("Is the Toll Act repealed?", False),
        ("The Toll Act has been rescinded.", False),
        ("Was the Toll Act withdrawn?", False),
        ("The Toll Act is still law.", True),
        ("The Toll Act still has the force of law.", True),
        ("The Toll Act still counts as binding law.", True),
        ("The Toll Act is no longer law.", False),
        ("The Toll Act ceased to be law.", False),
        ("The Toll Act is off the books.", False),
        ("The Toll Act has lapsed.", False),
        ("The Toll Act, 2009 is in force.", True),
        ("Section 4 of the Toll Regulations, 2016 has been repealed.", False),
        ("The Toll Order of 1985 is still law.", True),
        ("The toll began in 2009.", None),
        ("Custom is part of the law of Lind.", None),
        ("Does the Toll Act apply to lorries?", None),
        ("Late fees apply.", None),
        ("What is the toll?", None),
        ("The toll is $4.", None),
    ],
)
def test_a_claim_about_force_is_told_from_one_about_content(text: str, asks: bool | None) -> None:
    assert force.wanted(claim(text)) is asks


@pytest.mark.parametrize("text", ["Is the Toll Act in force?", "Does the Toll Act still apply?"])
def test_a_claim_about_force_is_still_one_once_its_search_words_are_chosen(text: str) -> None:
    assert force.wanted(force.searchable(claim(text))) is True


def test_the_search_words_name_the_document_and_not_its_force() -> None:
    words = force.searchable(claim("Is the Toll Act still in force?")).query
    assert "Toll Act" in words
    assert not {"force", "force?", "still"} & set(words.split())
    content = claim("What is the toll?")
    assert force.searchable(content) == content
    assert force.subject_keys(claim("Is the Toll Act repealed?")) == ("toll", "act")


@pytest.mark.parametrize(
    ("status", "in_force", "y"),
    [
        (Status.IN_FORCE, True, Stance.SUPPORT),
        (Status.IN_FORCE, False, Stance.REFUTE),
        (Status.REPEALED, True, Stance.REFUTE),
        (Status.REPEALED, False, Stance.SUPPORT),
        (Status.NOT_YET, True, Stance.REFUTE),
        (Status.UNKNOWN, True, Stance.NEUTRAL),
        (Status.UNKNOWN, False, Stance.NEUTRAL),
    ],
)
def test_the_standing_takes_the_side_and_an_unknown_one_takes_none(
    shelf: Shelf, status: Status, in_force: bool, y: Stance
) -> None:
    shelf.put(TOLLS)
    (one,) = shelf.sightings(shelf.corpus(), "toll-act")
    found = force.Held(one.passage, one.r_u, Standing(TOLLS.key, status))
    assert force.stance(found, in_force=in_force) is y


def test_a_document_in_force_is_found_by_its_title(shelf: Shelf) -> None:
    shelf.put(TOLLS, document("ferry-act", "The toll act is in force.", title="Ferry Act"))
    found = held(shelf, "Is the Toll Act in force?", "ferry-act", "toll-act")
    assert found is not None
    assert (found.standing.key, found.standing.status) == (TOLLS.key, Status.IN_FORCE)


def test_a_longer_name_is_another_document(shelf: Shelf) -> None:
    shelf.put(
        document("a", "Of harbours.", title="Westport Harbour Act", published="2026-01-01"),
        document("b", "Of harbours.", title="Harbour Act"),
    )
    for text, doc_id in (
        ("Is the Harbour Act in force?", "b"),
        ("Is the Westport Harbour Act in force?", "a"),
    ):
        found = held(shelf, text, "a", "b")
        assert found is not None
        assert found.standing.key.doc_id == doc_id


def test_of_provisions_the_one_with_the_number_asked_for_is_meant(shelf: Shelf) -> None:
    shelf.put(
        document("a", "Fees.", title="Toll Act, s. 4"),
        document("b", "Fines.", title="Toll Act, s. 9"),
        document("c", "Fines.", title="Toll Act, s. 90"),
    )
    found = held(shelf, "Is section 9 of the Toll Act in force?", "a", "b", "c")
    assert found is not None
    assert found.standing.key == DocKey("b", 1)
    assert held(shelf, "Is section 5 of the Toll Act in force?", "a", "b", "c") is None


def test_what_nobody_named_is_not_found(shelf: Shelf) -> None:
    shelf.put(TOLLS)
    assert held(shelf, "Is the Wharf Ordinance in force?", "toll-act") is None


def test_of_a_series_the_version_that_stands_is_meant(shelf: Shelf) -> None:
    newer = document("toll-act", "It is $6.", version=2, title="Toll Act", published="2026-03-01")
    coming = replace(
        newer, version=3, published=parse("2026-05-01"), effective_from=parse("2027-01-01")
    )
    shelf.put(TOLLS, newer, coming)
    found = held(shelf, "Is the Toll Act in force?", "toll-act@1", "toll-act@2", "toll-act@3")
    assert found is not None
    assert found.standing.key == newer.key


def test_a_repealed_text_stands_for_the_period_that_a_clause_saves(shelf: Shelf) -> None:
    shelf.put(
        document("toll-act", "The toll is $4.", title="Toll Act", published="2020-01-01"),
        act(
            "repeal",
            "toll-act",
            published="2025-12-01",
            effective_from="2026-01-01",
            saves=("", "2026-01-01"),
        ),
    )
    now = held(shelf, "Is the Toll Act in force?", "toll-act")
    saved = held(shelf, "Does the Toll Act apply to support for 2025-11?", "toll-act")
    late = held(shelf, "Does the Toll Act apply to support for 2026-02?", "toll-act")
    assert now is not None
    assert now.standing.status is Status.REPEALED
    assert saved is not None
    assert saved.standing.stands
    assert any("still applies to periods before 2026-01-01" in n for n in saved.standing.notes)
    assert late is not None
    assert late.standing.status is Status.REPEALED


def lens(standings: Mapping[DocKey, Standing]) -> Lens:
    return Lens(parse("2026-08-01").moment(), load(), standings)


@pytest.mark.parametrize(
    ("stance", "status", "verdict", "rule"),
    [
        ("support", Status.IN_FORCE, Verdict.SUPPORTED, Rule.ALONE),
        ("refute", Status.REPEALED, Verdict.REFUTED, Rule.IN_FORCE),
    ],
)
def test_the_standing_rules_and_says_since_when_and_by_what(
    stance: str, status: Status, verdict: Verdict, rule: Rule
) -> None:
    one = replace(entry("a", stance), rule=force.STANDING)
    standings = {one.span.key: Standing(one.span.key, status, since="2026-01-01", by="act-1")}
    made = ledger(claim("Is the Toll Act in force?"), one)
    ruling = force.rule_on(made, lens(standings))["c1"]
    assert (ruling.verdict, ruling.rule, ruling.winners) == (verdict, rule, (one,))
    assert ruling.reason == f"a@1 is {status} since 2026-01-01 by act-1"
    assert (ruling.support_clusters, ruling.refute_clusters) == (
        (1, 0) if stance == "support" else (0, 1)
    )


def test_the_last_standing_found_decides() -> None:
    first = replace(entry("a", "refute"), rule=force.STANDING)
    last = replace(entry("b", "support"), rule=force.STANDING)
    standings = {
        first.span.key: Standing(first.span.key, Status.REPEALED),
        last.span.key: Standing(last.span.key, Status.IN_FORCE),
    }
    made = ledger(claim("Is the Toll Act in force?"), first, last)
    assert force.rule_on(made, lens(standings))["c1"].winners == (last,)


def test_a_claim_without_a_standing_is_left_to_adjudication() -> None:
    made = ledger(claim("Is the Toll Act in force?"), entry("a"))
    assert force.rule_on(made, lens({})) == {}


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("7 [Repealed, 2018, c. 27, s. 327]", True),
        ("[Removed]", True),
        ("12.2\n[Revoked, SOR/2020-1, s. 3]", True),
        ("7 (a) [Repealed, 2018, c. 27]\n(b) the fee is 5 dollars.", False),
        ("The Act is repealed on the day on which this section comes into force.", False),
    ],
)
def test_a_text_that_only_says_it_is_repealed_is_told_from_one_that_repeals(
    text: str, gone: bool
) -> None:
    assert force.is_tombstone(text) is gone
