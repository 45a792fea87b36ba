"""A condition or exception that a claim leaves out is told; what it has itself is not."""

from __future__ import annotations

import pytest

from ledgerrag.generate.restrictions import Kind, restriction


@pytest.mark.parametrize(
    ("claim", "text", "words"),
    [
        ("The race is moved.", "If it snows, the race is moved to May.", "If it snows"),
        ("The race is moved.", "The race is moved if it snows.", "if it snows"),
        ("The race is moved if it hails.", "If it snows, the race is moved.", "If it snows"),
        ("The toll is 4 euros.", "Should the barrier be shut, the toll is 4 euros.",
         "Should the barrier be shut"),
        ("The limit is lifted.", "Once the pier is built, the limit is lifted.",
         "Once the pier is built"),
        ("The toll is 4 euros.", "The toll is 4 euros as long as the ferry is out.",
         "as long as the ferry is out"),
        ("The stalls are shut.", "If it snows, the race is moved and the stalls are shut.",
         "If it snows"),
    ],
)  # fmt: skip
def test_a_condition_that_the_claim_leaves_out_is_told_in_its_own_words(
    claim: str, text: str, words: str
) -> None:
    found = restriction(claim, text)
    assert found is not None
    assert (found.kind, found.words) == (Kind.CONDITION, words)


@pytest.mark.parametrize(
    "text",
    ["Carts are let in unless the bell has rung.", "Except on Mondays, carts are let in."],
)
def test_an_exception_is_told_as_one(text: str) -> None:
    found = restriction("Carts are let in.", text)
    assert found is not None
    assert found.kind is Kind.EXCEPTION


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The race is moved to May if it snows.", "If it snows, the race is moved to May."),
        ("If there is snow, is the race moved?", "The race is moved if there is snow."),
        ("The toll is 4 euros.", "The toll, if any, is 4 euros."),
        ("The race is held.", "Even if it snows, the race is held."),
        ("The clerk asked for tea.", "The clerk asked if tea was left."),
        ("The reeve spoke.", "When the reeve came, he spoke."),
        ("The mill was rebuilt.", "Once the flood was over, the mill was rebuilt."),
        ("The race is in May.", "The race is in May, and if it snows, the stalls are shut."),
        ("The bridge is shut.", "The race is moved if it snows, and the bridge is shut."),
        ("Tea is provided.", "Tea is provided by the town."),
        ("The race is run once a year.", "The race is run once a year."),
    ],
)  # fmt: skip
def test_what_the_claim_says_itself_or_another_clause_holds_restricts_nothing(
    claim: str, text: str
) -> None:
    assert restriction(claim, text) is None
