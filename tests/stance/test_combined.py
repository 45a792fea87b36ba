"""Rules and model together: who decides, and what a person is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledgerrag.model import (
    UNIT,
    Basis,
    Claim,
    ClaimKind,
    Passage,
    Span,
    Stance,
    ValueKind,
    quote_sha256,
)
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.combined import (
    CLEAR_U,
    MOST_ASKED,
    OTHERWISE,
    SURE_U,
    UNCLEAR_U,
    Combined,
    FixedOdds,
    named_apart,
)
from ledgerrag.stance.odds import Odds
from ledgerrag.stance.rules import RuleStance

SUPPORTS = Odds(900_000, 60_000, 40_000)
REFUTES = Odds(60_000, 900_000, 40_000)
RULES = RuleStance()


def passage(text: str, title: str = "") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)


def claim(text: str) -> Claim:
    return decompose_draft(text)[0]


def judge(statement: Claim, text: str, odds: Odds, title: str = "") -> tuple[Stance, int, str]:
    model = FixedOdds({(statement.text, text): odds})
    judged = Combined(RULES, model).judge([(statement, passage(text, title))])[0]
    return judged.stance, judged.confidence_u, judged.rule


FIGURE = claim("The reporting period is 180 days.")
PROSE = claim("The orchard is tended by volunteers from the village.")
PROSE_TEXT = "Villagers look after the orchard without pay."


def test_a_figure_is_decided_by_the_rule_whatever_the_model_says() -> None:
    text = "From 2026-07-01 the reporting period is 270 days."
    alone = RULES.judge([(FIGURE, passage(text))])[0]
    stance, sure, rule = judge(FIGURE, text, SUPPORTS)
    assert alone.stance is stance is Stance.REFUTE
    assert rule == f"{alone.rule}{OTHERWISE}"
    assert CLEAR_U <= sure < alone.confidence_u


def test_a_model_that_agrees_or_is_unsure_leaves_the_rule_as_it_is() -> None:
    text = "From 2026-07-01 the reporting period is 270 days."
    alone = RULES.judge([(FIGURE, passage(text))])[0]
    for odds in (REFUTES, Odds(500_000, 300_000, 200_000), Odds(0, 0, UNIT)):
        assert judge(FIGURE, text, odds) == (alone.stance, alone.confidence_u, alone.rule)


def test_doubt_does_not_raise_what_was_low() -> None:
    statement = claim("The mayor resigned.")
    text = "The mayor stepped down on Monday."
    alone = RULES.judge([(statement, passage(text))])[0]
    assert judge(statement, text, REFUTES)[1] <= alone.confidence_u


@pytest.mark.parametrize(("odds", "stance"), [(SUPPORTS, Stance.SUPPORT), (REFUTES, Stance.REFUTE)])
def test_prose_that_the_rules_leave_open_is_decided_by_the_model_as_an_unclear_reading(
    odds: Odds, stance: Stance
) -> None:
    found, sure, rule = judge(PROSE, PROSE_TEXT, odds)
    assert (found, sure) == (stance, UNCLEAR_U)
    assert rule.startswith("fixed: ")


def test_a_model_that_holds_all_stances_about_as_likely_decides_nothing() -> None:
    assert judge(PROSE, PROSE_TEXT, Odds(390_000, 305_000, 305_000))[0] is Stance.NEUTRAL


def test_another_provision_stays_another_provision() -> None:
    statement = claim("Under section 12 the fee is $5.")
    found = judge(statement, "The fee is $5.", SUPPORTS, "Toll Act, section 13")
    assert found == (Stance.NEUTRAL, 0, "other provision")


def test_a_slot_and_what_the_rules_leave_open_of_a_hypothesis_are_not_the_models() -> None:
    slot = replace(PROSE, kind=ClaimKind.SLOT)
    hypothesis = replace(PROSE, parent="c1")
    for one in (slot, hypothesis):
        assert judge(one, PROSE_TEXT, SUPPORTS)[0] is Stance.NEUTRAL


def test_a_claim_about_a_name_that_stands_nowhere_is_not_the_models() -> None:
    statement = claim("Yesterday the mayor Ann Alder tended the orchard.")
    text = "Bob Birch, the mayor, works in the orchard."
    assert named_apart(statement, passage(text, "Town notes"))
    assert not named_apart(statement, passage("She works there.", "Ann Alder"))
    assert not named_apart(statement, passage("She works there."))
    assert not named_apart(claim("Alder is by the river Birch."), passage(text, "Alder"))
    assert judge(statement, text, SUPPORTS, "Town notes")[0] is Stance.NEUTRAL


def test_support_for_a_figure_that_the_passage_does_not_state_takes_a_sure_model() -> None:
    statement = claim("The old mill near the river was sold for 300 euros.")
    bare = "It turned out that a building downstream changed hands."
    stated = "It turned out that 300 euros changed hands for a building downstream."
    unsure = Odds(SURE_U - 1, 0, UNIT - SURE_U + 1)
    assert judge(statement, stated, unsure)[0] is Stance.SUPPORT
    assert judge(statement, bare, unsure)[0] is Stance.NEUTRAL
    assert judge(statement, bare, Odds(SURE_U, 0, UNIT - SURE_U))[0] is Stance.SUPPORT
    refutes = Odds(0, SURE_U - 1, UNIT - SURE_U + 1)
    assert judge(statement, bare, refutes)[0] is Stance.REFUTE


def test_the_model_is_asked_about_the_first_passages_of_a_claim_only() -> None:
    texts = [f"Villagers look after orchard number {n}." for n in range(MOST_ASKED + 4)]
    model = FixedOdds({(PROSE.text, text): SUPPORTS for text in texts})
    judged = Combined(RULES, model).judge([(PROSE, passage(text)) for text in texts])
    decided = [one.stance is Stance.SUPPORT for one in judged]
    assert decided == [True] * MOST_ASKED + [False] * 4
    every = Combined(RULES, model, most=0).judge([(PROSE, passage(text)) for text in texts])
    assert all(one.stance is Stance.SUPPORT for one in every)


def test_judgements_do_not_depend_on_what_else_is_judged() -> None:
    other = claim("The bridge is open.")
    pairs = [(PROSE, passage(PROSE_TEXT)), (other, passage("The bridge is closed."))]
    judge_both = Combined(RULES, FixedOdds({(PROSE.text, PROSE_TEXT): SUPPORTS}))
    alone = [judge_both.judge([pair])[0] for pair in pairs]
    assert judge_both.judge(pairs) == tuple(alone)
    assert judge_both.judge(pairs[::-1]) == tuple(alone[::-1])


def test_the_digest_names_both() -> None:
    one = Combined(RULES, FixedOdds())
    assert one.name == "rules and fixed"
    assert one.digest != Combined(RULES, FixedOdds(digest="1")).digest
    assert one.digest != RULES.digest
    assert PROSE.expects is ValueKind.TEXT


def test_the_model_does_not_join_a_date_to_what_the_sentence_before_denies() -> None:
    closing = claim("The Lind office will close on 1 May 2026.")
    text = "The office moves to Harbour Street on 1 May 2026."
    seen = replace(passage(text, "The Lind office"), before="The Lind office will not close.")
    model = FixedOdds({(closing.text, text): SUPPORTS})
    assert Combined(RULES, model).judge([(closing, seen)])[0].stance is Stance.NEUTRAL


PASS = claim("A residents' pass stays good for nine months.")


def test_the_model_finds_no_support_for_a_figure_in_a_passage_with_another() -> None:
    text = "Whoever lives here parks on one pass, which expires eight months on."
    assert judge(PASS, text, SUPPORTS)[0] is Stance.NEUTRAL
    assert judge(PASS, text.replace("eight", "nine"), SUPPORTS)[0] is Stance.SUPPORT


def test_the_model_may_still_refute_a_figure_that_the_passage_does_not_state() -> None:
    assert judge(PASS, "Passes were done away with.", REFUTES)[0] is Stance.REFUTE


def test_a_judgement_tells_whether_a_model_had_a_word_in_it() -> None:
    doubted = "From 2026-07-01 the reporting period is 270 days."
    cases = [
        (PROSE, PROSE_TEXT, SUPPORTS, Basis.MODEL),
        (FIGURE, doubted, SUPPORTS, Basis.DOUBTED),
        (FIGURE, doubted, REFUTES, None),
        (PROSE, PROSE_TEXT, Odds(0, 0, UNIT), None),
    ]
    for statement, text, odds, basis in cases:
        model = FixedOdds({(statement.text, text): odds})
        assert Combined(RULES, model).judge([(statement, passage(text))])[0].basis is basis


@pytest.mark.parametrize("days", ["14 days", "15 days"])
def test_a_figure_that_converts_in_the_same_words_is_not_put_to_the_model(days: str) -> None:
    statement = claim("Notice of a sale must be given within two weeks of the signing.")
    text = f"Notice of a sale must be given within {days} of the signing."
    alone = RULES.judge([(statement, passage(text))])[0]
    assert alone.stance is (Stance.SUPPORT if days == "14 days" else Stance.REFUTE)
    for odds in (SUPPORTS, REFUTES):
        assert judge(statement, text, odds) == (alone.stance, alone.confidence_u, alone.rule)


def test_a_figure_that_converts_in_other_words_may_still_be_doubted() -> None:
    statement = claim("Notice of a sale must be given within two weeks of the signing.")
    text = "Within 14 days of the signing, the notice of a sale must be given to the clerk."
    assert judge(statement, text, REFUTES)[2].endswith(OTHERWISE)
