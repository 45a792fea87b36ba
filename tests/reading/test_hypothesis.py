from ledgerrag.dates import parse
from ledgerrag.model import Authority, ClaimKind, Passage, Span, quote_sha256
from ledgerrag.reading import Candidate, decompose, hypothesise, rank

SLOT = decompose("How long is the reporting period?").claims[0]


def candidate(
    text: str,
    authority: Authority = Authority.OFFICIAL,
    *,
    stands: bool = True,
    day: str = "2025-01-01",
    doc: str = "d",
) -> Candidate:
    passage = Passage(Span(doc, 1, 0, len(text), quote_sha256(text)), text, "")
    return Candidate(rank(SLOT, [passage])[0], authority, stands, parse(day), parse(day))


def amount(*candidates: Candidate) -> str:
    claim = hypothesise(SLOT, candidates, 1)
    return claim.value.amount if claim is not None and claim.value is not None else ""


def test_a_hypothesis_is_an_assertion_under_its_slot() -> None:
    claim = hypothesise(SLOT, [candidate("The reporting period is 180 days.")], 2)
    assert claim is not None
    assert (claim.claim_id, claim.parent, claim.kind) == ("c1.2", "c1", ClaimKind.ASSERTION)
    assert claim.text == "The reporting period is 180 days."


def test_what_does_not_stand_leads_nothing() -> None:
    assert (
        hypothesise(SLOT, [candidate("The reporting period is 9 days.", stands=False)], 1) is None
    )


def test_another_subject_leads_nothing() -> None:
    assert hypothesise(SLOT, [candidate("Bread rises for 2 hours.")], 1) is None


def test_authority_goes_before_score() -> None:
    rumour = candidate("The reporting period is 180 days.", Authority.USER, doc="a")
    notice = candidate("The period for each report is now set at 270 days.", doc="b")
    assert amount(rumour, notice) == "270"


def test_of_two_alike_the_later_one_leads() -> None:
    old = candidate("The reporting period is 180 days.", day="2025-01-01", doc="a")
    new = candidate("The reporting period is 270 days.", day="2026-07-01", doc="b")
    assert amount(old, new) == amount(new, old) == "270"


def test_a_later_sentence_with_a_little_lower_score_leads_where_it_says_otherwise() -> None:
    old = candidate("The reporting period is 180 days.", day="2025-01-01", doc="a")
    new = candidate("The reporting period is changed to 270 days.", day="2026-07-01", doc="b")
    assert amount(old, new) == "270"


def test_a_long_sentence_is_cut_to_the_clause_with_the_value() -> None:
    text = f"{'the clerk may act; ' * 30}the reporting period is 180 days; {'so be it, ' * 40}"
    claim = hypothesise(SLOT, [candidate(text)], 1)
    assert claim is not None
    assert "180 days" in claim.text
    assert len(claim.text) <= 450
