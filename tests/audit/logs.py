"""A small log with payloads of every kind, its key and its checkpoints, for tests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ledgerrag.audit.checkpoint import kept_notes, make_checkpoint, origin
from ledgerrag.audit.erasure import erase
from ledgerrag.audit.journal import Journal
from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.audit.note import SigningKey
from ledgerrag.store import Store

BODIES = (
    b"The period is 180 days.",
    "Gr\u00f6\u00dfe \u2014 \u20ac 5".encode(),
    b"\xff\x00\xfe",
    b"",
)


def entropy() -> Callable[[int], bytes]:
    """Bytes that are the same in every test run."""
    count = 0

    def draw(size: int) -> bytes:
        nonlocal count
        count += 1
        return hashlib.shake_256(b"%d" % count).digest(size)

    return draw


def clock() -> Callable[[], datetime]:
    """A clock that goes one second on at each look."""
    now = datetime(2026, 8, 1, tzinfo=UTC)

    def look() -> datetime:
        nonlocal now
        now += timedelta(seconds=1)
        return now

    return look


@dataclass
class Log:
    store: MemoryJournal | Store
    key: SigningKey
    folder: Path
    commits: list[str]

    @property
    def notes(self) -> tuple[bytes, ...]:
        return kept_notes(self.folder, self.store.log_id)

    def checkpoint(self) -> None:
        make_checkpoint(self.store, self.key, self.folder)


def fill(store: MemoryJournal | Store, folder: Path, entries: int = 24) -> Log:
    """Entries of three runs, a checkpoint at two thirds, an erasure, a checkpoint at the end."""
    draw = entropy()
    log = Log(store, SigningKey.generate(origin(store.log_id), draw), folder, [])
    journal = Journal(store, draw)
    now = clock()
    for number in range(entries):
        pay = {
            f"p{part}": BODIES[(number + part) % len(BODIES)] + b"%d" % number
            for part in range(number % 3)
        }
        with store.write() as tx:
            journal.recorder(tx, now).append(
                ("ingest", "step", "answer")[number % 3],
                {"n": number, "flag": number % 2 == 0, "list": ["\u00e9", number]},
                run=f"run-{number % 3}",
                step=number // 3,
                actor="a",
                idem=f"i{number}",
                obs={"host": "h"},
                pay=pay,
            )
        if number == entries * 2 // 3:
            log.checkpoint()
    for _, line in store.entries():
        log.commits += [part[:64].decode() for part in line.split(b'{"commit":"')[1:]]
    with store.write() as tx:
        erase(tx, journal.recorder(tx, now), log.commits[0], "asked for by the person")
    log.checkpoint()
    return log
