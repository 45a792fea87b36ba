"""What belongs to opening a store: its index, its clock, the analysis of its words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from ledgerrag.dates import parse
from ledgerrag.errors import InputError, StoreError, UnavailableError
from ledgerrag.model import Domain
from ledgerrag.pachon import sources as registry
from ledgerrag.pachon.ingest import IngestOptions
from ledgerrag.retrieval.analyzer import ANALYZER
from ledgerrag.retrieval.rebuild import rebuild
from ledgerrag.retrieval.seam import ChunkRow, Found, Places, Stats, Where
from ledgerrag.store import Store

_ANALYSIS = "store:analyzer"


def system_clock() -> datetime:
    """Now, aware, UTC."""
    return datetime.now(UTC)


def rebuild_index(path: str | Path, progress: Callable[[int, int], None] | None = None) -> int:
    """Build the index of a store afresh without opening the old one, which may be damaged."""
    location = Path(path)
    with Store.open(location, create=False, entropy=os.urandom) as store:
        return rebuild(index_path(location), store, progress)


def check_analysis(store: Store) -> None:
    """The store keeps the words of its documents as the analyzer of its first ingest made them."""
    known = store.idempotent(_ANALYSIS)
    if known is not None and known.decode("ascii") != ANALYZER:
        raise StoreError(
            f"{store.path} was analysed by {known.decode('ascii')}, this release uses {ANALYZER}",
            "ingest the documents into a new store",
        )


def index_path(store: Path) -> Path:
    """The index folder beside a store."""
    return store.with_name(store.name + ".index")


def domain_named(name: str) -> Domain | None:
    """A domain by its name; None where the name is empty.

    Raises:
        InputError: there is no such domain.
    """
    if not name:
        return None
    try:
        return Domain(name)
    except ValueError:
        raise InputError(
            f"there is no domain {name!r}", "choose regulation, news or reference"
        ) from None


def channel(
    *,
    domain: str = "",
    source: str = "",
    published: str = "",
    strict: bool = False,
    sources: str | Path | None = None,
) -> IngestOptions:
    """What an ingest says of records that state less; arguments as in `LedgerRAG.ingest`.

    Raises:
        InputError: no such domain; a registry that cannot be read.
        DateError: a date that cannot be.
    """
    return IngestOptions(
        domain=domain_named(domain),
        source=source,
        published=parse(published, name="published") if published else None,
        strict=strict,
        sources=registry.load(Path(sources)) if sources else None,
    )


def note_analysis(store: Store) -> None:
    """Record the analyzer at the first ingest."""
    if store.idempotent(_ANALYSIS) is None:
        with store.write() as tx:
            tx.put_idempotent(_ANALYSIS, ANALYZER.encode("ascii"))


@dataclass(frozen=True, slots=True)
class SealedIndex:
    """Stands where the index of a read-only store would: nothing is searched, nothing written.

    Args:
        path: the index folder.
    """

    path: Path

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Refused.

        Raises:
            UnavailableError: always.
        """
        raise self._refusal()

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Refused, see `lexical`."""
        raise self._refusal()

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Refused, see `lexical`."""
        raise self._refusal()

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Refused, see `lexical`."""
        raise self._refusal()

    def sync(self) -> int:
        """Refused, see `lexical`."""
        raise self._refusal()

    def watermark(self) -> int:
        """There is none."""
        return 0

    def close(self) -> None:
        """There is nothing to release."""

    def _refusal(self) -> UnavailableError:
        return UnavailableError(
            "the store is read-only: it can be read back, verified and exported, not asked",
            "copy it to a folder that can be written",
        )
