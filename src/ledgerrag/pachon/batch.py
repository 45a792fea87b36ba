"""A batch of records: prepared outside the transaction, decided and stored inside it.

What decides is read inside the transaction, so that two ingests at the same time cannot store one
version twice; what takes time (chunks, terms, sketches) is made before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from ledgerrag.model import Document
from ledgerrag.pachon.acts import DraftedAct
from ledgerrag.pachon.clusters import Neighbours
from ledgerrag.pachon.entries import act_entry, document_entry
from ledgerrag.pachon.records import Drafted
from ledgerrag.pachon.report import Line, Tally
from ledgerrag.pachon.sketch import Sketch, sketch_all
from ledgerrag.pachon.spans import chunk_all
from ledgerrag.retrieval.analyzer import analyze
from ledgerrag.store import NewChunk, Store, Tx
from ledgerrag.store.seam import Recorder

_COMPARED = (
    "series",
    "title",
    "content_sha256",
    "source",
    "published",
    "effective_from",
    "effective_to",
    "effective_to_unknown",
    "authority_level",
    "domain",
    "language",
    "url",
)
_CHANNEL_DATES = frozenset(("published", "effective_from"))
_WORDS = {"content_sha256": "text", "authority_level": "authority", "effective_to_unknown": "end"}


@dataclass(frozen=True, slots=True)
class FinishedFile:
    """A file whose last record lies in the batch.

    Args:
        name: stable name.
        token: digest of its bytes and of everything that its records are read by.
        documents: how many it holds.
        acts: how many it holds.
    """

    name: str
    token: bytes
    documents: int
    acts: int


@dataclass(slots=True)
class Batch:
    """Records that are committed together, in the order in which they came."""

    items: list[Drafted | DraftedAct] = field(default_factory=list)
    finished: list[FinishedFile] = field(default_factory=list)
    characters: int = 0

    def add(self, item: Drafted | DraftedAct) -> None:
        """Take one more record."""
        self.items.append(item)
        if isinstance(item, Drafted):
            self.characters += len(item.document.text)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a new document needs beside itself."""

    chunks: tuple[NewChunk, ...]
    sketch: Sketch


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a record.

    Args:
        id: doc_id, or id of the act.
        version: of the document; 0 for an act.
        seq: ingest sequence number; 0 for an act that was there already.
        new: it was stored now.
    """

    id: str
    version: int
    seq: int
    new: bool


class Known:
    """The stored versions of the documents of a batch.

    Args:
        store: where they are looked up.
        drafts: the documents of the batch.
    """

    def __init__(self, store: Store, drafts: Sequence[Drafted]) -> None:
        self.seq = store.seq()
        self._series: dict[str, list[Document]] = {}
        self._ids: dict[str, dict[int, Document]] = {}
        self._load(store, {draft.document.series for draft in drafts})
        elsewhere = set()
        for doc_id in sorted({draft.document.doc_id for draft in drafts}):
            latest = store.latest(doc_id)
            if latest is not None and latest.series not in self._series:
                elsewhere.add(latest.series)
        self._load(store, elsewhere)

    def _load(self, store: Store, series: set[str]) -> None:
        for name, documents in store.versions(sorted(series)).items():
            self._series.setdefault(name, [])
            for document in documents:
                self.add(document)

    def add(self, document: Document) -> None:
        """Take note of a stored version."""
        self._series.setdefault(document.series, []).append(document)
        self._ids.setdefault(document.doc_id, {})[document.version] = document

    def series(self, name: str) -> Sequence[Document]:
        """The stored documents of a series."""
        return self._series.get(name, ())

    def same(self, draft: Drafted) -> Document | None:
        """The stored version that says what the draft says; None where there is none."""
        versions = self._ids.get(draft.document.doc_id, {})
        for version in sorted(versions, reverse=True):
            changed = changes(versions[version], draft.document)
            if not changed:
                return versions[version]
            # A date from the channel says when it was ingested, not that the thing changed.
            if version == max(versions) and draft.undated and set(changed) <= _CHANNEL_DATES:
                return versions[version]
        return None

    def latest(self, doc_id: str) -> Document | None:
        """The highest stored version of a document."""
        versions = self._ids.get(doc_id)
        return versions[max(versions)] if versions else None

    def number(self, document: Document) -> int:
        """The version under which a new document is stored: the stated one where it is free."""
        versions = self._ids.get(document.doc_id, {})
        if document.version and document.version not in versions:
            return document.version
        return max(versions, default=0) + 1


def changes(stored: Document, drafted: Document) -> tuple[str, ...]:
    """The fields in which a draft differs from a stored version."""
    return tuple(n for n in _COMPARED if getattr(stored, n) != getattr(drafted, n))


def prepare(drafts: Sequence[Drafted]) -> dict[int, Prepared]:
    """Chunks, terms and sketches, by the draft's identity."""
    texts = [draft.document.text for draft in drafts]
    with ThreadPoolExecutor(1) as aside:
        # The splitter works outside the interpreter's lock, on all cores.
        cut = aside.submit(chunk_all, texts)
        documents = [draft.document for draft in drafts]
        sketches = list(sketch_all((d.text, d.source, d.title) for d in documents))
        spans = cut.result()
    return {
        id(draft): Prepared(tuple(_chunk(draft.document, *span) for span in found), reduced)
        for draft, found, reduced in zip(drafts, spans, sketches, strict=True)
    }


