"""Independence clusters: documents that go back to one text count once.

A document joins the cluster of an earlier version of its series by the same source, else that of
the most alike document, else it founds its own. A cluster is never changed afterwards: what was
recorded stays.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

from ledgerrag.model import Authority, DocKey, Document
from ledgerrag.pachon.sketch import ALIKE, CREDITED_ALIKE, PERMUTATIONS, Sketch, agree

_MOST_CANDIDATES = 48


class Kept(Protocol):
    """What a store knows of the sketches of earlier documents."""

    def bands(self, keys: Iterable[str]) -> dict[str, tuple[tuple[int, str], ...]]:
        """Band key -> (seq, cluster) of the documents that have it."""
        ...

    def sketch(self, seq: int) -> bytes:
        """The packed sketch of a document."""
        ...


def cluster_id(key: DocKey) -> str:
    """Name of a cluster, derived from its first document."""
    return hashlib.sha256(str(key).encode("utf-8")).hexdigest()[:12]


class Neighbours:
    """Finds the cluster of each document of a batch, in order.

    Args:
        kept: the store, as the open transaction sees it.
        ahead: sketches of the whole batch, whose bands are looked up in one go.
    """

    def __init__(self, kept: Kept, ahead: Sequence[Sketch]) -> None:
        self._kept = kept
        keys = sorted({band for sketch in ahead for band in sketch.bands()})
        self._bands = {key: list(found) for key, found in kept.bands(keys).items()}
        self._sketches: dict[int, Sketch] = {}

    def cluster(self, document: Document, sketch: Sketch, versions: Iterable[Document]) -> str:
        """The cluster that a document belongs to.

        Args:
            document: with its final key.
            sketch: of its text.
            versions: the documents of its series that are stored already.
        """
        same = [v for v in versions if v.source == document.source]
        if same:
            return min(same, key=lambda v: v.seq).cluster
        found = self._most_alike(sketch, document.authority_level)
        return found if found is not None else cluster_id(document.key)

    def _most_alike(self, sketch: Sketch, level: Authority) -> str | None:
        shared: Counter[tuple[int, str]] = Counter()
        for band in sketch.bands():
            # The earliest are enough: an equal sketch is not entered a second time.
            shared.update(self._bands.get(band, ())[:_MOST_CANDIDATES])
        ranked = sorted(shared, key=lambda candidate: (-shared[candidate], candidate))
        best: tuple[int, int, str] | None = None
        for seq, cluster in ranked[:_MOST_CANDIDATES]:
            other = self._sketch(seq)
            score = _copies(sketch, other, level)
            if score and (best is None or (-score, seq) < best[:2]):
                best = (-score, seq, cluster)
        return best[2] if best else None

    def _sketch(self, seq: int) -> Sketch:
        if seq not in self._sketches:
            self._sketches[seq] = Sketch.unpack(self._kept.sketch(seq))
        return self._sketches[seq]

    def bands_to_keep(self, sketch: Sketch) -> tuple[str, ...]:
        """The bands under which to enter a document: none where an equal sketch is there."""
        bands = sketch.bands()
        found = self._bands.get(bands[0], ())
        known = any(_equal(sketch, self._sketch(seq)) for seq, _ in found[:_MOST_CANDIDATES])
        return () if known else bands

    def add(self, seq: int, cluster: str, sketch: Sketch, bands: Iterable[str]) -> None:
        """Make a stored document known to those that follow in the batch."""
        self._sketches[seq] = sketch
        for band in bands:
            self._bands.setdefault(band, []).append((seq, cluster))


def _equal(one: Sketch, other: Sketch) -> bool:
    return (one.minima, one.figures, one.source) == (other.minima, other.figures, other.source)


def _copies(one: Sketch, other: Sketch, level: Authority) -> int:
    """Their similarity where they are copies of one text, else 0."""
    score = one.similarity(other)
    if one.source == other.source and level is Authority.OFFICIAL:
        # Provisions of one official source are written alike; each still says its own thing.
        same = (one.words, one.title) == (other.words, other.title)
        return score if same and score == PERMUTATIONS else 0
    credited = bool(set(one.credits) & set(other.credits))
    if score < (CREDITED_ALIKE if credited else ALIKE):
        return 0
    return score if agree(one, other, credited=credited) else 0
