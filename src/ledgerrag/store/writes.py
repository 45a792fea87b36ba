"""What may be written, all of it inside one transaction: `Tx`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import apsw

from ledgerrag.errors import NotFoundError, StoreError
from ledgerrag.model import Act, Document, Source
from ledgerrag.store import rows
from ledgerrag.store.connections import explained
from ledgerrag.store.rows import NewChunk, RunRow

if TYPE_CHECKING:
    from ledgerrag.store.database import Store

_DOCUMENT = "INSERT INTO document VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
_ACT = "INSERT INTO act VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
_CHUNK = "INSERT INTO chunk VALUES (?, ?, ?, ?, ?, ?)"
_RUN = (
    "INSERT INTO run VALUES"
    " (1 + coalesce((SELECT max(position) FROM run), 0), ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


class Tx:
    """An open transaction; nothing of it is seen by others before it ends well.

    It belongs to the thread that opened it.

    Args:
        store: reads through it in the writing thread see what this transaction wrote.
        connection: the writing connection.
    """

    def __init__(self, store: Store, connection: apsw.Connection) -> None:
        self.store = store
        self.erased = False
        self._connection: apsw.Connection | None = connection

    def end(self) -> None:
        """Nothing can be written through it any more."""
        self._connection = None

    @property
    def alive(self) -> bool:
        """Whether the transaction is still open (a full disk ends it by itself)."""
        return self._connection is not None and self._connection.in_transaction

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> None:
        """Write a row of a table that has a file of its own in this package."""
        self._run(sql, values)

    def _run(self, sql: str, values: tuple[Any, ...] = ()) -> None:
        with explained(self.store.path):
            self._open().execute(sql, values)

    def _open(self) -> apsw.Connection:
        if self._connection is None:
            raise StoreError("this transaction has ended", "write inside `with store.write()`")
        return self._connection

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """What is written in the block is undone if the block raises; the rest stays."""
        connection = self._open()
        self._run("SAVEPOINT part")
        try:
            yield
        except BaseException:
            # A full disk or an I/O error ends the whole transaction by itself.
            if connection.in_transaction:
                connection.execute("ROLLBACK TO part")
                connection.execute("RELEASE part")
            raise
        self._run("RELEASE part")

    def add_document(
        self,
        document: Document,
        chunks: Sequence[NewChunk],
        *,
        sketch: bytes = b"",
        bands: Sequence[str] = (),
    ) -> Document:
        """Store one document version with its chunks; it comes back with its seq.

        Args:
            document: its version is kept as given; its seq is ours to give.
            chunks: in the order in which they get their rows.
            sketch: near-duplicate sketch; empty for none.
            bands: its LSH band keys.
        Raises:
            StoreError: this version is stored already.
        """
        seq = self.store.seq() + 1
        row = self.store.last_row() + 1
        with explained(self.store.path), self.savepoint():
            connection = self._open()
            try:
                connection.execute(_DOCUMENT, rows.document_values(document, seq))
            except apsw.ConstraintError as error:
                if "this key already" not in str(error):
                    raise
                raise StoreError(
                    f"document {document.key} is stored already", "give it the next version"
                ) from error
            connection.executemany(
                _CHUNK,
                [
                    (row + at, seq, chunk.start, chunk.end, chunk.tokens, chunk.length)
                    for at, chunk in enumerate(chunks)
                ],
            )
            if sketch:
                connection.execute("INSERT INTO sketch VALUES (?, ?)", (seq, sketch))
            if bands:
                connection.executemany(
                    "INSERT INTO band VALUES (?, ?)", [(band, seq) for band in sorted(set(bands))]
                )
        return dataclasses.replace(document, seq=seq)

    def add_act(self, act: Act) -> Act | None:
        """Store an act; it comes back with its seq, or None where it is stored already."""
        with explained(self.store.path):
            known = self._open().execute("SELECT 1 FROM act WHERE act_id = ?", (act.act_id,))
            if known.get is not None:
                return None
        seq = self.store.seq() + 1
        self._run(_ACT, rows.act_values(act, seq))
        return dataclasses.replace(act, seq=seq)

    def put_registry(self, sources: Sequence[Source]) -> int:
        """Make this the source registry; returns its version, unchanged for the same content."""
        version, present = self.store.registry()
        wanted = {source.key: source for source in sources}
        if version and wanted == present:
            return version
        body = json.dumps(
            [(key, wanted[key].name, int(wanted[key].authority_level)) for key in sorted(wanted)],
            ensure_ascii=False,
        )
        self._run("INSERT INTO registry VALUES (?, ?)", (version + 1, body))
        return version + 1

    def put_run(self, row: RunRow, touches: Iterable[str]) -> None:
        """Store a run and the names (series, doc_id, `doc_id@version`) that it rests on."""
        with explained(self.store.path), self.savepoint():
            self._open().execute(_RUN, dataclasses.astuple(row))
            self._open().executemany(
                "INSERT INTO touch VALUES (?, ?)",
                [(name, row.run) for name in sorted(set(touches))],
            )

    def put_record(self, kind: str, key: str, body: bytes) -> None:
        """Record a result under the hash of its request; the same again changes nothing.

        Args:
            kind: "model" or "retrieval".
            key: the hash.
            body: the result as it came.
        Raises:
            StoreError: another result is recorded under this key.
        """
        present = self.store.record(kind, key)
        if present is None:
            self._run("INSERT INTO record VALUES (?, ?, ?)", (kind, key, body))
        elif present != body:
            raise StoreError(
                f"another {kind} result is recorded under {key}", "use the recorded one"
            )

    def put_payload(self, commit: str, salt: bytes, body: bytes) -> None:
        """Store a payload under its commitment; the same again changes nothing.

        Raises:
            StoreError: another payload has this commitment, or it was erased.
        """
        if self.store.payload(commit) == (salt, body):
            return
        with explained(self.store.path):
            try:
                self._open().execute("INSERT INTO payload VALUES (?, ?, ?)", (commit, salt, body))
            except apsw.ConstraintError as error:
                raise StoreError(
                    f"payload {commit} was erased, or another one has its commitment",
                    "commit to it with a new salt",
                ) from error

    def erase_payload(self, commit: str) -> None:
        """Overwrite a payload for good; a second time changes nothing.

        Its bytes are replaced where they stand, past the triggers, and leave the write-ahead log
        right after the commit. That it was there, and how long it was, stays on record.

        Raises:
            NotFoundError: there never was such a payload.
        """
        with explained(self.store.path), self.savepoint():
            connection = self._open()
            row = connection.execute("SELECT rowid FROM payload WHERE digest = ?", (commit,)).get
            if row is None:
                raise NotFoundError(f"there is no payload {commit}")
            if self.store.payload(commit) is not None:
                connection.execute("INSERT INTO erasure VALUES (?)", (commit,))
                for column in ("salt", "body"):
                    with connection.blob_open("main", "payload", column, row, True) as blob:
                        blob.write(bytes(blob.length()))
        # Also for one erased before: the log may still have held it then.
        self.erased = True

    def append_entry(
        self, body: bytes, leaf: bytes, nodes: Sequence[tuple[int, int, bytes]]
    ) -> int:
        """Append a journal line; returns its seq, counted from 0.

        Args:
            body: canonical JSON.
            leaf: its leaf hash: node (0, seq) of the tree.
            nodes: the tree's nodes that it completes, (level, index, hash); level 0 is the leaf.
        Raises:
            StoreError: a node of level 0 is not the leaf, or a node is there already.
        """
        seq = self.store.tree_size()
        if any(level == 0 and (at, digest) != (seq, leaf) for level, at, digest in nodes):
            raise StoreError(f"a node of level 0 is not the leaf of entry {seq}")
        with explained(self.store.path), self.savepoint():
            self._open().execute("INSERT INTO entry VALUES (?, ?, ?)", (seq, leaf, body))
            self._open().executemany(
                "INSERT INTO node VALUES (?, ?, ?)", [node for node in nodes if node[0] > 0]
            )
        return seq

    def put_idempotent(self, key: str, body: bytes) -> None:
        """Keep what was answered under an idempotency key.

        Raises:
            StoreError: the key was used before.
        """
        if self.store.idempotent(key) is not None:
            raise StoreError(f"the idempotency key {key!r} was used before", "use a new key")
        self._run("INSERT INTO idempotency VALUES (?, ?)", (key, body))

    def put_file_state(self, name: str, sha256: bytes) -> None:
        """Note that the ingest of a file with this sha256 is finished."""
        if self.store.file_state(name) != sha256:
            self._run(
                "INSERT INTO file_state VALUES"
                " (1 + coalesce((SELECT max(position) FROM file_state), 0), ?, ?)",
                (name, sha256),
            )
