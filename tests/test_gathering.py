from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag import force
from ledgerrag.corpus import StoreCorpus
from ledgerrag.gathering import evidence, update
from ledgerrag.ledger import Ledger
from ledgerrag.model import (
    UNIT,
    Act,
    Document,
    Evidence,
    Judgement,
    Passage,
    Span,
    Stance,
    quote_sha256,
)
from ledgerrag.reading import Scored, decompose
from ledgerrag.sighting import Sighting
from ledgerrag.stance.seam import FixedStance, StanceModel
from ledgerrag.topic import MOST_JUDGED, ranked
from tests.entries import claim
from tests.making import act, document
from tests.shelf import Shelf

HOW_LONG = "How long is the annual reporting period?"
OLD = document("old", "The annual reporting period is 180 days.", published="2025-01-01")
NEW = document("new", "The annual reporting period is 270 days.", published="2026-03-01")


class Desk:
    """A question, and the ledger as text after text is seen."""

    def __init__(self, shelf: Shelf, text: str, *items: Document | Act) -> None:
        shelf.put(*items)
        self.shelf = shelf
        self.question = decompose(text)
        self.corpus: StoreCorpus = shelf.corpus()
        self.ledger = Ledger()
        for one in self.question.claims:
            self.ledger = self.ledger.add_claim(one)
        self.snippets: tuple[tuple[str, str], ...] = ()

    def see(self, *doc_ids: str, stance: StanceModel | None = None) -> Desk:
        pool = self.shelf.sightings(self.corpus, *doc_ids)
        rooms = self.shelf.rooms(self.corpus, stance=stance)
        self.ledger, self.snippets = update(
            self.ledger, pool, self.question, self.question.claims, rooms
        )
        return self

    @property
    def hypotheses(self) -> list[tuple[str, str]]:
        return [
            (one.claim_id, one.value.amount if one.value else "")
            for one in self.ledger.claims
            if one.parent
        ]

    def held(self) -> list[tuple[str, Stance]]:
        return [(str(one.span.key), one.y) for one in self.ledger.entries]


def test_a_hypothesis_is_kept_while_the_leading_text_says_the_same(shelf: Shelf) -> None:
    again = document("again", "The annual reporting period is 180 days long.", source="courier")
    desk = Desk(shelf, HOW_LONG, OLD, again).see("old").see("old", "again")
    assert desk.hypotheses == [("c1.1", "180")]
    assert [one.claim_id for one in desk.ledger.active()] == ["c1.1"]


def test_a_hypothesis_is_replaced_when_another_value_leads_and_its_evidence_stays(
    shelf: Shelf,
) -> None:
    desk = Desk(shelf, HOW_LONG, OLD, NEW).see("old").see("old", "new")
    assert desk.hypotheses == [("c1.1", "180"), ("c1.2", "270")]
    assert [one.claim_id for one in desk.ledger.active()] == ["c1.2"]
    assert [one.span.doc_id for one in desk.ledger.of("c1.1")] == ["old"]
    assert {(one.span.doc_id, one.y) for one in desk.ledger.of("c1.2")} == {
        ("new", Stance.SUPPORT),
        ("old", Stance.REFUTE),
    }


def test_a_value_that_comes_back_is_a_new_hypothesis_so_that_the_last_one_is_active(
    shelf: Shelf,
) -> None:
    desk = Desk(shelf, HOW_LONG, OLD, NEW).see("old").see("new").see("old")
    assert [amount for _, amount in desk.hypotheses] == ["180", "270", "180"]
    assert [one.claim_id for one in desk.ledger.active()] == ["c1.3"]


def test_a_hypothesis_stays_where_nothing_better_is_seen(shelf: Shelf) -> None:
    bread = document("bread", "Bread is baked for 40 minutes.")
    desk = Desk(shelf, HOW_LONG, OLD, bread).see("old").see("bread")
    assert desk.hypotheses == [("c1.1", "180")]


def test_a_text_does_not_refute_what_it_supports_and_another_text_still_does(
    shelf: Shelf,
) -> None:
    first, second = (
        "The annual reporting period is 270 days.",
        "The annual notice period is 90 days.",
    )
    both = document("both", f"{first} {second}")
    other = document("other", second, level=2, source="courier")
    judge = FixedStance(
        {
            (first, first): Judgement(Stance.SUPPORT, UNIT, "table"),
            (first, second): Judgement(Stance.REFUTE, UNIT, "table"),
        }
    )
    desk = Desk(shelf, HOW_LONG, both, other).see("both", "other", stance=judge)
    assert desk.hypotheses == [("c1.1", "270")]
    assert sorted(desk.held()) == [("both@1", Stance.SUPPORT), ("other@1", Stance.REFUTE)]


def test_neutral_passages_are_no_evidence(shelf: Shelf) -> None:
    desk = Desk(shelf, HOW_LONG, OLD).see("old", stance=FixedStance())
    assert desk.ledger.entries == ()


def test_the_neighbour_of_a_retracted_text_does_not_take_its_place(shelf: Shelf) -> None:
    neighbour = document("near", "The annual notice period is 30 days.")
    gone = act("retract", "old", published="2026-04-01")
    desk = Desk(shelf, HOW_LONG, OLD, neighbour, gone)
    assert desk.see("old", "near").hypotheses == []
    assert desk.see("near").hypotheses == [("c1.1", "30")]


def test_another_text_that_fits_as_well_takes_the_place_of_a_retracted_one(shelf: Shelf) -> None:
    gone = act("retract", "old", published="2026-04-01")
    assert Desk(shelf, HOW_LONG, OLD, NEW, gone).see("old", "new").hypotheses == [("c1.1", "270")]


