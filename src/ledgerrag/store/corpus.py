"""What is read of the corpus: documents, acts, chunks, sources and sketches.

A list of names goes down as one JSON parameter, so that each method is one statement.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from ledgerrag.errors import NotFoundError
from ledgerrag.model import Act, Authority, DocKey, Document, Source
from ledgerrag.store import rows, similar
from ledgerrag.store.connections import Pool, explained
from ledgerrag.store.seam import ChunkRow

# Beyond any sequence number: an open upper bound.
OPEN = 2**62
_first = itemgetter(0)


class Reading:
    """Statements run on whichever connection this thread reads through."""

    _pool: Pool

    def _all(self, sql: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with explained(self._pool.path), self._pool.reader() as connection:
            return connection.execute(sql, values).fetchall()

    def _one(self, sql: str, values: tuple[Any, ...] = ()) -> tuple[Any, ...] | None:
        found = self._all(sql, values)
        return found[0] if found else None

    def _number(self, sql: str, values: tuple[Any, ...] = ()) -> int:
        return int(self._all(sql, values)[0][0])


class CorpusReads(Reading):
    """The reads that answer what is there."""

    def seq(self) -> int:
        """The last ingest sequence number; documents and acts share the counter; 0 when empty."""
        return self._number(
            "SELECT max(coalesce((SELECT max(seq) FROM document), 0),"
            " coalesce((SELECT max(seq) FROM act), 0))"
        )

    def document(self, key: DocKey) -> Document:
        """One document version with its text.

        Raises:
            NotFoundError: the store does not hold it.
        """
        found = self.documents((key,)).get(key)
        if found is None:
            raise NotFoundError(f"there is no document {key}", "list what there is, or ingest it")
        return found

    def documents(self, keys: Iterable[DocKey]) -> dict[DocKey, Document]:
        """Document versions with their texts; those that are not there are left out."""
        wanted = rows.json_list([(key.doc_id, key.version) for key in keys])
        found = self._all(
            f"SELECT {rows.FULL} FROM json_each(?) AS k CROSS JOIN document AS d"  # noqa: S608
            " ON d.doc_id = k.value ->> 0 AND d.version = k.value ->> 1",
            (wanted,),
        )
        return {document.key: document for document in map(rows.document_of, found)}

    def latest(self, doc_id: str) -> Document | None:
        """The highest version of a document with its text; None where there is none."""
        row = self._one(
            f"SELECT {rows.FULL} FROM document AS d WHERE d.doc_id = ?"  # noqa: S608
            " ORDER BY d.version DESC LIMIT 1",
            (doc_id,),
        )
        return None if row is None else rows.document_of(row)

    def versions(
        self, series: Iterable[str], *, upto: int | None = None
    ) -> dict[str, tuple[Document, ...]]:
        """The documents of each series by seq, their texts left empty: standing needs none.

        Args:
            series: each has a key in the answer, also where it has no documents.
            upto: highest seq; None leaves it open.
        """
        wanted = dict.fromkeys(series)
        found = self._all(
            f"SELECT {rows.HEAD} FROM json_each(?) AS k CROSS JOIN document AS d"  # noqa: S608
            " ON d.series = k.value AND d.seq <= ?",
            (rows.json_list(list(wanted)), OPEN if upto is None else upto),
        )
        grouped: dict[str, list[Document]] = {name: [] for name in wanted}
        # Sorted here: rows come in the index's order, nearly sorted, and are wide to sort there.
        for row in sorted(found, key=_first):
            grouped[row[3]].append(rows.document_of(row))
        return {name: tuple(documents) for name, documents in grouped.items()}

    def acts(self, targets: Iterable[str], *, upto: int | None = None) -> tuple[Act, ...]:
        """The acts whose target or `by` is one of the names, by seq.

        Args:
            targets: doc_ids, `doc_id@version` and series.
            upto: highest seq; None leaves it open.
        """
        names = rows.json_list([name for name in dict.fromkeys(targets) if name])
        found = self._all(
            f"SELECT {rows.ACT} FROM act AS a WHERE a.seq <= ?2 AND a.seq IN ("  # noqa: S608
            " SELECT t.seq FROM json_each(?1) AS k CROSS JOIN act AS t ON t.target = k.value"
            " UNION"
            " SELECT b.seq FROM json_each(?1) AS k CROSS JOIN act AS b"
            " ON b.by = k.value AND b.by <> '')"
            " ORDER BY a.seq",
            (names, OPEN if upto is None else upto),
        )
        return tuple(map(rows.act_of, found))

    def pending_acts(self) -> tuple[Act, ...]:
        """The acts whose target is no doc_id, version or series of the store yet, by seq."""
        found = self._all(
            f"SELECT {rows.ACT} FROM act AS a"  # noqa: S608
            " WHERE NOT EXISTS (SELECT 1 FROM document WHERE doc_id = a.target)"
            " AND NOT EXISTS (SELECT 1 FROM document WHERE series = a.target)"
            " AND NOT EXISTS (SELECT 1 FROM document"
            "  WHERE doc_id = a.target_doc AND version = a.target_version)"
            " ORDER BY a.seq"
        )
        return tuple(map(rows.act_of, found))

    def has_series(self, series: str) -> bool:
        """Whether a document of the series is stored."""
        return bool(self._all("SELECT 1 FROM document WHERE series = ? LIMIT 1", (series,)))

    def series_like(self, text: str, limit: int) -> tuple[str, ...]:
        """The series whose names come nearest to the text, best first: "did you mean"."""
        names = (row[0] for row in self._all("SELECT DISTINCT series FROM document"))
        return similar.nearest(text, names, limit)

    def changed_since(self, seq: int) -> tuple[tuple[int, str, str], ...]:
        """What came after a seq: (seq, "document", series) and (seq, "act", target), by seq."""
        found = self._all(
            "SELECT seq, 'document', series FROM document WHERE seq > ?1"
            " UNION ALL SELECT seq, 'act', target FROM act WHERE seq > ?1 ORDER BY 1",
            (seq,),
        )
        return tuple((row[0], row[1], row[2]) for row in found)

    def arrived(self, after: int, upto: int) -> tuple[tuple[Document, ...], tuple[Act, ...]]:
        """The documents, with their texts, and the acts that came after a seq, each by seq.

        Args:
            after: seq of the last that is known.
            upto: highest seq.
        """
        documents = self._all(
            f"SELECT {rows.FULL} FROM document AS d"  # noqa: S608
            " WHERE d.seq > ? AND d.seq <= ? ORDER BY d.seq",
            (after, upto),
        )
        acts = self._all(
            f"SELECT {rows.ACT} FROM act AS a WHERE a.seq > ? AND a.seq <= ?"  # noqa: S608
            " ORDER BY a.seq",
            (after, upto),
        )
        return tuple(map(rows.document_of, documents)), tuple(map(rows.act_of, acts))

    def chunks_after(self, row: int, limit: int = 10_000) -> tuple[ChunkRow, ...]:
        """The chunks above a row, ascending: what an index has yet to take in."""
        found = self._all(
            f"SELECT {rows.CHUNK} FROM chunk AS c CROSS JOIN document AS d"  # noqa: S608
            " ON d.seq = c.document WHERE c.row > ? ORDER BY c.row LIMIT ?",
            (row, limit),
        )
        return tuple(map(rows.chunk_of, found))

    def chunks(self, wanted: Iterable[int]) -> dict[int, ChunkRow]:
        """The chunks of these rows; those that are not there are left out."""
        found = self._all(
            f"SELECT {rows.CHUNK} FROM json_each(?) AS k"  # noqa: S608
            " CROSS JOIN chunk AS c ON c.row = k.value"
            " CROSS JOIN document AS d ON d.seq = c.document",
            (rows.json_list(list(wanted)),),
        )
        return {chunk.row: chunk for chunk in map(rows.chunk_of, found)}

    def last_row(self) -> int:
        """The highest chunk row; 0 when empty."""
        return self._number("SELECT coalesce(max(row), 0) FROM chunk")

    def registry(self, version: int | None = None) -> tuple[int, dict[str, Source]]:
        """A version of the source registry, the newest where none is named; (0, {}) when empty.

        Raises:
            NotFoundError: there is no such version.
        """
        row = self._one(
            "SELECT version, body FROM registry WHERE ?1 IS NULL OR version = ?1"
            " ORDER BY version DESC LIMIT 1",
            (version,),
        )
        if row is None:
            if version:
                raise NotFoundError(f"there is no registry version {version}")
            return 0, {}
        return row[0], {
            key: Source(key, name, Authority(level)) for key, name, level in json.loads(row[1])
        }

    def bands(
        self, keys: Iterable[str], *, limit: int | None = None
    ) -> dict[str, tuple[tuple[int, str], ...]]:
        """The documents that have each band: (seq, cluster), by seq.

        Args:
            keys: each has a key in the answer, also where no document has it.
            limit: most documents for each band, the earliest first; None: all.
        """
        wanted = dict.fromkeys(keys)
        found = self._all(
            "SELECT b.band, b.seq, d.cluster FROM json_each(?) AS k"
            " CROSS JOIN band AS b ON b.band = k.value"
            " CROSS JOIN document AS d ON d.seq = b.seq"
            if limit is None
            else "SELECT b.band, b.seq, d.cluster FROM json_each(?1) AS k"
            " CROSS JOIN band AS b ON b.band = k.value AND b.seq IN"
            " (SELECT seq FROM band WHERE band = k.value ORDER BY seq LIMIT ?2)"
            " CROSS JOIN document AS d ON d.seq = b.seq",
            (rows.json_list(list(wanted)),)
            if limit is None
            else (rows.json_list(list(wanted)), limit),
        )
        grouped: dict[str, list[tuple[int, str]]] = {key: [] for key in wanted}
        for band, seq, cluster in found:
            grouped[band].append((seq, cluster))
        return {band: tuple(sorted(documents)) for band, documents in grouped.items()}

    def sketch(self, seq: int) -> bytes:
        """The near-duplicate sketch of a document; empty where it was stored without one."""
        row = self._one("SELECT body FROM sketch WHERE seq = ?", (seq,))
        return b"" if row is None else bytes(row[0])

    def file_state(self, name: str) -> bytes | None:
        """sha256 of a file whose ingest is finished; None where it is not."""
        row = self._one(
            "SELECT sha256 FROM file_state WHERE name = ? ORDER BY position DESC LIMIT 1", (name,)
        )
        return None if row is None else bytes(row[0])
