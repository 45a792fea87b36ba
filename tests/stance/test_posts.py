"""Who fills a post is one question in many words; a member is no holder of a post."""

from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.posts import holder
from ledgerrag.stance.rules import RuleStance

SAID = [
    "Ann Lee is the town clerk of Lind.",
    "The town clerk of Lind is Ann Lee.",
    "The new town clerk in Lind is called Ann Lee.",
    "Lind made Ann Lee its town clerk.",
    "Lind has Ann Lee as its town clerk.",
    "As town clerk, Lind has chosen Ann Lee.",
    "The post of town clerk in Lind is held by Ann Lee.",
    "Ann Lee now holds the post of town clerk in Lind.",
    "Ann Lee took over as town clerk of Lind.",
    "Ann Lee has been appointed town clerk of Lind.",
]


def _stance(statement: str, text: str, title: str = "") -> Stance:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    (claim,) = decompose_draft(statement)
    return RuleStance().judge([(claim, Passage(span, text, title))])[0].stance


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("statement", SAID)
def test_the_same_holder_supports_and_another_refutes(statement: str, text: str) -> None:
    assert _stance(statement, text) is Stance.SUPPORT
    assert _stance(statement.replace("Ann Lee", "Bo Roe"), text) is Stance.REFUTE


@pytest.mark.parametrize(
    "text",
    [
        "Bo Roe is the town clerk of Dorn.",
        "Bo Roe is the harbour master of Lind.",
        "Bo Roe is a clerk of Lind.",
        "Bo Roe is the deputy town clerk of Lind.",
        "Bo Roe was the town clerk of Lind.",
        "Bo Roe may be the town clerk of Lind.",
        "Bo Roe is not the town clerk of Lind.",
        "It is false that Bo Roe is the town clerk of Lind.",
    ],
)
@pytest.mark.parametrize("statement", [SAID[0], SAID[3]])
def test_another_post_place_time_or_doubt_refutes_nothing(statement: str, text: str) -> None:
    assert _stance(statement, text) is Stance.NEUTRAL


@pytest.mark.parametrize("text", ["Ann Lee is in Paris.", "Ann Lee is happy.", "It rains in Lind."])
def test_a_sentence_about_no_post_has_no_holder(text: str) -> None:
    assert holder(text) is None
