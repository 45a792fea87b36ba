"""Real files cut to size, and questions about whatever a store holds."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from ledgerrag.bench.synthetic import BATCH, Written
from ledgerrag.errors import InputError
from ledgerrag.model import Document, ValueKind
from ledgerrag.pachon.readers.strictjson import parse_object
from ledgerrag.pachon.spans import chunk_all
from ledgerrag.stance.values import figures
from ledgerrag.store import Store

_DEEPEST = 100
_ASKING = {
    ValueKind.MONEY: "What amount of money",
    ValueKind.PERCENT: "What percentage",
    ValueKind.DURATION: "How long a period",
    ValueKind.DATE: "What date",
    ValueKind.QUANTITY: "What number",
}


@dataclass(frozen=True, slots=True)
class Probe:
    """A question about a document that is there, and a day.

    Args:
        question: made from title and kind of value.
        day: the publication date of some document, so that slices of all sizes are asked.
    """

    question: str
    day: str


def cut(source: Path, folder: Path, chunks: int, sources: Path | None) -> Written:
    """As much of real JSON Lines as makes a number of chunks; other files and folders as they are.

    Args:
        source: `.jsonl`, `.jsonl.gz`, or anything that can be ingested.
        folder: where the cut copy goes.
        chunks: most chunks.
        sources: the registry; `sources.toml` beside the source where None.
    Raises:
        InputError: the file is missing, or a line is no record.
    """
    if not source.exists():
        raise InputError(f"{source} does not exist", "name a file or folder of documents")
    beside = source.parent / "sources.toml"
    registry = sources or (beside if beside.is_file() else None)
    if source.is_dir() or not source.name.endswith((".jsonl", ".jsonl.gz")):
        return Written((source,), registry, 0, 0)
    records = folder / "corpus.jsonl"
    documents, left = 0, chunks
    with _lines(source) as lines, records.open("w", encoding="utf-8") as file:
        for batch in _batches(lines, source):
            sizes = [len(spans) for spans in chunk_all([text for _, text in batch])]
            for (line, _), size in zip(batch, sizes, strict=True):
                if size <= left:
                    file.write(line.rstrip("\n") + "\n")
                    documents, left = documents + 1, left - size
            if not left:
                break
    return Written((records,), registry, documents, chunks - left)


def probes(store: Store, count: int, seed: int) -> tuple[Probe, ...]:
    """Questions about documents chosen by seed.

    Args:
        store: with at least one chunk.
        count: how many.
        seed: the same seed chooses the same documents.
    Raises:
        InputError: the store is empty.
    """
    last = store.last_row()
    if not last:
        raise InputError("nothing was ingested, so nothing can be asked", "name other files")
    rng = random.Random(seed)  # noqa: S311 - cases, not secrets
    wanted = [(rng.randint(1, last), rng.randint(1, last)) for _ in range(count)]
    rows = store.chunks(sorted({row for pair in wanted for row in pair}))
    documents = store.documents(sorted({row.key for row in rows.values()}))
    return tuple(
        Probe(_question(documents[rows[about].key]), documents[rows[at].key].published.text)
        for about, at in wanted
        if about in rows and at in rows
    )


def _question(document: Document) -> str:
    stated = figures(document.text[:2_000])
    asking = _ASKING.get(stated[0].value.kind, "What") if stated else "What"
    if document.title:
        return f"{asking} does {document.title} set?"
    return f"{asking} is stated: {' '.join(document.text.split()[:8])}?"


@contextmanager
def _lines(source: Path) -> Iterator[TextIO]:
    if source.suffix == ".gz":
        with gzip.open(source, "rt", encoding="utf-8") as file:
            yield file
    else:
        with source.open(encoding="utf-8") as file:
            yield file


def _batches(lines: TextIO, source: Path) -> Iterator[list[tuple[str, str]]]:
    """Lines with the text of their records, some at a time."""
    batch: list[tuple[str, str]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        text = parse_object(line, _DEEPEST).get("text")
        if not isinstance(text, str):
            raise InputError(f"{source}, line {number} is no document", "name document records")
        batch.append((line, text))
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
