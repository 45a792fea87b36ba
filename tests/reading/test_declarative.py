import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.reading.declarative import declare, third_person


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Can we keep three boats?", "We can keep three boats."),
        ("Must riders of the ferry be at least 9 years old?",
         "Riders of the ferry must be at least 9 years old."),
        ("Will the Alder Fire be the worst fire of 2031?",
         "The Alder Fire will be the worst fire of 2031."),
        ("Does the Harbour Act prohibit diving?", "The Harbour Act prohibits diving."),
        ("Does the harbour have a crane?", "The harbour has a crane."),
        ("Do pilots need a medal?", "Pilots need a medal."),
        ("Does the rule not apply to trams?", "The rule does not apply to trams."),
        ("Did the captain resign in May?", "The captain did resign in May."),
        ("Has the Alder Fire burned 70 acres?", "The Alder Fire has burned 70 acres."),
        ("Are seasonal pilots covered by the plan?", "Seasonal pilots are covered by the plan."),
        ("Is the speed limit on the quay 20 km/h?", "The speed limit on the quay is 20 km/h."),
        ("Is the chair of the Board a director?", "The chair of the Board is a director."),
        ("Was Ann Lee the mayor of Westport?", "Ann Lee was the mayor of Westport."),
        ("May a port and its agents charge a toll?", "A port and its agents may charge a toll."),
        ("Should the pier remain open?", "The pier should remain open."),
    ],
)  # fmt: skip
def test_a_yes_no_question_becomes_an_english_statement(question: str, statement: str) -> None:
    assert declare(question) == statement


@pytest.mark.parametrize(
    "question",
    [
        "Does the work permit cover dogs?",  # "permit" may be the verb or the noun
        "Is the 2031 budget balance?",
        "Can harbour pilots who own boats fly?",
        "Is it?",
        "Is",
        "The limit is 80.",
        "",
    ],
)
def test_where_the_subject_cannot_be_told_there_is_no_statement(question: str) -> None:
    said = declare(question)
    assert said is None or said in ("It is.",)


@pytest.mark.parametrize(
    ("verb", "form"),
    [("forbid", "forbids"), ("apply", "applies"), ("pay", "pays"), ("have", "has"),
     ("go", "goes"), ("impose", "imposes"), ("reach", "reaches")],
)  # fmt: skip
def test_a_verb_agrees_with_one_subject(verb: str, form: str) -> None:
    assert third_person(verb) == form


@given(st.sampled_from(["is", "does", "can", "has", "did"]), st.text(max_size=60))
def test_a_statement_says_no_other_words(first: str, rest: str) -> None:
    said = declare(f"{first} {rest}")
    if said is not None and first in ("is", "can", "has", "did"):
        asked = f"{first} {rest}".rstrip().rstrip("?").strip()
        assert sorted(said[:-1].casefold().split()) == sorted(asked.casefold().split())
