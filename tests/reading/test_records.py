"""Questions that the record answers are told from those that a text answers."""

from __future__ import annotations

import pytest

from ledgerrag.reading import decompose
from ledgerrag.reading.records import Wants, amended, history, search_words


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("What changed in the Toll Act?", Wants.CHANGE),
        ("What has been amended in the Toll Act?", Wants.CHANGE),
        ("What is different from before in the Toll Act?", Wants.CHANGE),
        ("What is new in the Toll Act?", Wants.CHANGE),
        ("How was the Toll Act amended?", Wants.CHANGE),
        ("How has the Toll Act changed since 2024?", Wants.CHANGE),
        ("What are the latest changes to the Toll Act?", Wants.CHANGE),
        ("Which parts of the Toll Act have been revised?", Wants.CHANGE),
        ("What will change in the Toll Act?", Wants.COMING),
        ("How will the Toll Act change?", Wants.COMING),
        ("When was the Toll Act last amended?", Wants.AMENDED),
        ("Since when does the Toll Act apply?", Wants.SINCE),
        ("When did the Toll Act come into force?", Wants.SINCE),
        ("How long has the Toll Act been in force?", Wants.SINCE),
        ("When was the Toll Act repealed?", Wants.ENDED),
        ("When will the Toll Act be withdrawn?", Wants.ENDED),
        ("When did the Toll Act expire?", Wants.STOPPED),
        ("Until when is the Toll Act valid?", Wants.STOPPED),
        ("Which version of the Toll Act applies?", Wants.VERSION),
    ],
)
def test_a_question_about_a_history_names_what_it_wants_and_the_text(
    question: str, wants: Wants
) -> None:
    found = history(question)
    assert found is not None
    assert (found.wants, found.keys) == (wants, ("toll", "act"))


def test_a_question_for_the_text_that_says_so_is_about_what_it_says() -> None:
    found = history("Which law sets the toll on the bridge?")
    assert found is not None
    assert (found.wants, found.keys) == (Wants.SOURCE, ("toll", "bridg"))


@pytest.mark.parametrize(
    "question",
    [
        "What is the toll?",
        "What is the new toll for lorries?",
        "What is the revised toll for lorries?",
        "When was the bridge opened?",
        "When did the fire start?",
        "When does the fair take place?",
        "How did the committee change the plan?",
        "How long does a permit apply?",
        "What rules apply to lorries?",
        "Which law firm set the fee?",
        "What is different about the ferry on Sundays?",
        "Is the Toll Act in force?",
        "Who changed the plan?",
        "",
    ],
)
def test_a_question_for_content_is_none(question: str) -> None:
    assert history(question) is None


def test_that_something_changed_is_no_part_of_what_a_passage_must_speak_of() -> None:
    (claim,) = decompose("What has changed in the notice period?").claims
    assert claim.keys == ("notic", "period")
    (other,) = decompose("When was the notice period extended?").claims
    assert "extend" in other.keys


LIND = {"lind", "dog", "licenc"}


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        ("What has changed in Lind on dog licences since 3 May 2024?", LIND),
        ("Lind, dog licences: what is different from the rules of 3 May 2024?", LIND),
        ("How were the rules on dog licences in Lind changed after 3 May 2024?", LIND),
        ("I last read what Lind says on dog licences on 3 May 2024; what is new?", LIND),
        ("Compared with 3 May 2024, what must Lind do differently as to dog licences?", LIND),
    ],
)
def test_a_day_that_is_compared_with_is_no_part_of_the_name(question: str, keys: set[str]) -> None:
    found = history(question)
    assert found is not None
    assert (found.wants, set(found.keys), found.since) == (Wants.CHANGE, keys, "2024-05-03")


def test_a_word_that_may_stand_for_any_text_names_one_where_it_stands_alone() -> None:
    found = history("What changed in the law?")
    assert found is not None
    assert found.keys == ("law",)


PERMIT = ("harbour", "code")


