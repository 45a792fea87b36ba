from __future__ import annotations

import json
from itertools import count

import pytest

from ledgerrag.bench.protocol import Kept, cases, protocol
from ledgerrag.errors import AnswerError, ModelUnreachableError
from ledgerrag.language.consulting import request_of
from ledgerrag.language.seam import Request, ScriptedModel
from ledgerrag.language.shapes import SHAPES

JUDGED = json.dumps({"stance": "neutral", "confidence": "low"})


def steps() -> int:
    return next(_TICKS) * 1_000_000


_TICKS = count()


def test_every_prompt_has_cases_that_its_template_can_be_filled_with() -> None:
    put = cases()
    assert put.keys() == SHAPES.keys()
    for name, values in put.items():
        requests = [request_of(name, one) for one in values]
        assert len({one.key for one in requests}) == len(values) == 3


def test_answers_are_counted_as_valid_at_first_after_a_re_ask_or_never() -> None:
    first, second, third = (request_of("judge", one) for one in cases()["judge"])

    def answer(request: Request) -> str:
        again = len(request.messages) > len(first.messages)
        if request.messages[:2] == second.messages:
            return JUDGED if again else "perhaps"
        return JUDGED if request == first else "never"

    (found,) = protocol(ScriptedModel(otherwise=answer), {"judge": cases()["judge"]}, steps)
    assert third.messages != second.messages
    assert (found.cases, found.requests) == (3, 5)
    assert (found.at_first, found.after_reask, found.failed) == (1, 1, 1)
    assert found.p50_ms == 1.0
    assert found.tokens > 0


def test_a_model_that_refuses_fails_without_a_re_ask() -> None:
    def refuse(request: Request) -> str:
        raise AnswerError("no", "raw")

    (found,) = protocol(ScriptedModel(otherwise=refuse), {"judge": cases()["judge"]}, steps)
    assert found == Kept("judge", 3, 3, 0, 0, 3, 0.0, 0)


def test_a_server_that_is_gone_ends_the_measurement_and_one_slip_does_not() -> None:
    left = iter([ModelUnreachableError("late"), None, ModelUnreachableError("late")])

    def answer(request: Request) -> str:
        if error := next(left):
            raise error
        return JUDGED

    (found,) = protocol(ScriptedModel(otherwise=answer), {"judge": cases()["judge"]}, steps)
    assert (found.at_first, found.failed) == (1, 2)

    def gone(request: Request) -> str:
        raise ModelUnreachableError("gone")

    with pytest.raises(ModelUnreachableError):
        protocol(ScriptedModel(otherwise=gone), cases(), steps)
