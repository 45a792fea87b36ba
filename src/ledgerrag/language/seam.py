"""The language-model seam: a request with a schema in, a completion out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Protocol

from ledgerrag.errors import ModelError

_FORM = 1
# Where a server does not say what it counted: about four signs a token in English.
_BYTES_PER_TOKEN = 4


@dataclass(frozen=True, slots=True)
class Request:
    """One call of a language model.

    Args:
        prompt: name and version of the prompt (`decompose/1`).
        messages: (role, content) pairs; roles `system`, `user`, `assistant`.
        schema: JSON schema of the answer, canonical JSON text (`answers.schema_of`); empty where
            free text is asked for.
        max_tokens: upper bound of the answer.
        temperature_u: in millionths; 0 asks for the likeliest answer.
        seed: for servers that draw, so that they draw the same.
        stop: texts that end the answer.
    """

    prompt: str
    messages: tuple[tuple[str, str], ...]
    schema: str
    max_tokens: int = 512
    temperature_u: int = 0
    seed: int = 0
    stop: tuple[str, ...] = ()

    def canonical(self) -> bytes:
        """The one byte string that stands for the request: everything that decides the answer."""
        value = {
            "form": _FORM,
            "prompt": self.prompt,
            "messages": [list(pair) for pair in self.messages],
            "schema": self.schema,
            "max_tokens": self.max_tokens,
            "temperature_u": self.temperature_u,
            "seed": self.seed,
            "stop": list(self.stop),
        }
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return text.encode("utf-8", "surrogatepass")

    @property
    def key(self) -> str:
        """sha256 of the canonical request, hex: what a record is kept under."""
        return sha256(self.canonical()).hexdigest()

    def estimated_tokens(self) -> int:
        """The tokens of the messages, guessed from their length."""
        size = sum(len(content.encode("utf-8", "replace")) for _, content in self.messages)
        return -(-size // _BYTES_PER_TOKEN)


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered.

    Args:
        text: the answer; JSON text where the request has a schema.
        served: the model's name as the server gave it; empty where it gave none.
        prompt_tokens: read, as the server counted; estimated where it did not.
        answer_tokens: written, likewise.
        way: how the schema was asked for (`ways.Way`); empty where it was not.
    """

    text: str
    served: str = ""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    way: str = ""

    @property
    def tokens(self) -> int:
        """Read and written together: what a budget counts."""
        return self.prompt_tokens + self.answer_tokens


class LanguageModel(Protocol):
    """Answers a request, or raises ModelError; it does not check the answer against the schema.

    Callers that want a checked answer use `answers.complete_as`.
    """

    @property
    def name(self) -> str:
        """The model as it was asked for."""
        ...

    @property
    def digest(self) -> str:
        """Of everything that decides its answers, apart from the request; for the journal."""
        ...

    def complete(self, request: Request) -> Completion:
        """The model's answer.

        Raises:
            ModelError: no answer; the raw text is kept. `ModelUnreachableError` where the server
                could not be had, `BudgetError` where a limit is used up.
        """
        ...


def estimated(request: Request, text: str) -> Completion:
    """A completion whose tokens are guessed from the lengths."""
    size = len(text.encode("utf-8", "replace"))
    return Completion(
        text,
        prompt_tokens=request.estimated_tokens(),
        answer_tokens=-(-size // _BYTES_PER_TOKEN),
    )


@dataclass(frozen=True, slots=True)
class ScriptedModel:
    """The shipped double: answers from a table by request, or by a function.

    Args:
        answers: the text for each request.
        otherwise: asked for a request that the table does not hold.
        name: as `LanguageModel.name`.
        digest: as `LanguageModel.digest`.
    """

    answers: Mapping[Request, str] = field(default_factory=dict)
    otherwise: Callable[[Request], str] | None = None
    name: str = "scripted"
    digest: str = "0"

    def complete(self, request: Request) -> Completion:
        """Look the request up.

        Raises:
            ModelError: the table does not hold the request.
        """
        if request in self.answers:
            return estimated(request, self.answers[request])
        if self.otherwise is None:
            raise ModelError(f"no scripted answer for prompt {request.prompt}")
        return estimated(request, self.otherwise(request))
