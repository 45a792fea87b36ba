"""A whole task: its items, and its documents one after the other at any size.

Stories with items come first; then places of the background are added until an item finds on
average as many documents before its K as were wanted. A story or place is planned and written when
it is its turn, so that ten million documents take no more memory than ten.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from ledgerrag.dykbench.items import Item, Part, Record, Task, Wanted
from ledgerrag.dykbench.spool import RUN, Spool
from ledgerrag.dykbench.synthetic import conflict, names, regchange, stream
from ledgerrag.dykbench.synthetic.conflict import reports
from ledgerrag.dykbench.synthetic.planned import Act, Group, Planned, Told
from ledgerrag.dykbench.synthetic.scenes import Scene
from ledgerrag.dykbench.synthetic.wording import events
from ledgerrag.model import Source

PAPER: Final = {Task.REGCHANGE: 135, Task.CONFLICT: 110, Task.STREAM: 125}
"""Questions, of the stream trajectories (paper section 5.3)."""
FIRST: Final = date(2016, 3, 15)
LAST: Final = date(2024, 12, 31)
"""On this day the last place appears; what is published on it may come later."""
END: Final = "2025-12-31"
"""The corpus is as the world stood on this day: what would come later is not there."""
_SAMPLE: Final = 300


@dataclass(frozen=True, slots=True)
class Corpus:
    """A task that is not yet written out.

    Args:
        task: which.
        seed: of everything.
        groups: the stories that are asked about.
        places: how many places the background has.
    """

    task: Task
    seed: int
    groups: tuple[Group, ...]
    places: int

    @property
    def items(self) -> tuple[Item, ...]:
        """The questions."""
        return tuple(item for group in self.groups for item in group.items)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The registry."""
        return names.registry()

    def records(self) -> Iterator[Record]:
        """Documents and acts as `ledgerrag ingest` reads them, story by story, then by place.

        The order of publication is that of `part`; ingest takes them in any order.
        """
        for told in self._told():
            both: tuple[Planned | Act, ...] = (*told.documents, *told.acts)
            for one in both:
                if one.published <= END:
                    yield one.record()

    def part(self, run: int = RUN) -> Part:
        """All of it, in order of publication.

        Args:
            run: records held in memory; the others wait on disk.
        """
        documents, acts = Spool(run), Spool(run)
        for record in self.records():
            (documents if "text" in record else acts).add(record)
        return Part(self.task, documents, acts, self.sources, self.items)

    def _told(self) -> Iterator[Told]:
        for group in self.groups:
            yield group.told
        for number in range(self.places):
            yield self._place(number)

    def _first_day(self, number: int) -> date:
        """No document of this place or a later one is published before it."""
        return FIRST + timedelta(days=(LAST - FIRST).days * number // max(1, self.places))

    def _place(self, number: int) -> Told:
        day = self._first_day(number)
        return background(self.task, self.seed, self._own() + number, day)

    def _own(self) -> int:
        """Numbers of places that the stories take."""
        return 2 * len(self.groups)


def background(task: Task, seed: int, number: int, day: date) -> Told:
    """What is published on a place that nobody asks about.

    Args:
        task: rules for RegChange-QA, events for the other two.
        seed: of the corpus.
        number: of the place.
        day: nothing is published before it.
    """
    if task is Task.REGCHANGE:
        return regchange.provisions(seed, number, day)
    rng = random.Random(f"{seed} {task} place {number}")  # noqa: S311 - a corpus by seed
    start = datetime(day.year, day.month, day.day, 5, tzinfo=UTC)
    told: list[Planned] = []
    for n, event in enumerate(rng.sample(events(), rng.randint(1, 4))):
        began = start + timedelta(minutes=rng.randint(0, 200 * 24 * 60))
        scene = Scene(f"{seed} {task} place {number} {n}", number, event, began)
        told += reports(scene, rng, rng.randint(2, 9)).documents
    return Told(tuple(told))


def corpus(task: Task, wanted: Wanted) -> Corpus:
    """A task of the wanted size.

    Args:
        task: which.
        wanted: seed, number of questions (of the stream: trajectories) and of documents in the
            average slice; 0 questions: the paper's.
    """
    groups = _groups(task, wanted.seed, wanted.items or PAPER[task])
    found = Corpus(task, wanted.seed, groups, 0)
    return Corpus(task, wanted.seed, groups, _places(found, wanted.background))


def _groups(task: Task, seed: int, wanted: int) -> tuple[Group, ...]:
    if task is Task.STREAM:
        return tuple(stream.groups(seed, wanted))
    makers: dict[Task, Callable[[int], Iterator[Group]]] = {
        Task.REGCHANGE: regchange.groups,
        Task.CONFLICT: conflict.groups,
    }
    found: list[Group] = []
    left = wanted
    for group in makers[task](seed):
        found.append(Group(group.told, group.items[:left]))
        left -= len(found[-1].items)
        if left <= 0:
            break
    return tuple(found)


def _places(empty: Corpus, wanted: int) -> int:
    """Places of background so that the average item finds the wanted number of documents.

    A sample of places tells how many documents one has, and how much of the whole an item finds:
    each place is looked at as if it stood at every point of the years.
    """
    own = [told.published for group in empty.groups for told in group.told.documents]
    known = [item.known_at + "~" for item in empty.items]
    there = sum(sum(1 for day in own if day <= k) for k in known) / len(known)
    if wanted <= there:
        return 0
    span = (LAST - FIRST).days
    seen = 0.0
    for n in range(_SAMPLE):
        day = FIRST + timedelta(days=span * n // _SAMPLE)
        told = background(empty.task, empty.seed, 2 * len(empty.groups) + n, day)
        seen += sum(sum(1 for k in known if document.published <= k) for document in told.documents)
    per_place = seen / _SAMPLE / len(known)
    return round((wanted - there) / per_place)
