"""What a model must answer: pydantic shapes at the edge, and their JSON schemas.

The schemas hold types and choices only. How long a list or text may be is decided by those who use
the answer, who cut it: a bound in the schema makes large grammars, and a model that oversteps it
would lose the rest of its answer with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict


class Shape(BaseModel):
    """An answer: these fields, no others, no conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Pieces(Shape):
    """The single things that a text asks or states, in order."""

    items: list[str]


class Judged(Shape):
    """A stance, and how sure it is."""

    stance: Literal["support", "refute", "neutral"]
    confidence: Literal["low", "medium", "high"]


class Queries(Shape):
    """Search words."""

    queries: list[str]


class Line(Shape):
    """A sentence with the claims that it is about and the spans that it rests on."""

    text: str
    claims: list[str]
    citations: list[int]


class Lines(Shape):
    """The sentences of an answer."""

    sentences: list[Line]


class Grade(Shape):
    """An answer held against its reference."""

    grade: Literal["correct", "partly", "wrong", "none"]
    reason: str


class Stated(Shape):
    """The facts that an answer states, by number."""

    facts: list[int]


SHAPES: Final[Mapping[str, type[Shape]]] = MappingProxyType(
    {
        "counter": Queries,
        "decompose": Pieces,
        "generate": Lines,
        "judge": Judged,
        "judge_answer": Grade,
        "judge_facts": Stated,
        "judge_support": Judged,
        "refine": Queries,
        "rewrite": Queries,
    }
)
"""What each prompt is answered with."""


def shape_of(label: str) -> type[Shape]:
    """The shape of the answer to a prompt, by its name or label (`judge/1`)."""
    return SHAPES[label.partition("/")[0]]
