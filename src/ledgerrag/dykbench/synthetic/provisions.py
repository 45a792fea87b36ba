"""Provisions in the course of time: what was made when, what ended it, and what held at (V, K).

What holds is read from the course's own dates by `truth`, without any rule of the product.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date

from ledgerrag.dykbench.synthetic import names
from ledgerrag.dykbench.synthetic.phrasing import Fact
from ledgerrag.dykbench.synthetic.planned import Act, Planned
from ledgerrag.dykbench.synthetic.values import Value
from ledgerrag.dykbench.synthetic.wording import Matter


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a provision is written.

    Args:
        seed: of the whole corpus, with the story's own number: draws everything.
        place_number: of the place.
        matter: what the provision is about.
        beside: another matter of the place, mentioned in passing.
        born: day on which the first version takes effect.
        near: later versions keep the words and change the value; else they are drafted anew.
        one_document: versions share a doc_id; else each has its own.
        instrument: what the text calls itself.
    """

    seed: str
    place_number: int
    matter: Matter
    beside: tuple[Fact, ...]
    born: date
    near: bool
    one_document: bool
    instrument: str

    @property
    def place(self) -> str:
        """The name of the place."""
        return names.place(self.place_number)

    @property
    def series(self) -> str:
        """The thing of which the texts are versions."""
        return f"{self.place.lower().replace(' ', '-')}/{self.matter.key}"

    @property
    def source(self) -> str:
        """Who publishes."""
        return names.gazette(self.place_number)

    def words(self) -> tuple[tuple[str, str], ...]:
        """Fields of every page on it."""
        rng = random.Random(f"{self.seed} number")  # noqa: S311 - prose, not secrets
        return (
            ("place", self.place),
            ("topic", self.matter.topic),
            ("instrument", self.instrument),
            ("number", str(rng.randint(2, 60))),
        )


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a provision.

    Args:
        document: its text.
        fact: what it lays down.
        published: when the world could know.
        begins: first day on which it holds.
        ends: first day on which it no longer does, by its own terms; None: open.
    """

    document: Planned
    fact: Fact
    published: date
    begins: date
    ends: date | None = None

    @property
    def value(self) -> Value:
        """The value that it lays down."""
        return self.fact.value


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a version or the whole provision.

    Args:
        kind: repeal, suspend, withdraw, retract or correct.
        document: the notice that says so.
        published: when the world could know.
        begins: first day on which it has effect; None: nobody said.
        ends: first day on which it no longer has (a suspension); None: open.
        target: key of the version; empty: the provision.
        by: key of the version in its place; may be empty.
        saves: cases from before it begins stay under the provision.
    """

    kind: str
    document: Planned | None
    published: date
    begins: date | None
    ends: date | None = None
    target: str = ""
    by: str = ""
    saves: bool = False


@dataclass(frozen=True, slots=True)
class Course:
    """A provision with all that happened to it.

    Args:
        desk: where it was written.
        versions: in order of publication.
        endings: what ended them.
        notices: announcements beside the texts.
    """

    desk: Desk
    versions: tuple[Version, ...]
    endings: tuple[Ending, ...] = ()
    notices: tuple[Planned, ...] = ()

    def acts(self) -> tuple[Act, ...]:
        """The endings as acts."""
        return tuple(_act(self.desk, ending) for ending in self.endings)

    def documents(self) -> tuple[Planned, ...]:
        """Versions, the notices that end them, announcements."""
        ends = tuple(one.document for one in self.endings if one.document is not None)
        return (*(version.document for version in self.versions), *ends, *self.notices)


@dataclass(frozen=True, slots=True)
class Truth:
    """What held at (V, K).

    Args:
        version: in force; None where nothing is, or nobody can tell.
        ending: why nothing is; None where nothing had begun.
    """

    version: Version | None
    ending: Ending | None = None


def truth(course: Course, v: date, k: date, period: date | None = None) -> Truth:
    """What held, by the dates of the course alone.

    Args:
        course: the provision.
        v: the day on which it is to hold.
        k: the last day whose publications count.
        period: a day of the period that the question is about; None: it names none.
    """
    known = [ending for ending in course.endings if ending.published <= k]
    void = {one.target for one in known if one.target}
    live = [
        version
        for version in course.versions
        if version.published <= k
        and version.document.key not in void
        and version.begins <= v
        and (version.ends is None or v < version.ends)
    ]
    best = max(live, key=lambda version: (version.begins, version.published), default=None)
    for ending in known:
        if ending.target:
            if best is None and not live:
                return Truth(None, ending)
            continue
        spared = ending.saves and period is not None and period < (ending.begins or v)
        over = ending.ends is not None and v >= ending.ends
        if (ending.begins is None or ending.begins <= v) and not spared and not over:
            return Truth(None, ending)
    return Truth(best)


def _act(desk: Desk, ending: Ending) -> Act:
    said = ending.document.sheet.last[0] if ending.document is not None else ""
    begins = ending.begins.isoformat() if ending.begins else ""
    return Act(
        ending.kind,
        ending.target or desk.series,
        desk.source,
        ending.published.isoformat(),
        begins=begins,
        ends=ending.ends.isoformat() if ending.ends else "",
        by=ending.by,
        saves_before=begins if ending.saves else "",
        note=said,
    )
