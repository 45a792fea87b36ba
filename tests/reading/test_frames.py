import pytest

from ledgerrag.dates import parse
from ledgerrag.model import (
    Authority,
    ClaimKind,
    Passage,
    Span,
    Stance,
    ValueKind,
    quote_sha256,
)
from ledgerrag.reading import Candidate, Scored, decompose, hypothesise, on_topic_u, rank
from ledgerrag.reading.bearers import bearer
from ledgerrag.reading.frames import frame
from ledgerrag.stance.rules import RuleStance


def passages(*texts: str, title: str = "") -> list[Passage]:
    return [
        Passage(
            Span("d", 1, n * 500, n * 500 + len(text), quote_sha256(text)),
            text,
            title,
            texts[n - 1] if n else "",
        )
        for n, text in enumerate(texts)
    ]


def ranked(question: str, *texts: str, title: str = "") -> tuple[Scored, ...]:
    return rank(decompose(question).claims[0], passages(*texts, title=title))


def said(question: str, *texts: str, title: str = "") -> tuple[str, str]:
    """The value and the sentence with which a question is answered; empty where with none."""
    claim = decompose(question).claims[0]
    day = parse("2031-01-01")
    candidates = [
        Candidate(one, Authority.OFFICIAL, True, day, day)
        for one in ranked(question, *texts, title=title)
        if one.value is None or one.value.kind in (claim.expects, ValueKind.QUANTITY)
    ]
    found = hypothesise(claim, candidates, 1)
    if found is None:
        return "", ""
    return found.value.text if found.value else "", found.text


def test_a_label_that_says_what_is_asked_leads_before_prose_about_a_part() -> None:
    value, _ = said(
        "How many acres has the Alder Complex burned?",
        "Acres burned: 2.0417e+05.",
        "The Alder Complex west zone has burned 30,512 acres since Monday.",
        title="Alder Complex report",
    )
    assert value == "2.0417e+05"


def test_a_label_of_a_part_does_not_lead() -> None:
    value, _ = said(
        "How many acres has the Alder Complex burned?",
        "West zone acres burned: 512.",
        "The Alder Complex has burned 30,512 acres.",
        title="Alder Complex report",
    )
    assert value == "30,512 acres"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many people died in the Alder Fire?", "2"),
        ("How many people were injured in the Alder Fire?", "7"),
        ("How many barns were destroyed in the Alder Fire?", ""),
    ],
)
def test_nouns_of_a_verb_answer_for_it_and_nothing_else_does(question: str, expected: str) -> None:
    texts = (
        "Alder County: https://alder.example.org/2994/Alder-Fire.",
        "Fatalities: 2.",
        "Injuries: 7.",
        "The Alder Fire was seen by 40 people.",
        "Call 555-301-7788 or write to 44fire@alder.example.org about the Alder Fire.",
    )
    assert said(question, *texts, title="Alder Fire")[0] == expected


def test_a_sentence_without_the_verb_asked_for_is_off_topic() -> None:
    (only,) = ranked(
        "How many people drowned in the Alder River?", "The Alder River feeds 900 people."
    )
    assert only.topic_u < on_topic_u


def test_the_date_of_another_subject_does_not_answer() -> None:
    texts = ("Bids must be lodged by 4 April 2031.", "Objections must be lodged within 9 days.")
    value, sentence = said("By when must objections be lodged?", *texts)
    assert (value, sentence) == ("", texts[1])
    assert said("By when must bids be lodged?", *texts)[0] == "4 April 2031"
    assert said("By when must refunds be lodged?", *texts) == ("", "")


def test_a_title_does_not_lend_its_subject_to_a_sentence_about_another() -> None:
    texts = ("Objections must be lodged within 9 days.", "Bids must be lodged by 4 April 2031.")
    for title in ("Objections", "Bids and objections"):
        assert said("By when must objections be lodged?", *texts, title=title) == ("", texts[0])


