"""The later versions of a series, as far as they bear on an earlier one.

They are added from the last to the first. What each source and each authority level has said so far
is kept, so that a series of thousands of versions is gone through once and not once for each.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from ledgerrag.model import Document, Standing, Status

_OPEN: Final = (Status.IN_FORCE, Status.UNKNOWN, Status.SUSPENDED, Status.REPEALED)
_REMARKS: Final = {
    Status.RETRACTED: "a later version ({}) was retracted: check",
    Status.UNKNOWN: "a later version ({}) may already hold: check",
}


@dataclass(slots=True)
class _Side:
    """What one source, or one authority level, has said.

    Args:
        ended: the last version that took effect, with its place counted from the end.
        begins: the earliest date of those that are to come, as it is written; empty: none.
    """

    ended: tuple[int, Document] | None = None
    begins: str = ""


@dataclass(slots=True)
class Later:
    """The versions after the one that is looked at: of its own source, or of a higher level."""

    _count: int = 0
    _sources: dict[str, _Side] = field(default_factory=dict)
    _levels: dict[int, _Side] = field(default_factory=dict)
    _remarks: list[tuple[str, int, str]] = field(default_factory=list)

    def add(self, document: Document, standing: Standing, took_effect: bool) -> None:
        """One more version, before all that were added.

        Args:
            document: it.
            standing: what it is on its own.
            took_effect: whether it ends those before it.
        """
        self._count += 1
        level = int(document.authority_level)
        for side in (
            self._sources.setdefault(document.source, _Side()),
            self._levels.setdefault(level, _Side()),
        ):
            if took_effect:
                side.ended = side.ended or (self._count, document)
            elif standing.status is Status.NOT_YET:
                side.begins = _earlier(side.begins, document.effective_from.text)
        if not took_effect and standing.status in _REMARKS:
            told = _REMARKS[standing.status].format(document.key)
            self._remarks.append((document.source, level, told))

    def upon(self, document: Document, own: Standing) -> Standing:
        """What an earlier version is.

        Args:
            document: the version.
            own: what it is on its own.
        """
        if own.status not in _OPEN:
            return own
        level = int(document.authority_level)
        sides = [side for other, side in self._levels.items() if other > level]
        if document.source in self._sources:
            sides.append(self._sources[document.source])
        ended = min(
            (side.ended for side in sides if side.ended), default=None, key=lambda one: one[0]
        )
        if ended is not None:
            return Standing(
                document.key,
                Status.SUPERSEDED,
                since=ended[1].effective_from.text,
                by=str(ended[1].key),
                rule="a later version of its series holds",
            )
        if own.status is not Status.IN_FORCE:
            return own
        until = own.until
        for side in sides:
            until = _earlier(until, side.begins)
        told = [
            text
            for source, other, text in self._remarks
            if source == document.source or other > level
        ]
        return replace(own, until=until, notes=(*own.notes, *told))


def _earlier(one: str, other: str) -> str:
    """The earlier of two dates as they are written; an empty one is none."""
    return min((date for date in (one, other) if date), default="")
