"""The course of ingests in the journal: which began, which came to their end.

An ingest writes `ingest_started` before its first record and `ingest_finished` after its last. A
start names the ingests that were open at that time, so the last start and what follows it tell all.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ledgerrag.store import Store
from ledgerrag.store.seam import Json, JsonMap, Recorder

STARTED = "ingest_started"
FINISHED = "ingest_finished"
_WINDOW = 500


@dataclass(frozen=True, slots=True, order=True)
class Open:
    """An ingest that has begun and not come to its end: it runs, or its process died.

    Args:
        ingest: its id.
        inputs: digest of the paths that it was given.
    """

    ingest: str
    inputs: str


def incomplete(store: Store) -> tuple[Open, ...]:
    """The ingests that began and neither ended nor were taken up again by a later one."""
    closed: set[str] = set()
    stop = store.tree_size()
    while stop > 0:
        start = max(0, stop - _WINDOW)
        for _, line in reversed(list(store.entries(start, stop))):
            if b'"type":"ingest_' not in line:
                continue
            entry: dict[str, Any] = json.loads(line)
            det = entry["det"]
            if entry["type"] == FINISHED:
                closed.update((det["ingest"], *det["resolves"]))
            elif entry["type"] == STARTED:
                found = [Open(o["ingest"], o["inputs"]) for o in det["open"]]
                found.append(Open(det["ingest"], det["inputs"]))
                return tuple(sorted(o for o in found if o.ingest not in closed))
        stop = start
    return ()


def started(
    recorder: Recorder, this: Open, still_open: Sequence[Open], options: JsonMap, registry: int
) -> None:
    """Record that an ingest begins.

    Args:
        recorder: of the open transaction.
        this: the ingest.
        still_open: those that are open already.
        options: what its channel says.
        registry: version of the source registry.
    """
    open_: list[Json] = [{"ingest": o.ingest, "inputs": o.inputs} for o in still_open]
    recorder.append(
        STARTED,
        {
            "ingest": this.ingest,
            "inputs": this.inputs,
            "open": open_,
            "options": options,
            "registry": registry,
        },
    )


def finished(
    recorder: Recorder, this: Open, resolves: Sequence[str], counts: dict[str, int]
) -> None:
    """Record that an ingest has come to its end.

    Args:
        recorder: of the open transaction.
        this: the ingest.
        resolves: earlier ingests of the same paths that are complete by this one.
        counts: records by outcome.
    """
    recorder.append(
        FINISHED,
        {
            "ingest": this.ingest,
            "inputs": this.inputs,
            "resolves": list(resolves),
            "counts": dict(counts),
        },
    )