@pytest.mark.parametrize(
    ("question", "texts", "expected"),
    [
        (
            "How often may the mooring be extended?",
            ("The mooring is good for 4 months.", "It may be extended twice."),
            ("", "It may be extended twice."),
        ),
        (
            "How often must boilers be tested?",
            ("Boilers must be tested every 5 years.", "Boilers tests last 2 hours."),
            ("5 years", "Boilers must be tested every 5 years."),
        ),
        ("How often must boilers be tested?", ("Boilers tested last 2 hours.",), ("", "")),
    ],
)
def test_how_often_asks_for_a_frequency(
    question: str, texts: tuple[str, ...], expected: tuple[str, str]
) -> None:
    assert said(question, *texts) == expected


def test_who_must_is_the_subject_before_the_modal() -> None:
    texts = (
        "A licensed operator must file a safety report within 6 months.",
        "The Harbour Commissioner was sent a safety report.",
    )
    assert said("Who must file a safety report?", *texts)[0] == "A licensed operator"
    assert said("Who must burn a safety report?", *texts)[0] == ""


@pytest.mark.parametrize(
    ("source", "subject"),
    [
        ("(2) Subject to section 9, every pilot shall, without delay, report a leak.",
         "every pilot"),
        ("If a hull leaks, the owner and the master must report a leak.",
         "the owner and the master"),
        ("It must report a leak.", ""),
        ("The pilot must not report a leak.", ""),
        ("A leak must be reported.", ""),
    ],
)  # fmt: skip
def test_a_bearer_is_a_whole_noun_phrase(source: str, subject: str) -> None:
    found = bearer(source, "must", ("report", "leak"))
    assert (found.text if found else "") == subject
    assert found is None or source[found.start :].startswith(subject)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the tax rate for trawlers?", "30 percent"),
        ("What is the tax rate for ferries?", "8 percent"),
        ("What is the tax rate for canoes?", ""),
    ],
)
def test_a_figure_belongs_to_its_nearest_holder(question: str, expected: str) -> None:
    text = "The tax rate for trawlers is 30 percent and for ferries 8 percent."
    assert said(question, text)[0] == expected


def test_provisions_named_in_the_sentence_are_part_of_what_it_says() -> None:
    text = "Sections 61 to 63 cease to apply at the end of May 4, 2031."
    question = "When do sections 61 to 63 of the Buoys Act cease to apply?"
    claim = decompose(question).claims[0]
    (one,) = ranked(question, text, title="Buoys Act, s. 64")
    day = parse("2031-01-01")
    found = hypothesise(claim, [Candidate(one, Authority.OFFICIAL, True, day, day)], 1)
    assert found is not None
    assert found.kind is ClaimKind.ASSERTION
    assert {"61", "62", "63"} & set(found.keys) == {"61", "62", "63"}
    (judged,) = RuleStance().judge([(found, one.passage)])
    assert judged.stance is Stance.SUPPORT
    other = passages("Sections 71 to 73 cease to apply on June 6, 2032.", title="Buoys Act, s. 74")
    (judged,) = RuleStance().judge([(found, other[0])])
    assert judged.stance is Stance.NEUTRAL


def test_verbs_are_searched_for_with_their_nouns() -> None:
    (claim,) = decompose("How many people were injured in the Alder Fire?").claims
    assert "injuries" in claim.query.split()


@pytest.mark.parametrize("question", ["Who must I ask about moorings?", "Who can the owner ask?"])
def test_who_as_an_object_asks_for_no_bearer(question: str) -> None:
    assert frame(decompose(question).claims[0]).who is None


def test_a_term_that_is_given_by_its_last_day_answers_in_words() -> None:
    text = "The mooring is valid until 4 April 2031."
    assert said("How long is the mooring valid?", text) == ("", text)
    assert said("How long is the mooring valid?", "The mooring is valid from 4 April 2031.") == (
        "",
        "",
    )


@pytest.mark.parametrize(
    "question",
    [
        "How many houses burned down in the Alder Fire?",
        "How many trees burned in the Alder Fire?",
    ],
)
def test_a_measure_of_land_is_no_count_of_things(question: str) -> None:
    assert said(question, "Acres burned: 411", title="Alder Fire") == ("", "")


def test_what_counts_the_thing_answers_how_many_there_are() -> None:
    title = "Alder Fire"
    assert said("How many houses burned in the Alder Fire?", "Houses burned: 12", title=title) == (
        "12",
        "Houses burned: 12",
    )
    assert said("How many acres burned in the Alder Fire?", "Acres burned: 411", title=title) == (
        "411",
        "Acres burned: 411",
    )
