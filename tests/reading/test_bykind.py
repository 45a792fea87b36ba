"""The only value of a kind answers where no word leads elsewhere; everything else is silent."""

from __future__ import annotations

import pytest

from ledgerrag.model import Passage, Span, ValueKind
from ledgerrag.pachon.spans import sentences
from ledgerrag.reading.bykind import Choice, choose
from ledgerrag.reading.decompose import decompose
from ledgerrag.reading.kinds import wanted

FIRE = (
    "Alder Fire, Quill County",
    (
        "Figures for the Alder Fire as of 7 September 2021, 01:13 UTC.\n\n"
        "Acres burned: 300\nContainment: 5%\nPersonnel assigned: 346\nEngines: 38\nCrews: 5\n\n"
        "Alder Road, east of Quill"
    ),
)
PROSE = (
    "Incident status: Alder Fire",
    (
        "The Alder Fire has destroyed 106 structures. The Alder Fire has damaged 14 structures. "
        "3 people have died in the Alder Fire. The Alder Fire has 80 engines assigned to it."
    ),
)
RELEASE = (
    "Tidemark CD 3.3",
    (
        "The newest release in the Tidemark CD 3.3 series is 3.3.5. End of life: no. "
        "Released: 2 February 2026.\nEntry for Tidemark CD 3.3, as edited on 4 March 2026."
    ),
)
POLICY = (
    "Privacy Policy of The Lantern",
    "The service is intended for users age 13 and over. Data is kept for 30 days.",
)
ACT = (
    "Quay Act, section 21: Deposits",
    (
        "21 A harbour shall keep a deposit of $5,000 within 30 days after it opens. "
        "The rate is 2 per cent of its revenue. This section ceases on 1 May 2030."
    ),
)


def chosen(question: str, text: tuple[str, str]) -> Choice:
    claim = decompose(question).claims[0]
    need = wanted(claim)
    assert need is not None
    title, body = text
    parts = sentences(body)
    passages = [Passage(Span("d", 1, a, b, ""), body[a:b], title) for a, b in parts]
    return choose(claim, need, title, passages)


def answer(question: str, text: tuple[str, str]) -> str:
    found = chosen(question, text).answer
    return found.value.text if found is not None else ""


@pytest.mark.parametrize(
    ("question", "text", "value"),
    [
        ("What share of the Alder Fire is ringed by a line?", FIRE, "5%"),
        ("How big is the Alder Fire in Quill County?", FIRE, "300"),
        ("How many engines were sent to the Alder Fire?", FIRE, "38"),
        ("How many pumpers were sent to the Alder Fire?", FIRE, "38"),
        ("How much land is inside the Alder Fire?", FIRE, "300"),
        ("How many people died in the Alder Fire?", PROSE, "3 people"),
        ("How many structures did the Alder Fire wreck and destroy?", PROSE, "106 structures"),
        ("What version should someone on Tidemark CD 3.3 be running?", RELEASE, "3.3.5"),
        ("On which day did Tidemark CD 3.3 appear?", RELEASE, "2 February 2026"),
        ("How old must one be, going by the Privacy Policy of The Lantern?", POLICY, "age 13"),
        ("How much is at stake, in money, going by section 21 of the Quay Act?", ACT, "$5,000"),
        ("What stretch of time does section 21 of the Quay Act allot?", ACT, "30 days"),
        ("How large a share does section 21 of the Quay Act name?", ACT, "2 per cent"),
        ("Which calendar day counts, going by section 21 of the Quay Act?", ACT, "1 May 2030"),
    ],
)
def test_the_only_value_of_the_kind_is_the_answer(
    question: str, text: tuple[str, str], value: str
) -> None:
    assert answer(question, text) == value


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How big is the Elder Fire in Quill County?", FIRE),
        ("What version should someone on Tidemark CD 3.2 be running?", RELEASE),
        ("How old must one be, going by the Privacy Policy of The Beacon?", POLICY),
    ],
)
def test_a_text_about_another_subject_answers_nothing(question: str, text: tuple[str, str]) -> None:
    assert chosen(question, text) == Choice(None, (), ())


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many houses burned down in the Alder Fire?", FIRE),
        ("How many people were hurt in the Alder Fire?", FIRE),
        ("How many engines were destroyed in the Alder Fire?", FIRE),
        ("How many people were injured in the Alder Fire?", PROSE),
        ("How many structures were threatened by the Alder Fire?", PROSE),
        ("How many engines were not at the Alder Fire?", PROSE),
        ("How many boats were sent to the Alder Fire?", PROSE),
    ],
)
def test_a_count_of_one_thing_never_answers_for_another_or_another_fate(
    question: str, text: tuple[str, str]
) -> None:
    assert answer(question, text) == ""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What version of Gantry does Tidemark CD 3.3 need?", RELEASE),
        ("Which version came before Tidemark CD 3.3?", RELEASE),
        ("On which day will support of Tidemark CD 3.3 end?", RELEASE),
        ("What percentage of the Alder Fire burned at night?", FIRE),
        ("What share of the Alder Fire is forest?", FIRE),
        ("What share of the Alder Fire is on state land?", FIRE),
        ("What share of the Alder Fire was caused by lightning?", FIRE),
        ("What share of the Alder Fire was mopped up yesterday?", FIRE),
        ("Which release fixed the leak in Tidemark CD 3.3?", RELEASE),
        ("Which version of Tidemark CD 3.3 was withdrawn?", RELEASE),
        ("How much land was saved from the Alder Fire?", FIRE),
        ("How long is the trial, going by the Privacy Policy of The Lantern?", POLICY),
    ],
)
def test_a_word_that_leads_elsewhere_keeps_the_value_from_answering(
    question: str, text: tuple[str, str]
) -> None:
    assert answer(question, text) == ""


