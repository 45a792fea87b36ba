"""What the benchmark is made of: questions with a date, and what is right at that date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol

from ledgerrag.model import Source


class Task(StrEnum):
    """The three tasks (paper section 5.2)."""

    REGCHANGE = "regchange"
    CONFLICT = "conflict"
    STREAM = "stream"


class Label(StrEnum):
    """What is right about a statement, or whether a question has an answer, at (V, K)."""

    SUPPORTED = "supported"
    REFUTED = "refuted"
    UNRESOLVED = "unresolved"


Track = Literal["real", "synthetic"]
Split = Literal["plain", "paraphrased"]


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a document version that gold rests on; its words stay in the document.

    Args:
        doc_id: document.
        version: its version.
        start: first code point.
        end: first code point after.
    """

    doc_id: str
    version: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Gold:
    """What is right.

    Args:
        label: supported: the statement holds, or the question has one answer; refuted: the
            statement does not hold; unresolved: nobody may settle it.
        answer: a reference answer in one sentence; Ans2gramF1 and nuggets are taken against it.
        values: the value in words, in every spelling that counts; empty where no value is asked.
        evidence: spans that settle it; any one of them is enough.
        version: `doc_id@version` of the version in force; empty where the item asks for none.
        edits: (before, after) of what changed, for items that ask what changed.
        changed: whether the answer differs from that of the trajectory's step before.
        nuggets: short facts that a full answer holds: the value, since when, on whose word.
    """

    label: Label
    answer: str
    values: tuple[str, ...] = ()
    evidence: tuple[Quote, ...] = ()
    version: str = ""
    edits: tuple[tuple[str, str], ...] = ()
    changed: bool = False
    nuggets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One question of the benchmark; of a stream, one claim at one step.

    Args:
        item_id: stable: the same source and seed give the same id.
        task: which of the three.
        kind: what makes it hard, for tables: `before`, `after`, `between`, `version`, `repealed`,
            `changed`; `flood`, `reworded`, `two officials`, `no official`, `before`, `after`; ...
        source: adapter or generator that it comes from.
        group: items of one thing (a provision, a rumour); items of a group are not independent.
        split: `plain`, or `paraphrased` where its words are not those of the documents.
        form: `ask` a question or `check` a statement.
        text: the question or the statement.
        as_of: V, ISO date or instant.
        known_at: K.
        gold: what is right.
        trajectory: of a stream: its id; else empty.
        claim: of a stream: which of the trajectory's claims this is; the same at each step.
        step: of a stream: number of the step, from 1; else 0.
    """

    item_id: str
    task: Task
    kind: str
    source: str
    group: str
    split: Split
    form: Literal["ask", "check"]
    text: str
    as_of: str
    known_at: str
    gold: Gold
    trajectory: str = ""
    claim: str = ""
    step: int = 0


@dataclass(frozen=True, slots=True)
class Dropped:
    """An item that did not pass, and why; it is kept in the benchmark's history."""

    item_id: str
    check: str
    reason: str


Record = Mapping[str, object]
"""A document or an act as `ledgerrag ingest` reads it from JSON Lines."""


class Records(Protocol):
    """Records that may be gone through as often as one likes; a tuple, or a file of them."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[Record]: ...


@dataclass(frozen=True, slots=True)
class Part:
    """All of one task of one track.

    Args:
        task: which.
        documents: records in order of publication; background documents among them.
        acts: what documents do to others.
        sources: the registry.
        items: the questions.
        dropped: what a builder left out for a reason worth telling.
    """

    task: Task
    documents: Records
    acts: Records
    sources: tuple[Source, ...]
    items: tuple[Item, ...]
    dropped: tuple[Dropped, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to build.

    Args:
        sources: folder of the raw data; None for the synthetic track.
        seed: the same seed gives the same bytes.
        items: how many questions (of a stream: trajectories) at most; 0: as many as the data give.
        background: documents a slice shall hold, as far as the data reach; 12,400 in the paper.
    """

    sources: Path | None
    seed: int
    items: int = 0
    background: int = 12_400


class Builder(Protocol):
    """Makes one task of one track; the same `wanted` gives the same part."""

    def __call__(self, wanted: Wanted) -> Part: ...
