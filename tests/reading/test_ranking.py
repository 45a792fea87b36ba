import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledgerrag.model import Claim, Passage, Span, ValueKind, quote_sha256
from ledgerrag.reading import decompose, on_topic_u, rank

SEASON = "The season begins on May 1, 2026 and ends on June 9, 2026."
FINES = "The fine is $50 for a person and $90 for a firm."


def passage(text: str, title: str = "", before: str = "", doc: str = "d") -> Passage:
    return Passage(Span(doc, 1, 0, len(text), quote_sha256(text)), text, title, before)


def slot(text: str) -> Claim:
    return decompose(text).claims[0]


def answer(question: str, *texts: str, title: str = "") -> str:
    top = rank(slot(question), [passage(t, title, doc=f"d{n}") for n, t in enumerate(texts)])[0]
    return top.value.text if top.value else ""


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("How many acres has it burned?", "It burned 90 acres and took 4 homes.", "90 acres"),
        ("How many homes did it take?", "It burned 90 acres and took 4 homes.", "4 homes"),
        ("What is the fine for a person?", FINES, "$50"),
        ("What is the fine for a firm?", FINES, "$90"),
        (
            "What is the toll in Westport?",
            "in Eastport, $4; in Westport, $6; in Northport, $7",
            "$6",
        ),
        ("What toll does a lorry pay?", "$4 for a car or $9 for a lorry", "$9"),
        ("How long is the jail term?", "a fine of $70 or a jail term of 6 months", "6 months"),
        ("When does the season end?", SEASON, "June 9, 2026"),
        ("When does the season begin?", SEASON, "May 1, 2026"),
        ("How much of it is contained?", "Size: 40 acres. Percent contained: 62.", "62"),
        ("How many people were injured?", "Homes: 9. Injuries: 3.", "3"),
        ("Who is the harbour master?", "Ann Lee was named harbour master of Westport.", "Ann Lee"),
        ("Is the ferry open or closed?", "The road is open but the ferry is closed.", "closed"),
        ("What is the least age?", "A diver must be at least 16 years old.", "16 years old"),
    ],
)
def test_the_value_that_is_asked_for_is_picked(question: str, text: str, expected: str) -> None:
    assert answer(question, text) == expected


def test_a_share_is_no_number_of_things() -> None:
    assert (
        answer("How many ballots are counted in Tarn?", "In Tarn 59% of ballots are counted.") == ""
    )
    assert answer("How many ballots are counted in Tarn?", "In Tarn 59 ballots are counted.") != ""


def test_the_number_of_things_at_a_place_does_not_say_how_big_it_is() -> None:
    assert answer("How big is the Elm Fire?", "The Elm Fire has 10 engines.") == ""
    assert answer("How big is the Elm Fire?", "The Elm Fire is 40 acres big.") == "40 acres"


def test_a_word_that_the_title_lends_goes_after_a_sentence_that_has_it() -> None:
    asked = "What is the date of the end of life of Loom 5.4?"
    ends = "Active support of Loom 5.4 ends on 2024-11-30."
    dies = "Loom 5.4 reaches its end of life on 2025-11-30."
    found = rank(slot(asked), [passage(text, "Loom 5.4: life cycle") for text in (ends, dies)])
    assert [one.value.text if one.value else "" for one in found] == ["2025-11-30", ""]
    (alone,) = rank(slot(asked), [passage(ends, "Loom 5.4: life cycle")])
    assert alone.value is not None


@pytest.mark.parametrize("verb", ["sent to", "assigned to", "at work on"])
def test_a_record_that_counts_what_is_there_answers_without_the_verb(verb: str) -> None:
    asked = f"How many engines were {verb} the Elm Fire?"
    assert answer(asked, "Engines: 38. Crews: 5.", title="Elm Fire") == "38"
    assert answer(asked, "Crews: 5.", title="Elm Fire") == ""


def test_the_passage_on_the_subject_comes_first() -> None:
    texts = (
        "The pier closes at 9 p.m.",
        "A mooring permit costs $30.",
        "A fishing permit costs $45.",
    )
    assert answer("How much does a fishing permit cost?", *texts) == "$45"


def test_the_provision_named_by_number_comes_first() -> None:
    claim = slot("Under the Toll Act, s. 9, what is the fee?")
    passages = [
        passage("The fee is $10.", "Toll Act, s. 4 Fees", doc="a"),
        passage("The fee is $12.", "Toll Act, s. 9 Fees", doc="b"),
    ]
    assert rank(claim, passages)[0].passage.span.doc_id == "b"