def _chunk(document: Document, start: int, end: int) -> NewChunk:
    # The title counts twice: who asks for a provision names it by its title, not by its words.
    title = analyze(document.title)
    terms = [*title, *title, *analyze(document.text[start:end])]
    return NewChunk(start, end, " ".join(terms), len(terms))


class Writer:
    """Stores one batch inside one transaction and says what became of each record.

    Args:
        tx: the open transaction.
        recorder: appends journal entries in it.
        known: stored versions; looked up afresh where the store has moved on since.
        drafts: the documents of the batch.
        prepared: what `prepare` made for those that looked new.
    """

    def __init__(
        self,
        tx: Tx,
        recorder: Recorder,
        known: Known,
        drafts: Sequence[Drafted],
        prepared: dict[int, Prepared],
    ) -> None:
        self._tx = tx
        self._recorder = recorder
        self._known = known if known.seq == tx.store.seq() else Known(tx.store, drafts)
        self._prepared = prepared
        self._neighbours = Neighbours(tx.store, [p.sketch for p in prepared.values()])
        self.tally = Tally()

    def store(self, item: Drafted | DraftedAct) -> Kept:
        """Store one record, or find that it is there already."""
        kept = self._act(item) if isinstance(item, DraftedAct) else self._document(item)
        self.tally.note(item.where, item.notes)
        return kept

    def finish(self, files: Iterable[FinishedFile]) -> None:
        """Note the files that are done, so that they are passed over next time."""
        for done in files:
            key = summary_key(done.token)
            if self._tx.store.idempotent(key) is None:
                self._tx.put_idempotent(key, f"{done.documents} {done.acts}".encode())
            self._tx.put_file_state(done.name, done.token)

    def _document(self, draft: Drafted) -> Kept:
        same = self._known.same(draft)
        before = self._known.latest(draft.document.doc_id)
        if same is not None:
            self.tally.add("unchanged")
            if before is not None and same.version < before.version and not draft.document.version:
                self.tally.note(
                    draft.where,
                    ("equals an older version: give it a new `published` date to restore it",),
                )
            return Kept(same.doc_id, same.version, same.seq, new=False)
        prepared = self._prepared.get(id(draft)) or prepare([draft])[id(draft)]
        numbered = replace(draft.document, version=self._known.number(draft.document))
        siblings = self._known.series(numbered.series)
        cluster = self._neighbours.cluster(numbered, prepared.sketch, siblings)
        bands = self._neighbours.bands_to_keep(prepared.sketch)
        stored = self._tx.add_document(
            replace(numbered, cluster=cluster),
            prepared.chunks,
            sketch=prepared.sketch.pack(),
            bands=bands,
        )
        self._neighbours.add(stored.seq, cluster, prepared.sketch, bands)
        self._known.add(replace(stored, text=""))
        self._recorder.append("ingest", document_entry(stored, len(prepared.chunks)))
        self._count(draft, stored, before)
        return Kept(stored.doc_id, stored.version, stored.seq, new=True)

    def _count(self, draft: Drafted, stored: Document, before: Document | None) -> None:
        if before is None:
            self.tally.add("accepted")
            return
        self.tally.add("new_version")
        differs = ", ".join(_WORDS.get(name, name) for name in changes(before, stored))
        reason = f"{stored.key}: differs from version {before.version} in {differs or 'nothing'}"
        if draft.document.version not in (0, stored.version):
            reason += f" (version {draft.document.version} is taken)"
        self.tally.new_versions.append(Line(draft.where, reason))

    def _act(self, draft: DraftedAct) -> Kept:
        stored = self._tx.add_act(draft.act)
        self.tally.acts[draft.act.act_id] = draft.where
        if stored is None:
            self.tally.add("acts_unchanged")
            return Kept(draft.act.act_id, 0, 0, new=False)
        self._recorder.append("act", act_entry(stored))
        self.tally.add("acts_accepted")
        return Kept(stored.act_id, 0, stored.seq, new=True)


def summary_key(token: bytes) -> str:
    """Under which the number of a finished file's records is kept."""
    return f"ingest-file:{token.hex()}"
