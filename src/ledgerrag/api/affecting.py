"""Which stored answers a change touches, and asking again only the claims that it touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ledgerrag.api.asking import Asker
from ledgerrag.api.forms import Request, read_answer, read_ledger, read_request
from ledgerrag.api.views import Affected, AffectedReport
from ledgerrag.ledger import Ledger, root_of
from ledgerrag.store import RunRow, Store


def affected(
    asker: Asker, since: int | None, names: Sequence[str], *, refresh: bool, actor: str = ""
) -> AffectedReport:
    """See `LedgerRAG.affected`."""
    store = asker.store
    upto = store.seq()
    found: list[tuple[Affected, RunRow]] = []
    total = reverified = 0
    for row, touched in _touched_runs(store, since, names):
        ledger = read_ledger(row.ledger)
        roots = sorted({root_of(claim) for claim in ledger.claims})
        concerned = _claims(store, row, ledger, touched)
        total += len(roots)
        reverified += len(concerned)
        found.append((Affected(row.run, row.question, touched, concerned), row))
    refreshed = tuple(
        (one.run, asker.run(_renewed(asker, row, one), actor).run) for one, row in found if refresh
    )
    return AffectedReport(
        since=since if since is not None else 0,
        upto=upto,
        runs=tuple(one for one, _ in found),
        refreshed=refreshed,
        claims_total=total,
        claims_reverified=reverified,
    )


def _touched_runs(
    store: Store, since: int | None, names: Sequence[str]
) -> list[tuple[RunRow, tuple[str, ...]]]:
    """Runs, newest first, that no refresh has renewed, with the names of theirs that changed."""
    if names:
        touching = store.runs_touching(names)
        changes = {name: store.seq() + 1 for name in names}
    else:
        changes = {name: seq for seq, _, name in store.changed_since(since or 0)}
        touching = store.runs_touching(changes)
    rows = [store.run(run) for run in touching]
    requests = {row.run: read_request(row.request) for row in rows}
    renewed = {read_request(row.request).origin for row in store.runs(limit=100_000)} - {""}
    found = []
    for row in sorted(rows, key=lambda row: row.entry, reverse=True):
        seen = requests[row.run].watermark if since is None and not names else -1
        fresh = tuple(sorted(n for n in touching[row.run] if changes[n] > seen))
        if fresh and row.run not in renewed:
            found.append((row, fresh))
    return found


def _claims(store: Store, row: RunRow, ledger: Ledger, touched: Sequence[str]) -> tuple[str, ...]:
    """The root claims whose evidence lies in what changed; all where only context changed."""
    keys = {entry.span.key for entry in ledger.entries}
    documents = store.documents(keys)
    hit = {
        key
        for key, document in documents.items()
        if {str(key), document.doc_id, document.series} & set(touched)
    }
    roots = {claim.claim_id: root_of(claim) for claim in ledger.claims}
    found = {roots[entry.claim_id] for entry in ledger.entries if entry.span.key in hit}
    if not found:
        answer = read_answer(row.answer, row.entry)
        found = {roots.get(v.claim_id, v.claim_id) for v in answer.verdicts}
    return tuple(sorted(found))


def _renewed(asker: Asker, row: RunRow, one: Affected) -> Request:
    live = asker.live(row)
    today = asker.today()
    # A question that was asked "as of today, as known today" is renewed for today.
    known_at = today if live.known_at == row.created[:10] else live.known_at
    as_of = today if live.as_of == row.created[:10] else live.as_of
    return replace(live, as_of=as_of, known_at=known_at, origin=row.run, reasked=tuple(one.claims))
