"""What a text only asks or passes on."""

from __future__ import annotations

import pytest

from ledgerrag.stance.hearsay import only_asks, question


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Is the pier closed?", "Is the pier closed?"),
        ("The pier reopened. Is it safe?", "Is it safe?"),
        ("Last changed: 3 May 2026 [What is new?]", "[What is new?]"),
        ("The pier is closed (did you know?).", "(did you know?)."),
        ("The pier is closed.", ""),
    ],
)
def test_only_the_words_that_ask_are_a_question(text: str, asked: str) -> None:
    found = question(text)
    assert "".join(text[start:end] for start, end in found) == asked


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Question: what is the toll of the Dorn bridge?", True),
        ("“Is the Dorn bridge open?”", True),
        ("The toll is 5 euros. Or is it?", False),
        ("The answer to “what is the toll?” is 5 euros.", False),
        ("The toll is 5 euros (why?) since May.", False),
    ],
)
def test_what_is_one_question_and_nothing_besides_only_asks(text: str, asks: bool) -> None:
    assert only_asks(text) is asks
