from __future__ import annotations

import pytest

from ledgerrag.language.consulting import Part
from ledgerrag.model import Claim, ClaimKind, Passage, Span, Stance, ValueKind, quote_sha256
from ledgerrag.reading import decompose
from ledgerrag.reading.assertions import assertion
from ledgerrag.reading.judging import ModelStance
from tests.talking import blocks, consulting, silent, talker


def passage(text: str) -> Passage:
    span = Span("d", 1, 0, len(text), quote_sha256(text))
    return Passage(span, text, "Title", "before it", "after it")


CLAIM = assertion("The council approved the plan.", "")


@pytest.mark.parametrize("stance", ["support", "refute", "neutral"])
def test_the_models_stance_is_taken_with_a_confidence_in_millionths(stance: str) -> None:
    asked = consulting(talker(judge={"stance": stance, "confidence": "high"}))
    (judged,) = ModelStance(asked).judge([(CLAIM, passage("The plan was passed."))])
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
