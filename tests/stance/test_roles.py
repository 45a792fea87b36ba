import pytest

from ledgerrag.model import Stance
from tests.stance.test_rules import judge

OTHER_ROLE = [
    ("Dogs chase cats.", "Cats chase dogs."),
    ("The firm sued the state.", "The state sued the firm."),
    ("The city bought the land from the church.", "The church bought the land from the city."),
    ("Whales eat fish.", "The fish that whales avoid eat shrimp."),
    ("Ann Hill beat Bob Mann in the final.", "Bob Mann beat Ann Hill in the final."),
    ("Karl Lund was appointed chair.", "Anna Berg was appointed chair after Karl Lund left."),
    ("Karl Lund was appointed chair.", "Anna Berg, who succeeds Karl Lund, was appointed chair."),
    ("Karl Lund is the chair of the board.", "Anna Berg replaced Karl Lund as chair of the board."),
    ("The firm won the contract.", "The rival of the firm won the contract."),
    ("The service is free.", "The trial of the service is free."),
    ("The service is free.", "The free service ends in May."),
]


@pytest.mark.parametrize(("statement", "text"), OTHER_ROLE)
def test_the_same_words_in_other_roles_settle_nothing(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.NEUTRAL


def test_a_successor_does_not_lend_her_office_to_the_predecessor() -> None:
    judged = judge(
        "Karl Lund was appointed chair.",
        "She succeeds Karl Lund.",
        before="Anna Berg was appointed chair.",
    )
    assert judged.stance is Stance.NEUTRAL


def test_a_passive_keeps_the_doer() -> None:
    assert judge("The firm sued the state.", "The firm sued the state.").stance is Stance.SUPPORT
    judged = judge("The king was met by the president.", "The king was met by the president.")
    assert judged.stance is Stance.SUPPORT


def test_a_date_of_what_does_happen_is_none_of_what_was_denied_a_sentence_before() -> None:
    moves = "The office moves to Harbour Street on 1 May 2026."
    denied = "The Lind office will not close."
    statement = "The Lind office will close on 1 May 2026."
    assert judge(statement, moves, "The Lind office", denied).stance is not Stance.SUPPORT
    lasts = "It is 40 euros."
    assert judge("The fee is 40 euros.", lasts, "", "The fee applies.").stance is Stance.SUPPORT
    # A negation of something else takes nothing back.
    other = "The fee does not apply to children."
    said = "The annual fee is 40 euros."
    assert judge(said, "The annual fee is 40 euros.", "", other).stance is Stance.SUPPORT
    # The lead-in of a list belongs to the item.
    lead = "No angler may possess more than the number of fish below:"
    item = "5 fish in waters of the north"
    limit = "The limit that an angler may possess is 5 fish."
    assert judge(limit, item, "", lead) == judge(limit, item, "", lead.replace("No", "Each"))


@pytest.mark.parametrize(
    "denied",
    [
        "The rumour that the Lind office closes is false.",
        "Reports that the Lind office will close are untrue.",
        "It is untrue that the Lind office will close.",
    ],
)
def test_a_date_after_a_report_called_false_shows_nothing_of_the_report(denied: str) -> None:
    statement = "The Lind office will close on 3 May 2026."
    moves = "It will move on 3 May 2026."
    assert judge(statement, moves, "The Lind office", denied).stance is Stance.NEUTRAL
