"""One run's dealings with a language model: every call on record, every failure told, no surprise.

A part of the system asks by prompt name and gets a validated answer or None: then it goes on by
rules, and the run says so. Nobody else meets a model's error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeVar

from ledgerrag.errors import AnswerError, LedgerRAGError, ModelError, UnavailableError
from ledgerrag.language.answers import complete_as, schema_of
from ledgerrag.language.prompting import Foreign, prompt, render
from ledgerrag.language.seam import LanguageModel, Request
from ledgerrag.language.shapes import Shape, shape_of

S = TypeVar("S", bound=Shape)

# Answers outside the schema after which a model is left alone for the rest of the run.
MOST_INVALID: Final = 3
# What is kept of an answer that does not fit; one to any prompt of ours is far shorter.
LONGEST: Final = 1_000_000
_ROOM: Final = {"generate": 2_048, "decompose": 1_024}


class Part(StrEnum):
    """What a model is consulted for."""

    READING = "reading"
    SEARCHING = "searching"
    JUDGING = "judging"
    WRITING = "writing"


@dataclass(frozen=True, slots=True)
class Call:
    """A call on record.

    Args:
        prompt: name and version.
        key: sha256 of the canonical request.
        text: the answer; empty where there was none.
        error: what went wrong, in one line; empty where nothing did.
        raw: what the model said where it was no answer.
        tokens_in: tokens of the request, as the server counts them; 0 where it does not.
        tokens_out: tokens of the answer.
        gone: there is no use in asking again in this run.
    """

    prompt: str
    key: str
    text: str
    error: str = ""
    raw: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    gone: bool = False

    @property
    def tokens(self) -> int:
        """Both ways."""
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a model a run may use.

    Args:
        calls: most calls.
        tokens: most tokens; 0: no limit.
        required: a failure ends the run with its error instead of the local path.
    """

    calls: int
    tokens: int = 0
    required: bool = False


Source = Callable[[Request, str], Call]


def request_of(name: str, values: Mapping[str, Foreign]) -> Request:
    """The request that a prompt makes of its values."""
    return Request(
        prompt=prompt(name).label,
        messages=render(name, values),
        schema=schema_of(shape_of(name)),
        max_tokens=_ROOM.get(name, 256),
    )


@dataclass(slots=True)
class Consultation:
    """A model as one run uses it.

    Args:
        model: name of the model.
        digest: what identifies its weights or server, as far as it says.
        source: makes a call; a replay looks it up.
        limits: how much may be used.
        calls: what was called, by the key of the request, in order; grows.
        asked: the requests, by key; grows.
        failed: parts that went on by rules, with the first reason; grows.
    """

    model: str
    digest: str
    source: Source
    limits: Limits
    calls: dict[str, Call] = field(default_factory=dict)
    asked: dict[str, Request] = field(default_factory=dict)
    failed: dict[Part, str] = field(default_factory=dict)
    _closed: str = ""

    def ask(self, part: Part, name: str, shape: type[S], values: Mapping[str, Foreign]) -> S | None:
        """The model's answer; None where it gave none: then the part goes on by rules.

        The same request is sent once a run.

        Args:
            part: on whose behalf.
            name: of the prompt.
            shape: of the answer.
            values: what the prompt names.
        Raises:
            ModelError: it failed, and the run requires it.
        """
        request = request_of(name, values)
        key = request.key
        call = self.calls.get(key) or self._call(request, key)
        if call is None or call.error:
            self._without(part, call.error if call else self._closed, call.raw if call else "")
            return None
        # Checked when it was made: what does not fit has become an error.
        return shape.model_validate_json(call.text)

    def note(self, part: Part, reason: str) -> None:
        """A part goes on by rules for a reason of its own."""
        self.failed.setdefault(part, reason)

    @property
    def tokens(self) -> tuple[int, int]:
        """Tokens of all requests, and of all answers."""
        made = self.calls.values()
        return sum(one.tokens_in for one in made), sum(one.tokens_out for one in made)

    def _call(self, request: Request, key: str) -> Call | None:
        self._closed = self._closed or self._used_up()
        if self._closed:
            return None
        call = self.source(request, key)
        self.calls[key], self.asked[key] = call, request
        invalid = [one for one in self.calls.values() if one.error]
        if call.gone:
            # To wait for it again would only make the reader wait.
            self._closed = call.error
        elif len(invalid) >= MOST_INVALID:
            self._closed = f"{len(invalid)} answers did not fit: {call.error}"
        return call

    def _used_up(self) -> str:
        if len(self.calls) >= self.limits.calls:
            return f"the budget of {self.limits.calls} model calls is used up"
        if 0 < self.limits.tokens <= sum(self.tokens):
            return f"the budget of {self.limits.tokens} model tokens is used up"
        return ""

    def _without(self, part: Part, reason: str, raw: str = "") -> None:
        if self.limits.required:
            raise ModelError(
                f"the language model is required and failed: {reason}",
                raw,
                "see to the model, or ask without requiring it",
            )
        self.note(part, reason)


def live(model: LanguageModel) -> Source:
    """Calls made now: answers are validated, failures kept as what they are."""

    def call(request: Request, key: str) -> Call:
        label = request.prompt
        try:
            made = complete_as(model, request, shape_of(label))
        except AnswerError as error:
            spent = (error.prompt_tokens, error.answer_tokens)
            return Call(label, key, "", _line(error), _kept(error.raw), *spent)
        except (ModelError, UnavailableError, OSError) as error:
            raw = _kept(error.raw) if isinstance(error, ModelError) else ""
            return Call(label, key, "", _line(error), raw, gone=True)
        return Call(label, key, made.text, "", "", made.prompt_tokens, made.answer_tokens)

    return call


def _kept(raw: str) -> str:
    """What a model said, as it can be stored: cut, and without halves of surrogate pairs."""
    return raw[:LONGEST].encode("utf-8", "replace").decode("utf-8")


def _line(error: Exception) -> str:
    text = error.message if isinstance(error, LedgerRAGError) else str(error)
    return " ".join((text or type(error).__name__).split())[:300]
