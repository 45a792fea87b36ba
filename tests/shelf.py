"""Documents and acts in a real store without ingestion, and the rooms of a run over them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from ledgerrag.corpus import StoreCorpus
from ledgerrag.dates import parse
from ledgerrag.loop import Rooms, Step
from ledgerrag.model import UNIT, Act, Authority, DocKey, Document, Source
from ledgerrag.pachon.spans import chunk
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.retrieval.memory import MemoryIndex
from ledgerrag.retrieval.seam import Found, Hit, Receipt, Retriever
from ledgerrag.sighting import Sighting
from ledgerrag.stance.rules import RuleStance
from ledgerrag.stance.seam import StanceModel
from ledgerrag.standing import At
from ledgerrag.store import NewChunk, Store

SOURCES = (
    Source("regulator", "Market Regulator", Authority.OFFICIAL),
    Source("courier", "Daily Courier", Authority.OUTLET),
    Source("gazette", "Evening Gazette", Authority.OUTLET),
    Source("forum", "Town Forum", Authority.USER),
)
V = "2026-08-01"
RECEIPT = Receipt("lexical", "as_of", 0, 0, (), 0, 0, True, "test", "test")


@dataclass(slots=True)
class Shelf:
    """A store, and what a run reads of it."""

    store: Store
    steps: list[Step] = field(default_factory=list)

    def put(self, *items: Document | Act) -> None:
        """Store documents and acts in the order given."""
        with self.store.write() as tx:
            for item in items:
                if isinstance(item, Act):
                    tx.add_act(item)
                else:
                    tx.add_document(item, [_chunk(item, *span) for span in chunk(item.text)])

    def corpus(
        self, v: str = V, k: str = "", *, period: str = "", watermark: int | None = None
    ) -> StoreCorpus:
        """What may be seen at (V, K); K is far ahead where none is given."""
        at = At(parse(v).moment(), parse(k or "2030").moment(), parse(period) if period else None)
        upto = self.store.seq() if watermark is None else watermark
        return StoreCorpus(self.store, at, upto, {source.key: source for source in SOURCES})

    def index(self) -> MemoryIndex:
        """The shipped double of the index, over everything stored."""
        return MemoryIndex(self.store.chunks_after(0))

    def rooms(
        self,
        corpus: StoreCorpus | None = None,
        *,
        retriever: Retriever | None = None,
        stance: StanceModel | None = None,
        elapsed_ms: Callable[[int], int] = lambda _: 0,
    ) -> Rooms:
        """The seams of a run; its steps are kept in `steps`."""
        return Rooms(
            retriever or self.index(),
            corpus or self.corpus(),
            stance or RuleStance(),
            self.steps.append,
            elapsed_ms,
        )

    def sightings(
        self, corpus: StoreCorpus, *doc_ids: str, root: str = "c1"
    ) -> tuple[Sighting, ...]:
        """Every sentence of the documents, as if it had been found for a claim."""
        keys = [_key(name) for name in doc_ids]
        documents = corpus.documents(keys)
        return tuple(
            Sighting(root, passage, UNIT, 0)
            for key in keys
            for passage in corpus.passages(documents[key], 0, len(documents[key].text))
        )


def _key(name: str) -> DocKey:
    doc_id, _, version = name.partition("@")
    return DocKey(doc_id, int(version or 1))


def _chunk(document: Document, start: int, end: int) -> NewChunk:
    terms = [*analyze(document.title), *analyze(document.text[start:end])]
    return NewChunk(start, end, " ".join(terms), len(terms))


def found(*documents: Document) -> Found:
    """A list that holds each document whole."""
    return Found(tuple(_hit(row, one) for row, one in enumerate(documents, 1)), RECEIPT)


def _hit(row: int, document: Document) -> Hit:
    return Hit(
        row,
        document.key,
        document.series,
        0,
        len(document.text),
        1.0,
        UNIT,
        document.authority_level,
        document.source,
        document.cluster,
    )


@contextmanager
def shelf_in(folder: Path) -> Iterator[Shelf]:
    """An empty shelf in a folder of its own."""
    with Store.open(folder / "shelf.db", entropy=lambda size: bytes(range(size))) as store:
        yield Shelf(store)
