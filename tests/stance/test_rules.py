import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import Claim, ClaimKind, Judgement, Passage, Span, Stance, quote_sha256
from ledgerrag.reading import decompose, decompose_draft
from ledgerrag.stance.rules import RuleStance


def passage(text: str, title: str = "", before: str = "") -> Passage:
    return Passage(Span("d", 1, 0, len(text), quote_sha256(text)), text, title, before)


def claim(text: str) -> Claim:
    return decompose_draft(text)[0]


def judge(statement: str, text: str, title: str = "", before: str = "") -> Judgement:
    return RuleStance().judge([(claim(statement), passage(text, title, before))])[0]


SUPPORTED = [
    ("The reporting period is 200 days.", "The reporting period is two hundred (200) days."),
    ("The reporting period is 2 weeks.", "The reporting period is 14 days."),
    ("The limit is 80.", "limit 80"),
    ("The bridge is open.", "The bridge is no longer closed."),
    ("The bridge is open.", "The bridge has reopened."),
    ("The mayor resigned.", "The mayor stepped down on Monday."),
    ("Jane Doe is the mayor of Springfield.", "Ms. Doe, mayor of Springfield, cut the ribbon."),
    ("Jane Doe is the mayor of Springfield.", "Jane Doe was elected mayor of Springfield."),
    ("The fine is $5,000.", "The maximum fine is C$5,000."),
    ("The fine is at most $500.", "The fine must not exceed $500."),
    ("The fire has burned 900 acres.", "Acres burned: 900."),
    ("The fire is 62 percent contained.", "Percent contained: 62."),
    ("At least 3 people died.", "Five people died."),
    ("About 500 people attended.", "512 people attended."),
    ("The deadline is June 30, 2026.", "The deadline is 30 June 2026."),
    (
        "The population of Springfield is 30,720.",
        "In 2020 the population of Springfield was 30,720.",
    ),
    ("The operator must report within 30 days.", "An operator shall report within thirty days."),
    ("The vaccine causes fever.", "The vaccine causes fever in some children."),
]

REFUTED = [
    ("The reporting period is 180 days.", "From 2026-07-01 the reporting period is 270 days."),
    ("The reporting period is 180 days.", "The period is 270 days."),
    ("The height of tower X is 90 m.", "The height of tower X is 95 m."),
    ("Tower X has 50 floors.", "Tower X has 52 floors."),
    ("Tower X opened in 1990.", "Tower X opened in 1991."),
    ("The limit is 80.", "The limit is 50."),
    ("The limit is 80.", "The limit is not 80."),
    ("The limit is 80.", "It is false that the limit is 80."),
    ("The bridge is open.", "The bridge is closed."),
    ("The mayor resigned.", "The mayor has not resigned."),
    ("The mayor resigned on 3 May 2026.", "The mayor has not resigned."),
    ("Jane Doe is the mayor of Springfield.", "The mayor of Springfield is John Roe."),
    ("The fine is at most $500.", "The fine must not exceed $800."),
    ("The fire is 40% contained.", "Percent contained: 62."),
    ("2 people died.", "At least 3 people died."),
    ("About 500 people attended.", "800 people attended."),
    ("The deadline is June 30, 2026.", "The deadline is July 15, 2026."),
    ("The order was repealed.", "The order remains in force."),
    ("Regulation 5 is in force.", "Regulation 5 was repealed on 1 May 2026."),
    ("The vaccine causes fever.", "The vaccine does not cause fever."),
    ("The council approved the plan.", "The council rejected the plan."),
    ("Smoking is permitted in parks.", "Smoking is prohibited in parks."),
    ("Budget A is 100.", "Budget A is 120."),
    ("The operator must report within 30 days.", "An operator shall report within 45 days."),
    ("The act applies to drones.", "The act does not apply to drones."),
    (
        "Company X acquired Company Y for $2 billion.",
        "Company X bought Company Y for 2.4 billion dollars.",
    ),
]

NEUTRAL = [
    ("The mayor resigned.", "The mayor denied that she resigned."),
    ("The reporting period is 180 days.", "The reporting period is 6 months."),
    ("The height of tower X is 90 m.", "The width of tower X is 80 m."),
    ("The height of tower X is 90 m.", "The mass of tower X is 90 t."),
    ("The height of tower X is 90 m.", "The height of tower Y is 80 m."),
    ("Tower X has 50 floors.", "Tower X has 12 lifts."),
    ("Tower X opened in 1990.", "Tower X was renovated in 2004."),
    ("The bridge is open.", "The tunnel is closed."),
    ("The bridge is open.", "The bridge may be closed."),
    ("The mayor resigned.", "The mayor opened a school."),
    ("5 people died.", "At least 3 people died."),
    ("The deadline is June 30, 2026.", "The deadline is in June 2026."),
    ("The limit is 80.", "The limit for trucks is 60."),
    ("The speed limit is 80 km/h.", "The speed limit is 50 km/h on Main Street."),
    ("Budget A is 100.", "Budget B is 250."),
    ("The minister of finance is Ann Lee.", "Ann Lee is the minister of health."),
    ("The fee was $10 in 2024.", "The fee was $12 in 2025."),
]


