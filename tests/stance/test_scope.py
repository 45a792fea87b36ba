import pytest

from ledgerrag.model import Stance
from tests.stance.test_rules import judge

NEGATED_IN_ITS_CLAUSE = [
    ("The shop accepts cheques.", "The shop accepts cash but does not accept cheques."),
    ("Guests may bring pets.", "Guests may not bring pets, and children must be supervised."),
    ("The clinic treats animals.", "The clinic never treats animals; it treats people."),
    ("We rent out your address.", "We do not lend and we do not rent out your address."),
    ("We sell personal data.", "We do not rent, sell or share personal data."),
    ("The quay is open.", "The quay is not open and the pier is open."),
    ("The ferry runs on Sundays.", "The ferry does not run on Sundays."),
    ("Smoking is allowed in hotels.", "Smoking is forbidden in hotels and allowed on terraces."),
]


@pytest.mark.parametrize(("statement", "text"), NEGATED_IN_ITS_CLAUSE)
def test_a_negation_refutes_what_its_own_clause_says(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.REFUTE


SAID_IN_ANOTHER_CLAUSE = [
    ("The shop accepts cash.", "The shop accepts cash but does not accept cheques."),
    ("The pier is open.", "The quay is not open and the pier is open."),
    ("We do not rent out your address.", "We do not lend and we do not rent out your address."),
    ("Smoking is allowed on terraces.", "Smoking is forbidden in hotels and allowed on terraces."),
]


@pytest.mark.parametrize(("statement", "text"), SAID_IN_ANOTHER_CLAUSE)
def test_a_negation_leaves_other_clauses_alone(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.SUPPORT


PARTLY_OR_UNDER_A_CONDITION = [
    ("Bikes are allowed on trains.", "Bikes are allowed on trains apart from night trains."),
    (
        "Bikes are allowed on night trains.",
        "Bikes are allowed on trains with the exception of night trains.",
    ),
    ("Bikes are allowed on trains.", "Bikes are allowed on trains only when space remains."),
    ("Bikes are allowed on trains.", "If space remains, bikes are allowed on trains."),
    ("Residents can vote.", "Not all residents can vote."),
    ("A refund is given.", "No refund is given unless the show is cancelled."),
    ("The firm won the contract.", "Had the firm won the contract, it would have grown."),
]


@pytest.mark.parametrize(("statement", "text"), PARTLY_OR_UNDER_A_CONDITION)
def test_a_condition_or_exception_settles_nothing(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.NEUTRAL


ANOTHER_SCOPE = [
    ("The ferry runs on Sundays.", "The ferry runs on Mondays."),
    ("The ferry runs on Sundays.", "The ferry does not run on Mondays."),
    ("The drug is safe for children.", "The drug is safe for adults."),
]


@pytest.mark.parametrize(("statement", "text"), ANOTHER_SCOPE)
def test_another_place_time_or_group_settles_nothing(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.NEUTRAL


def test_a_scope_named_by_the_sentence_before_is_not_that_of_the_sentence() -> None:
    before = "Alcohol is prohibited at the beach."
    judged = judge(
        "Alcohol is allowed at the beach.", "Alcohol is allowed at the harbour.", before=before
    )
    assert judged.stance is Stance.NEUTRAL


NO_FACT = [
    ("The minister lied.", "The minister denied claims that he lied."),
    ("The bank stole data.", "The bank denies that it stole data."),
    ("The parliament passed the bill.", "The parliament declined to pass the bill."),
    ("The team reached the summit.", "The team failed to reach the summit."),
    ("The plant will close.", "The union wants the plant to close."),
    ("The plant will close.", "The owner considered closing the plant."),
    ("The company sells weapons.", "The company stopped selling weapons."),
    ("Visitors can enter with a ticket.", "Visitors can enter without a ticket."),
    ("The firm won the contract.", "It is unclear whether the firm won the contract."),
    ("The firm won the contract.", "The minister did not say that the firm won the contract."),
    ("The firm won the contract.", "The firm almost won the contract."),
    ("The drug is safe.", "There is no proof that the drug is safe."),
    ("The school has 400 pupils.", "The school plans to have 400 pupils."),
    ("The mayor took 5000 euros.", "The mayor denied that he took 5000 euros."),
    ("The fee is 5 euros.", "The council proposes to raise the fee to 8 euros."),
]


@pytest.mark.parametrize(("statement", "text"), NO_FACT)
def test_an_intention_attempt_or_denial_is_not_the_fact(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.NEUTRAL


def test_a_denial_supports_a_claim_about_the_denial() -> None:
    denial = "The bank denies that it stole data."
    assert judge(denial, denial).stance is Stance.SUPPORT


def test_a_denied_truth_with_its_own_negation_is_one_negation() -> None:
    judged = judge("It rained in Oslo.", "It is not true that it rained in Oslo.")
    assert judged.stance is Stance.REFUTE


OTHER_PREDICATE = [
    (
        "Users of Hubsite must be at least 13 years old.",
        "Hubsite shall have no liability of any kind.",
    ),
    ("I can have more than one free account.", "We offer tools such as two-step sign-in."),
    ("Children can open an account.", "The company shall not be liable to children."),
    ("The company pays tax.", "The company is not a bank."),
    ("The law protects whales.", "The law that protects seals does not mention whales."),
    ("The hospital must report the case.", "The hospital pharmacy must report the case."),
    ("The hospital must report within 5 days.", "The hospital pharmacy must report within 9 days."),
    ("Banks must report within 30 days.", "Bank holding companies must report within 45 days."),
]


@pytest.mark.parametrize(("statement", "text"), OTHER_PREDICATE)
def test_a_sentence_about_something_else_settles_nothing(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.NEUTRAL


@pytest.mark.parametrize(
    "text",
    [
        "The claim that the town hall is being sold is untrue.",
        "Reports that the town hall is being sold are wrong, the mayor said.",
        "The story that the town hall is being sold was made up.",
    ],
)
def test_a_report_that_is_called_false_denies_what_it_tells(text: str) -> None:
    assert judge("The town hall is being sold.", text).stance is Stance.REFUTE


def test_a_false_claim_as_the_matter_of_a_rule_denies_nothing() -> None:
    fine = "A person who makes a claim that is false pays a fine of 40 euros."
    statement = "The fine for a person who makes a claim that is false is 40 euros."
    assert judge(statement, fine).stance is Stance.SUPPORT
