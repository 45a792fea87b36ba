"""The corpus as one question may see it: documents, what stands at (V, K), passages, names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from ledgerrag.model import Act, DocKey, Document, Passage, Source, Standing
from ledgerrag.pachon.spans import passages
from ledgerrag.standing import At, by_series, derive, pending
from ledgerrag.store import Store


class Corpus(Protocol):
    """What the loop reads besides the retriever; all of it as of (V, K) and the watermark."""

    @property
    def at(self) -> At: ...

    @property
    def watermark(self) -> int: ...

    def documents(self, keys: Iterable[DocKey]) -> Mapping[DocKey, Document]:
        """Documents with their text."""
        ...

    def standings(self, series: Iterable[str]) -> Mapping[DocKey, Standing]:
        """What every known version of the series is at (V, K)."""
        ...

    def versions(self, series: str) -> tuple[Document, ...]:
        """All known versions of a series, without text."""
        ...

    def acts(self, series: str) -> tuple[Act, ...]:
        """The acts known by K that name the series or a version of it."""
        ...

    def coming(self, series: str) -> tuple[tuple[Document | Act, str], ...]:
        """Changes that are published by K and begin after V."""
        ...

    def successor(self, name: str) -> DocKey | None:
        """The version that stands under a name given by an act; None where none does."""
        ...

    def passages(self, document: Document, start: int, end: int) -> tuple[Passage, ...]:
        """The sentences of a chunk."""
        ...

    def source_name(self, key: str) -> str:
        """A source as a reader is told it."""
        ...


class StoreCorpus:
    """A corpus over the store; remembers what it has read, for the length of one run.

    Args:
        store: the record.
        at: V, K and the subject period.
        watermark: nothing ingested after this is seen.
        registry: the source registry in force.
    """

    def __init__(
        self, store: Store, at: At, watermark: int, registry: Mapping[str, Source]
    ) -> None:
        self._store = store
        self._at = at
        self._watermark = watermark
        self._registry = registry
        self._documents: dict[DocKey, Document] = {}
        self._families: dict[str, tuple[Document, ...]] = {}
        self._acts: dict[str, tuple[Act, ...]] = {}
        self._standings: dict[str, dict[DocKey, Standing]] = {}

    @property
    def at(self) -> At:
        """V, K and the subject period."""
        return self._at

    @property
    def watermark(self) -> int:
        """Highest sequence number that may be seen."""
        return self._watermark

    def documents(self, keys: Iterable[DocKey]) -> Mapping[DocKey, Document]:
        """Documents with their text."""
        wanted = tuple(dict.fromkeys(keys))
        missing = [key for key in wanted if key not in self._documents]
        if missing:
            self._documents.update(self._store.documents(missing))
        return {key: self._documents[key] for key in wanted}

    def standings(self, series: Iterable[str]) -> Mapping[DocKey, Standing]:
        """What every known version of the series is at (V, K)."""
        wanted = tuple(dict.fromkeys(series))
        self._load([name for name in wanted if name not in self._standings])
        return {key: standing for name in wanted for key, standing in self._standings[name].items()}

    def versions(self, series: str) -> tuple[Document, ...]:
        """All known versions of a series, without text."""
        self._load([series] if series not in self._standings else [])
        return tuple(d for d in self._families[series] if d.published.reached(self._at.k))

    def acts(self, series: str) -> tuple[Act, ...]:
        """The acts known by K that name the series or a version of it."""
        self._load([series] if series not in self._standings else [])
        return tuple(a for a in self._acts[series] if a.published.reached(self._at.k))

    def coming(self, series: str) -> tuple[tuple[Document | Act, str], ...]:
        """Changes that are published by K and begin after V."""
        self._load([series] if series not in self._standings else [])
        return pending(
            self._families[series], self._acts[series], self._at, self._standings[series]
        )

    def successor(self, name: str) -> DocKey | None:
        """The version that stands under a name given by an act; None where none does."""
        for candidate in (name, name.rpartition("@")[0]):
            if not candidate:
                continue
            document = self._store.latest(candidate)
            series = document.series if document else candidate
            standing = [k for k, s in self.standings([series]).items() if s.stands]
            if standing:
                return max(standing)
        return None

    def passages(self, document: Document, start: int, end: int) -> tuple[Passage, ...]:
        """The sentences of a chunk."""
        return passages(document, start, end)

    def source_name(self, key: str) -> str:
        """A source as a reader is told it."""
        source = self._registry.get(key)
        return source.name if source else key

    def _load(self, series: list[str]) -> None:
        if not series:
            return
        families = self._store.versions(series, upto=self._watermark)
        targets = {
            name
            for document in by_series(families)
            for name in (str(document.key), document.doc_id, document.series)
        } | set(series)
        acts = self._store.acts(targets, upto=self._watermark)
        upon_acts = self._store.acts([act.act_id for act in acts], upto=self._watermark)
        for name in series:
            family = families[name]
            own = {n for d in family for n in (str(d.key), d.doc_id, d.series)} | {name}
            mine = tuple(act for act in acts if act.target in own)
            ids = {act.act_id for act in mine}
            mine += tuple(act for act in upon_acts if act.target in ids)
            self._families[name] = family
            self._acts[name] = mine
            self._standings[name] = derive(family, mine, self._at)