@pytest.mark.parametrize(("statement", "text"), SUPPORTED)
def test_what_says_the_same_supports(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.SUPPORT


@pytest.mark.parametrize(("statement", "text"), REFUTED)
def test_what_says_otherwise_of_the_same_slot_refutes(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.REFUTE


@pytest.mark.parametrize(("statement", "text"), NEUTRAL)
def test_what_is_not_clearly_the_same_slot_is_neutral(statement: str, text: str) -> None:
    assert judge(statement, text).stance is Stance.NEUTRAL


@pytest.mark.parametrize("statement", sorted({s for s, _ in (*SUPPORTED, *REFUTED, *NEUTRAL)}))
def test_a_statement_supports_itself(statement: str) -> None:
    assert judge(statement, statement).stance is Stance.SUPPORT


FACTS = [
    f"The {slot} of Mount Example is {n} {unit}."
    for n, (slot, unit) in enumerate(
        [
            (slot, unit)
            for slot in ("height", "width", "depth", "prominence", "girth", "slope", "span")
            for unit in ("m", "litres", "kg", "years", "percent", "visitors", "dollars")
        ],
        start=11,
    )
]


def test_independent_facts_of_one_entity_do_not_refute_each_other() -> None:
    pairs = [
        (claim(one), passage(other))
        for one in FACTS
        for other in FACTS
        if one != other and one.split()[1] != other.split()[1]
    ]
    assert {j.stance for j in RuleStance().judge(pairs)} == {Stance.NEUTRAL}


def test_one_changed_fact_refutes_exactly_its_own_slot() -> None:
    changed = claim("The height of Mount Example is 999 m.")
    judged = RuleStance().judge([(changed, passage(fact)) for fact in FACTS])
    assert [FACTS[n] for n, j in enumerate(judged) if j.stance is Stance.REFUTE] == [FACTS[0]]


def test_the_same_words_under_another_title_are_another_subject() -> None:
    from ledgerrag.reading.hypothesis import stated
    from ledgerrag.reading.ranking import rank

    slot = decompose("How many acres has the Alder Fire burned?").claims[0]
    own = passage("Acres burned: 500.", "Alder Fire update")
    hypothesis = stated(slot, rank(slot, [own])[0], 1)
    same, other, later = RuleStance().judge(
        [
            (hypothesis, own),
            (hypothesis, passage("Acres burned: 500.", "Birch Fire update")),
            (hypothesis, passage("Acres burned: 650.", "Alder Fire update")),
        ]
    )
    assert (same.stance, other.stance, later.stance) == (
        Stance.SUPPORT,
        Stance.NEUTRAL,
        Stance.REFUTE,
    )


def test_items_of_one_list_are_not_in_conflict() -> None:
    first = "(a) a toll of $5 for a car; and"
    second = "(b) a toll of $9 for a lorry."
    lead = "A person who crosses pays"
    assert judge(first, second, before=lead).stance is Stance.NEUTRAL


def test_a_provision_asked_by_number_is_not_judged_by_another() -> None:
    statement = claim("Under section 4 the fee is $10.")
    (judged,) = RuleStance().judge([(statement, passage("The fee is $12.", "Toll Act, s. 9 Fees"))])
    assert judged.stance is Stance.NEUTRAL


def test_a_slot_is_never_judged() -> None:
    slot = decompose("What is the fee?").claims[0]
    assert slot.kind is ClaimKind.SLOT
    (judged,) = RuleStance().judge([(slot, passage("The fee is $12."))])
    assert judged.stance is Stance.NEUTRAL


def test_a_pair_is_judged_alike_alone_and_in_a_batch() -> None:
    pairs = [(claim(s), passage(t)) for s, t in (*SUPPORTED, *REFUTED, *NEUTRAL)]
    model = RuleStance()
    assert model.judge(pairs) == tuple(model.judge([pair])[0] for pair in pairs)


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_pair_of_texts_can_be_judged(statement: str, text: str) -> None:
    for one in decompose(statement).claims:
        (judged,) = RuleStance().judge([(one, passage(text, text[:20], text[20:60]))])
        assert 0 <= judged.confidence_u <= 1_000_000


def test_the_digest_names_rules_and_data() -> None:
    assert len(RuleStance().digest) == 64


@pytest.mark.parametrize(
    "text", ["Is the share of the vote 40 percent?", "“The share of the vote is 40 percent?”"]
)
def test_a_passage_that_only_asks_shows_nothing_even_to_who_asks_it(text: str) -> None:
    (asked,) = decompose("The share of the vote is 40 percent?").claims
    assert asked.kind is ClaimKind.ASSERTION
    (judged,) = RuleStance().judge([(asked, passage(text))])
    assert judged.stance is Stance.NEUTRAL
