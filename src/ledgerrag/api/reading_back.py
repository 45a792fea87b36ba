"""Reading back: standings, diffs, ledgers and answers from the record."""

from __future__ import annotations

from itertools import pairwise

from ledgerrag.adjudication import adjudicate_all, superseded
from ledgerrag.answer import Answer, Change
from ledgerrag.api.forms import read_answer, read_ledger, read_request
from ledgerrag.api.views import LedgerRow, LedgerView, RunSummary
from ledgerrag.config import resolve
from ledgerrag.corpus import StoreCorpus
from ledgerrag.dates import parse
from ledgerrag.difference import change
from ledgerrag.errors import InputError, NotFoundError
from ledgerrag.ledger import Lens, claim_order, weight_u
from ledgerrag.model import DocKey, Document, Domain, Standing, Status
from ledgerrag.sighting import standings_of
from ledgerrag.standing import At
from ledgerrag.store import Store


def standing(
    store: Store, name: str, as_of: str, known_at: str, period: str, today: str
) -> tuple[tuple[Document, Standing], ...]:
    """What each version named is at (V, K); those unknown at K are left out."""
    series, wanted = resolve_name(store, name)
    corpus = StoreCorpus(store, _at(as_of, known_at, period, today), store.seq(), {})
    found = corpus.standings([series])
    keys = [document.key for document in corpus.versions(series)]
    documents = corpus.documents(keys)
    return tuple((documents[key], found[key]) for key in keys if wanted is None or key in wanted)


def resolve_name(store: Store, name: str) -> tuple[str, frozenset[DocKey] | None]:
    """The series that a name means, and which of its versions (None: all).

    Raises:
        NotFoundError: nothing is stored under that name; the message names similar series.
    """
    if store.has_series(name):
        return name, None
    latest = store.latest(name)
    if latest is not None:
        family = store.versions([latest.series])[latest.series]
        return latest.series, frozenset(d.key for d in family if d.doc_id == name)
    doc_id, _, version = name.rpartition("@")
    if doc_id and version.isascii() and version.isdigit() and len(version) < 10:
        key = DocKey(doc_id, int(version))
        document = store.documents([key]).get(key) if store.latest(doc_id) else None
        if document is not None:
            return document.series, frozenset((key,))
    similar = store.series_like(name, 3)
    hint = (
        f"did you mean {', '.join(similar)}?"
        if similar
        else "names stand in citations, as doc_id@version"
    )
    raise NotFoundError(f"nothing is stored under {name[:200]!r}", hint)


def diff(store: Store, name: str, start: str, end: str, today: str) -> tuple[Change, ...]:
    """The steps of a series from what stood at one date to what stood at another."""
    first, last = parse(start, name="from"), parse(end, name="to")
    if first.after(last):
        raise InputError(f"--from {start} lies after --to {end}", "exchange the two dates")
    series, _ = resolve_name(store, name)
    ends = [_in_force(store, series, date, today) for date in (start, end)]
    corpus = StoreCorpus(store, _at(end, today, "", today), store.seq(), {})
    standings = corpus.standings([series])
    order = [d for d in corpus.versions(series) if _took_part(standings[d.key])]
    path = [
        document
        for document in sorted(order, key=lambda d: (d.effective_from.begins(), d.version, d.seq))
        if first.moment().at < document.effective_from.begins() <= last.moment().at
    ]
    keys = [key for key in (ends[0], *(d.key for d in path)) if key is not None]
    if ends[1] is not None and (not keys or keys[-1] != ends[1]):
        keys.append(ends[1])
    texts = corpus.documents(keys)
    steps = [change(texts[a], texts[b], texts[b].effective_from.text) for a, b in pairwise(keys)]
    if ends[0] is None and keys:
        steps.insert(0, change(None, texts[keys[0]], texts[keys[0]].effective_from.text))
    if ends[1] is None and keys:
        gone = standings[keys[-1]]
        steps.append(change(texts[keys[-1]], None, gone.since))
    return tuple(steps)


def _took_part(found: Standing) -> bool:
    return found.status not in (Status.RETRACTED, Status.NOT_YET, Status.UNKNOWN)


def _in_force(store: Store, series: str, date: str, today: str) -> DocKey | None:
    corpus = StoreCorpus(store, _at(date, today, "", today), store.seq(), {})
    keys = [key for key, found in corpus.standings([series]).items() if found.stands]
    return max(keys) if keys else None


def _at(as_of: str, known_at: str, period: str, today: str) -> At:
    return At(
        parse(as_of or today, name="as_of").moment(),
        parse(known_at or today, name="known_at").moment(),
        parse(period, name="period") if period else None,
    )


def stored(store: Store, run: str) -> Answer:
    """The answer of a run as it was given."""
    row = store.run(run)
    return read_answer(row.answer, row.entry)


def summaries(store: Store, limit: int, before: str = "") -> tuple[RunSummary, ...]:
    """The latest runs; those before one of them where it is named."""
    return tuple(
        RunSummary(row.run, row.question, row.as_of, row.known_at, row.created, row.entry)
        for row in store.runs(limit, before)
    )


def ledger(store: Store, run: str) -> LedgerView:
    """A run's ledger as it read at its own (V, K) and watermark."""
    row = store.run(run)
    request = read_request(row.request)
    kept = read_ledger(row.ledger)
    at = _at(request.as_of, request.known_at, stored(store, run).period, request.as_of)
    corpus = StoreCorpus(store, at, request.watermark, {})
    params = resolve(request.parameters(), kept.domain() or Domain.REGULATION)
    lens = Lens(at.v, params, standings_of((), kept, corpus))
    marks = {mark.entry.key: mark for mark in superseded(adjudicate_all(kept, lens))}
    rows = []
    for entry in sorted(kept.entries, key=lambda e: (claim_order(e.claim_id), e.step, e.key)):
        found = lens.standings.get(entry.span.key) or Standing(entry.span.key, Status.UNKNOWN)
        mark = marks.get(entry.key)
        rows.append(
            LedgerRow(
                evidence=entry,
                status=found.status,
                since=found.since,
                superseded_by=mark.by if mark else "",
                rule=str(mark.rule) if mark else "",
                weight_u=weight_u(entry, lens),
            )
        )
    return LedgerView(run, row.question, request.as_of, request.known_at, kept.claims, tuple(rows))
