"""A text that rates a claim, asks it or passes it on does not make it."""

import pytest

from ledgerrag.model import UNIT, Judgement, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.combined import Combined, FixedOdds
from ledgerrag.stance.odds import Odds
from ledgerrag.stance.rules import RuleStance

CLAIMS = [
    "Drinking salt water cures the flu.",
    "The toll on the Mole Bridge is 9 euros.",
    "The Alder tunnel is closed.",
]


def passage(text: str, before: str = "", after: str = "") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, "Note", before, after)


def judge(claim: str, text: str, before: str = "", after: str = "") -> Judgement:
    statement = decompose_draft(claim)[0]
    return RuleStance().judge([(statement, passage(text, before, after))])[0]


def told(plan: str, claim: str) -> str:
    inner = claim[0].lower() + claim[1:].rstrip(".")
    return plan.format(claim=claim, inner=inner)


FALSE = [
    "Quill Check rates the claim “{inner}” as false.",
    "Quill Check has checked the claim that {inner} and found it to be false.",
    "The claim that {inner} is false, according to a fact check by Quill Check.",
    "It is not true that {inner}, according to a fact check by Quill Check.",
    "“{claim}”: this is not true.",
    "False: {inner}.",
    "Myth: {claim}",
    "Quill Check has debunked the claim that {inner}.",
    "The rumour that {inner} has been debunked by Quill Check.",
    "Claim: {inner}. Verdict of Quill Check: false.",
    "The viral post that {inner} is fake, says Quill Check.",
]
TRUE = [
    "Quill Check rates the claim “{inner}” as true.",
    "Quill Check has checked the claim that {inner} and found it to be correct.",
    "The claim that {inner} is accurate, according to a fact check by Quill Check.",
    "It is true that {inner}.",
]
OPEN = [
    "Quill Check rates the claim “{inner}” as unproven.",
    "Quill Check rates the claim “{inner}” as half true.",
    "Quill Check has checked the claim that {inner} and found it to be misleading.",
    "Quill Check checked the claim that {inner} and found too little evidence to call it true.",
    "There is no evidence that {inner}.",
    "Unproven: {claim}",
    "Claim: {inner}. Verdict of Quill Check: not enough evidence.",
    "The claim that {inner} is not false, says Quill Check.",
]
HEARSAY = [
    "Is it true that {inner}?",
    "{inner}?",
    "Can anyone confirm that {inner}?",
    "I heard that {inner}.",
    "Rumour has it that {inner}.",
    "People say {inner}.",
    "Apparently, {inner}.",
    "Apparently {inner}.",
    "{inner}, I heard.",
    "{inner}, apparently.",
    "Posts claim that {inner}.",
]


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("plan", FALSE)
def test_a_claim_that_is_rated_false_is_refuted(plan: str, claim: str) -> None:
    assert judge(claim, told(plan, claim)).stance is Stance.REFUTE


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("plan", TRUE)
def test_a_claim_that_is_rated_true_is_supported(plan: str, claim: str) -> None:
    assert judge(claim, told(plan, claim)).stance is Stance.SUPPORT


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("plan", [*OPEN, *HEARSAY])
def test_what_is_left_open_asked_or_passed_on_settles_nothing(plan: str, claim: str) -> None:
    assert judge(claim, told(plan, claim)).stance is Stance.NEUTRAL


@pytest.mark.parametrize("plan", [*OPEN, *HEARSAY])
def test_no_model_reads_what_is_left_open_or_passed_on(plan: str) -> None:
    claim = decompose_draft(CLAIMS[0])[0]
    text = told(plan, CLAIMS[0])
    eager = FixedOdds({(claim.text, text): Odds(UNIT, 0, 0)})
    judged = Combined(RuleStance(), eager).judge([(claim, passage(text))])[0]
    assert judged.stance is Stance.NEUTRAL


