"""Sentences of laws that can be stated alone, and wrong values that are not implied."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from ledgerrag.dykbench.real.figures import figures
from ledgerrag.dykbench.real.statutes import Rule, altered, noun, rules
from ledgerrag.model import Authority, Source
from ledgerrag.pachon.adapters.provisions import Provision, Version


def provision(text: str, *, instrument: str = "Ferry Act", number: int = 5) -> Provision:
    return Provision(
        series=f"ferry:{number}",
        adapter="canada_laws",
        issuer=Source("office", "Ferry Office", Authority.OFFICIAL),
        instrument=instrument,
        section=f"section {number}",
        heading="",
        title=f"{instrument}, section {number}",
        versions=(Version(1, "2021-02-26", "2018-01-01", text),),
    )


def found(text: str, instrument: str = "Ferry Act") -> list[Rule]:
    return rules([provision(text, instrument=instrument)])


def amounts(sentence: str) -> set[Decimal]:
    (figure,) = figures(sentence)
    drawn = {altered(figure, sentence, random.Random(n)) for n in range(40)}
    return {Decimal(one.amount) for value in drawn for one in figures(value)}


def test_a_sentence_with_one_value_is_taken_without_the_marks_before_it() -> None:
    text = "5 (1) (a) The owner must file the plan of the pier within 30 days after the launch."
    (rule,) = found(text)
    assert rule.sentence.startswith("The owner")
    assert text[rule.quote.start : rule.quote.end] == rule.sentence
    assert rule.statement("40 days", random.Random(1)).endswith(
        "section 5 of the Ferry Act, the owner must file the plan of the pier within "
        "40 days after the launch."
    )


@pytest.mark.parametrize(
    "text",
    [
        "The owner must file this plan of the pier within 30 days after the launch.",
        "If the pier is old, the owner must file the plan within 30 days after it.",
        "The owner must file 2 plans of the pier within 30 days after the launch.",
        "No person may leave a boat at the public pier for more than 30 days in a row.",
        "A request filed later than 30 days before the end of the permit bears a fee.",
        "A person who has held a licence for at least 30 days may use the public pier.",
        "The plan of the pier within 30 days after the launch of the boat by the owner.",
        "A child under the age of 12 years of age must be carried on the upper deck.",
    ],
    ids=[
        "points at something before",
        "a condition",
        "two figures",
        "a bound that is denied",
        "a bound that opens a condition",
        "a bound in a condition",
        "no verb",
        "an age",
    ],
)
def test_a_sentence_that_cannot_be_stated_alone_is_left(text: str) -> None:
    assert found(text) == []


def test_what_two_laws_say_in_the_same_words_is_left() -> None:
    said = "The owner must file the plan of the pier within {} days after the launch."
    made = [provision(said.format(30)), provision(said.format(60), number=6)]
    assert rules(made) == []


def test_a_name_that_would_end_a_sentence_is_no_name_to_cite() -> None:
    text = "The owner must file the plan of the pier within 30 days after the launch."
    assert found(text, instrument="By-law No. 1 — General") == []


@pytest.mark.parametrize(
    ("sentence", "above"),
    [
        ("The fine must not exceed $400 for each boat.", False),
        ("The plan must be filed within 30 days of the launch.", False),
        ("The log must be kept for at least five years.", True),
        ("The log must be kept for not less than five years.", True),
    ],
)
def test_a_wrong_value_lies_where_the_right_one_does_not_imply_it(
    sentence: str, above: bool
) -> None:
    right = Decimal(figures(sentence)[0].amount)
    wrong = amounts(sentence)
    assert wrong
    assert all((one > right) is above for one in wrong)


def test_a_value_without_a_bound_may_be_wrong_on_either_side() -> None:
    wrong = amounts("The permit is valid for 10 years from the day of issue.")
    assert min(wrong) < 10 < max(wrong)


def test_a_share_stays_below_the_whole() -> None:
    assert max(amounts("The levy is 60 per cent of the price of the ticket.")) <= 95


@pytest.mark.parametrize(
    ("sentence", "style"),
    [
        ("The permit is valid for twelve months from the day.", "months"),
        ("The fee is $1,200 for each boat that lands.", "$"),
        ("The owner files a 30-day plan of the pier each spring.", "-day"),
    ],
)
def test_a_wrong_value_is_written_as_the_right_one_is(sentence: str, style: str) -> None:
    (figure,) = figures(sentence)
    wrong = altered(figure, sentence, random.Random(2))
    assert style in wrong
    assert wrong != figure.text
    assert any(c.isdigit() for c in wrong) is any(c.isdigit() for c in figure.text)


def test_a_value_before_a_noun_is_named_as_a_noun() -> None:
    assert noun("6-month") == "6 months"
    assert noun("6 months") == "6 months"
