"""What is read of the runs and of the journal: answers, records, entries, tree and payloads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledgerrag.errors import NotFoundError
from ledgerrag.store import rows
from ledgerrag.store.corpus import OPEN, Reading
from ledgerrag.store.rows import RunRow

PAGE = 500
NO_LEAF = bytes(32)


class JournalReads(Reading):
    """The reads that answer what was done."""

    def counts(self) -> dict[str, int]:
        """How many documents, series, acts, chunks, clusters, entries and runs there are."""
        row = self._all(
            "SELECT (SELECT count(*) FROM document),"
            " (SELECT count(DISTINCT series) FROM document), (SELECT count(*) FROM act),"
            " (SELECT count(*) FROM chunk),"
            " (SELECT count(DISTINCT cluster) FROM document WHERE cluster <> ''),"
            " (SELECT count(*) FROM entry), (SELECT count(*) FROM run)"
        )[0]
        names = ("documents", "series", "acts", "chunks", "clusters", "entries", "runs")
        return dict(zip(names, row, strict=True))

    def run(self, run: str) -> RunRow:
        """One run.

        Raises:
            NotFoundError: the store does not hold it.
        """
        row = self._one(f"SELECT {rows.RUN} FROM run AS r WHERE r.run = ?", (run,))  # noqa: S608
        if row is None:
            raise NotFoundError(f"there is no run {run}", "`ledgerrag ledger list` shows the runs")
        return rows.run_of(row)

    def runs(self, limit: int = 50, before: str = "") -> tuple[RunRow, ...]:
        """The runs, newest first.

        Args:
            limit: most runs.
            before: only those that were stored before this run; all where empty.
        """
        found = self._all(
            f"SELECT {rows.RUN} FROM run AS r"  # noqa: S608
            " WHERE ?2 = '' OR r.position < (SELECT position FROM run WHERE run = ?2)"
            " ORDER BY r.position DESC LIMIT ?1",
            (limit, before),
        )
        return tuple(map(rows.run_of, found))

    def runs_touching(self, names: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """The runs whose evidence rests on one of the names: run -> those names, sorted.

        Args:
            names: series, doc_ids and `doc_id@version`.
        """
        found = self._all(
            "SELECT t.run, t.name FROM json_each(?) AS k CROSS JOIN touch AS t ON t.name = k.value"
            " CROSS JOIN run AS r ON r.run = t.run ORDER BY r.position, t.name",
            (rows.json_list(list(dict.fromkeys(names))),),
        )
        grouped: dict[str, list[str]] = {}
        for run, name in found:
            grouped.setdefault(run, []).append(name)
        return {run: tuple(touched) for run, touched in grouped.items()}

    def record(self, kind: str, key: str) -> bytes | None:
        """A recorded result by the hash of its request; None where there is none.

        Args:
            kind: "model" or "retrieval".
            key: the hash.
        """
        row = self._one("SELECT body FROM record WHERE kind = ? AND key = ?", (kind, key))
        return None if row is None else bytes(row[0])

    def entries(self, start: int = 0, stop: int | None = None) -> Iterator[tuple[int, bytes]]:
        """The journal's lines from one seq to before another, in pages.

        Args:
            start: first seq.
            stop: first seq after; None: to the end.
        """
        last = OPEN if stop is None else stop
        while start < last:
            page = self._all(
                "SELECT seq, body FROM entry WHERE seq >= ? AND seq < ? ORDER BY seq LIMIT ?",
                (start, last, PAGE),
            )
            for seq, body in page:
                yield seq, bytes(body)
            if len(page) < PAGE:
                return
            start = page[-1][0] + 1

    def tree_size(self) -> int:
        """The number of leaves of the Merkle tree: the number of entries."""
        return self._number("SELECT coalesce(max(seq), -1) + 1 FROM entry")

    def head(self) -> tuple[int, bytes]:
        """The number of entries and the last one's leaf hash (32 zero bytes when empty)."""
        row = self._one("SELECT seq + 1, leaf FROM entry ORDER BY seq DESC LIMIT 1")
        return (0, NO_LEAF) if row is None else (row[0], bytes(row[1]))

    def node(self, level: int, index: int) -> bytes:
        """A hash of the Merkle tree; level 0 are the leaves.

        Raises:
            NotFoundError: the tree has no such node.
        """
        if level == 0:
            row = self._one("SELECT leaf FROM entry WHERE seq = ?", (index,))
        else:
            row = self._one(
                "SELECT hash FROM node WHERE level = ? AND position = ?", (level, index)
            )
        if row is None:
            raise NotFoundError(f"the journal's tree has no node {index} at level {level}")
        return bytes(row[0])

    def payload(self, commit: str) -> tuple[bytes, bytes] | None:
        """Salt and body of a payload; None where it was erased or never there."""
        row = self._one(
            "SELECT salt, body FROM payload WHERE digest = ?1"
            " AND NOT EXISTS (SELECT 1 FROM erasure WHERE digest = ?1)",
            (commit,),
        )
        return None if row is None else (bytes(row[0]), bytes(row[1]))

    def idempotent(self, key: str) -> bytes | None:
        """What was answered under an idempotency key; None where it was never used."""
        row = self._one("SELECT body FROM idempotency WHERE key = ?", (key,))
        return None if row is None else bytes(row[0])
