"""Which stored answers a change touches, and asking again only the claims that it touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ledgerrag.api.asking import Asker
from ledgerrag.api.forms import Request, read_answer, read_ledger, read_request
from ledgerrag.api.reading_back import resolve_name
from ledgerrag.api.views import Affected, AffectedReport
from ledgerrag.corpus import StoreCorpus
from ledgerrag.ledger import Ledger, claim_order, root_of
from ledgerrag.model import DocKey, Status, Verdict
from ledgerrag.store import RunRow, Store

_SETTLED = (Verdict.SUPPORTED, Verdict.REFUTED)


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
        roots = {root_of(claim) for claim in ledger.claims}
        concerned = _claims(store, row, ledger, touched, _renewed(asker, row))
        total += len(roots)
        reverified += len(concerned)
        found.append((Affected(row.run, row.question, touched, concerned), row))
    refreshed = tuple(
        (one.run, asker.run(replace(_renewed(asker, row), reasked=one.claims), actor).run)
        for one, row in found
        if refresh
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
        for name in names:
            resolve_name(store, name)
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
        seen = -1 if names else max(since or 0, requests[row.run].watermark)
        fresh = tuple(sorted(n for n in touching[row.run] if changes[n] > seen))
        if fresh and row.run not in renewed:
            found.append((row, fresh))
    return found


def _claims(
    store: Store, row: RunRow, ledger: Ledger, touched: Sequence[str], renewed: Request
) -> tuple[str, ...]:
    """The root claims whose evidence lies in what changed.

    Where what changed is only the nearest to an answer, those that nothing settled.
    """
    answer = read_answer(row.answer, row.entry)
    nearest = {DocKey(one.doc_id, one.version) for one in answer.nearest}
    keys = nearest | {entry.span.key for entry in ledger.entries}
    hit = _hit(store, keys, touched)
    hit |= moved(store, keys, read_request(row.request), renewed, answer.period)
    roots = {claim.claim_id: root_of(claim) for claim in ledger.claims}
    found = {roots[entry.claim_id] for entry in ledger.entries if entry.span.key in hit}
    if nearest & hit:
        found |= {roots[v.claim_id] for v in answer.verdicts if v.verdict not in _SETTLED}
    # Touched in a way that names no claim: then all of them are in question.
    return tuple(sorted(found or set(roots.values()), key=claim_order))


def moved(
    store: Store, keys: Iterable[DocKey], then: Request, now: Request, period: str
) -> set[DocKey]:
    """The documents whose series stands otherwise at the new (V, K): days alone may do that.

    Args:
        store: the record.
        keys: what an answer rests on.
        then: the request that it answered.
        now: the same request at other dates.
        period: the subject period that it is about; empty where none.
    """
    if (then.as_of, then.known_at) == (now.as_of, now.known_at):
        return set()
    before, after = (StoreCorpus(store, r.at(period), r.watermark, {}) for r in (then, now))
    found = store.documents(keys)
    # All at once: a series that is asked for alone is a query of its own.
    for corpus in (before, after):
        corpus.standings({document.series for document in found.values()})
    return {
        key
        for key, document in found.items()
        if _statuses(before, document.series) != _statuses(after, document.series)
    }


def _statuses(corpus: StoreCorpus, series: str) -> dict[DocKey, Status]:
    return {key: found.status for key, found in corpus.standings([series]).items()}


def _hit(store: Store, keys: Iterable[DocKey], touched: Sequence[str]) -> set[DocKey]:
    """The documents that the names mean, themselves or through an act upon them."""
    names = {
        key: {str(key), document.doc_id, document.series}
        for key, document in store.documents(keys).items()
    }
    acts = store.acts(name for own in names.values() for name in own)
    wanted = {*touched, *(act.target for act in acts if {act.act_id, act.by} & set(touched))}
    return {key for key, own in names.items() if own & wanted}


def _renewed(asker: Asker, row: RunRow) -> Request:
    live = asker.live(row)
    today = asker.today()
    # A question that was asked "as of today, as known today" is renewed for today.
    known_at = today if live.known_at == row.created[:10] else live.known_at
    as_of = today if live.as_of == row.created[:10] else live.as_of
    return replace(live, as_of=as_of, known_at=known_at, origin=row.run)
