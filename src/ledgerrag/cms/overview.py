"""What became of a watched story, and what of it needs mending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ledgerrag.cms.watched import Event, Watched, read_event
from ledgerrag.errors import NotFoundError
from ledgerrag.store import Store
from ledgerrag.store.watches import WatchRow


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a watched story stands.

    Args:
        claims: how many there are by status.
        open: the latest event of each claim that needs mending, newest first.
    """

    claims: dict[str, int]
    open: tuple[Event, ...]


def watch_at(store: Store, site: str, watch: str) -> WatchRow:
    """A watch of a site.

    Raises:
        NotFoundError: the site has none of that name.
    """
    row = store.watch(watch)
    if row is None or row.site != site:
        raise NotFoundError(f"there is no watch {watch[:100]!r}", "see GET /v1/watches")
    return row


def event_at(store: Store, watch: str, seq: int) -> Event:
    """An event of a watch.

    Raises:
        NotFoundError: the watch has none of that number.
    """
    row = store.watch_event(seq)
    if row is None or row.watch != watch:
        raise NotFoundError(f"watch {watch} has no event {seq}", "see the events of the watch")
    return read_event(row)


def standing(store: Store, watch: str, claims: Iterable[Watched]) -> Standing:
    """Where a watched story stands.

    Args:
        store: the record.
        watch: its id.
        claims: of the watch, as they were found last.
    """
    return Standing(dict(Counter(one.found.status for one in claims)), unmended(store, watch))


def unmended(store: Store, watch: str) -> tuple[Event, ...]:
    """The latest event of each claim that needs mending, newest first."""
    events = [read_event(row) for row in store.closing_events(watch)]
    return tuple(one for one in events if one.kind != "none")
