"""Records in order of publication, however many: what does not fit into memory is sorted on disk.

Runs of records are sorted and written to a temporary folder (`TMPDIR` says where), and merged when
they are read: an external merge sort (Knuth, The Art of Computer Programming 3, section 5.4).
Records of one moment keep the order in which they came.
"""

from __future__ import annotations

import heapq
import json
import shutil
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from ledgerrag.dykbench.items import Record
from ledgerrag.errors import StoreError

RUN: Final = 50_000
"""Records that are held in memory: some fifty megabytes."""


class Spool:
    """Takes records in any order and gives them in that of publication, as often as asked.

    Args:
        run: records held in memory at most.
    """

    def __init__(self, run: int = RUN) -> None:
        self._run = run
        self._held: list[Record] = []
        self._files: list[Path] = []
        self._count = 0
        self._folder: Path | None = None

    def add(self, record: Record) -> None:
        """Take one record.

        Raises:
            StoreError: there is no room for it.
        """
        self._held.append(record)
        self._count += 1
        if len(self._held) >= self._run:
            self._put_down()

    def __len__(self) -> int:
        """How many were taken."""
        return self._count

    def __iter__(self) -> Iterator[Record]:
        """All of them, the earliest first."""
        runs: list[Iterable[Record]] = [_read(file) for file in self._files]
        # An earlier run comes first where moments are equal: the order is that of one stable sort.
        return heapq.merge(*runs, sorted(self._held, key=_moment), key=_moment)

    def _put_down(self) -> None:
        try:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="ledgerrag-"))
                weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            file = self._folder / f"{len(self._files):06d}.jsonl"
            with file.open("w", encoding="utf-8") as opened:
                for record in sorted(self._held, key=_moment):
                    opened.write(json.dumps(dict(record), ensure_ascii=False) + "\n")
        except OSError as error:
            raise StoreError(
                f"no room for what is built: {(error.strerror or str(error)).lower()}",
                "set TMPDIR to a folder on a larger disk",
            ) from None
        self._files.append(file)
        self._held = []


def _moment(record: Record) -> str:
    return str(record["published"])


def _read(file: Path) -> Iterator[Record]:
    with file.open(encoding="utf-8") as opened:
        for line in opened:
            found: Record = json.loads(line)
            yield found
