"""What a clause gives a value to: the subject of the sentence, not that of its title."""

from __future__ import annotations

import pytest

from ledgerrag.model import Claim, Judgement, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose, decompose_draft
from ledgerrag.stance.rules import RuleStance
from ledgerrag.stance.things import told_of


def _passage(text: str, title: str, before: str = "") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title, before)


def _judge(statement: str, text: str, title: str, before: str = "") -> Judgement:
    read: tuple[Claim, ...]
    asks = statement.endswith("?")
    read = decompose(statement).claims if asks else decompose_draft(statement)
    return RuleStance().judge([(read[0], _passage(text, title, before))])[0]


@pytest.mark.parametrize(
    ("statement", "text", "title"),
    [
        (
            "Did the harbour cost more than 3 million euros?",
            "The ticket costs 4 euros.",
            "Harbour notice",
        ),
        ("The ferry weighs 90 tonnes.", "The anchor weighs 2 tonnes.", "Ferry of Lindhaven"),
        ("The tunnel is 4 km long.", "The closure is 9 km away.", "Tunnel works"),
        ("The lighthouse costs 3 euros.", "Residents pay 3 euros for parking.", "Lighthouse"),
        ("The lighthouse costs 5 euros.", "Residents pay 3 euros for parking.", "Lighthouse"),
        ("The quarry lake is open.", "The kiosk is closed.", "Quarry lake"),
        ("The festival takes place on 4 May 2026.", "The press day is on 9 May 2026.", "Festival"),
    ],
)
def test_a_value_of_another_thing_decides_nothing_where_only_the_title_names_the_claims(
    statement: str, text: str, title: str
) -> None:
    assert _judge(statement, text, title).stance is Stance.NEUTRAL


@pytest.mark.parametrize(
    ("statement", "text", "title", "stance"),
    [
        (
            "The reporting period is 270 days.",
            "The period is 270 days.",
            "Reporting periods",
            Stance.SUPPORT,
        ),
        (
            "The reporting period is 180 days.",
            "The period is 270 days.",
            "Reporting periods",
            Stance.REFUTE,
        ),
        ("The ferry weighs 90 tonnes.", "It weighs 95 tonnes.", "Ferry", Stance.REFUTE),
        (
            "The Kell Fire is 40 percent contained.",
            "Crews have contained 40 percent.",
            "Kell Fire",
            Stance.SUPPORT,
        ),
        ("The quarry lake is open.", "The lake is closed.", "Quarry lake", Stance.REFUTE),
    ],
)
def test_a_value_of_the_same_thing_still_decides(
    statement: str, text: str, title: str, stance: Stance
) -> None:
    assert _judge(statement, text, title).stance is stance


@pytest.mark.parametrize(
    ("text", "value", "thing"),
    [
        ("The ticket costs 4 euros.", "4", {"ticket"}),
        ("In summer, the ticket costs 4 euros.", "4", {"ticket"}),
        ("Residents pay 3 euros for parking.", "3", {"park"}),
        ("For a mooring, 3 euros is charged.", "3", {"moor"}),
        ("It costs 4 euros.", "4", set()),
        ("The fee is 4 euros.", "4", set()),
        ("Crews have contained 40 percent.", "40", set()),
        ("The pier is closed, but the ticket costs 4 euros.", "4", {"ticket"}),
    ],
)
def test_a_thing_is_the_subject_or_what_is_paid_for(text: str, value: str, thing: set[str]) -> None:
    assert told_of(text, text.index(value)) == thing
