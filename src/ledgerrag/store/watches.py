"""Watches as the store keeps them: stories, their claims, what became of each, who is told."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, replace
from typing import Any

from ledgerrag.store.corpus import Reading
from ledgerrag.store.writes import Tx

_WATCH = (
    "SELECT w.position, w.id, w.site, w.story, w.title, w.url, w.published, w.created, w.actor,"
    " coalesce(h.url, ''), coalesce(e.ended, ''), coalesce(e.successor, '') FROM watch AS w"
    " LEFT JOIN watch_hook AS h ON h.watch = w.id LEFT JOIN watch_end AS e ON e.watch = w.id"
)
_STATE = (
    "SELECT s.watch, s.number, s.run, s.claim, s.seq, s.due, s.names, s.body FROM watch_state AS s"
)
_EVENT = "SELECT v.seq, v.watch, v.number, v.kind, v.run, v.created, v.body FROM watch_event AS v"


@dataclass(frozen=True, slots=True)
class WatchRow:
    """A watched story.

    Args:
        id: of the watch.
        site: whose it is.
        story: the host's id of it.
        title: heading.
        url: where readers find it; may be empty.
        published: when it was, ISO date or instant.
        created: UTC text.
        actor: who began to watch it.
        hook: address that is told of events; empty where none is.
        ended: UTC text; empty while it goes on.
        successor: the watch that took its place; empty where none did.
        position: in the order in which watches were made; 0 before it is stored.
    """

    id: str
    site: str
    story: str
    title: str
    url: str
    published: str
    created: str
    actor: str
    hook: str = ""
    ended: str = ""
    successor: str = ""
    position: int = 0


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim of a watched story: its number from 1, the host's paragraph, how it was read."""

    watch: str
    number: int
    paragraph: str
    body: bytes


@dataclass(frozen=True, slots=True)
class StateRow:
    """What a claim was found to be.

    Args:
        watch: of the claim.
        number: of the claim.
        run: that found it.
        claim: id of the claim within that run.
        seq: the corpus up to which that run saw it.
        due: ISO day on which what it rests on changes by itself; empty where none is known.
        names: series, documents, versions and acts that it rests on.
        body: how it was found, as bytes.
    """

    watch: str
    number: int
    run: str
    claim: str
    seq: int
    due: str
    names: tuple[str, ...]
    body: bytes


@dataclass(frozen=True, slots=True)
class EventRow:
    """Something that happened to a claim; `seq` counts the events of a tenant, from 1."""

    seq: int
    watch: str
    number: int
    kind: str
    run: str
    created: str
    body: bytes


@dataclass(frozen=True, slots=True)
class CursorRow:
    """Up to where the watcher has looked.

    Args:
        position: how often it has.
        seq: documents and acts.
        watches: position of the last watch.
        day: the ISO day for which it did.
        claims: claims that were watched.
        matched: those that something new touched.
        reverified: claims that were judged again; claims that say the same count once.
        at: UTC text.
    """

    position: int = 0
    seq: int = 0
    watches: int = 0
    day: str = ""
    claims: int = 0
    matched: int = 0
    reverified: int = 0
    at: str = ""


@dataclass(frozen=True, slots=True)
class DeliveryRow:
    """An attempt to tell a webhook of an event.

    Args:
        event: its seq.
        attempt: from 1.
        at: UTC text.
        outcome: delivered, failed (to be tried again) or abandoned.
        detail: the status, or why it failed.
        next: when to try again, UTC text; empty where there is nothing left to do.
    """

    event: int
    attempt: int
    at: str
    outcome: str
    detail: str
    next: str


@dataclass(frozen=True, slots=True)
class Owed:
    """An event that a webhook has yet to be told."""

    event: EventRow
    url: str
    secret: str
    attempts: int
    next: str