def test_what_speaks_to_a_small_part_of_the_question_does_not_answer_it(shelf: Shelf) -> None:
    far = document("far", "The notice period is 30 days.")
    assert Desk(shelf, "How long is the reporting period?", far).see("far").hypotheses == []


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        # The sentence tells how long without stating a duration: it answers, the date does not.
        ("The annual reporting period ends on 3 May 2026.", [("c1.1", "")]),
        ("The annual reporting period costs $40.", []),
        ("Annual reporting period: 40.", [("c1.1", "40")]),
        ("The annual reporting period is 40 days.", [("c1.1", "40")]),
    ],
    ids=["date", "money", "bare figure", "duration"],
)
def test_a_value_of_another_kind_does_not_answer(
    shelf: Shelf, text: str, answers: list[tuple[str, str]]
) -> None:
    assert Desk(shelf, HOW_LONG, document("a", text)).see("a").hypotheses == answers


def test_only_texts_in_force_are_listened_to_for_cues(shelf: Shelf) -> None:
    gone = act("retract", "old", published="2026-04-01")
    desk = Desk(shelf, HOW_LONG, OLD, NEW, gone).see("old", "new")
    assert desk.snippets == (("new", NEW.text),)


def test_whether_a_text_is_in_force_rests_on_its_standing_and_not_on_its_words(
    shelf: Shelf,
) -> None:
    says_so = document("toll", "The Toll Act is in force.", title="Toll Act")
    gone = act("repeal", "toll", published="2026-03-01", effective_from="2026-04-01")
    desk = Desk(shelf, "Is the Toll Act in force?", says_so, gone).see("toll")
    assert desk.held() == [("toll@1", Stance.REFUTE)]
    assert desk.ledger.entries[0].rule == force.STANDING


def test_a_question_that_names_a_place_is_not_answered_from_another(shelf: Shelf) -> None:
    west = document("w", "The toll in Westport is $4.")
    east = document("e", "The toll in Eastport is $6.")
    desk = Desk(shelf, "What is the toll in Westport?", west, east)
    pool = shelf.sightings(desk.corpus, "e", "w")
    on_topic = ranked(desk.question.claims[0], pool, desk.corpus)
    assert [one.passage.span.doc_id for one, _ in on_topic] == ["w"]
    assert desk.see("e").hypotheses == []
    assert desk.see("e", "w").hypotheses == [("c1.1", "4")]


def scored(shelf: Shelf, documents: Sequence[Document], root: str = "c1") -> list[Sighting]:
    shelf.put(*documents)
    corpus = shelf.corpus()
    pool = shelf.sightings(corpus, *(one.doc_id for one in documents), root=root)
    asked = decompose("How long is the reporting period?").claims[0]
    return [sighting for _, sighting in ranked(asked, pool, corpus)]


def test_a_flood_of_passages_is_judged_up_to_a_bound(shelf: Shelf) -> None:
    many = [document(f"d{n}", f"The reporting period is {n} days.") for n in range(MOST_JUDGED + 9)]
    assert len(scored(shelf, many)) == MOST_JUDGED


def test_what_was_seen_for_another_claim_does_not_count_for_this_one(shelf: Shelf) -> None:
    assert scored(shelf, [document("a", "The reporting period is 9 days.")], root="c2") == []


@given(st.integers(0, UNIT), st.integers(0, UNIT), st.integers(0, UNIT), st.integers(0, UNIT))
def test_confidence_is_bounded_by_topic_and_relevance_is_never_nothing(
    confidence: int, topic: int, score: int, r: int
) -> None:
    one = _evidence(Judgement(Stance.SUPPORT, confidence, "test"), topic, score, r)
    assert one.confidence_u == min(confidence, topic)
    assert 1 <= one.r_u <= max(1, min(score, r))


def _evidence(judgement: Judgement, topic: int, score: int, r: int) -> Evidence:
    span = Span("old", 1, 0, len(OLD.text), quote_sha256(OLD.text))
    passage = Passage(span, OLD.text, "")
    return evidence(
        claim(), Scored(passage, score, None, topic), Sighting("c1", passage, r, 2), OLD, judgement
    )


def test_evidence_says_of_its_document_what_the_registry_and_the_channel_said() -> None:
    one = _evidence(Judgement(Stance.REFUTE, UNIT, "rule"), UNIT, UNIT, UNIT)
    assert (one.source, one.ts, one.authority) == (OLD.source, OLD.published, OLD.authority_level)
    assert (one.effective_from, one.cluster, one.domain) == (
        OLD.effective_from,
        OLD.cluster,
        OLD.domain,
    )
    assert (one.y, one.rule, one.step, one.text) == (Stance.REFUTE, "rule", 2, OLD.text)


def test_a_post_is_read_with_its_hashtag_apart_and_quoted_as_it_stands(shelf: Shelf) -> None:
    text = "UPDATE: #DornHarbourFire, burning since 3 May, has closed 14 piers"
    said = "The Dorn Harbour Fire has closed 14 piers."
    desk = Desk(shelf, said, document("post", text, source="courier")).see("post")
    (entry,) = desk.ledger.entries
    assert (entry.y, entry.text) == (Stance.SUPPORT, text)
    assert entry.value is not None
    assert text[entry.value.start :].startswith(entry.value.text)


def test_a_post_with_the_hashtag_of_another_thing_says_nothing(shelf: Shelf) -> None:
    text = "UPDATE: #TamHarbourFire, burning since 3 May, has closed 14 piers"
    said = "The Dorn Harbour Fire has closed 14 piers."
    assert not Desk(shelf, said, document("post", text, source="courier")).see("post").held()
