"""Statements of the value that a provision names."""

from __future__ import annotations

import pytest

from ledgerrag.model import ClaimKind
from ledgerrag.reading import decompose
from ledgerrag.reading.naming import value_named


def named(text: str) -> str:
    (claim,) = decompose(text).claims
    found = value_named(claim)
    return f"{found.title} {found.whole}" if found is not None else ""


@pytest.mark.parametrize(
    ("text", "provision"),
    [
        ("The time named by section 6 of the Pier Act is 3 years.", "Pier Act 6"),
        ("The period set by the Pier Act at section 6(2) is thirty (30) days.", "Pier Act 6(2)"),
        (
            "The length of time that the “Logs” part of the Pier Act (section 9) gives is 15 days.",
            "Pier Act 9",
        ),
        (
            "When it comes to ships, the sum fixed by section 4 of the Pier Act is $90.",
            "Pier Act 4",
        ),
        ("The share that section 4 of the Pier Act prescribes is 12 percent.", "Pier Act 4"),
    ],
)
def test_a_value_is_said_to_be_what_a_provision_names(text: str, provision: str) -> None:
    assert named(text) == provision


@pytest.mark.parametrize(
    "text",
    [
        "The time named by section 6 of the Pier Act is 3 years for ferries.",
        "The time named by section 6 is 3 years.",
        "Under section 6 of the Pier Act, a log is kept for 3 years.",
        "The sum named by section 6 of the Pier Act is 3 years.",
        "The time that it takes under section 6 of the Pier Act is 3 years.",
        "The time named by section 6 of the Pier Act is not 3 years.",
        "The time named by section 6 of the Pier Act is at least 3 years.",
        "Is the time named by section 6 of the Pier Act longer than 3 years for ferries?",
    ],
)
def test_what_says_more_or_less_than_that_is_no_such_statement(text: str) -> None:
    assert named(text) == ""


def test_a_question_for_the_value_is_none() -> None:
    (slot,) = decompose("What is the time named by section 6 of the Pier Act?").claims
    assert slot.kind is ClaimKind.SLOT
    assert value_named(slot) is None