def test_the_lead_in_of_a_list_and_the_title_give_the_subject() -> None:
    claim = slot("What penalty does a late ferry operator pay?")
    item = passage("(a) $700; and", "Ferry Act, s. 3", before="A late operator pays a penalty of")
    top = rank(claim, [passage("(a) $20; and", "Market Act, s. 8", doc="a"), item])[0]
    assert top.value is not None
    assert top.value.text == "$700"
    assert top.topic_u >= on_topic_u


def test_another_subject_is_not_on_topic() -> None:
    claim = slot("How long is the reporting period for ferries?")
    (other,) = rank(claim, [passage("Bread is baked for 40 minutes.", "Baking")])
    assert other.topic_u < on_topic_u


def test_rank_does_not_depend_on_the_order_of_passages() -> None:
    claim = slot("What is the fee?")
    passages = [passage(f"The fee is ${n}.", doc=f"d{n}") for n in range(9)]
    assert rank(claim, passages) == rank(claim, passages[::-1])


@given(st.text(max_size=150), st.lists(st.text(min_size=1, max_size=150), max_size=4))
def test_any_texts_can_be_ranked(question: str, texts: list[str]) -> None:
    claim = decompose(question).claims[0]
    scored = rank(claim, [passage(text) for text in texts])
    assert len(scored) == len(texts)
    assert all(0 <= one.score_u <= 1_000_000 for one in scored)


@pytest.mark.parametrize(
    ("question", "text", "title", "answers"),
    [
        (
            "How much does the lighthouse cost to visit?",
            "Residents pay 3 euros for parking.",
            "A day at the lighthouse",
            False,
        ),
        ("How much does the spa cost?", "Guests are charged 9 euros for towels.", "The spa", False),
        ("How much does the spa cost?", "Guests pay 9 euros for the spa.", "The spa", True),
        ("How much does the spa cost?", "Guests pay 9 euros.", "The spa", True),
    ],
)
def test_what_is_paid_for_another_thing_gives_a_question_no_value(
    question: str, text: str, title: str, answers: bool
) -> None:
    (claim,) = decompose(question).claims
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    (scored,) = rank(claim, [Passage(span, text, title)])
    assert (scored.value is not None) is answers


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What does the lighthouse cost to visit?", ValueKind.MONEY),
        ("What will a mooring at the pier cost?", ValueKind.MONEY),
        ("What does the law say about cost?", ValueKind.TEXT),
        ("What does the report say of the cost?", ValueKind.TEXT),
        ("What does the board decide?", ValueKind.TEXT),
    ],
)
def test_what_something_costs_asks_for_an_amount(question: str, kind: ValueKind) -> None:
    assert slot(question).expects is kind


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("What must a guest pay for the tower?", "A guest pays 4 euros for the tower.", "4 euros"),
        ("What does Lind have to spend on the dam?", "The dam will cost Lind 4 euros.", "4 euros"),
        ("What do the fireworks come to?", "The bill for the fireworks is 4 euros.", "4 euros"),
        ("How far along is the dam, in per cent?", "The dam is 40 percent done.", "40 percent"),
        ("What is the limit for one person?", "A catch of one person may be 9 kg.", "9 kg"),
        ("How many guests are counted as lost?", "In all, 40 guests are lost.", "40 guests"),
        ("How many guests were reported lost?", "40 guests are lost, 7 hurt.", "40 guests"),
        ("How many guests are in the hall?", "The guests in the hall number 40.", "40"),
    ],
)  # fmt: skip
def test_a_value_is_found_however_it_is_asked_for(question: str, text: str, expected: str) -> None:
    assert answer(question, text) == expected


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How high is the rate of the bed tax?", "From 3 May 2026, the rate of the bed tax ends."),
        ("How many guests were reported lost?", "40 guests have been saved from the flood."),
        ("What must a visitor pay attention to?", "A visitor pays 4 euros."),
    ],
)
def test_a_day_another_deed_or_a_price_answers_none_of_these(question: str, text: str) -> None:
    assert answer(question, text) == ""


def test_the_word_for_a_price_need_not_stand_beside_the_price() -> None:
    (scored,) = rank(slot("What sum is needed for the dam?"), [passage("The dam costs 4 euros.")])
    assert scored.topic_u == 1_000_000


def test_a_measure_is_no_number_of_things() -> None:
    assert answer("What is the number of rescues on the lake?", "The lake is 3 metres deep.") == ""
