"""Claims and posts: which of them can be stated to be checked, and in which words."""

from __future__ import annotations

import pytest

from ledgerrag.dykbench.real.disputed_claims import clear, inner, reason, reworded
from ledgerrag.dykbench.real.disputed_threads import claim_of, verified
from ledgerrag.pachon.adapters.claims import Checked, Post, Rating, Thread


def claim(text: str, rating: Rating = Rating.FALSE, checker: str = "Check", n: int = 1) -> Checked:
    return Checked(f"c:{n}", "made", text, rating, checker, "2021-01-02")


def posted(text: str, account: str = "a", *, known: bool = False) -> Post:
    return Post(f"p:{account}", account, known, "2015-02-03T12:00:00Z", text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Chewing reeds cures the marsh fever", ""),
        ("A video shows that reeds have cured the fever", "tells of a telling"),
        ("Multiple posts claim reeds can cure the fever", "tells of a telling"),
        ("My aunt has the marsh fever again", "does not say by itself who or what it is about"),
        ("They have closed the port of Lom", "does not say by itself who or what it is about"),
        ("Can reeds cure the marsh fever of Lom", "does not say by itself who or what it is about"),
        ("Reeds help", "too short or too long"),
        ("Is it true that reeds have helped?", "more than a plain statement"),
        ("A boat that was sunk near the port of Lom", "no whole sentence"),
        ("The council has had a meeting about the", "no whole sentence"),
        ("Long reeds near the port of Lom", "no verb that is known"),
    ],
)
def test_a_claim_can_be_stated_if_it_is_one_plain_sentence(text: str, why: str) -> None:
    assert reason(text) == why


def test_a_claim_that_is_rated_otherwise_elsewhere_is_set_aside() -> None:
    kept, dropped = clear(
        [
            claim("Chewing reeds cures the marsh fever", n=1),
            claim("Chewing reeds cures marsh fever", Rating.TRUE, checker="", n=2),
            claim("The port of Lom was closed in spring", n=3),
        ]
    )
    assert [one.claim_id for one in kept] == ["c:3"]
    assert [(one.item_id, one.reason) for one in dropped] == [("c:1", "rated otherwise elsewhere")]


def test_a_claim_is_asked_about_once() -> None:
    kept, dropped = clear([claim("Reeds have cured the fever", n=n) for n in (1, 2)])
    assert len(kept) == 1
    assert dropped[0].reason == "stated before"


def test_a_name_keeps_its_capital_within_a_sentence() -> None:
    assert inner("Lom has sold its bridge.") == "Lom has sold its bridge"
    assert inner("The bridge was sold.") == "the bridge was sold"


def test_a_claim_has_other_words_only_where_enough_are_known() -> None:
    assert reworded("Eating reeds cures people") == "Consuming reeds heals persons."
    assert reworded("Eating reeds helps") == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("BREAKING: The mill is on fire http://t.co/abc", "The mill is on fire"),
        ("#UPDATE The mill of #Lom is safe. #lomfire #news", "The mill of Lom is safe."),
        (
            "The mill &amp; the barn burn, says guard via @LomNews",
            "The mill & the barn burn, says guard",
        ),
        ("Crews reach the #LomMill", "Crews reach the Lom Mill"),
    ],
)
def test_a_post_claims_what_is_left_without_links_and_marks(text: str, said: str) -> None:
    assert claim_of(posted(text)) == said


def test_an_account_counts_as_verified_only_if_it_always_was() -> None:
    made = [
        Thread("t:1", "made", "e", Rating.TRUE, posted("x", "b", known=True)),
        Thread("t:2", "made", "e", Rating.TRUE, posted("y", "b"), (posted("z", "c", known=True),)),
    ]
    assert verified(made) == {"c"}
