"""Language models for tests: what they say is a function of what they are asked."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ledgerrag.errors import ModelUnreachableError
from ledgerrag.language.consulting import Consultation, Limits, live
from ledgerrag.language.seam import Completion, LanguageModel, Request, ScriptedModel

Say = Callable[[Request], object]
_BLOCK = re.compile(r"<<<(\w{16}) ([^\n]*)\n(.*?)\n?\1>>>", re.DOTALL)
_CLAIM = re.compile(r"^Claim (\S+), decided: (\w+)$.*?^May cite: ([\d, ]+)$", re.DOTALL | re.M)


def blocks(request: Request) -> dict[str, str]:
    """The fenced texts of a request by their labels."""
    return {label: text for _, label, text in _BLOCK.findall(request.messages[1][1])}


def claims(request: Request) -> dict[str, list[int]]:
    """The claims that a request asks to word, with what they may cite."""
    found = _CLAIM.findall(request.messages[1][1])
    return {name: [int(n) for n in numbers.split(",")] for name, _, numbers in found}


def copied(request: Request) -> object:
    """A model that words each claim as its first span does."""
    said = blocks(request)
    return {
        "sentences": [
            {
                "text": " ".join(said[f"span {numbers[0]}"].split()),
                "claims": [name],
                "citations": numbers[:1],
            }
            for name, numbers in claims(request).items()
        ]
    }


def line(text: str, claims: list[str] | None = None, citations: list[int] | None = None) -> object:
    """One sentence as a model gives it."""
    return {"text": text, "claims": claims or ["c1"], "citations": citations or [1]}


DEFAULTS: Mapping[str, Say] = {
    "generate": copied,
    "decompose": lambda request: {"items": [blocks(request)["the text to take apart"]]},
    "refine": lambda _: {"queries": []},
    "counter": lambda _: {"queries": []},
    "rewrite": lambda _: {"queries": []},
    "judge": lambda _: {"stance": "neutral", "confidence": "low"},
    "judge_answer": lambda _: {"grade": "correct", "reason": "the same"},
    "judge_facts": lambda _: {"facts": []},
    "judge_support": lambda _: {"stance": "neutral", "confidence": "low"},
}


def talker(**says: Say | object) -> ScriptedModel:
    """A model that says what is given for a prompt, and something sensible for the others.

    Args:
        says: by name of the prompt: a value, or a function of the request; text is sent as it is.
    """

    def answer(request: Request) -> str:
        name = request.prompt.partition("/")[0]
        said = says.get(name, DEFAULTS[name])
        value = said(request) if callable(said) else said
        return value if isinstance(value, str) else json.dumps(value)

    return ScriptedModel(otherwise=answer, name="talker", digest="test")


def silent(request: Request) -> object:
    """A model whose server is gone."""
    raise ModelUnreachableError("no server at 127.0.0.1:9", next_step="start it")


@dataclass(frozen=True, slots=True)
class Held:
    """A scripted model that can be closed, as an opened one is."""

    inner: LanguageModel

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def digest(self) -> str:
        return self.inner.digest

    def complete(self, request: Request) -> Completion:
        return self.inner.complete(request)

    def close(self) -> None:
        """There is nothing to release."""


def consulting(model: LanguageModel, *, calls: int = 40, tokens: int = 0) -> Consultation:
    """Dealings with a model outside a run."""
    return Consultation(model.name, model.digest, live(model), Limits(calls, tokens))
