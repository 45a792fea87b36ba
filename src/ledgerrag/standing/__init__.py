"""What stands at (V, K), derived on read from documents and acts.

The record is an append-only sequence; no interval and no status in it is ever edited. The order of
the questions that decide what a document is:

    known by K -> not retracted, withdrawn or corrected as known at K -> its interval covers V
    -> not repealed or suspended at V (or saved for the period asked about)
    -> not followed by a later version of its series, or by an act that puts another in its place

A later version ends the earlier one from its own effective date. A version with an explicit end
lapses and the base revives. Only the same issuer or a higher authority ends a version of the same
series; another issuer of the same level is a conflict, and that is for adjudication.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledgerrag.model import Act, ActKind, DocKey, Document, Standing, Status
from ledgerrag.standing.later import Later
from ledgerrag.standing.rules import At, names, on_its_own

__all__ = ["At", "by_series", "derive", "names", "pending"]

_VOIDING = (ActKind.RETRACT, ActKind.WITHDRAW)


def derive(documents: Iterable[Document], acts: Iterable[Act], at: At) -> dict[DocKey, Standing]:
    """What each document is at (V, K); documents that nobody could know by K are left out.

    Args:
        documents: all versions of the series concerned (their text is not read).
        acts: all acts that name them, or that name one of those acts.
        at: V, K and the subject period.
    """
    known = sorted((d for d in documents if d.published.reached(at.k)), key=_order)
    live = _live_acts(acts, at)
    series: dict[str, list[tuple[Document, Standing]]] = {}
    for document in known:
        own = on_its_own(document, live, at)
        series.setdefault(document.series, []).append((document, own))
    found = {key: one for versions in series.values() for key, one in _among(versions, at)}
    return {
        document.key: found[document.key]
        for versions in series.values()
        for document, _ in versions
    }


def pending(
    documents: Iterable[Document],
    acts: Iterable[Act],
    at: At,
    standings: Mapping[DocKey, Standing],
) -> tuple[tuple[Document | Act, str], ...]:
    """Changes that are published by K and begin after V, with the ISO date of their effect.

    Args:
        documents: versions of the series concerned.
        acts: acts that name them.
        at: V and K.
        standings: of those documents, as `derive` gives them.
    """
    coming: list[tuple[Document | Act, str]] = [
        (document, document.effective_from.text)
        for document in sorted(documents, key=_order)
        if document.key in standings and standings[document.key].status is Status.NOT_YET
    ]
    for act in _live_acts(acts, at):
        begins = act.effective_from
        if begins is not None and not begins.possible(at.v) and act.kind not in _VOIDING:
            coming.append((act, begins.text))
    return tuple(coming)


def _order(document: Document) -> tuple[int, int, int, int]:
    return (
        document.effective_from.begins(),
        document.published.begins(),
        document.version,
        document.seq,
    )


def _live_acts(acts: Iterable[Act], at: At) -> tuple[Act, ...]:
    known = sorted(
        (act for act in acts if act.published.reached(at.k)),
        key=lambda act: (act.published.begins(), act.seq, act.act_id),
    )
    voided = {
        act.target
        for act in known
        if act.kind in _VOIDING and any(act.target == other.act_id for other in known)
    }
    return tuple(act for act in known if act.act_id not in voided)


def _among(
    versions: Sequence[tuple[Document, Standing]], at: At
) -> Iterator[tuple[DocKey, Standing]]:
    """What each version of a series is once the later ones are looked at; the last one first."""
    later = Later()
    for document, own in reversed(versions):
        yield document.key, later.upon(document, own)
        later.add(document, own, _took_effect(document, own, at))


def _took_effect(document: Document, standing: Standing, at: At) -> bool:
    """Whether a version ends its predecessors: it began, was not void, and did not lapse.

    A version that was repealed, suspended or withdrawn after it had begun does not revive the one
    before it; one that lapsed by its own terms, was retracted, or was withdrawn before it began
    does.
    """
    if standing.status in (Status.LAPSED, Status.NOT_YET, Status.RETRACTED):
        return False
    if standing.status is Status.UNKNOWN:
        return document.effective_from.reached(at.v)
    if standing.status is Status.WITHDRAWN:
        return document.effective_from.reached(at.v) and not _same_day(document, standing)
    if standing.status is Status.SUPERSEDED:
        return document.effective_from.reached(at.v)
    return True


def _same_day(document: Document, standing: Standing) -> bool:
    return standing.since <= document.effective_from.text


def by_series(documents: Mapping[str, Sequence[Document]]) -> tuple[Document, ...]:
    """All versions of several series, flattened in a stable order."""
    return tuple(d for series in sorted(documents) for d in documents[series])
