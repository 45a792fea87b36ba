import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.reading.declarative import declare, subject_end, third_person

MIXED = (
    "the",
    "Lind",
    "office",
    "of",
    "not",
    "to",
    "move",
    "boats",
    "open",
    "sold",
    "a",
    "40",
    "and",
    "it",
)


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
        # The subject has several words, and some of them could be verbs or predicates.
        ("Will the Lind office move?", "The Lind office will move."),
        ("Will the Lind office in Westport move in May?",
         "The Lind office in Westport will move in May."),
        ("Could the new ferry operator raise its fares?",
         "The new ferry operator could raise its fares."),
        ("Did the Supreme Court overrule the Lind decision?",
         "The Supreme Court did overrule the Lind decision."),
        ("Does the new state Senate meet in May?", "The new state Senate meets in May."),
        ("Does a person aged 16 need a licence?", "A person aged 16 needs a licence."),
        ("Is the newly elected board legal?", "The newly elected board is legal."),
        ("Has the newly elected board resigned?", "The newly elected board has resigned."),
        ("Are the first 20 boats registered?", "The first 20 boats are registered."),
        ("Is a new valid permit issued?", "A new valid permit is issued."),
        ("Is the mayor's new office open to visitors?",
         "The mayor's new office is open to visitors."),
        ("Is the market held twice a week?", "The market is held twice a week."),
        ("Is the fee 5 euros a day?", "The fee is 5 euros a day."),
        ("Is the annual limit on permits still 40?", "The annual limit on permits is still 40."),
        ("Was the plan approved by the board?", "The plan was approved by the board."),
        ("Were two people hurt in the fire?", "Two people were hurt in the fire."),
        ("Had the captain not resigned?", "The captain had not resigned."),
        ("Shouldn't the board be told?", "The board shouldn't be told."),
        # A pronoun is the whole subject; `this` is so where no noun follows.
        ("Is this rule valid?", "This rule is valid."),
        ("Is this legal?", "This is legal."),
        ("Can you and your staff keep boats?", "You and your staff can keep boats."),
        ("Is there a limit on the quay?", "There is a limit on the quay."),
        # Agreement.
        ("Does it still apply?", "It does still apply."),
        ("Does the firm own boats and have a permit?",
         "The firm does own boats and have a permit."),
        ("Do police carry guns?", "Police carry guns."),
    ],
)  # fmt: skip
def test_a_yes_no_question_becomes_an_english_statement(question: str, statement: str) -> None:
    assert declare(question) == statement


@pytest.mark.parametrize(
    "question",
    [
        "Does the work permit cover dogs?",  # "permit" may be the verb or the noun
        "Is the 2031 budget balance?",
        "Does the old state fund support the schools?",
        "Does the law let crew have rest?",
        "Must the tax increase in May be paid?",
        "Are the seasonal pilots hired in May covered by the plan?",
        "Is the fee charged for a permit refundable?",
        "Is the toll cheap for boats registered in May?",
        "Is the fee for boats over 10 m long 5 euros?",
        "Is a person aged 16 an adult?",
        "Is the board considering a new toll?",
        "Is the old building on the quay?",
        'Is a "large boat" one over 10 m?',
        "Will the office relocate before they open?",
        "Will the Lind office relocate old state records?",
        "Will pilots zigzag between the old quay walls?",  # a verb that no list has
        "Will Ann Lee, the mayor of Westport, resign?",
        # Said as statements these would mean something else, or nothing.
        "Are there any pilots on duty?",
        "Does anyone own the ferry?",
        "Has the harbour board ever met?",
        # Not yes/no.
        "When will the Lind office move?",
        "How many pilots are on duty?",
        "Who runs the ferry?",
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


@given(st.sampled_from(["is", "does", "do", "can", "has"]), st.lists(st.sampled_from(MIXED)))
def test_a_subject_ends_at_a_word_behind_the_first(first: str, said: list[str]) -> None:
    rest = " ".join(said)
    at = subject_end(rest, first)
    if at is not None:
        assert at > 0
        assert rest[at - 1] == " "
        assert rest[:at].split() + rest[at:].split() == said


@given(st.sampled_from(["is", "does", "can", "has", "did"]), st.text(max_size=60))
def test_a_statement_says_no_other_words(first: str, rest: str) -> None:
    said = declare(f"{first} {rest}")
    if said is not None and first in ("is", "can", "has", "did"):
        asked = f"{first} {rest}".rstrip().rstrip("?").strip()
        assert sorted(said[:-1].casefold().split()) == sorted(asked.casefold().split())
