"""From what is stored of a check to the ledger that a host is given."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, get_args

from pydantic import TypeAdapter

from ledgerrag.audit.canonical import loads
from ledgerrag.cms.grounds import Ground, Line, Statement, read_ground
from ledgerrag.cms.remarks import Said, said_of
from ledgerrag.cms.snapshot import (
    SCHEMA,
    Claim,
    Item,
    Kind,
    Paragraph,
    Snapshot,
    Status,
    Summary,
)
from ledgerrag.cms.watched import measure_of
from ledgerrag.store import Store
from ledgerrag.store.drafts import CheckEventRow, CheckRow, EventType, GroundRow

_ID_LENGTH: Final = 16
STATUSES: Final[tuple[Status, ...]] = get_args(Status)


@dataclass(frozen=True, slots=True)
class Given:
    """A paragraph as a host gives it; where it has no id, one is made."""

    id: str
    kind: Kind
    text: str


_GIVEN: Final = TypeAdapter(tuple[Given, ...])


def given_bytes(paragraphs: Sequence[Given]) -> bytes:
    """Paragraphs as they are stored."""
    return _GIVEN.dump_json(tuple(paragraphs))


def read_given(body: bytes) -> tuple[Given, ...]:
    """The paragraphs that `given_bytes` wrote."""
    return _GIVEN.validate_json(body)


@dataclass(frozen=True, slots=True)
class Placed:
    """A paragraph of a check with what stands of it."""

    paragraph: Paragraph
    claims: tuple[Claim, ...]
    checklist: tuple[Item, ...]


class Placer:
    """Gives the statements of a text their ids, paragraph by paragraph, in order.

    An id is made of the words, of what they state and of how often that came before: it stays
    where a paragraph moves, or another sentence of it is edited.

    Args:
        as_of: V of the check.
        known_at: K of the check.
        said: what people said to the draft's checklist.
    """

    def __init__(self, as_of: str, known_at: str, said: Said) -> None:
        self._dates = (as_of, known_at)
        self._said = said
        self._seen: Counter[tuple[str, ...]] = Counter()
        self._general: set[str] = set()

    def place(
        self, given: Given, ground: Ground, fresh: Container[int], stale: Container[int] = ()
    ) -> Placed:
        """A paragraph with its claims.

        Args:
            given: the paragraph.
            ground: what was found of it.
            fresh: places of the statements that this check asked.
            stale: places of those that something touched since.
        """
        claims: list[Claim] = []
        items: list[Item] = []
        for n, statement in enumerate(ground.statements):
            id = self._id(statement)
            own = tuple(self._items(id, statement.items))
            claim = self._claim(id, given.id, statement, ground, own)
            claim = replace(claim, cached=n not in fresh)
            if n in stale and claim.status != "unchecked":
                claim = replace(claim, status="stale")
            claims.append(claim)
            items += own
        for item in self._items("", ground.general):
            if item.id not in self._general:
                self._general.add(item.id)
                items.append(item)
        ids = tuple(claim.id for claim in claims)
        digest = hashlib.sha256(given.text.encode("utf-8")).hexdigest()
        paragraph = Paragraph(given.id, given.kind, given.text, digest, ids)
        return Placed(paragraph, tuple(claims), tuple(items))

    def _id(self, statement: Statement) -> str:
        claim = statement.claim
        said = (claim.text, str(claim.kind), str(claim.expects), measure_of(claim))
        self._seen[said] += 1
        return _hash("claim", *said, str(self._seen[said]))

    def _items(self, claim: str, lines: Iterable[Line]) -> Iterable[Item]:
        seen: Counter[str] = Counter()
        for kind, text in lines:
            seen[kind] += 1
            # What belongs to no claim is told from others by its words alone.
            id = _hash("item", claim or text, kind, str(seen[kind]) if claim else "")
            yield self._said.on(Item(id, claim, kind, text))

    def _claim(
        self,
        id: str,
        paragraph: str,
        statement: Statement,
        ground: Ground,
        items: Sequence[Item],
    ) -> Claim:
        return Claim(
            id=id,
            paragraph=paragraph,
            start=statement.start,
            end=statement.end,
            text=statement.claim.text,
            status=statement.status,
            verdict=statement.verdict,
            reason=statement.reason,
            basis=statement.basis,
            value=statement.value,
            authority=statement.authority,
            as_of=self._dates[0],
            known_at=self._dates[1],
            validity=statement.validity,
            evidence=statement.evidence,
            conflicts=statement.conflicts,
            changes=statement.changes,
            pending=statement.pending,
            checklist=tuple(item.id for item in items),
            run=ground.run,
            journal_seq=ground.journal_seq,
            cached=True,
        )


def _hash(*parts: str) -> str:
    return hashlib.sha256("\x00".join(parts).encode("utf-8")).hexdigest()[:_ID_LENGTH]


def counted(placed: Sequence[Placed], changed: int, elapsed_ms: int) -> Summary:
    """A ledger in figures.

    Args:
        placed: its paragraphs.
        changed: paragraphs that are new or read otherwise.
        elapsed_ms: milliseconds that the check took.
    """
    claims = [claim for one in placed for claim in one.claims]
    counts = Counter(claim.status for claim in claims)
    asked = sum(1 for claim in claims if not claim.cached and claim.run)
    return Summary(
        claims=len(claims),
        **{status: counts[status] for status in STATUSES},
        unresolved=sum(item.state == "open" for one in placed for item in one.checklist),
        paragraphs_changed=changed,
        claims_checked=asked,
        claims_cached=sum(1 for claim in claims if claim.cached),
        elapsed_ms=elapsed_ms,
    )


@dataclass(frozen=True, slots=True)
class Checked:
    """A check as it is stored, with the paragraphs that are done so far.

    Args:
        row: what was accepted.
        events: what happened, in order.
        grounds: what the paragraphs rest on, by position.
        paragraphs: the text.
    """

    row: CheckRow
    events: tuple[CheckEventRow, ...]
    grounds: Mapping[int, tuple[GroundRow, Ground]]
    paragraphs: tuple[Given, ...]

    def first(self, type: EventType) -> CheckEventRow | None:
        """The event of a type; None where there is none."""
        return next((event for event in self.events if event.type == type), None)

    def place(
        self, said: Said, stale: Mapping[int, Container[int]] | None = None
    ) -> dict[int, Placed]:
        """What stands of the paragraphs that are done, by the seq of their events."""
        dates = body_of(self.first("started"))
        placer = Placer(dates.get("as_of", ""), dates.get("known_at", ""), said)
        found = {}
        for event in self.events:
            if event.type == "paragraph":
                body = body_of(event)
                given, (_, ground) = self.paragraphs[body["n"]], self.grounds[event.ground]
                touched = (stale or {}).get(body["n"], ())
                found[event.seq] = placer.place(given, ground, body["fresh"], touched)
        return found


def body_of(event: CheckEventRow | None) -> dict[str, Any]:
    """What an event holds besides its columns; nothing where there is no event."""
    found = loads(event.body) if event is not None else {}
    return found if isinstance(found, dict) else {}


def read_check(store: Store, row: CheckRow) -> Checked:
    """What is stored of a check, in one state of the store."""
    with store.snapshot():
        events = store.draft_events(row.id)
        kept = store.draft_grounds({event.ground for event in events if event.ground})
    grounds = {position: (one, read_ground(one.body)) for position, one in kept.items()}
    return Checked(row, events, grounds, read_given(row.body))


def snapshot(
    store: Store, checked: Checked, stale: Mapping[int, Container[int]] | None = None
) -> Snapshot:
    """The ledger of a check that is done.

    Args:
        store: the record.
        checked: what is stored of it.
        stale: by paragraph, the places of statements that something touched since.
    """
    row = checked.row
    placed = tuple(checked.place(said_of(store, row.site, row.draft), stale).values())
    started, done = body_of(checked.first("started")), checked.first("done")
    kept = body_of(done).get("summary", {})
    return Snapshot(
        schema=SCHEMA,
        site=row.site,
        draft=row.draft,
        revision=row.revision,
        title=row.title,
        check=row.id,
        as_of=started.get("as_of", ""),
        known_at=started.get("known_at", ""),
        checked_at=done.created if done is not None else "",
        corpus_seq=started.get("seq", 0),
        paragraphs=tuple(one.paragraph for one in placed),
        claims=tuple(claim for one in placed for claim in one.claims),
        checklist=tuple(item for one in placed for item in one.checklist),
        summary=counted(placed, kept.get("paragraphs_changed", 0), kept.get("elapsed_ms", 0)),
    )