def test_a_share_of_a_part_is_no_share_of_the_whole() -> None:
    text = ("Alder Fire", "In the Alder Fire, 40 percent of the roadbed is gone.")
    assert answer("How much of the Alder Fire is under control?", text) == ""


def test_a_share_in_a_line_about_much_else_is_not_the_subjects() -> None:
    text = ("Alder Fire", "At the Alder Fire: 31 degrees, 18% RH, wind from the west, gusts to 9")
    assert answer("How much of the Alder Fire is mopped up?", text) == ""


def test_two_values_of_the_kind_are_told_apart_only_by_a_word_of_the_question() -> None:
    text = ("Alder Fire", "Contained: 5%\nSurveyed: 80%")
    assert answer("What share of the Alder Fire is mopped up?", text) == ""
    assert answer("What share of the Alder Fire did the crews survey?", text) == "80%"


def test_the_same_value_twice_is_one_value() -> None:
    text = ("Alder Fire", "Containment: 5%\nThe Alder Fire is 5% contained.")
    assert answer("What share of the Alder Fire is ringed by a line?", text) == "5%"


def test_a_value_that_the_question_states_itself_does_not_count() -> None:
    text = ("Tidemark 3.3", "Tidemark 3.3 replaces 3.2.")
    assert answer("Which release of Tidemark 3.2 should one run?", text) == ""
    assert answer("Which release of Tidemark 3.3 should one run?", text) == "3.2"


def test_the_day_of_an_edit_is_no_day_of_the_subject() -> None:
    text = ("Tidemark CD 3.3", "Entry for Tidemark CD 3.3, last edited on 4 March 2026.")
    assert answer("Which calendar day counts for Tidemark CD 3.3?", text) == ""


def test_a_name_of_the_question_that_the_title_lacks_must_stand_in_the_line() -> None:
    text = ("Norland: vote count", "Votes for Amsel: 1,200\nVotes for Birke: 900\nMargin: 300")
    assert answer("What is Amsel's tally in Norland?", text) == "1,200"
    assert answer("What is Drossel's tally in Norland?", text) == ""
    assert answer("What is the tally in Norland?", text) == ""


def test_counts_that_are_not_told_apart_are_named_and_other_kinds_are_not() -> None:
    found = chosen("How many boats were sent to the Alder Fire?", FIRE)
    assert [one.value.text for one in found.others] == ["346", "38", "5"]
    assert chosen("How big is the Elder Fire?", FIRE).others == ()


def test_a_version_is_a_value_of_its_own_kind() -> None:
    found = chosen("Which release of Tidemark CD 3.3 is newest?", RELEASE).answer
    assert found is not None
    assert (found.value.kind, found.value.amount) == (ValueKind.VERSION, "3.3.5")
    assert found.passage.text[found.value.start :].startswith("3.3.5")


@pytest.mark.parametrize(
    "said",
    ["costs 3.5 euros", "grew by 3.5 percent", "weighs 3.5 kg", "opens on 3.5.2026", "at 3.5/10"],
)
def test_a_sum_a_share_a_weight_or_a_day_is_no_version(said: str) -> None:
    assert answer("Which version is Tidemark at?", ("Tidemark", f"Tidemark {said}.")) == ""


@pytest.mark.parametrize(
    "said",
    [
        "You must be at least 16 years old.",
        "Minimum age: 16",
        "No one under 16 may join.",
        "For members aged 16 or over.",
        "Members must be 16 or older.",
        "A person 16 years of age may join.",
    ],
)
def test_an_age_is_known_by_the_words_around_it(said: str) -> None:
    found = chosen("How old must one be to join Lantern?", ("Lantern", said)).answer
    assert found is not None
    assert (found.value.amount, found.value.unit) == ("16", "year")


def test_a_length_of_time_is_no_age() -> None:
    text = ("Lantern", "Data is kept for 16 years. Under 30 days, nothing is kept.")
    assert answer("How old must one be to join Lantern?", text) == ""