class WatchReads(Reading):
    """The reads of watches."""

    def watch(self, id: str) -> WatchRow | None:
        """A watch, ended or not; None where there is none."""
        found = self._all(f"{_WATCH} WHERE w.id = ?", (id,))
        return _watch(found[0]) if found else None

    def watches(self, site: str = "", *, after: int = 0, limit: int = 1_000_000) -> list[WatchRow]:
        """Watches in the order in which they were made, ended ones among them.

        Args:
            site: of which; all where empty.
            after: only those above this position.
            limit: most watches.
        """
        found = self._all(
            f"{_WATCH} WHERE w.position > ?1 AND (?2 = '' OR w.site = ?2)"
            " ORDER BY w.position LIMIT ?3",
            (after, site, limit),
        )
        return [_watch(row) for row in found]

    def watch_of(self, site: str, story: str) -> WatchRow | None:
        """The watch of a story that goes on; None where there is none."""
        found = self._all(
            f"{_WATCH} WHERE w.site = ? AND w.story = ? AND e.watch IS NULL"
            " ORDER BY w.position DESC LIMIT 1",
            (site, story),
        )
        return _watch(found[0]) if found else None

    def watch_ends(self) -> int:
        """How many watches have ended."""
        return self._number("SELECT count(*) FROM watch_end")

    def watch_claims(self, watch: str = "", *, after: int = 0) -> list[ClaimRow]:
        """The claims of a watch, or of all that go on and stand above a position."""
        found = self._all(
            "SELECT c.watch, c.number, c.paragraph, c.body FROM watch AS w"
            " CROSS JOIN watch_claim AS c ON c.watch = w.id"
            " LEFT JOIN watch_end AS e ON e.watch = w.id"
            " WHERE CASE ?1 WHEN '' THEN w.position > ?2 AND e.watch IS NULL ELSE w.id = ?1 END"
            " ORDER BY w.position, c.number",
            (watch, after),
        )
        return [ClaimRow(row[0], row[1], row[2], bytes(row[3])) for row in found]

    def watch_states(self, watch: str = "", *, after: int = 0) -> list[StateRow]:
        """The latest state of each claim of a watch, or of all that go on above a position."""
        found = self._all(
            f"{_STATE} WHERE s.position IN (SELECT max(t.position) FROM watch AS w"  # noqa: S608
            " CROSS JOIN watch_state AS t ON t.watch = w.id"
            " LEFT JOIN watch_end AS e ON e.watch = w.id"
            " WHERE CASE ?1 WHEN '' THEN w.position > ?2 AND e.watch IS NULL ELSE w.id = ?1 END"
            " GROUP BY t.watch, t.number) ORDER BY s.position",
            (watch, after),
        )
        return [_state(row) for row in found]

    def watch_events(
        self, *, site: str = "", watch: str = "", after: int = 0, limit: int = 1_000
    ) -> list[EventRow]:
        """Events after a seq, oldest first, of a watch or of a site."""
        found = self._all(
            f"{_EVENT} JOIN watch AS w ON w.id = v.watch WHERE v.seq > ?1"
            " AND (?2 = '' OR v.watch = ?2) AND (?3 = '' OR w.site = ?3) ORDER BY v.seq LIMIT ?4",
            (after, watch, site, limit),
        )
        return [_event(row) for row in found]

    def latest_events(self, *, site: str = "", watch: str = "", limit: int = 50) -> list[EventRow]:
        """The latest events, newest first, of a watch or of a site."""
        found = self._all(
            f"{_EVENT} JOIN watch AS w ON w.id = v.watch WHERE (?1 = '' OR v.watch = ?1)"
            " AND (?2 = '' OR w.site = ?2) ORDER BY v.seq DESC LIMIT ?3",
            (watch, site, limit),
        )
        return [_event(row) for row in found]

    def closing_events(self, watch: str) -> list[EventRow]:
        """The latest event of each claim of a watch, newest first."""
        found = self._all(
            f"{_EVENT} WHERE v.seq IN (SELECT max(seq) FROM watch_event WHERE watch = ?"  # noqa: S608
            " GROUP BY number) ORDER BY v.seq DESC",
            (watch,),
        )
        return [_event(row) for row in found]

    def watch_event(self, seq: int) -> EventRow | None:
        """An event; None where there is none."""
        found = self._all(f"{_EVENT} WHERE v.seq = ?", (seq,))
        return _event(found[0]) if found else None

    def last_event(self) -> int:
        """The seq of the last event; 0 where there is none."""
        return self._number("SELECT coalesce(max(seq), 0) FROM watch_event")

    def watch_cursor(self) -> CursorRow:
        """Up to where the watcher has looked; all zero where it never has."""
        row = self._one(
            'SELECT position, seq, watches, day, claims, matched, reverified, "at"'
            " FROM watch_cursor ORDER BY position DESC LIMIT 1"
        )
        return CursorRow() if row is None else CursorRow(*row)

    def owed(self) -> list[Owed]:
        """The events that webhooks of watches that go on have yet to be told, oldest first."""
        found = self._all(
            "SELECT v.seq, v.watch, v.number, v.kind, v.run, v.created, v.body, h.url, h.secret,"
            " coalesce(d.attempt, 0), coalesce(d.next, '') FROM watch_hook AS h"
            " CROSS JOIN watch_event AS v ON v.watch = h.watch"
            " LEFT JOIN watch_end AS e ON e.watch = h.watch"
            " LEFT JOIN watch_delivery AS d ON d.event = v.seq AND d.attempt ="
            " (SELECT max(attempt) FROM watch_delivery WHERE event = v.seq)"
            " WHERE e.watch IS NULL AND (d.event IS NULL OR d.next <> '') ORDER BY v.seq"
        )
        return [Owed(_event(row[:7]), row[7], row[8], row[9], row[10]) for row in found]

    def deliveries(self, watch: str) -> list[DeliveryRow]:
        """The attempts to tell of the events of a watch, oldest first."""
        found = self._all(
            'SELECT d.event, d.attempt, d."at", d.outcome, d.detail, d.next'
            " FROM watch_event AS v JOIN watch_delivery AS d ON d.event = v.seq"
            " WHERE v.watch = ? ORDER BY d.position",
            (watch,),
        )
        return [DeliveryRow(*row) for row in found]


