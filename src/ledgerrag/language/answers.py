"""A model's answer, checked: it fits its schema, or is asked for once more, or is an error."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from ledgerrag.errors import AnswerError
from ledgerrag.language.seam import Completion, LanguageModel, Request

T = TypeVar("T", bound=BaseModel)

# What is shown to the model of its own wrong answer, and of the validator's findings.
_LONGEST_SHOWN: Final = 4_000
_MOST_FAULTS: Final = 5


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """An answer that fits.

    Args:
        value: the answer, read.
        text: the answer as it came.
        requests: how often the model was asked: 1, or 2 where the first answer did not fit.
        prompt_tokens: read for all of them.
        answer_tokens: written for all of them.
        served: the model's name as the server gave it.
    """

    value: T
    text: str
    requests: int
    prompt_tokens: int
    answer_tokens: int
    served: str


@cache
def schema_of(shape: type[BaseModel]) -> str:
    """The JSON schema of a pydantic model, canonical JSON text: what a `Request` carries."""
    return json.dumps(shape.model_json_schema(), sort_keys=True, separators=(",", ":"))


def complete_as(model: LanguageModel, request: Request, shape: type[T]) -> Checked[T]:
    """A checked answer: read by pydantic; one that does not fit is asked for once more.

    Args:
        model: answers.
        request: with the shape's schema.
        shape: what the answer must be.
    Raises:
        AnswerError: neither answer fits, or one is none; the last one is kept as raw text.
        ModelError: no answer.
    """
    first = model.complete(request)
    found = _read(first.text, shape)
    if not isinstance(found, str):
        return _checked(found, first, first.prompt_tokens, first.answer_tokens, requests=1)
    second = _second(model, asked_again(request, first.text, found), first)
    again = _read(second.text, shape)
    prompt_tokens = first.prompt_tokens + second.prompt_tokens
    answer_tokens = first.answer_tokens + second.answer_tokens
    if not isinstance(again, str):
        return _checked(again, second, prompt_tokens, answer_tokens, requests=2)
    raise AnswerError(
        f"the model {model.name} answered {request.prompt} outside its schema twice",
        second.text,
        "take a model that keeps to a schema",
        prompt_tokens=prompt_tokens,
        answer_tokens=answer_tokens,
    )


def asked_again(request: Request, text: str, fault: str) -> Request:
    """The request once more, with the answer that did not fit and what the validator says of it.

    Args:
        request: as it was sent.
        text: what came back.
        fault: the validator's message.
    """
    correction = (
        f"Your answer does not fit the JSON schema:\n{fault}\n"
        "Answer again with one JSON object that fits it, and nothing else."
    )
    # An empty turn is refused by some servers.
    shown = text[:_LONGEST_SHOWN].strip() or "(nothing)"
    added = (("assistant", shown), ("user", correction))
    return replace(request, messages=request.messages + added)


def _second(model: LanguageModel, request: Request, first: Completion) -> Completion:
    try:
        return model.complete(request)
    except AnswerError as error:
        # What the first answer took was spent all the same.
        raise AnswerError(
            error.message,
            error.raw,
            error.next_step,
            prompt_tokens=first.prompt_tokens + error.prompt_tokens,
            answer_tokens=first.answer_tokens + error.answer_tokens,
        ) from None


def _read(text: str, shape: type[T]) -> T | str:
    """The answer, or what is wrong with it."""
    try:
        return shape.model_validate_json(text)
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False, include_context=False)
        return "\n".join(
            f"- {'.'.join(str(part) for part in one['loc']) or 'the whole'}: {one['msg']}"[:300]
            for one in faults[:_MOST_FAULTS]
        )


def _checked(
    value: T, last: Completion, prompt_tokens: int, answer_tokens: int, *, requests: int
) -> Checked[T]:
    return Checked(value, last.text, requests, prompt_tokens, answer_tokens, last.served)
