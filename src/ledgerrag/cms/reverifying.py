"""Documents and acts arrived: the claims that they touch are judged again, and events are kept.

States, events and the cursor are one commit: who is killed in between looks again, and no event is
lost or told twice.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledgerrag.api import LedgerRAG
from ledgerrag.audit.journal import utc_text
from ledgerrag.cms import judging, notices
from ledgerrag.cms.judging import ACTOR, Judged
from ledgerrag.cms.kinds import Since, changed, kind_of
from ledgerrag.cms.matching import ClaimIndex, Hearing, Key, News, touched
from ledgerrag.cms.watched import AUTHORITY, Event, Found, Watched, event_bytes
from ledgerrag.cms.watching import moved, read_watched, state_row
from ledgerrag.corpus import StoreCorpus
from ledgerrag.dates import parse
from ledgerrag.model import Act, DocKey
from ledgerrag.stance.rules import RuleStance
from ledgerrag.standing import At
from ledgerrag.store import Tx
from ledgerrag.store.seam import JsonMap
from ledgerrag.store.watches import CursorRow, EventRow, WatchRow, put_cursor, put_event, put_state

# So many documents and acts are looked at between two commits.
_AT_ONCE: Final = 200


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look found.

    Args:
        cursor: up to where, with how many claims were watched, touched and judged again.
        events: what happened to them.
        more: there is more to look at.
    """

    cursor: CursorRow
    events: tuple[Event, ...]
    more: bool


