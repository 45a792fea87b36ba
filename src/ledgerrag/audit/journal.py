"""The journal: one canonical JSON object a line, each bound to the line before.

Every entry has exactly these twelve fields; what does not apply is empty (`""`, `0`, `{}`), never
left out and never null, so that an entry has one shape and one reading:

    v      1, version of the format         actor  who asked for it
    log    name of the log                  idem   idempotency key
    seq    0, 1, 2, ... without a gap       det    the deterministic part, compared on replay
    prev   leaf hash of the line before     obs    times and hosts, never compared; `at` is always
    type   kind of entry                           there, UTC to the microsecond
    run    run id                           pay    payload name -> {commit, size}
    step   loop step

A payload's commitment is sha256(salt || body) with 32 bytes of salt, so that the body can be erased
without breaking the chain and cannot be guessed from what stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.merkle import completed, leaf_hash
from ledgerrag.audit.seam import JournalReader, JournalWriter
from ledgerrag.errors import InputError
from ledgerrag.store.seam import Json, JsonMap

FORMAT = 1
FIELDS = frozenset(
    ("v", "log", "seq", "prev", "type", "run", "step", "actor", "idem", "det", "obs", "pay")
)
NO_PREVIOUS = bytes(32)
SALT_BYTES = 32
MAX_PAYLOAD = 32 << 20
MAX_ENTRY = 32 << 20


def commitment(salt: bytes, body: bytes) -> str:
    """What an entry says of a payload: sha256(salt || body), hex."""
    return hashlib.sha256(salt + body).hexdigest()


def utc_text(stamp: datetime) -> str:
    """An aware datetime as UTC, ISO-8601 to the microsecond.

    Raises:
        InputError: the datetime names no zone, so that it would be read as local time.
    """
    if stamp.tzinfo is None:
        raise InputError(f"{stamp.isoformat()} has no time zone", "give the journal an aware clock")
    return stamp.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Journal:
    """The journal of one store.

    Args:
        store: where the lines, tree nodes and payloads are kept.
        entropy: gives n random bytes, for salts.
    """

    __slots__ = ("_entropy", "_store")

    def __init__(self, store: JournalReader, entropy: Callable[[int], bytes]) -> None:
        self._store = store
        self._entropy = entropy

    def recorder(self, tx: JournalWriter, clock: Callable[[], datetime]) -> EntryRecorder:
        """A recorder that appends inside an open transaction.

        Args:
            tx: the transaction; the recorder is of no use after it.
            clock: gives an aware datetime.
        """
        return EntryRecorder(tx, self._store.log_id, clock, self._entropy)


class EntryRecorder:
    """Builds entries and writes them through one transaction (a `store.seam.Recorder`)."""

    __slots__ = ("_clock", "_entropy", "_log", "_tx")

    def __init__(
        self,
        tx: JournalWriter,
        log: str,
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._tx = tx
        self._log = log
        self._clock = clock
        self._entropy = entropy

    def append(
        self,
        type: str,
        det: JsonMap,
        *,
        run: str = "",
        step: int = 0,
        actor: str = "",
        idem: str = "",
        obs: JsonMap | None = None,
        pay: Mapping[str, bytes] | None = None,
    ) -> int:
        """Append one entry and return its seq; arguments as in `store.seam.Recorder`.

        Raises:
            InputError: a field lies outside the JSON profile, or the entry or a payload is over
                32 MiB.
        """
        if not type or (obs and "at" in obs):
            raise InputError(
                "a journal entry needs a type and sets obs.at itself", "leave `at` out"
            )
        # The head is read each time: a transaction may have more than one recorder.
        seq, prev = self._tx.store.head()
        entry: dict[str, Json] = {
            "v": FORMAT,
            "log": self._log,
            "seq": seq,
            "prev": prev.hex(),
            "type": type,
            "run": run,
            "step": step,
            "actor": actor,
            "idem": idem,
            "det": det,
            "obs": {**(obs or {}), "at": utc_text(self._clock())},
            "pay": {},
        }
        kept = self._commit(pay) if pay else {}
        entry["pay"] = {
            name: {"commit": commit, "size": len(body)} for name, (commit, _, body) in kept.items()
        }
        line = dumps(entry)
        if len(line) > MAX_ENTRY:
            raise InputError(f"an entry of {len(line)} bytes", "put what is large into `pay`")
        leaf = leaf_hash(line)
        for commit, salt, body in kept.values():
            self._tx.put_payload(commit, salt, body)
        return self._tx.append_entry(line, leaf, completed(seq, leaf, self._tx.store.node))

    def _commit(self, pay: Mapping[str, bytes]) -> dict[str, tuple[str, bytes, bytes]]:
        kept = {}
        for name in sorted(pay):
            body = pay[name]
            if len(body) > MAX_PAYLOAD:
                raise InputError(f"payload {name} has {len(body)} bytes", "keep it below 32 MiB")
            salt = self._entropy(SALT_BYTES)
            kept[name] = (commitment(salt, body), salt, body)
        return kept
