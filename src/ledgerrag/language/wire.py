"""A server's response read: the answer in it, or what it is instead."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ledgerrag.errors import AnswerError, ModelUnreachableError
from ledgerrag.language import faults
from ledgerrag.language.faults import Fault
from ledgerrag.language.seam import Completion, Request, estimated
from ledgerrag.language.served import another
from ledgerrag.language.settings import PREFIX, ModelSettings
from ledgerrag.language.ways import Way

_LONGEST_NAME = 200


class _Part(BaseModel):
    """What servers add beyond the fields that are read is left alone."""

    model_config = ConfigDict(extra="ignore")


class _Function(_Part):
    arguments: str = ""


class _ToolCall(_Part):
    function: _Function = Field(default_factory=_Function)


class _Message(_Part):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_ToolCall] | None = None


class _Choice(_Part):
    message: _Message
    finish_reason: str | None = None


class _Usage(_Part):
    prompt_tokens: int = Field(ge=0, lt=2**31)
    completion_tokens: int = Field(ge=0, lt=2**31)


class _Reply(_Part):
    choices: list[_Choice] | None = None
    model: str | None = None
    # Read apart: a count that cannot be used is no reason to lose an answer.
    usage: Any = None
    error: Any = None


def completion_of(
    body: bytes, kind: str, request: Request, way: Way, settings: ModelSettings
) -> Completion:
    """The answer in a response of status 200.

    Args:
        body: of the response.
        kind: its content type.
        request: what was asked.
        way: how its schema was asked for.
        settings: the server that was asked.
    Raises:
        Fault: it holds none that may be used.
    """
    reply = _reply(body, kind, settings)
    raw = settings.redacted(body.decode("utf-8", "replace"))
    if not reply.choices:
        raise _without_answer(reply, raw, settings)
    choice = reply.choices[0]
    text = settings.redacted(_text(choice.message, way if request.schema else Way.PROMPT))
    found = _counted(request, text, reply.usage)
    served = " ".join((reply.model or "").split())[:_LONGEST_NAME]
    _check_served(served, raw, found, settings)
    _check_end(choice, text, raw, request, found)
    return Completion(
        text=text,
        served=served,
        prompt_tokens=found.prompt_tokens,
        answer_tokens=found.answer_tokens,
        way=str(way) if request.schema else "",
    )


def _reply(body: bytes, kind: str, settings: ModelSettings) -> _Reply:
    start = body[:200].lstrip()
    if "html" in kind.lower() or start.startswith(b"<"):
        raise faults.of_page(settings)
    try:
        return _Reply.model_validate_json(body)
    except ValidationError as error:
        broken = any(one["type"] == "json_invalid" for one in error.errors(include_url=False))
    what = "no JSON" if broken else "no chat completion"
    raw = settings.redacted(body.decode("utf-8", "replace"))
    fault = ModelUnreachableError(
        f"the server for {settings.model} sent something that is {what}",
        raw,
        f"check {PREFIX}BASE_URL: it usually ends in /v1",
    )
    # What begins like an answer was cut off on its way, and may arrive whole the next time.
    raise Fault(fault, retry=broken and start.startswith(b"{"))


def _without_answer(reply: _Reply, raw: str, settings: ModelSettings) -> Fault:
    if reply.error:
        said = faults.excerpt(faults.complaint_in(raw.encode("utf-8"), settings), settings)
        message = f"the server for {settings.model} answered with an error: {said}"
        return Fault(ModelUnreachableError(message, raw, "try again later"))
    message = f"the model {settings.model} gave no answer: the response has no choices"
    return Fault(AnswerError(message, raw, "ask another model"))


def _text(message: _Message, way: Way) -> str:
    if way is Way.TOOL and message.tool_calls:
        return message.tool_calls[0].function.arguments
    return message.content or ""


def _counted(request: Request, text: str, usage: object) -> Completion:
    try:
        counted = _Usage.model_validate(usage)
    except ValidationError:
        return estimated(request, text)
    return Completion(
        text, prompt_tokens=counted.prompt_tokens, answer_tokens=counted.completion_tokens
    )


def _check_served(served: str, raw: str, found: Completion, settings: ModelSettings) -> None:
    named = settings.served
    if (served != named) if named else another(settings.model, served):
        shown = faults.excerpt(served, settings) or "a model without a name"
        wanted = settings.served or settings.model
        error = ModelUnreachableError(
            f"{shown} answered instead of {wanted}",
            raw,
            f"correct {PREFIX}MODEL, or set {PREFIX}SERVED to the name that may answer",
        )
        raise Fault(error, tokens=found.tokens)


def _check_end(choice: _Choice, text: str, raw: str, request: Request, found: Completion) -> None:
    step = "ask another model"
    if choice.message.refusal:
        told = f"the model refused to answer {request.prompt}"
    elif choice.finish_reason == "content_filter":
        told = f"a content filter of the server stopped {request.prompt}"
    elif choice.finish_reason == "length":
        told = f"the answer to {request.prompt} was cut off after {request.max_tokens} tokens"
        step = "take a model that answers shortly"
    elif not text.strip():
        told = f"the model gave an empty answer to {request.prompt}"
    else:
        return
    error = AnswerError(
        told,
        raw,
        step,
        prompt_tokens=found.prompt_tokens,
        answer_tokens=found.answer_tokens,
    )
    raise Fault(error, tokens=found.tokens)
