"""The retrieval seam: what may be seen (`Where`), what was found, and the receipt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from ledgerrag.dates import Moment
from ledgerrag.model import Authority, DocKey, Domain
from ledgerrag.store.seam import ChunkRow as ChunkRow  # noqa: PLC0414 - offered here too

Stats = Literal["as_of", "index"]
Mode = Literal["lexical", "dense", "hybrid"]


@dataclass(frozen=True, slots=True)
class Where:
    """The slice that a search may see; every bound is inclusive, None leaves it open.

    Args:
        published_before: K: documents whose publication has certainly begun by then.
        ingested_before: watermark: documents with seq up to this.
        authority_min: lowest authority level.
        sources: registry keys.
        domain: one domain.
        language: ISO 639-1.
        docs: document versions.
        holding: analysed words, title and text of a chunk together having all of them; a search
            by meaning pays no regard to them.
    """

    published_before: Moment | None = None
    ingested_before: int | None = None
    authority_min: Authority | None = None
    sources: tuple[str, ...] = ()
    domain: Domain | None = None
    language: str = ""
    docs: tuple[DocKey, ...] = ()
    holding: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One chunk found.

    Args:
        row: chunk row.
        key: document version.
        series: of the document.
        start: first code point of the chunk.
        end: first code point after.
        score: BM25, cosine or fused score as computed.
        r_u: score over the list's best score, in millionths: r of equation (1).
        authority: authority level of the document.
        source: registry key.
        cluster: independence cluster.
        reserved: it holds a reserved place (it would not be in the plain top k).
    """

    row: int
    key: DocKey
    series: str
    start: int
    end: int
    score: float
    r_u: int
    authority: Authority
    source: str
    cluster: str
    reserved: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a search rested on; it goes into the journal.

    Args:
        mode: lexical, dense or hybrid.
        stats: as_of or index.
        n_chunks: N of the slice.
        total_length: sum of chunk lengths in the slice (average = total / N).
        df: document frequency of each query term in the slice, sorted by term.
        watermark: highest seq that the index holds.
        candidates: how many chunks of the slice hold a term of the query, or have a vector (effort
            is not replayed).
        exact: the certificate held: nothing outside the candidates can enter the list.
        analyzer: version of the analyzer; empty for dense.
        engine: name and version of the engine.
        embedding: name and digest of the embedding model; empty for lexical.
        fusion: the rule by which two lists became one; empty but for hybrid.
    """

    mode: str
    stats: Stats
    n_chunks: int
    total_length: int
    df: tuple[tuple[str, int], ...]
    watermark: int
    candidates: int
    exact: bool
    analyzer: str
    engine: str
    embedding: str = ""
    fusion: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to one search.

    Args:
        hits: best first, ties by row.
        receipt: what it rests on.
        vector: the query's vector, little-endian 32-bit floats; empty where none was used. It is
            kept with a run, so that a search can be made again on a machine that rounds otherwise.
    """

    hits: tuple[Hit, ...]
    receipt: Receipt
    vector: bytes = b""


@dataclass(frozen=True, slots=True)
class Places:
    """How a list of k is shared out, so that a flood cannot fill it.

    Args:
        k: length of the list.
        per_level: least number of places for (official, outlet) where the slice has such hits.
        per_cluster: most places for one independence cluster; 0: no limit.
        per_series: most places for the versions of one series; 0: no limit.
    """

    k: int = 5
    per_level: tuple[int, int] = (2, 1)
    per_cluster: int = 1
    per_series: int = 3


class Retriever(Protocol):
    """Searches a slice of the corpus; user text is data, never a query language."""

    def lexical(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """BM25 over the slice, with the slice's own statistics unless `stats` is `index`."""
        ...

    def dense(self, query: str, where: Where, places: Places) -> Found:
        """Cosine over the slice.

        Raises:
            UnavailableError: no embedding model is configured.
        """
        ...

    def hybrid(self, query: str, where: Where, places: Places, stats: Stats = "as_of") -> Found:
        """Both, fused by rank; `stats` as for `lexical`.

        Raises:
            UnavailableError: no embedding model is configured.
        """
        ...

    def add(self, rows: Iterable[ChunkRow]) -> int:
        """Index rows above the watermark; returns the number added. Idempotent."""
        ...

    def watermark(self) -> int:
        """Highest chunk row that the index holds; 0 where empty."""
        ...

    def close(self) -> None:
        """Release files and locks."""
        ...
