from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict

from ledgerrag.errors import AnswerError
from ledgerrag.language.answers import complete_as, schema_of
from ledgerrag.language.seam import Request, ScriptedModel


class Stance(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    stance: str


ASKED = Request("judge/1", (("user", "Does it?"),), schema_of(Stance))


def answering(*texts: str) -> ScriptedModel:
    """A model that answers in turn; asked more often, it fails."""
    left = iter(texts)
    return ScriptedModel(otherwise=lambda _: next(left))


def test_an_answer_that_fits_is_asked_for_once() -> None:
    found = complete_as(answering('{"stance": "refute"}'), ASKED, Stance)
    assert (found.value.stance, found.requests, found.text) == ("refute", 1, '{"stance": "refute"}')


@pytest.mark.parametrize(
    "wrong", ["", "no", "[]", '{"stance": 1}', '{"stance": "a", "more": 1}', '{"stance": "a"', "7"]
)
def test_an_answer_that_does_not_fit_is_asked_for_once_more(wrong: str) -> None:
    found = complete_as(answering(wrong, '{"stance": "refute"}'), ASKED, Stance)
    assert (found.value.stance, found.requests) == ("refute", 2)
    with pytest.raises(AnswerError) as error:
        complete_as(answering("first", wrong), ASKED, Stance)
    assert error.value.raw == wrong


def test_the_second_request_shows_a_long_wrong_answer_cut() -> None:
    seen: list[Request] = []

    def answer(request: Request) -> str:
        seen.append(request)
        return "x" * 100_000 if len(seen) == 1 else '{"stance": "refute"}'

    complete_as(ScriptedModel(otherwise=answer), ASKED, Stance)
    assert seen[1].messages[:1] == ASKED.messages
    assert seen[1].messages[1] == ("assistant", "x" * 4_000)
    assert seen[1].key != seen[0].key


def test_a_second_answer_that_is_none_costs_what_both_took() -> None:
    left = iter(["wrong", ""])

    def answer(request: Request) -> str:
        if text := next(left):
            return text
        raise AnswerError("cut off", "{", prompt_tokens=10, answer_tokens=5)

    with pytest.raises(AnswerError, match="cut off") as error:
        complete_as(ScriptedModel(otherwise=answer), ASKED, Stance)
    assert (error.value.prompt_tokens, error.value.answer_tokens) == (12, 7)
