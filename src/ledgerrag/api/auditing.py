"""The journal from outside: verify, sign, export."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

from ledgerrag.api.forms import sha256
from ledgerrag.api.replaying import recorded
from ledgerrag.api.views import ReplayReport
from ledgerrag.audit import export as exporting
from ledgerrag.audit import verify as verifying
from ledgerrag.audit.atomic import read_small
from ledgerrag.audit.checkpoint import Checkpoint, kept_notes, make_checkpoint, origin
from ledgerrag.audit.documents import altered
from ledgerrag.audit.export import Exported
from ledgerrag.audit.note import PublicKey, SigningKey, parse_keys
from ledgerrag.audit.report import Problem, Report
from ledgerrag.store import RunRow, Store


def verify(store: Store, checkpoint: Path | None, key: Path | None) -> Report:
    """Verify the journal, and the documents and acts against it.

    Args:
        store: the record.
        checkpoint: a file, or the folder that keeps them; None for none.
        key: file with the public key; None for none.
    """
    with store.snapshot():
        report = verifying.verify(store, checkpoints=_notes(store, checkpoint), keys=_keys(key))
        found = [Problem("document", text, seq) for seq, text in islice(altered(store), 100)]
    return replace(report, problems=(*report.problems, *found))


def verify_run(store: Store, row: RunRow) -> ReplayReport:
    """Replay level R0: the journal verifies, the run is in it, and what is stored of it fits."""
    report = verify(store, None, None)
    entries = recorded(store, row)
    said = entries[-1].det
    found = [str(problem) for problem in report.problems]
    found += [
        f"the stored {name} is not that of the journal"
        for name, body in (("answer", row.answer), ("ledger", row.ledger))
        if said.get(name) != sha256(body)
    ]
    return ReplayReport(row.run, "R0", not found, tuple(found), len(entries))


def export_to(store: Store, path: Path, run: str, checkpoint: Path | None) -> Exported:
    """Write the journal or one run of it, with the checkpoints given."""
    notes = _notes(store, checkpoint)
    # One state of the store: another process may erase a payload meanwhile.
    with store.snapshot():
        return exporting.export(store, path, run=run, checkpoints=notes)


def checkpoint(
    store: Store, folder: Path, key: Path, entropy: Callable[[int], bytes]
) -> Checkpoint:
    """Sign the head of the journal; makes the key, and its public half beside it, if need be."""
    if key.exists():
        signing = SigningKey.load(key)
    else:
        signing = SigningKey.generate(origin(store.log_id), entropy)
        key.parent.mkdir(parents=True, exist_ok=True)
        signing.save(key)
    public = key.with_name(key.name + ".pub")
    if not public.exists():
        public.write_text(f"{signing.public.text()}\n", encoding="utf-8")
    return make_checkpoint(store, signing, folder)


def _notes(store: Store, place: Path | None) -> tuple[bytes, ...]:
    if place is None:
        return ()
    return kept_notes(place, store.log_id) if place.is_dir() else (read_small(place),)


def _keys(path: Path | None) -> tuple[PublicKey, ...]:
    return parse_keys(read_small(path)) if path else ()
