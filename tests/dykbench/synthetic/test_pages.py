"""Pages: facts stand where their spans say, whatever the layout."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from ledgerrag.dykbench.synthetic import names, values
from ledgerrag.dykbench.synthetic.pages import Sheet, write
from ledgerrag.dykbench.synthetic.phrasing import clause, fact, sentence
from ledgerrag.dykbench.synthetic.wording import events, matters

WORDS = (
    ("place", "Dunarby"),
    ("event", "the flood"),
    ("topic", "garden fences"),
    ("instrument", "By-law"),
    ("issuer", "Civil Protection"),
    ("outlet", "Evening Post"),
    ("weekday", "Monday"),
)
GENRES = ["rule", "notice", "report", "statement", "article", "gazette", "post", "chat"]


def sheet(genre: str, seed: int, *, facts: int = 2, last: tuple[str, ...] = ()) -> Sheet:
    rng = Random(seed)
    about = matters() if genre in ("rule", "notice", "gazette", "chat") else events()[0].claims
    stated = tuple(
        fact(one, "Dunarby", values.draw(one, rng, date(2024, 1, 1)), rng)
        for one in rng.sample(about, facts)
    )
    return Sheet(
        genre, stated[:1] if genre in ("chat", "gazette") else stated, str(seed), WORDS, last=last
    )


@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("seed", range(12))
def test_each_fact_stands_where_its_span_says(genre: str, seed: int) -> None:
    made = sheet(genre, seed, last=("That is all.",))
    page = write(made)
    for stated, (start, end) in zip(made.facts, page.spans, strict=False):
        assert page.text[start:end] in (sentence(stated), clause(stated))
    start, end = page.spans[len(made.facts)]
    assert page.text[start:end] == "That is all."


@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("seed", range(12))
def test_a_page_has_no_gaps_doubled_spaces_or_stray_marks(genre: str, seed: int) -> None:
    page = write(sheet(genre, seed))
    assert page.text == page.text.strip()
    assert "  " not in page.text
    assert "\n\n\n" not in page.text
    assert "[" not in page.text
    assert "{" not in page.text + page.title
    assert not any(line.strip() in ("(d)", "-", "Article 3.") for line in page.text.split("\n"))


@pytest.mark.parametrize("seed", range(12))
def test_no_sentence_around_the_facts_comes_twice(seed: int) -> None:
    text = write(sheet("article", seed)).text
    said = [one.strip() for one in text.replace("\n", " ").split(". ") if len(one) > 25]
    assert len(said) == len(set(said))


def test_the_same_sheet_is_the_same_page_and_another_seed_another() -> None:
    one = sheet("rule", 4)
    again = Sheet("rule", one.facts, "4", WORDS)
    other = Sheet("rule", one.facts, "5", WORDS)
    assert write(one) == write(again)
    assert write(one).text != write(other).text


def test_a_new_value_changes_nothing_but_the_value() -> None:
    one = sheet("rule", 7, facts=1)
    new = values.other(one.facts[0].matter, (one.facts[0].value,), Random(1), date(2024, 1, 1))
    two = Sheet("rule", (one.facts[0].saying(new),), "7", WORDS)
    was, now = one.facts[0].value, new
    style = one.facts[0].style
    assert write(one).text.replace(was.spelled(style), now.spelled(style)) == write(two).text


def test_places_are_told_apart_by_number() -> None:
    numbers = range(60_000)
    assert len({names.place(number) for number in numbers}) == len(numbers)


def test_everyone_who_speaks_is_in_the_registry_once() -> None:
    keys = [source.key for source in names.registry()]
    assert len(keys) == len(set(keys))
    rng = Random(1)
    for number in range(200):
        speakers = (
            names.gazette(number),
            names.crisis_office(number),
            names.other_office(number),
            names.outlet(rng),
            names.forum(rng),
            names.account(number * 7),
        )
        assert set(speakers) <= set(keys)
