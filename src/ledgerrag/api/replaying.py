"""Replay: a run executed again, from the record or by searching anew, and compared.

R0 verifies the journal. R1 executes the run from its recorded searches. R2 builds an index of what
was ingested up to the run's watermark and searches again. R3 asks the question today and says how
far the answers agree.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

from ledgerrag.api.equipping import consult_again
from ledgerrag.api.forms import Request, answer_bytes, ledger_bytes, read_request
from ledgerrag.api.researching import UpTo, searched_again
from ledgerrag.api.running import Entry, Execution, Seams, execute
from ledgerrag.api.views import ReplayReport
from ledgerrag.audit.canonical import loads
from ledgerrag.audit.chain import read_entry
from ledgerrag.audit.judged import KEY, ReplayedOdds
from ledgerrag.audit.recorded import ReplayedRetriever
from ledgerrag.errors import InputError, IntegrityError, ReplayError
from ledgerrag.store import RunRow, Store
from ledgerrag.store.seam import JsonMap

LEVELS = ("R0", "R1", "R2", "R3")


def replay(row: RunRow, level: str, seams: Seams, live: Request) -> ReplayReport:
    """Execute a run again and compare.

    Args:
        row: the run as it was stored.
        level: R1, R2 or R3 (R0 is verification, see `audit.verify`).
        seams: the live seams; their retriever and language model serve R3 only.
        live: the request as it would be made today, for R3.
    Raises:
        InputError: there is no such level.
        ReplayError: the record does not hold what the run needs.
    """
    if level not in LEVELS[1:]:
        raise InputError(f"there is no replay level {level!r}", "choose R0, R1, R2 or R3")
    journal = recorded(seams.store, row)
    request = live if level == "R3" else read_request(row.request)
    walls = {
        one.step: cast("int", one.det.get("wall_ms", 0)) for one in journal if one.type == "step"
    }
    with ExitStack() as stack:
        if level == "R1":
            lookup = _lookup(seams.store, "retrieval", row.run)
            seams = replace(seams, retriever=ReplayedRetriever(lookup))
        if level == "R2":
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            source = UpTo.at(seams.store, request.watermark)
            index = searched_again(folder / "index", source, journal, seams, row.run)
            stack.callback(index.close)
            seams = replace(seams, retriever=index)
        if level != "R3":
            model = consult_again(request, _lookup(seams.store, "model", row.run))
            seams = replace(seams, elapsed_ms=lambda step: walls.get(step, 0), consultation=model)
            if seams.odds is not None:
                kept = partial(seams.store.record, "model", f"{row.run}:{KEY}")
                again = ReplayedOdds(seams.odds.name, seams.odds.digest, kept)
                seams = replace(seams, odds=again)
        execution = _again(request, row.run, seams)
    live_again = level == "R3"
    found = _agreement(row, execution) if live_again else _differences(row, journal, execution)
    return ReplayReport(row.run, level, not found, found, len(journal))


def _again(request: Request, run: str, seams: Seams) -> Execution:
    try:
        return execute(request, run, seams)
    except InputError as reason:
        # It was executed once: what cannot be used now was changed since.
        raise ReplayError(
            f"the run {run} cannot be executed as it is stored: {reason.message}",
            "replay it at level R0; restore the store from a copy",
        ) from None


def recorded(store: Store, row: RunRow) -> tuple[Entry, ...]:
    """The journal entries of a run, in order.

    Raises:
        ReplayError: the journal does not hold them where the run says.
    """
    entries: list[Entry] = []
    for seq in range(row.entry, -1, -1):
        line = next((body for number, body in store.entries(seq, seq + 1) if number == seq), b"")
        if not _is_of(row.run, line):
            break
        entry = cast("JsonMap", loads(line))
        det = cast("JsonMap", entry["det"])
        entries.append(Entry(str(entry["type"]), cast("int", entry["step"]), det))
        if entry["type"] == "run":
            return tuple(reversed(entries))
    raise ReplayError(
        f"the journal does not hold the run {row.run} up to entry {row.entry}",
        "verify it with `ledgerrag audit verify`",
    )


def _is_of(run: str, line: bytes) -> bool:
    try:
        return read_entry(line).run == run
    except IntegrityError:
        return False


def _lookup(store: Store, kind: str, run: str) -> Callable[[str], bytes | None]:
    return lambda key: store.record(kind, f"{run}:{key}")


def _differences(row: RunRow, journal: tuple[Entry, ...], again: Execution) -> tuple[str, ...]:
    found: list[str] = []
    if len(journal) != len(again.entries):
        found.append(f"{len(journal)} entries then, {len(again.entries)} now")
    for then, now in zip(journal, again.entries, strict=False):
        if (then.type, then.step) != (now.type, now.step):
            found.append(f"{then.type} {then.step} then, {now.type} {now.step} now")
            continue
        names = sorted(then.det.keys() | now.det.keys())
        found += [
            f"{then.type} {then.step}: {name} differs"
            for name in names
            if then.det.get(name) != now.det.get(name)
        ]
    if answer_bytes(again.outcome.answer) != row.answer:
        found.append("the answer differs")
    if ledger_bytes(again.outcome.state.ledger) != row.ledger:
        found.append("the ledger differs")
    return tuple(found)


def _agreement(row: RunRow, again: Execution) -> tuple[str, ...]:
    then = cast("JsonMap", loads(row.answer))
    before = {
        str(v["claim_id"]).split(".")[0]: (str(v["verdict"]), str(v["value"]))
        for v in cast("list[JsonMap]", then["verdicts"])
    }
    now = {
        v.claim_id.split(".")[0]: (str(v.verdict), v.value) for v in again.outcome.answer.verdicts
    }
    return tuple(
        f"{claim}: {_said(before.get(claim))} then, {_said(now.get(claim))} now"
        for claim in sorted(before.keys() | now.keys())
        if before.get(claim) != now.get(claim)
    )


def _said(verdict: tuple[str, str] | None) -> str:
    return " ".join(part for part in verdict if part) if verdict else "nothing"
