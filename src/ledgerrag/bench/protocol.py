"""How well a language model keeps to the protocol, prompt by prompt: valid answers, not right ones.

Every prompt is sent with a few made-up cases (`protocol.toml`). An answer is valid where it fits
its schema, at once or after the one re-ask; what it says is not looked at.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from statistics import median
from typing import Any, Final

from ledgerrag.errors import BudgetError, ModelError, ModelUnreachableError
from ledgerrag.language.answers import complete_as
from ledgerrag.language.consulting import request_of
from ledgerrag.language.seam import Completion, LanguageModel, Request
from ledgerrag.language.shapes import SHAPES, shape_of

Cases = Mapping[str, Sequence[Mapping[str, Any]]]

# After so many calls in a row without an answer there is no server to be measured.
_MOST_SILENT: Final = 3


@dataclass(frozen=True, slots=True)
class Kept:
    """How one prompt fared.

    Args:
        prompt: its name.
        cases: how often it was put.
        requests: that were sent for them, re-asks included.
        at_first: cases with a valid answer at once.
        after_reask: cases with a valid answer to the re-ask.
        failed: cases without a valid answer.
        p50_ms: median time of a case, re-ask included; 0 where all failed.
        tokens: of the valid answers and their requests.
    """

    prompt: str
    cases: int
    requests: int
    at_first: int
    after_reask: int
    failed: int
    p50_ms: float
    tokens: int


@dataclass(slots=True)
class _Counted:
    """A model that counts what it is asked."""

    inner: LanguageModel
    requests: int = 0

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def digest(self) -> str:
        return self.inner.digest

    def complete(self, request: Request) -> Completion:
        self.requests += 1
        return self.inner.complete(request)


@dataclass(frozen=True, slots=True)
class _Case:
    requests: int
    valid: bool
    ms: float
    tokens: int


def cases() -> Cases:
    """The cases that ship with the package, by prompt."""
    text = resources.files("ledgerrag.bench").joinpath("protocol.toml").read_text("utf-8")
    return tomllib.loads(text)


def protocol(
    model: LanguageModel,
    put: Cases,
    timer: Callable[[], int],
    say: Callable[[str], None] = lambda _: None,
) -> tuple[Kept, ...]:
    """Put every case to a model.

    Args:
        model: that is measured.
        put: cases by prompt.
        timer: monotonic nanoseconds.
        say: told which prompt is under way.
    Returns:
        one line for each prompt, in order of name.
    Raises:
        ModelUnreachableError: its server answers no longer.
        BudgetError: its tokens are used up.
    """
    found: list[Kept] = []
    silent = 0
    for name in sorted(SHAPES.keys() & put.keys()):
        say(name)
        tried: list[_Case] = []
        for values in put[name]:
            try:
                tried.append(_tried(model, name, values, timer))
                silent = 0
            except ModelUnreachableError:
                silent += 1
                if silent >= _MOST_SILENT:
                    raise
                tried.append(_Case(1, False, 0.0, 0))
        found.append(_kept(name, tried))
    return tuple(found)


def _tried(
    model: LanguageModel, name: str, values: Mapping[str, Any], timer: Callable[[], int]
) -> _Case:
    request, begun, counted = request_of(name, values), timer(), _Counted(model)
    try:
        made = complete_as(counted, request, shape_of(name))
    except (ModelUnreachableError, BudgetError):
        raise
    except ModelError:
        return _Case(counted.requests, False, 0.0, 0)
    tokens = made.prompt_tokens + made.answer_tokens
    return _Case(made.requests, True, (timer() - begun) / 1_000_000, tokens)


def _kept(name: str, tried: Sequence[_Case]) -> Kept:
    valid = [one for one in tried if one.valid]
    at_first = sum(one.requests == 1 for one in valid)
    return Kept(
        prompt=name,
        cases=len(tried),
        requests=sum(one.requests for one in tried),
        at_first=at_first,
        after_reask=len(valid) - at_first,
        failed=len(tried) - len(valid),
        p50_ms=median(one.ms for one in valid) if valid else 0.0,
        tokens=sum(one.tokens for one in tried),
    )