def put_watch(tx: Tx, row: WatchRow, secret: str = "") -> None:
    """Keep a new watch; with a hook it needs the secret that signs what is sent there."""
    tx.execute(
        "INSERT INTO watch VALUES"
        " (1 + coalesce((SELECT max(position) FROM watch), 0), ?, ?, ?, ?, ?, ?, ?, ?)",
        astuple(row)[:8],
    )
    if row.hook:
        tx.execute("INSERT INTO watch_hook VALUES (?, ?, ?)", (row.id, row.hook, secret))


def put_claim(tx: Tx, row: ClaimRow) -> None:
    """Keep a claim of a watch."""
    tx.execute("INSERT INTO watch_claim VALUES (?, ?, ?, ?)", astuple(row))


def put_state(tx: Tx, row: StateRow) -> None:
    """Keep what a claim was found to be."""
    tx.execute(
        "INSERT INTO watch_state VALUES"
        " (1 + coalesce((SELECT max(position) FROM watch_state), 0), ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.watch,
            row.number,
            row.run,
            row.claim,
            row.seq,
            row.due,
            json.dumps(row.names, ensure_ascii=False),
            row.body,
        ),
    )


def put_event(tx: Tx, row: EventRow) -> None:
    """Keep an event; its seq must be the next."""
    tx.execute("INSERT INTO watch_event VALUES (?, ?, ?, ?, ?, ?, ?)", astuple(row))


def end_watch(tx: Tx, id: str, ended: str, successor: str = "") -> None:
    """End a watch for good."""
    tx.execute("INSERT INTO watch_end VALUES (?, ?, ?)", (id, ended, successor))


def put_cursor(tx: Tx, row: CursorRow) -> None:
    """Note up to where the watcher has looked."""
    tx.execute("INSERT INTO watch_cursor VALUES (?, ?, ?, ?, ?, ?, ?, ?)", astuple(row))


def put_delivery(tx: Tx, row: DeliveryRow) -> None:
    """Note an attempt to tell a webhook."""
    tx.execute(
        "INSERT INTO watch_delivery VALUES"
        " (1 + coalesce((SELECT max(position) FROM watch_delivery), 0), ?, ?, ?, ?, ?, ?)",
        astuple(row),
    )


def _watch(row: tuple[Any, ...]) -> WatchRow:
    return replace(WatchRow(*row[1:]), position=row[0])


def _state(row: tuple[Any, ...]) -> StateRow:
    made = StateRow(*row)
    return replace(made, names=tuple(json.loads(row[6])), body=bytes(row[7]))


def _event(row: tuple[Any, ...]) -> EventRow:
    made = EventRow(*row)
    return replace(made, body=bytes(row[6]))
