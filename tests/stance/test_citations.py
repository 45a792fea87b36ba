"""A statement that cites its law before it speaks is judged like any other."""

import pytest

from ledgerrag.model import Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose_draft
from ledgerrag.stance.rules import RuleStance

RULE = "The fee for mooring a boat at the pier is {} euros per night."


def judge(claim: str, text: str, title: str) -> Stance:
    passage = Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title)
    return RuleStance().judge([(decompose_draft(claim)[0], passage)])[0].stance


SAME = [
    ("Under § 26-1007 of the D.C. Code", "D.C. Code, § 26-1007: Mooring"),
    ("According to § 26–1007 of the D.C. Code", "D.C. Code, § 26-1007: Mooring"),
    ("Pursuant to § 7-12.03(b) of the U.K. Pier Code", "U.K. Pier Code, § 7–12.03: Mooring"),
    ("Under section 13 of the Port Fees Act", "Port Fees Act, section 13: Mooring"),
    ("Pursuant to s. 7(2) of the Pier Act", "Pier Act, section 7"),
]
OTHER = [
    ("Under § 26-1008 of the D.C. Code", "D.C. Code, § 26-1007: Mooring"),
    ("Under § 26–1008 of the D.C. Code", "D.C. Code, § 26–1007: Mooring"),
    ("Under section 14 of the Port Fees Act", "Port Fees Act, section 13: Mooring"),
]


@pytest.mark.parametrize(("lead", "title"), SAME)
def test_the_provision_that_a_statement_cites_supports_and_refutes_it(
    lead: str, title: str
) -> None:
    rule = RULE.format(40)
    assert judge(f"{lead}, t{rule[1:]}", rule, title) is Stance.SUPPORT
    assert judge(f"{lead}, t{RULE.format(30)[1:]}", rule, title) is Stance.REFUTE


@pytest.mark.parametrize(("lead", "title"), OTHER)
def test_another_provision_than_the_one_cited_settles_nothing(lead: str, title: str) -> None:
    rule = RULE.format(40)
    assert judge(f"{lead}, t{rule[1:]}", rule, title) is Stance.NEUTRAL
    assert judge(f"{lead}, t{RULE.format(30)[1:]}", rule, title) is Stance.NEUTRAL


def test_once_every_year_is_no_former_value() -> None:
    text = "13 The Assembly must sit at least once every 12 months."
    claim = "Pursuant to section 13 of the Harbours Act, the Assembly must sit at least once every "
    assert judge(f"{claim}12 months.", text, "Harbours Act, section 13: Sittings") is Stance.SUPPORT


def test_the_value_that_once_held_is_a_former_one() -> None:
    claim, text = "The toll on the Mole Bridge is 9 euros.", "The toll was once 9 euros."
    assert judge(claim, text, "Mole Bridge") is not Stance.SUPPORT
