from __future__ import annotations

import pytest

from ledgerrag.language.consulting import Part
from ledgerrag.model import (
    Claim,
    ClaimKind,
    Judgement,
    Passage,
    Span,
    Stance,
    ValueKind,
    quote_sha256,
)
from ledgerrag.reading import decompose
from ledgerrag.reading.assertions import assertion
from ledgerrag.reading.judging import ModelStance, SecondOpinion
from ledgerrag.stance.combined import MOST_ASKED, OTHERWISE
from ledgerrag.stance.seam import FixedStance
from tests.talking import blocks, consulting, silent, talker


def passage(text: str) -> Passage:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    return Passage(span, text, "Title", "before it", "after it")


CLAIM = assertion("The mayor praised the new harbour.", "")


@pytest.mark.parametrize("stance", ["support", "refute", "neutral"])
def test_the_models_stance_is_taken_with_a_confidence_in_millionths(stance: str) -> None:
    asked = consulting(talker(judge={"stance": stance, "confidence": "high"}))
    (judged,) = ModelStance(asked).judge([(CLAIM, passage("The harbour was praised."))])
    assert judged.stance is Stance(stance)
    assert judged.confidence_u == (0 if stance == "neutral" else 900_000)
    assert (judged.value, judged.rule) == (None, "language model")


def test_the_model_sees_one_claim_and_one_passage_and_nothing_of_their_source() -> None:
    asked = consulting(talker())
    ModelStance(asked).judge([(CLAIM, passage("One.")), (CLAIM, passage("Two."))])
    first, second = (blocks(request) for request in asked.asked.values())
    assert [first["the passage"], second["the passage"]] == ["One.", "Two."]
    assert first["the claim"] == CLAIM.text
    for request in asked.asked.values():
        assert "official" not in request.messages[1][1]
        assert request.temperature_u == 0


def test_without_an_answer_a_passage_is_neutral_and_the_run_says_so() -> None:
    asked = consulting(talker(judge=silent))
    judged = ModelStance(asked).judge([(CLAIM, passage("One.")), (CLAIM, passage("Two."))])
    assert [one.stance for one in judged] == [Stance.NEUTRAL] * 2
    assert Part.JUDGING in asked.failed


def test_a_slot_states_nothing_and_is_not_sent() -> None:
    asked = consulting(talker(judge={"stance": "support", "confidence": "high"}))
    (slot,) = decompose("How long is the reporting period?").claims
    assert isinstance(slot, Claim)
    assert (slot.kind, slot.expects) == (ClaimKind.SLOT, ValueKind.DURATION)
    (judged,) = ModelStance(asked).judge([(slot, passage("It is 180 days."))])
    assert judged.stance is Stance.NEUTRAL
    assert asked.calls == {}


def test_alone_or_in_a_batch_a_pair_is_judged_the_same() -> None:
    def by_length(request: object) -> object:
        return {"stance": "support", "confidence": "low"}

    pairs = [(CLAIM, passage(f"Text {n}.")) for n in range(4)]
    batch = ModelStance(consulting(talker(judge=by_length))).judge(pairs)
    alone = [ModelStance(consulting(talker(judge=by_length))).judge([pair])[0] for pair in pairs]
    assert list(batch) == alone


FIGURE = assertion("The fee is 40 euros.", "")
SAYS = ("support", "refute", "neutral")


def both(claim: Claim, first: str, second: str, sure: int = 900_000) -> Judgement:
    text = "A passage."
    fixed = Judgement(Stance(first), 0 if first == "neutral" else sure, "fixed")
    ruled = FixedStance({(claim.text, text): fixed})
    asked = consulting(talker(judge={"stance": second, "confidence": "high"}))
    (judged,) = SecondOpinion(ruled, ModelStance(asked)).judge([(claim, passage(text))])
    return judged


@pytest.mark.parametrize("second", SAYS)
@pytest.mark.parametrize("first", SAYS)
def test_of_figures_dates_and_status_the_first_judge_decides(first: str, second: str) -> None:
    for text in ("The fee is 40 euros.", "It began on 3 May 2026.", "The bridge is open."):
        claim = assertion(text, "")
        assert claim.value is not None
        assert both(claim, first, second).stance is Stance(first)


@pytest.mark.parametrize(("first", "second"), [("support", "refute"), ("refute", "support")])
@pytest.mark.parametrize("sure", [1_000_000, 700_000, 600_000, 300_000])
def test_who_disagrees_lowers_the_confidence_and_leaves_a_mark_and_nothing_else(
    first: str, second: str, sure: int
) -> None:
    judged = both(FIGURE, first, second, sure)
    assert judged.stance is Stance(first)
    assert judged.confidence_u <= sure
    assert (judged.confidence_u >= 600_000) == (sure >= 600_000)
    assert judged.rule.endswith(OTHERWISE)


def test_who_agrees_or_says_nothing_changes_nothing() -> None:
    for second in ("support", "neutral"):
        assert both(FIGURE, "support", second) == Judgement(Stance.SUPPORT, 900_000, "fixed")


def test_in_words_a_second_judge_is_heard_as_an_unclear_reading() -> None:
    judged = both(CLAIM, "neutral", "support")
    assert judged.stance is Stance.SUPPORT
    assert 0 < judged.confidence_u < 600_000
    assert judged.value is None


def test_a_second_judge_is_asked_about_the_first_passages_only() -> None:
    asked = consulting(talker())
    pairs = [(CLAIM, passage(f"Text {n}.")) for n in range(MOST_ASKED + 5)]
    assert len(SecondOpinion(FixedStance(), ModelStance(asked)).judge(pairs)) == len(pairs)
    assert len(asked.calls) == MOST_ASKED
    figures = [(FIGURE, passage(f"Other {n}.")) for n in range(5)]
    SecondOpinion(FixedStance(), ModelStance(asked)).judge(figures)
    assert len(asked.calls) == MOST_ASKED


def test_a_second_judge_that_is_gone_leaves_the_first_as_it_was() -> None:
    gone = ModelStance(consulting(talker(judge=silent)))
    pairs = [(CLAIM, passage("One."))]
    assert SecondOpinion(FixedStance(), gone).judge(pairs) == FixedStance().judge(pairs)
