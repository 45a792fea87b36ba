"""What the pages show of the record: read here, laid out in the templates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ledgerrag.answer import Answer, Citation
from ledgerrag.api import LedgerRAG
from ledgerrag.api.documents import ActView, VersionView
from ledgerrag.api.views import LedgerView
from ledgerrag.errors import NotFoundError
from ledgerrag.service.marking import Piece, Quoted, compared, quoted


@dataclass(frozen=True, slots=True)
class Shown:
    """A citation with its surroundings and the series that it belongs to."""

    citation: Citation
    quoted: Quoted
    series: str


@dataclass(frozen=True, slots=True)
class RunPage:
    """An answer with everything behind it.

    Args:
        answer: the answer.
        created: when it was asked.
        evidence: what its sentences rest on, by number.
        nearest: where nothing stands: what is near.
        ledger: claims and evidence as they read at the run's dates.
        series: the things that it rests on, each once, in order.
    """

    answer: Answer
    created: str
    evidence: tuple[Shown, ...]
    nearest: tuple[Shown, ...]
    ledger: LedgerView
    series: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VersionsPage:
    """The versions of a thing, one of them open.

    Args:
        name: as asked for.
        series: the thing.
        versions: earliest first, as each stands at the dates.
        acts: what was done to them.
        place: index of the open one.
        pieces: its text against the one before; all the same where it is the first.
        against: key of the one before; empty where it is the first.
    """

    name: str
    series: str
    versions: tuple[VersionView, ...]
    acts: tuple[ActView, ...]
    place: int
    pieces: tuple[Piece, ...]
    against: str

    @property
    def version(self) -> VersionView:
        """The open one."""
        return self.versions[self.place]


def run_page(rag: LedgerRAG, run: str) -> RunPage:
    """A run as it was answered.

    Raises:
        NotFoundError: no such run.
    """
    row = rag.store.run(run)
    answer = rag.answer(run)
    evidence = tuple(_shown(rag, one) for one in answer.citations)
    nearest = tuple(_shown(rag, one) for one in answer.nearest)
    series = dict.fromkeys(one.series for one in (*evidence, *nearest))
    ledger = rag.ledger(run)
    # What stands comes before what was put aside, whatever its weight.
    rows = tuple(
        sorted(ledger.rows, key=lambda one: (one.evidence.claim_id, bool(one.superseded_by)))
    )
    ledger = replace(ledger, rows=rows)
    return RunPage(answer, row.created, evidence, nearest, ledger, tuple(series))


def _shown(rag: LedgerRAG, one: Citation) -> Shown:
    found = rag.text(one.doc_id, one.version)
    return Shown(one, quoted(found.text, one.start, one.end), found.version.series)


def versions_page(
    rag: LedgerRAG, name: str, *, as_of: str, known_at: str, open_key: str
) -> VersionsPage:
    """The versions of a document or series at (V, K), with one of them open.

    Args:
        rag: an open store.
        name: of a document, a version or a series.
        as_of: V; today where empty.
        known_at: K; today where empty.
        open_key: `doc_id@version` of the one to open; the latest in force where empty.
    Raises:
        NotFoundError: no such thing, or nothing of it was known then.
        DateError: a date that cannot be.
    """
    found = rag.document(name, as_of=as_of, known_at=known_at)
    if not found.versions:
        raise NotFoundError(f"nothing of {name!r} was known then", "ask with a later known at")
    keys = [one.key for one in found.versions]
    if open_key and open_key not in keys:
        raise NotFoundError(f"{name!r} has no version {open_key!r} here", "choose one of the list")
    place = keys.index(open_key) if open_key else _standing(found.versions)
    version = found.versions[place]
    text = rag.text(version.doc_id, version.version).text
    if place == 0:
        return VersionsPage(
            name, found.series, found.versions, found.acts, 0, (Piece("same", text),), ""
        )
    earlier = found.versions[place - 1]
    before = rag.text(earlier.doc_id, earlier.version).text
    return VersionsPage(
        name,
        found.series,
        found.versions,
        found.acts,
        place,
        compared(before, text),
        earlier.key,
    )


def _standing(versions: tuple[VersionView, ...]) -> int:
    in_force = [n for n, one in enumerate(versions) if one.status == "in force"]
    return in_force[-1] if in_force else len(versions) - 1
