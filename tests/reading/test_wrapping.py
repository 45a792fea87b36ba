"""Words that only wrap a question are no keys; those that name something stay."""

from __future__ import annotations

import pytest

from ledgerrag.model import ValueKind
from ledgerrag.reading import decompose

DOGS = {"harbour", "code", "dog"}


@pytest.mark.parametrize(
    "question",
    [
        "What does the Harbour Code say about dogs?",
        "How does the Harbour Code deal with dogs?",
        "What must one know about dogs, going by the Harbour Code?",
        "As regards dogs, what stands written at the Harbour Code?",
        "With regard to dogs, what is laid down in the Harbour Code?",
        "Going by the Harbour Code, what do I need to know about dogs?",
        "What is there to know about dogs according to the Harbour Code?",
        "What does the Harbour Code provide when it comes to dogs?",
        "What does the Harbour Code lay down as regards dogs?",
    ],
)
def test_one_question_for_a_text_has_the_same_keys_in_the_words_of_many_askers(
    question: str,
) -> None:
    (claim,) = decompose(question).claims
    assert set(claim.keys) == DOGS


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What must one know about dogs, going by the passage “Leashes” in the Harbour Code?",
         {*DOGS, "leash"}),
        ("How does the “Leashes” provision of the Harbour Code deal with dogs?", {*DOGS, "leash"}),
        ("How does the Harbour Code where it is headed “Leashes” deal with dogs?",
         {*DOGS, "leash"}),
        ("What does the Harbour Code, headed “As regards boats”, say about dogs?",
         {*DOGS, "regard", "boat"}),
        ("How do dogs deal with heat in the harbour?", {"dog", "heat", "harbour"}),
        ("Which boats call at the harbour?", {"boat", "call", "harbour"}),
        ("What stands on the pier?", {"pier"}),
        ("Who deals with dogs at the harbour?", {"deal", "dog", "harbour"}),
    ],
)  # fmt: skip
def test_what_a_question_names_stays_a_key(question: str, keys: set[str]) -> None:
    (claim,) = decompose(question).claims
    assert set(claim.keys) == keys


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What stretch of time does the Harbour Code allot for appeals?", ValueKind.DURATION),
        ("How long does one get, going by the Harbour Code?", ValueKind.DURATION),
        ("Which birthday matters, going by the Harbour Code?", ValueKind.DURATION),
        ("How large a share does the Harbour Code name?", ValueKind.PERCENT),
        ("How high is the monetary figure under the Harbour Code?", ValueKind.MONEY),
        ("How high is the figure in dollars under the Harbour Code?", ValueKind.MONEY),
        ("How high is the pier?", ValueKind.QUANTITY),
        ("How large a boat may moor at the harbour?", ValueKind.QUANTITY),
    ],
)
def test_a_kind_of_value_is_asked_for_in_more_than_one_way(question: str, kind: ValueKind) -> None:
    (claim,) = decompose(question).claims
    assert claim.expects is kind