class Watcher:
    """Looks after the watches of one tenant; one look at a time.

    Args:
        rag: the tenant's system.
    """

    def __init__(self, rag: LedgerRAG) -> None:
        self._rag = rag
        self._index = ClaimIndex()
        self._known = 0
        self._ends = 0
        self._open: dict[str, WatchRow] = {}
        self._judge = RuleStance()
        self._looking = threading.Lock()

    def look(self) -> Looked | None:
        """Look at what came in since the last time; None where there was nothing to do."""
        with self._looking:
            return self._look()

    def catch_up(self) -> tuple[Event, ...]:
        """Look until nothing is left."""
        found: list[Event] = []
        while (looked := self.look()) is not None:
            found += looked.events
            if not looked.more:
                break
        return tuple(found)

    def _look(self) -> Looked | None:
        store = self._rag.store
        with store.snapshot():
            cursor, last = store.watch_cursor(), store.seq()
            self._load()
        today = self._rag.asker.today()
        seen = self._seen(cursor)
        idle = (cursor.seq, cursor.watches) == (last, self._known) and not self._index.due(today)
        if not self._known or idle:
            return None
        start = min(seen.values(), default=last)
        upto = min(last, max(start, cursor.seq) + _AT_ONCE)
        hit = self._touched(start, upto, today, seen)
        claims = [self._index.claims[key] for key in sorted(hit, key=self._place)]
        found = judging.again(self._rag, claims)
        events = tuple(self._events(claims, found))
        moved_on = tuple(moved(one, found[one.key]) for one in claims)
        row = CursorRow(
            position=cursor.position + 1,
            seq=max(upto, cursor.seq),
            watches=self._known,
            day=today,
            claims=len(self._index.claims),
            matched=len(claims),
            reverified=len({one.run for one in found.values()}),
            at=utc_text(self._rag.asker.clock()),
        )
        return Looked(row, self._commit(row, moved_on, events), upto < last)

    def _load(self) -> None:
        """Take in the watches that began, forget those that ended."""
        store = self._rag.store
        ends = store.watch_ends()
        if ends != self._ends:
            for row in [row for row in store.watches() if row.ended and row.id in self._open]:
                self._index.drop(row.id)
                del self._open[row.id]
            self._ends = ends
        rows = store.watches(after=self._known)
        if not rows:
            return
        after = self._known
        for one in read_watched(store.watch_claims(after=after), store.watch_states(after=after)):
            self._index.put(one)
        self._open.update({row.id: row for row in rows if not row.ended})
        self._known = rows[-1].position

    def _seen(self, cursor: CursorRow) -> dict[Key, int]:
        """Up to where each claim was looked at; for a new watch, by the run that it began with."""
        return {
            key: one.seq
            if self._open[one.watch].position > cursor.watches
            else max(one.seq, cursor.seq)
            for key, one in self._index.claims.items()
        }

    def _place(self, key: Key) -> tuple[int, int]:
        """Watches in the order in which they were made: their ids are random."""
        watch, number = key
        return self._open[watch].position, number

    def _touched(self, start: int, upto: int, day: str, seen: dict[Key, int]) -> set[Key]:
        """The claims that what came in touches; the texts are read a few at a time."""
        hit = self._index.due(day)
        hearing = Hearing(self._judge, by_model=self._rag.asker.params.stance != "rules")
        for first in range(start, upto, _AT_ONCE):
            documents, acts = self._rag.store.arrived(first, min(first + _AT_ONCE, upto))
            news = News(documents, acts, seen)
            hit |= touched(self._index, news, hearing)
        return hit

    def _events(self, claims: Iterable[Watched], found: dict[Key, Judged]) -> Iterable[Event]:
        for one in claims:
            after = found[one.key].finding.found
            if changed(one.found, after):
                yield self._event(one, found[one.key], after)

    def _event(self, one: Watched, judged: Judged, after: Found) -> Event:
        watch = self._open[one.watch]
        since, acts = self._since(one)
        act = acts[-1] if acts else None
        ground = after.ground
        told = act if ground is None else None
        names = {key: s.name for key, s in self._rag.store.registry()[1].items()}
        level = ground.authority if ground else int(told.authority_level) if told else 0
        source = ground.source if ground else told.source if told else ""
        begins = told.effective_from or told.published if told else None
        event = Event(
            watch=one.watch,
            story=watch.story,
            claim=one.number,
            text=one.claim.text,
            before=one.found,
            after=after,
            kind=kind_of(one.found, after, since, watch.published),
            authority=AUTHORITY[level],
            source=source,
            source_name=names.get(source, source),
            effective_from=ground.effective_from if ground else begins.text if begins else "",
            document=ground.document if ground else "",
            act=f"{act.kind} {act.target}" if act else "",
            quote=ground.quote if ground else told.note if told else "",
            summary="",
            created=utc_text(self._rag.asker.clock()),
            run=judged.run,
        )
        return replace(event, summary=notices.summary(event))

    def _since(self, one: Watched) -> tuple[Since, tuple[Act, ...]]:
        """What became of the document that a claim rested on."""
        before = one.found.ground
        if before is None:
            return Since(), ()
        store, today = self._rag.store, parse(self._rag.asker.today()).moment()
        corpus = StoreCorpus(store, At(today, today), store.seq(), {})
        doc_id, _, version = before.document.rpartition("@")
        key = DocKey(doc_id, int(version))
        named = (before.document, doc_id, before.series)
        acts = tuple(
            act for act in corpus.acts(before.series) if act.seq > one.seq and act.target in named
        )
        standing = corpus.standings([before.series]).get(key)
        return Since(standing, frozenset(act.kind for act in acts)), acts

    def _commit(
        self, row: CursorRow, moved_on: Sequence[Watched], events: Sequence[Event]
    ) -> tuple[Event, ...]:
        store = self._rag.store
        kept: list[Event] = []
        mine = False

        def commit(tx: Tx) -> bytes:
            nonlocal mine
            mine = True
            ended = {watch.id for watch in store.watches() if watch.ended}
            put_cursor(tx, row)
            for one in moved_on:
                put_state(tx, state_row(one))
            recorder = self._rag.recorder(tx)
            seq = store.last_event()
            for event in events:
                if event.watch in ended:
                    continue
                seq += 1
                kept.append(replace(event, seq=seq))
                entry = (seq, event.watch, event.claim, event.kind, event.run, event.created)
                put_event(tx, EventRow(*entry, event_bytes(event)))
                recorder.append("watch-event", _entry(kept[-1]), run=event.run, actor=ACTOR)
            return b""

        store.submit(f"watching:{row.position}", commit)
        if not mine:
            # Another process has looked meanwhile: what it found stands, and is read afresh.
            self._index, self._known, self._ends, self._open = ClaimIndex(), 0, 0, {}
            return ()
        for one in moved_on:
            self._index.put(one)
        return tuple(kept)


def _entry(event: Event) -> JsonMap:
    return {
        "event": event.seq,
        "watch": event.watch,
        "claim": event.claim,
        "kind": event.kind,
        "before": event.before.status,
        "after": event.after.status,
        "document": event.document,
        "act": event.act,
    }
