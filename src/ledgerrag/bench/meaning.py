"""The part of `bench smoke` that is about vectors: making them, and searching by them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ledgerrag.api import choosing
from ledgerrag.api.opening import index_path
from ledgerrag.bench.figures import Aim
from ledgerrag.bench.notebook import Notebook
from ledgerrag.bench.prepared import Probe
from ledgerrag.dates import parse
from ledgerrag.retrieval.seam import Places, Where
from ledgerrag.store import Store


def embed(book: Notebook, store: Path, mode: str, say: Callable[[str], None]) -> None:
    """Vectors for every chunk of a store that has none; the store is then searched by them."""

    def progress(done: int, of: int) -> None:
        say(f"embedding {done} of {of}")

    with book.timed() as spent:
        made = choosing.rebuild(store, mode, progress=progress)
    seconds = spent[0] / 1000
    note = f"{made.embedded:,} chunks by {made.embedding} in {seconds:.0f} s, words anew included"
    book.note("embed", made.embedded / seconds, "chunks/s", None, note)
    book.raw["embed_ms"] = [spent[0]]


def search(book: Notebook, store: Store, asked: tuple[Probe, ...], places: Places) -> None:
    """A query's vector, and each kind of search with the vector known already."""
    index = choosing.open_index(index_path(store.path), store, "", os.environ)
    slices = [Where(parse(probe.day).moment(), store.seq()) for probe in asked]
    model = index.vectors.model
    try:
        model.embed(["the model is loaded by the first text"], "query")
        index.hybrid(asked[0].question, slices[0], places)
        times: list[float] = []
        for probe in asked:
            with book.timed() as spent:
                model.embed([probe.question], "query")
            times += spent
        book.spread("embed a query", [times], Aim("<=", 10))
        for name, find in (("dense", index.dense), ("hybrid", index.hybrid)):
            times = []
            for probe, where in zip(asked, slices, strict=True):
                find(probe.question, where, places)  # its vector is remembered
                with book.timed() as spent:
                    find(probe.question, where, places)
                times += spent
            book.spread(f"search {name}, vector known", [times])
            book.raw[f"search {name}, ms"] = list(times)
    finally:
        index.close()