@pytest.mark.parametrize(
    ("question", "wants", "strict"),
    [
        ("Which wording of the Harbour Code is the binding one?", Wants.VERSION, False),
        ("Which wording of the Harbour Code must one go by?", Wants.VERSION, False),
        ("Which text of the Harbour Code do I have to follow today?", Wants.VERSION, False),
        ("In which wording does the Harbour Code apply?", Wants.VERSION, False),
        ("What is the text of the Harbour Code that applies?", Wants.VERSION, False),
        ("Since when has the Harbour Code been in force as it reads?", Wants.SINCE, True),
        ("From what date does the text in force of the Harbour Code apply?", Wants.SINCE, True),
        ("On which day did the Harbour Code get the wording that it has?", Wants.SINCE, True),
        ("When did the Harbour Code receive its present wording?", Wants.SINCE, True),
        ("What was the first day of the wording that the Harbour Code has?", Wants.SINCE, True),
        ("How long has the Harbour Code read as it does?", Wants.SINCE, True),
        ("Which words were swapped in the Harbour Code?", Wants.CHANGE, False),
        ("What words were struck from the Harbour Code?", Wants.CHANGE, False),
        ("Which passages were replaced in the Harbour Code?", Wants.CHANGE, False),
        (
            "Which terms were exchanged in the Harbour Code when it was revised?",
            Wants.CHANGE,
            False,
        ),
        ("How do the old and the new wording of the Harbour Code differ?", Wants.CHANGE, False),
        ("How does the new version of the Harbour Code differ from the old?", Wants.CHANGE, False),
        ("What sets the new wording of the Harbour Code apart from the old?", Wants.CHANGE, False),
        ("Which enactment most recently altered the Harbour Code?", Wants.ACT, True),
        ("By which law was the Harbour Code last amended?", Wants.ACT, True),
        ("Which measure of the Council rewrote the Harbour Code last?", Wants.ACT, True),
        ("Whose wording does the Harbour Code carry?", Wants.ACT, True),
        ("The Harbour Code was last amended by which law?", Wants.ACT, True),
        ("Since when does the Harbour Code read the way it does?", Wants.SINCE, True),
        ("Since when is the Harbour Code off the books?", Wants.ENDED, False),
        ("To which act does the Harbour Code owe its present wording?", Wants.ACT, True),
        ("As of which day did the Harbour Code cease to exist?", Wants.ENDED, False),
        ("When did the Harbour Code disappear from the statute book?", Wants.ENDED, False),
        ("When was the Harbour Code struck from the books?", Wants.ENDED, False),
        ("Since when is the Harbour Code no longer law?", Wants.ENDED, False),
        ("On what date did the repeal of the Harbour Code take effect?", Wants.ENDED, False),
        ("Which date does the Harbour Code bear?", Wants.DATED, True),
        ("What date is stated on the Harbour Code?", Wants.DATED, True),
        ("Which calendar day stands at the head of the Harbour Code?", Wants.DATED, True),
        ("What day is given at the top of the Harbour Code?", Wants.DATED, True),
    ],
)
def test_one_intent_is_read_in_the_words_of_many_askers(
    question: str, wants: Wants, strict: bool
) -> None:
    found = history(question)
    assert found is not None
    assert (found.wants, found.keys, found.strict) == (wants, PERMIT, strict)


@pytest.mark.parametrize(
    "question",
    [
        "Which wording must be printed on the label?",
        "Which words were said at the meeting?",
        "What date does section 4 of the Harbour Code set for payment?",
        "Which day is the harbour closed?",
        "Which law firm last represented the harbour?",
        "When did the ferry stop running?",
        "When was the harbour master struck by a boat?",
        "On which day did the harbour get a new crane?",
    ],
)
def test_what_only_sounds_like_a_question_for_the_record_is_none(question: str) -> None:
    assert history(question) is None


@pytest.mark.parametrize(
    ("question", "wants"),
    [
        ("Which version of what the Harbour Code says about dogs is in force?", Wants.VERSION),
        ("Which wording is the binding one, going by the Harbour Code, when it comes to dogs?",
         Wants.VERSION),
        ("What is the text that applies on dogs in the Harbour Code?", Wants.VERSION),
        ("As regards dogs, which words were swapped in the Harbour Code?", Wants.CHANGE),
        ("How did the Harbour Code change its text on dogs?", Wants.CHANGE),
        ("What changed in what the Harbour Code says about dogs?", Wants.CHANGE),
        ("Since when has the Harbour Code said what it says about dogs?", Wants.SINCE),
        ("From what date does the text of the Harbour Code on dogs apply?", Wants.SINCE),
        ("On which day did the Harbour Code get the wording that it has as regards dogs?",
         Wants.SINCE),
    ],
)  # fmt: skip
def test_what_a_text_is_asked_about_is_no_part_of_its_name(question: str, wants: Wants) -> None:
    found = history(question)
    assert found is not None
    assert (found.wants, found.keys, found.topic_keys) == (wants, PERMIT, ("dog",))


@pytest.mark.parametrize(
    ("question", "on", "since"),
    [
        ("What changed in the Harbour Code on 3 May 2024?", "2024-05-03", ""),
        ("How was the Harbour Code amended as of 3 May 2024?", "2024-05-03", ""),
        ("Which words were swapped in the Harbour Code with effect from 3 May 2024?",
         "2024-05-03", ""),
        ("How do the old and new wording of the Harbour Code differ, with 3 May 2024 as the line?",
         "2024-05-03", ""),
        ("What is new in the Harbour Code since 3 May 2024?", "", "2024-05-03"),
        ("What changed in the Harbour Code after 3 May 2024?", "", "2024-05-03"),
    ],
)  # fmt: skip
def test_the_day_of_a_change_is_told_from_a_day_to_compare_with(
    question: str, on: str, since: str
) -> None:
    found = history(question)
    assert found is not None
    assert (found.wants, found.keys, found.on, found.since) == (Wants.CHANGE, PERMIT, on, since)


def test_a_year_in_a_title_is_no_day_to_compare_with() -> None:
    found = history("What changed in the Harbour Regulations, 2016?")
    assert found is not None
    assert (found.keys, found.on, found.since) == (("harbour", "regul", "2016"), "", "")


@pytest.mark.parametrize(
    ("title", "amends"),
    [
        ("Budget Act of 2025: amending Harbour Code, § 4", "Harbour Code, § 4"),
        ("An Act to amend the Harbour Code", "the Harbour Code"),
        ("Harbour Code, § 4", ""),
    ],
)
def test_a_title_tells_what_its_text_amends(title: str, amends: str) -> None:
    assert amended(title) == amends


def test_the_act_that_amended_a_provision_is_searched_by_its_number_not_its_heading() -> None:
    found = history(
        "Which law last amended the “Dogs; leashes” provision of the Harbour Code (§ 4)?"
    )
    assert found is not None
    assert search_words(found) == "amending the provision of the Harbour Code (§ 4)"
