"""The ledger of a draft as it reads now: what was checked, and what became stale since."""

from __future__ import annotations

from ledgerrag.api import LedgerRAG
from ledgerrag.api.asking import Question
from ledgerrag.cms.assembling import Checked, body_of, read_check, snapshot
from ledgerrag.cms.renewing import Held, renewed
from ledgerrag.cms.snapshot import Snapshot
from ledgerrag.errors import NotFoundError


def ledger(rag: LedgerRAG, site: str, draft: str, revision: int = 0) -> Snapshot:
    """The ledger of a revision, the latest where none is named; the latest tells what is stale.

    Args:
        rag: the system.
        site: whose draft it is.
        draft: the host's id of it.
        revision: 1, 2, ...; 0 for the latest.
    Raises:
        NotFoundError: no such check is done.
    """
    store = rag.store
    row = store.draft_done(site, draft, revision)
    if row is None:
        what = f"revision {revision} of draft {draft}" if revision else f"draft {draft}"
        raise NotFoundError(f"no check of {what} is done", "start one, or wait for its end")
    checked = read_check(store, row)
    latest = not revision or store.draft_done(site, draft) == row
    return snapshot(store, checked, _stale(rag, checked) if latest else None)


def _stale(rag: LedgerRAG, checked: Checked) -> dict[int, set[int]]:
    """The statements that something touched since they were checked, by paragraph."""
    row = checked.row
    request = rag.asker.request("check", Question("", row.as_of, row.known_at))
    held = [
        Held(body_of(event)["n"], kept, ground, event.seen)
        for event in checked.events
        if event.type == "paragraph"
        for kept, ground in [checked.grounds[event.ground]]
    ]
    found: dict[int, set[int]] = {}
    for n, statement in renewed(rag.store, held, request, rag.store.seq()):
        found.setdefault(n, set()).add(statement)
    return found
