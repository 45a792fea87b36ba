"""Records that are delivered in one piece and answered one by one: what became of each.

A part of a delivery is one transaction with its journal entries and, where the delivery has a key,
with the results under that key: sent again after a kill, it goes on where it was, and gives the
same results.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path

from ledgerrag.errors import InputError
from ledgerrag.pachon import acts, records
from ledgerrag.pachon.batch import Known, Writer, prepare
from ledgerrag.pachon.fields import is_future
from ledgerrag.pachon.readers import Raw, Rejected
from ledgerrag.pachon.records import Channel, Drafted, Quarantined, detect_language
from ledgerrag.pachon.sources import Registry
from ledgerrag.store import Store, Tx
from ledgerrag.store.seam import Recorder

PART = 200
_PART_CHARACTERS = 4_000_000


@dataclass(frozen=True, slots=True)
class Delivered:
    """What became of one record.

    Args:
        item: its line, or its place in the list, from 1.
        status: stored, unchanged or rejected.
        kind: document or act; empty where that cannot be told.
        id: doc_id, or id of the act; empty where it was rejected.
        version: of the document; 0 otherwise.
        seq: its ingest sequence number; 0 where nothing was stored.
        reason: why it was rejected, with the next step.
        notes: remarks.
    """

    item: int
    status: str
    kind: str = ""
    id: str = ""
    version: int = 0
    seq: int = 0
    reason: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery and how it is taken.

    Args:
        records: as they come.
        acts_only: documents are rejected.
        channel: what holds where a record is silent.
        digest: sha256 of all that was sent, hex: a key stands for one delivery.
        key: idempotency key; empty for none.
        wanted: raises where nobody waits any more; asked before each part.
    """

    records: Iterable[Raw | Rejected]
    acts_only: bool = False
    channel: Channel = field(default_factory=Channel)
    digest: str = ""
    key: str = ""
    wanted: Callable[[], None] = lambda: None


def digest_of(path: Path) -> str:
    """sha256 of a file, hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def deliver(
    delivery: Delivery,
    store: Store,
    recorder_of: Callable[[Tx], Recorder],
    clock: Callable[[], datetime],
) -> tuple[Delivered, ...]:
    """Take a delivery in, part by part.

    Args:
        delivery: the records.
        store: open for writing.
        recorder_of: gives the journal's recorder for an open transaction.
        clock: aware datetimes; what is published later is rejected.
    Raises:
        InputError: the key was used for another delivery.
        StoreBusyError: another writer held the store for too long; parts before stay stored.
    """
    desk = _Desk(store, recorder_of, clock, delivery)
    found: list[Delivered] = []
    for number, part in enumerate(_parts(delivery.records)):
        delivery.wanted()
        found.extend(desk.take(number, part))
    return desk.pending(found)


def _parts(given: Iterable[Raw | Rejected]) -> Iterator[list[Raw | Rejected]]:
    part: list[Raw | Rejected] = []
    size = 0
    for one in given:
        part.append(one)
        size += len(str(one.fields.get("text", ""))) if isinstance(one, Raw) else 0
        if len(part) >= PART or size >= _PART_CHARACTERS:
            yield part
            part, size = [], 0
    if part:
        yield part


class _Desk:
    """Takes the parts of one delivery."""

    def __init__(
        self,
        store: Store,
        recorder_of: Callable[[Tx], Recorder],
        clock: Callable[[], datetime],
        delivery: Delivery,
    ) -> None:
        self._store = store
        self._recorder_of = recorder_of
        self._clock = clock
        self._delivery = delivery
        self._registry = Registry(store.registry()[1])

    def take(self, number: int, part: Sequence[Raw | Rejected]) -> tuple[Delivered, ...]:
        """What became of the records of a part, now or when it came first."""
        key = f"{self._delivery.key}#{number}" if self._delivery.key else ""
        kept = self._store.idempotent(key) if key else None
        if kept is None:
            kept = self._commit(key, [self._draft(raw) for raw in part])
        said = json.loads(kept)
        if said["digest"] != self._delivery.digest:
            raise InputError(
                "the idempotency key was used for another delivery",
                "give each delivery a key of its own",
            )
        return tuple(Delivered(**{**one, "notes": tuple(one["notes"])}) for one in said["items"])

    def _draft(self, raw: Raw | Rejected) -> Delivered | Drafted | acts.DraftedAct:
        item = _number(raw.where)
        if isinstance(raw, Rejected):
            return Delivered(item, "rejected", reason=raw.reason)
        refused = Delivered(item, "rejected", raw.kind)
        if self._delivery.acts_only and raw.kind != "act":
            return replace(refused, reason="the record is no act; send documents to /v1/documents")
        found: Drafted | acts.DraftedAct | Quarantined
        try:
            if raw.kind == "act":
                found = acts.draft(raw, self._delivery.channel, self._registry)
            else:
                found = records.draft(raw, self._delivery.channel, self._registry, detect_language)
        except InputError as error:
            return replace(refused, reason=str(error))
        if isinstance(found, Quarantined):
            return replace(refused, reason=found.reason)
        published = found.document.published if isinstance(found, Drafted) else found.act.published
        if is_future(published, self._clock()):
            reason = f"published {published} lies in the future; send it again from then on"
            return replace(refused, reason=reason)
        return found

    def _commit(self, key: str, part: list[Delivered | Drafted | acts.DraftedAct]) -> bytes:
        drafts = [one for one in part if isinstance(one, Drafted)]
        known = Known(self._store, drafts)
        prepared = prepare([draft for draft in drafts if known.same(draft) is None])

        def work(tx: Tx) -> bytes:
            writer = Writer(tx, self._recorder_of(tx), known, drafts, prepared)
            items = [one if isinstance(one, Delivered) else _stored(writer, one) for one in part]
            return self._said(items)

        if key:
            return self._store.submit(key, work)
        with self._store.write() as tx:
            return work(tx)

    def _said(self, items: Iterable[Delivered]) -> bytes:
        body = {"digest": self._delivery.digest, "items": [asdict(one) for one in items]}
        return json.dumps(body, ensure_ascii=True, separators=(",", ":")).encode("ascii")

    def pending(self, found: Sequence[Delivered]) -> tuple[Delivered, ...]:
        """The same, with a note on each act whose target is not stored."""
        if not any(one.kind == "act" and one.id for one in found):
            return tuple(found)
        waiting = {act.act_id: act.target for act in self._store.pending_acts()}
        return tuple(
            replace(one, notes=(*one.notes, f"the target {waiting[one.id]!r:.200} is not stored"))
            if one.kind == "act" and one.id in waiting
            else one
            for one in found
        )


def _stored(writer: Writer, draft: Drafted | acts.DraftedAct) -> Delivered:
    kept = writer.store(draft)
    kind = "document" if isinstance(draft, Drafted) else "act"
    return Delivered(
        _number(draft.where),
        "stored" if kept.new else "unchanged",
        kind,
        kept.id,
        kept.version,
        kept.seq,
        notes=draft.notes,
    )


def _number(where: str) -> int:
    """`record:12` is the twelfth."""
    return int(where.rpartition(":")[2])
