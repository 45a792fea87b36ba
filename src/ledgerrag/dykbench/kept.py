"""Vectors beside a benchmark: a text is embedded once, whichever task, run or system asks for it.

One SQLite file for each model, found by the sha256 of the text. What making a vector took is kept
with it: a run that finds it made still tells what it cost. A row that does not fit its checksum is
made anew.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

import apsw
import numpy as np

from ledgerrag.embedding.seam import EmbeddingModel, Role, Vectors
from ledgerrag.errors import StoreError

FOLDER: Final = ".vectors"
_BUSY_MS: Final = 60_000
_ASKED: Final = 500  # keys a query
_SCHEMA: Final = """
    CREATE TABLE IF NOT EXISTS vectors (
        key BLOB PRIMARY KEY, vector BLOB NOT NULL, crc INTEGER NOT NULL, us INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the vectors of a corpus cost.

    Args:
        made: vectors made now.
        made_us: what that took, in microseconds of wall time.
        found: vectors that were there.
        found_us: what making them had taken.
    """

    made: int = 0
    made_us: int = 0
    found: int = 0
    found_us: int = 0

    def __add__(self, other: Cost) -> Cost:
        """Both together."""
        return Cost(*(one + two for one, two in zip(astuple(self), astuple(other), strict=True)))

    def __sub__(self, other: Cost) -> Cost:
        """What came after the other was read."""
        return Cost(*(one - two for one, two in zip(astuple(self), astuple(other), strict=True)))


class Kept:
    """An embedding model that looks its vectors up before it makes them.

    Args:
        model: makes what is not there.
        db: the file, open.
        timer: monotonic nanoseconds.
    """

    def __init__(
        self, model: EmbeddingModel, db: apsw.Connection, timer: Callable[[], int]
    ) -> None:
        self._model = model
        self._db = db
        self._timer = timer
        self.cost = Cost()

    @property
    def name(self) -> str:
        """Of the model."""
        return self._model.name

    @property
    def digest(self) -> str:
        """Of the model."""
        return self._model.digest

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """One unit vector a text, the model's own; see `embedding.seam`.

        Raises:
            ModelError: the model failed.
            StoreError: what it made cannot be kept.
        """
        keys = [_key(text, role) for text in texts]
        if not keys:
            return self._model.embed(texts, role)
        with _told():
            held = self._found(dict.fromkeys(keys))
            wanted = {key: text for key, text in zip(keys, texts, strict=True) if key not in held}
            self.cost += Cost(found=len(held), found_us=sum(us for _, us in held.values()))
            found = {key: vector for key, (vector, _) in held.items()}
            if wanted:
                found.update(self._made(wanted, role))
        return np.array([found[key] for key in keys], np.float32)

    def _found(self, keys: dict[bytes, None]) -> dict[bytes, tuple[Vectors, int]]:
        asked, found = list(keys), {}
        for at in range(0, len(asked), _ASKED):
            part = asked[at : at + _ASKED]
            marks = ",".join("?" * len(part))
            rows = self._db.execute(
                f"SELECT key, vector, crc, us FROM vectors WHERE key IN ({marks})",  # noqa: S608 - question marks
                part,
            )
            for key, body, crc, us in rows:
                if zlib.crc32(key + body) == crc:
                    found[key] = (np.frombuffer(body, "<f4"), us)
        return found

    def _made(self, wanted: dict[bytes, str], role: Role) -> dict[bytes, Vectors]:
        begun = self._timer()
        made = dict(zip(wanted, self._model.embed(list(wanted.values()), role), strict=True))
        took = (self._timer() - begun) // 1_000
        self.cost += Cost(made=len(made), made_us=took)
        rows = []
        for place, (key, vector) in enumerate(made.items()):
            body = vector.astype("<f4").tobytes()
            us = took // len(made) + (place < took % len(made))
            rows.append((key, body, zlib.crc32(key + body), us))
        with self._db:
            self._db.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?)", rows)
        return made


@contextmanager
def keeping(model: EmbeddingModel, bench: Path, timer: Callable[[], int]) -> Iterator[Kept]:
    """The model with the vectors that are kept beside a benchmark; made there where none are.

    Where nothing can be written beside it they are kept in memory, for this run alone.

    Args:
        model: makes what is not there.
        bench: folder of the benchmark.
        timer: monotonic nanoseconds.
    Raises:
        StoreError: what is there is no such file.
    """
    bench = bench.resolve()
    folder = bench.with_name(bench.name + FOLDER)
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in model.name)[:40].strip("-")
    stamp = hashlib.sha256(model.digest.encode()).hexdigest()[:12]
    try:
        folder.mkdir(exist_ok=True)
        place = str(folder / f"{name}-{stamp}.db")
    except OSError:
        place = ":memory:"
    with _told():
        db = apsw.Connection(place)
        try:
            db.set_busy_timeout(_BUSY_MS)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute(_SCHEMA)
            yield Kept(model, db, timer)
        finally:
            db.close()


@contextmanager
def _told() -> Iterator[None]:
    """An error of the driver as ours, with what to do."""
    try:
        yield
    except apsw.Error as error:
        raise StoreError(
            f"the vectors beside the benchmark cannot be used: {error}",
            f"remove its folder {FOLDER}, which is made anew, or free some space",
        ) from None


def _key(text: str, role: Role) -> bytes:
    body = f"{role}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(body).digest()
