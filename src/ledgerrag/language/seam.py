"""The language-model seam: a request with a schema in, a validated answer out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from ledgerrag.errors import ModelError


@dataclass(frozen=True, slots=True)
class Request:
    """One call of a language model.

    Args:
        prompt: name and version of the prompt (`decompose/1`).
        messages: (role, content) pairs.
        schema: JSON schema of the answer, canonical JSON text.
        max_tokens: upper bound of the answer.
    """

    prompt: str
    messages: tuple[tuple[str, str], ...]
    schema: str
    max_tokens: int = 512


class LanguageModel(Protocol):
    """Answers a request with JSON text that fits its schema, or raises ModelError."""

    @property
    def name(self) -> str: ...

    @property
    def digest(self) -> str: ...

    def complete(self, request: Request) -> str:
        """The answer as JSON text.

        Raises:
            ModelError: no answer, or one outside the schema; the raw text is kept.
        """
        ...


@dataclass(frozen=True, slots=True)
class ScriptedModel:
    """The shipped double: answers from a table by request."""

    answers: dict[Request, str] = field(default_factory=dict)
    name: str = "scripted"
    digest: str = "0"

    def complete(self, request: Request) -> str:
        """Look the request up.

        Raises:
            ModelError: the table does not hold the request.
        """
        if request not in self.answers:
            raise ModelError(f"no scripted answer for prompt {request.prompt}")
        return self.answers[request]