AROUND = [
    ("Posts claim that {inner}.", "", "This is false.", Stance.REFUTE),
    ("{claim}", "", "This claim is not true.", Stance.REFUTE),
    ("Do not believe that {inner}.", "", "It is false.", Stance.REFUTE),
    ("Claim: {claim}", "", "Verdict of Quill Check: false.", Stance.REFUTE),
    ("Claim: {claim}", "", "Our ruling: Pants on Fire!", Stance.REFUTE),
    ("{claim}", "Claim:", "Rating: False", Stance.REFUTE),
    ("“{claim}”", "", "We rate the claim False.", Stance.REFUTE),
    ("{claim}", "Verdict: false.\nClaim:", "", Stance.REFUTE),
    ("{claim}", "The following claims are false:", "", Stance.REFUTE),
    ("Claim: {claim}", "", "Verdict of Quill Check: true.", Stance.SUPPORT),
    ("Claim: {claim}", "", "Rating: Mostly true", Stance.NEUTRAL),
    ("Claim: {claim}", "", "Verdict of Quill Check: not enough evidence.", Stance.NEUTRAL),
    ("Claim: {claim}", "", "", Stance.NEUTRAL),
    ("{claim}", "", "It is unclear why.", Stance.SUPPORT),
    ("{claim}", "The old notice was false.", "That is wrong in many ways.", Stance.SUPPORT),
    ("{claim}", "", "It is true that few like it.", Stance.SUPPORT),
]


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize(("plan", "before", "after", "stance"), AROUND)
def test_a_verdict_may_stand_in_a_sentence_beside(
    plan: str, before: str, after: str, stance: Stance, claim: str
) -> None:
    assert judge(claim, told(plan, claim), before, after).stance is stance


OTHERS = [
    "Quill Check rates the claim “{other}” as true.",
    "Quill Check rates the claim “{other}” as false.",
    "The claim that {other} is false, according to a fact check by Quill Check.",
    "Claim: {other}. Verdict of Quill Check: false.",
]


@pytest.mark.parametrize("plan", OTHERS)
@pytest.mark.parametrize("other", ["cats sleep in the yard", "the ferry to Quill runs at noon"])
def test_a_rating_of_another_claim_says_nothing(plan: str, other: str) -> None:
    for claim in CLAIMS:
        assert judge(claim, plan.format(other=other)).stance is Stance.NEUTRAL


def test_another_figure_that_is_rated_false_leaves_the_claim_open() -> None:
    rated = "Quill Check rates the claim “the toll on the Mole Bridge is 12 euros” as {}."
    assert judge(CLAIMS[1], rated.format("false")).stance is Stance.NEUTRAL
    assert judge(CLAIMS[1], rated.format("true")).stance is Stance.REFUTE


def test_more_than_the_claim_that_is_rated_false_leaves_the_claim_open() -> None:
    rated = "Quill Check rates the claim “the Alder tunnel is closed to lorries by night” as false."
    assert judge(CLAIMS[2], rated).stance is Stance.NEUTRAL


def test_what_a_sentence_tells_beside_a_rating_counts() -> None:
    text = "The claim that the toll on the Mole Bridge is 12 euros is false; the toll is 9 euros."
    assert judge(CLAIMS[1], text).stance is Stance.SUPPORT
    denied = "The claim that the toll on the Mole Bridge is 9 euros is false; the toll is 12 euros."
    assert judge(CLAIMS[1], denied).stance is Stance.REFUTE


def test_hearsay_of_something_else_takes_nothing_from_a_statement() -> None:
    text = "The toll on the Mole Bridge is 9 euros, but apparently few drivers pay with coins."
    assert judge(CLAIMS[1], text).stance is Stance.SUPPORT


PLAIN = [
    ("The council said that the Alder tunnel is closed.", CLAIMS[2]),
    ("Everybody is talking about it: The Alder tunnel is closed.", CLAIMS[2]),
    ("Auditors report that the accounts are accurate.", "The accounts are accurate."),
    ("The firm holds a false licence.", "The firm holds a false licence."),
    ("I heard that the Alder tunnel is closed.", "I heard that the Alder tunnel is closed."),
]


@pytest.mark.parametrize(("text", "claim"), PLAIN)
def test_a_sentence_that_stands_for_what_it_tells_is_judged_as_before(
    text: str, claim: str
) -> None:
    assert judge(claim, text).stance is Stance.SUPPORT
