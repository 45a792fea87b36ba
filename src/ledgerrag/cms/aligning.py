"""Which paragraph of a text was which of the text before.

An id counts where the text under it is recognisably the same place; a host may give other ids at
each reload, and then the content tells, and the order of what lies between.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

# Of the words of both texts, so many are shared where one was edited into the other.
_SAME_ID: Final = 0.3
_SAME_PLACE: Final = 0.5
_ANYWHERE: Final = 0.75
# Beyond so many pairs, the words of each pair are not compared.
_MOST_PAIRS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """A paragraph as it is told from others: the host's id, empty for none, and its text."""

    id: str
    text: str


def align(before: Sequence[Place], after: Sequence[Place]) -> tuple[int | None, ...]:
    """For each paragraph of a text its index in the text before; None where it is new.

    No two are the same paragraph of the text before.

    Args:
        before: the earlier text.
        after: the later text.
    """
    found = _Found(len(after))
    _same_text(before, after, found)
    _same_id(before, after, found)
    _between(before, after, found)
    left = [new for new, index in enumerate(found.index) if index is None]
    free = [old for old in range(len(before)) if old not in found.taken]
    # Moved and edited at once: only where there can be no doubt.
    _likest(before, after, free, left, found, _ANYWHERE)
    return tuple(found.index)


class _Found:
    """What is matched so far."""

    def __init__(self, count: int) -> None:
        self.index: list[int | None] = [None] * count
        self.taken: set[int] = set()

    def match(self, new: int, old: int) -> None:
        self.index[new] = old
        self.taken.add(old)


def _same_text(before: Sequence[Place], after: Sequence[Place], found: _Found) -> None:
    """The same text: under the same id first, then in order."""
    here: dict[tuple[str, str], list[int]] = defaultdict(list)
    texts: dict[str, list[int]] = defaultdict(list)
    for old in reversed(range(len(before))):
        here[before[old].id, before[old].text].append(old)
        texts[before[old].text].append(old)
    for new, place in enumerate(after):
        if place.id and (known := here[place.id, place.text]):
            found.match(new, known.pop())
    for new, place in enumerate(after):
        known = texts[place.text]
        while known and known[-1] in found.taken:
            known.pop()
        if found.index[new] is None and known:
            found.match(new, known.pop())


def _same_id(before: Sequence[Place], after: Sequence[Place], found: _Found) -> None:
    """An edit under an id that stayed."""
    ids = {place.id: old for old, place in enumerate(before) if place.id}
    for new, place in enumerate(after):
        old = ids.get(place.id) if place.id else None
        if old is None or old in found.taken or found.index[new] is not None:
            continue
        if alike(before[old].text, place.text) >= _SAME_ID:
            found.match(new, old)


def _between(before: Sequence[Place], after: Sequence[Place], found: _Found) -> None:
    """Edits between two neighbours that are known, the likest first."""
    new = 0
    while new < len(after):
        if found.index[new] is not None:
            new += 1
            continue
        end = new
        while end < len(after) and found.index[end] is None:
            end += 1
        low = found.index[new - 1] if new else -1
        high = found.index[end] if end < len(after) else len(before)
        if low is not None and high is not None and low < high:
            free = [old for old in range(low + 1, high) if old not in found.taken]
            _likest(before, after, free, range(new, end), found, _SAME_PLACE)
        new = end


def _likest(
    before: Sequence[Place],
    after: Sequence[Place],
    free: Sequence[int],
    fresh: Iterable[int],
    found: _Found,
    least: float,
) -> None:
    open_ = list(fresh)
    if not free or len(free) * len(open_) > _MOST_PAIRS:
        return
    pairs = [
        (-alike(before[old].text, after[new].text), abs(at - place), new, old)
        for place, new in enumerate(open_)
        for at, old in enumerate(free)
    ]
    for worth, _, new, old in sorted(pairs):
        if -worth < least:
            return
        if found.index[new] is None and old not in found.taken:
            found.match(new, old)


def alike(one: str, other: str) -> float:
    """The share of words that two texts have in common, from 0 to 1."""
    if one == other:
        return 1.0
    mine, theirs = Counter(one.casefold().split()), Counter(other.casefold().split())
    total = mine.total() + theirs.total()
    return 2 * (mine & theirs).total() / total if total else 0.0
