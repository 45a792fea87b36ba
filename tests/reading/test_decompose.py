import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import Claim, ClaimKind, ValueKind
from ledgerrag.reading import Operation, RuleReader, decompose


def one(text: str) -> Claim:
    (claim,) = decompose(text).claims
    return claim


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("How long is the reporting period?", ValueKind.DURATION),
        ("How many days does an importer have to appeal?", ValueKind.DURATION),
        ("What is the maximum term of a fishing licence?", ValueKind.DURATION),
        ("At what age can a person vote?", ValueKind.DURATION),
        ("How much advance notice does a tenant get?", ValueKind.DURATION),
        ("How old must a pilot be?", ValueKind.DURATION),
        ("What is the annual harbour fee?", ValueKind.MONEY),
        ("How much does a permit cost?", ValueKind.MONEY),
        ("What percentage of seats is reserved?", ValueKind.PERCENT),
        ("How much of the fire is contained?", ValueKind.PERCENT),
        ("When does the ban end?", ValueKind.DATE),
        ("by what date must the return be filed", ValueKind.DATE),
        ("Until when is the port shut?", ValueKind.DATE),
        ("How many acres has the Alder Fire burned?", ValueKind.QUANTITY),
        ("What is the speed limit on Quay Road?", ValueKind.QUANTITY),
        ("Who is the harbour master?", ValueKind.NAME),
        ("What is the status of Route 9?", ValueKind.STATUS),
        ("Is the bridge open or closed?", ValueKind.STATUS),
        ("Why was the ferry late?", ValueKind.TEXT),
        ("harbour fee rules", ValueKind.TEXT),
        ("", ValueKind.TEXT),
        ("\x00???", ValueKind.TEXT),
    ],
)
def test_asking_words_say_what_is_expected(text: str, kind: ValueKind) -> None:
    claim = one(text)
    assert (claim.kind, claim.expects) == (ClaimKind.SLOT, kind)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("Is the limit 80?", "80"),
        ("Does the period last 180 days?", "180"),
        ("The fee is $50.", "50"),
        ("Is the bridge open?", "open"),
        ("The harbour master resigned.", "left office"),
        ("Is Jane Doe the harbour master?", "jane doe"),
        ("Was the pact signed on 3 May 2026?", "2026-05-03"),
    ],
)
def test_yes_no_questions_and_statements_are_assertions_with_their_value(
    text: str, amount: str
) -> None:
    claim = one(text)
    assert claim.kind is ClaimKind.ASSERTION
    assert claim.value is not None
    assert claim.value.amount == amount
    assert not claim.text.endswith("?")


def test_keys_are_the_subject_and_nothing_that_asks() -> None:
    assert one("How long is the reporting period?").keys == ("report", "period")
    assert one("What is the maximum fine for littering?").keys == ("fine", "litter")


def test_joined_questions_become_claims_that_share_their_subject() -> None:
    first, second = decompose(
        "How many acres has the Alder Fire burned and is it contained?"
    ).claims
    assert (first.claim_id, second.claim_id) == ("c1", "c2")
    assert "alder" in second.keys


def test_a_follow_up_question_takes_the_subject_of_the_first() -> None:
    _, second = decompose("What is the fine for littering? When must it be paid?").claims
    assert second.expects is ValueKind.DATE
    assert {"fine", "litter"} <= set(second.keys)


def test_a_story_about_oneself_is_context_and_not_a_claim() -> None:
    claim = one("I run a bakery with 20 staff. How long may my staff work?")
    assert "bakeri" in claim.keys


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("Does the grant rule apply to a period in 2025-11?", "2025-11"),
        ("Does the grant rule apply for support in February 2026?", "2026-02"),
        ("What was the harbour fee in November 2025?", "2025-11"),
        ("What was the fee during 2024?", "2024"),
        ("Did the harbour master resign in March 2026?", None),
        ("What is the fee under the Harbour Regulations, 2013?", None),
    ],
)
def test_a_question_names_its_subject_period(text: str, period: str | None) -> None:
    found = decompose(text).period
    assert (found.text if found else None) == period


@pytest.mark.parametrize(
    ("text", "operation", "labels"),
    [
        ("What is the total of budget A and budget B?", Operation.SUM, ("A", "B")),
        ("How much are grant A and grant B together?", None, ()),
        ("What are grant A and grant B together?", Operation.SUM, ("A", "B")),
        ("What is the difference between budget A and B?", Operation.DIFFERENCE, ("A", "B")),
    ],
)
def test_a_sum_is_made_of_claims(
    text: str, operation: Operation | None, labels: tuple[str, ...]
) -> None:
    question = decompose(text)
    if operation is None:
        return
    assert question.aggregate is not None
    assert question.aggregate.operation is operation
    assert question.aggregate.claims == tuple(c.claim_id for c in question.claims)
    assert tuple(claim.keys[-1] for claim in question.claims) == labels


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("What does s. 12 say?", ("12",)),
        ("What is the fee under section 46-403?", ("46-403",)),
        ("What does § 9.1 say about rule 7?", ("9.1", "7")),
        ("What is the fee?", ()),
    ],
)
def test_provisions_are_named_by_number(text: str, numbers: tuple[str, ...]) -> None:
    assert decompose(text).provisions == numbers


def test_values_and_thresholds_weigh_more() -> None:
    plain, value, bound = (
        one(text).weight_u
        for text in ("Why was it late?", "What is the fee?", "What is the maximum fee?")
    )
    assert plain < value < bound


def test_a_megabyte_is_a_question() -> None:
    question = decompose("What is the fee? " * 60_000)
    assert len(question.claims) <= 12


@given(st.text(max_size=400))
def test_any_text_is_a_question(text: str) -> None:
    question = decompose(text)
    assert question.claims
    assert [c.claim_id for c in question.claims] == [
        f"c{n}" for n in range(1, len(question.claims) + 1)
    ]
    assert question == RuleReader().question(text)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which version number is current?", ValueKind.TEXT),
        ("What is the phone number of the ferry office?", ValueKind.TEXT),
        ("What is the number of boats in the harbour?", ValueKind.QUANTITY),
        ("What is the highest number of boats?", ValueKind.QUANTITY),
    ],
)
def test_a_number_that_names_a_thing_is_no_amount(question: str, kind: ValueKind) -> None:
    assert one(question).expects is kind


@pytest.mark.parametrize(
    "text",
    [
        "When it comes to ships, the toll of the pier is 90 euros.",
        "When a boat is sold, the owner must tell the keeper within 5 days.",
        "Where the yield exceeds 40 tonnes, the grower may ask for a remission.",
    ],
)
def test_a_statement_that_opens_with_its_case_is_a_statement(text: str) -> None:
    (claim,) = decompose(text).claims
    assert claim.kind is ClaimKind.ASSERTION


@pytest.mark.parametrize(
    "text",
    [
        "When does the office open, and the shop beside it",
        "When the office opens, what is the toll",
        "When the office opens, tell me the toll",
        "When a boat is sold, the owner must tell the keeper?",
        "Where is the pier, roughly speaking in the town",
    ],
)
def test_what_opens_with_a_case_and_asks_is_a_question(text: str) -> None:
    assert all(claim.kind is ClaimKind.SLOT for claim in decompose(text).claims)
